"""Short spellings for patterns and rows in tests."""

from __future__ import annotations

from occam.core.evidence import Reached, Row
from occam.core.plan import AnyOf, Branch, Count, Hop, Join, Node, Op, Predicate, Query
from occam.core.values import Cell, Scalar, Truth


def where(attr: str, op: Op, *values: Scalar) -> Predicate:
    return Predicate(attr=attr, op=op, values=values)


def node(type_: str, *where_: Predicate, name: str = "", hops: tuple[Hop, ...] = ()) -> Node:
    return Node(type=type_, name=name, where=where_, hops=hops)


def out(edge: str, far: Node, absent: bool = False) -> Hop:
    return Hop(edge=edge, direction="out", node=far, absent=absent)


def into(edge: str, far: Node, absent: bool = False) -> Hop:
    return Hop(edge=edge, direction="in", node=far, absent=absent)


def either(*branches: Predicate | Hop) -> AnyOf:
    """Alternatives of one predicate or hop each."""
    return AnyOf(
        branches=tuple(
            Branch(hops=(b,)) if isinstance(b, Hop) else Branch(where=(b,)) for b in branches
        )
    )


def race(number: int, truth: Truth = "yes", documents: str = "", **rest: object) -> Row:
    """The row of a race; its own page is always cited."""
    cited = tuple(f"page-{id_}" for id_ in documents.split()) or (f"page-r{number}",)
    return Row(id=f"r{number}", label=f"Race {number}", truth=truth, documents=cited, **rest)  # type: ignore[arg-type]


def stands(id_: str, truth: Truth = "yes", **cells: Cell) -> Reached:
    label = f"Race {id_[1:]}" if id_[0] == "r" else id_.title()
    return Reached(id=id_, label=label, truth=truth, cells=cells)


M1 = out("AT", node("Meet", where("id", "eq", "m1")))
M2 = out("AT", node("Meet", where("id", "eq", "m2")))
FLAT = {"kind": Cell("flat")}


def ask(root: Node, answer: object = None, joins: tuple[Join, ...] = ()) -> Query:
    """A query; it counts where nothing else is asked."""
    return Query(root=root, answer=answer or Count(), joins=joins)  # type: ignore[arg-type]


def runner(id_: str, truth: str = "yes", documents: str = "", **rest: object) -> Row:
    """The row of a runner, with the pages that name them."""
    cited = tuple(f"page-{page}" for page in documents.split())
    return Row(id=id_, label=id_.title(), truth=truth, documents=cited, **rest)  # type: ignore[arg-type]

"""Short spellings for patterns and rows in tests."""

from __future__ import annotations

from occam.core.evidence import Reached, Row
from occam.core.plan import AnyOf, Branch, Hop, Node, Op, Predicate
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

"""The question as data: a rooted tree pattern over the typed graph, and what to say of its matches.

The algebra of docs/plans.md. A plan holds identifiers of the schema and plain values; it is never
text in a query language. Three-valued throughout: an attribute or a hop may be unknown.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Literal

import msgspec

from occam.core.values import Scalar

Op = Literal[
    "eq", "ne", "lt", "le", "gt", "ge", "in", "between", "contains",
    "is_unknown", "on", "covers", "within", "before", "after",
]  # fmt: skip
Direction = Literal["out", "in"]
Compared = Literal["lt", "le", "eq", "ge", "gt", "difference"]
Completeness = Literal["existential", "chained", "exhaustive"]


class Predicate(msgspec.Struct, frozen=True, kw_only=True):
    """`attr op value` on one vertex.

    `in` takes any number of values, `between` two (both included). Of periods: `on` is the same
    days, `covers` includes the given days, `within` lies inside, `before` ends before the given
    start, `after` starts after the given end. `contains` is a case-insensitive substring of a text.
    """

    attr: str
    op: Op
    values: tuple[Scalar, ...] = ()


class Node(msgspec.Struct, frozen=True, kw_only=True):
    """Vertices of one type that satisfy every predicate, hop and alternative below."""

    type: str
    name: str = ""
    where: tuple[Predicate, ...] = ()
    hops: tuple[Hop, ...] = ()
    any_of: tuple[AnyOf, ...] = ()


class Hop(msgspec.Struct, frozen=True, kw_only=True):
    """There is (or with `absent` there is no) such neighbour over this edge."""

    edge: str
    direction: Direction
    node: Node
    absent: bool = False


class Branch(msgspec.Struct, frozen=True, kw_only=True):
    """One alternative: predicates and hops of the vertex that carries the `AnyOf`."""

    where: tuple[Predicate, ...] = ()
    hops: tuple[Hop, ...] = ()


class AnyOf(msgspec.Struct, frozen=True, kw_only=True):
    """At least one branch holds."""

    branches: tuple[Branch, ...]


class Join(msgspec.Struct, frozen=True, kw_only=True):
    """Two named nodes of one binding are the same vertex, or differ."""

    left: str
    right: str
    same: bool = True


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """Sort key; ties fall back to label and id, so that every order is total."""

    attr: str
    descending: bool = True


class Values(msgspec.Struct, frozen=True, kw_only=True, tag="values"):
    """The value of an attribute at the root (`node` empty) or at a named node."""

    attr: str = "label"
    node: str = ""


class AllValues(msgspec.Struct, frozen=True, kw_only=True, tag="all_values"):
    """Every value of an attribute at the root (`node` empty) or at a named node, each once."""

    attr: str
    node: str = ""


class Members(msgspec.Struct, frozen=True, kw_only=True, tag="members"):
    """The matching roots; `limit` 0 is all of them."""

    limit: int = 0
    order: Order | None = None


class Count(msgspec.Struct, frozen=True, kw_only=True, tag="count"):
    """How many roots match, or how many distinct vertices stand at the named node."""

    node: str = ""


class Extreme(msgspec.Struct, frozen=True, kw_only=True, tag="extreme"):
    """Every root whose attribute is the greatest or least: all ties, never the first."""

    attr: str
    greatest: bool = True


class ExtremeValues(msgspec.Struct, frozen=True, kw_only=True, tag="extreme_values"):
    """The value of `told` at the root or at a named node, for every root whose `attr` is the
    greatest or least: who won the biggest event."""

    attr: str
    greatest: bool = True
    told: str = "label"
    node: str = ""


class TopK(msgspec.Struct, frozen=True, kw_only=True, tag="top_k"):
    """The first `k` roots by attribute, extended by those that tie with the last."""

    attr: str
    k: int
    descending: bool = True


class Fold(msgspec.Struct, frozen=True, kw_only=True, tag="fold"):
    """One number over the attribute of all matching roots."""

    attr: str
    by: Literal["sum", "avg", "min", "max"]


class Having(msgspec.Struct, frozen=True, kw_only=True):
    """Keep the groups whose number satisfies `op value`."""

    op: Literal["eq", "lt", "le", "gt", "ge"]
    value: float


class Group(msgspec.Struct, frozen=True, kw_only=True, tag="group"):
    """Group the matching roots by the vertex at a named node; count or fold each group.

    `k` keeps the first k groups in order and what ties with the last (0: all).
    """

    node: str
    fold: Fold | None = None
    descending: bool = True
    k: int = 0
    having: Having | None = None


class Holds(msgspec.Struct, frozen=True, kw_only=True, tag="holds"):
    """Do so many roots match, or so many distinct vertices stand at the named node?"""

    having: Having
    node: str = ""


class Groups(msgspec.Struct, frozen=True, kw_only=True, tag="groups"):
    """How many groups of matching roots, by the vertex at a named node, have such a number."""

    node: str
    having: Having


class Exists(msgspec.Struct, frozen=True, kw_only=True, tag="exists"):
    """Is there any?"""


Answer = (
    Values
    | AllValues
    | Members
    | Count
    | Extreme
    | ExtremeValues
    | TopK
    | Fold
    | Group
    | Groups
    | Holds
    | Exists
)
NAMING = (Values, AllValues, Count, ExtremeValues, Group, Groups, Holds)
"""The answer clauses that may name a node."""


class Query(msgspec.Struct, frozen=True, kw_only=True, tag="query"):
    """One tree pattern and its answer clause."""

    root: Node
    answer: Answer
    joins: tuple[Join, ...] = ()


class Total(msgspec.Struct, frozen=True, kw_only=True, tag="total"):
    """Several counts added up: of all matches, or of each group of them. Of the groups' sums those
    that pass `having` are kept, and of these the first `k`; 0 is all."""

    parts: tuple[Query, ...]
    k: int = 0
    descending: bool = True
    having: Having | None = None


class Compare(msgspec.Struct, frozen=True, kw_only=True, tag="compare"):
    """Two numbers held against each other; `difference` asks by how much left exceeds right."""

    left: Query | Total
    right: Query | Total
    op: Compared
    names: tuple[str, str] = ("left", "right")


Plan = Query | Total | Compare


def leaves(plan: Plan) -> tuple[Query, ...]:
    """The queries that must be run to answer the plan."""
    if isinstance(plan, Query):
        return (plan,)
    if isinstance(plan, Total):
        return plan.parts
    return (*leaves(plan.left), *leaves(plan.right))


def hops_of(node: Node | Branch) -> Iterator[Hop]:
    """Every hop that starts at this node, those inside alternatives included."""
    yield from node.hops
    if isinstance(node, Node):
        for choice in node.any_of:
            for branch in choice.branches:
                yield from branch.hops


def nodes_of(node: Node) -> Iterator[Node]:
    """The node and all nodes below it, depth first."""
    yield node
    for hop in hops_of(node):
        yield from nodes_of(hop.node)


def completeness(plan: Plan) -> Completeness:
    """What the evidence must be to be complete: one thing, a walked chain, or every member."""
    queries = leaves(plan)
    if any(not isinstance(query.answer, Values) for query in queries):
        return "exhaustive"
    if any(query.answer.node for query in queries if isinstance(query.answer, Values)):
        return "chained"
    return "existential"


def canonical(plan: Plan) -> Plan:
    """The same plan in its one spelling: conjuncts and `in` values sorted, nodes renumbered."""
    if isinstance(plan, Compare):
        left, right = canonical(plan.left), canonical(plan.right)
        return msgspec.structs.replace(plan, left=left, right=right)
    if isinstance(plan, Total):
        parts = sorted(map(canonical, plan.parts), key=_encode)
        return msgspec.structs.replace(plan, parts=tuple(parts))
    used = _used_names(plan)
    root = _sorted_node(plan.root, used)
    names = {
        node.name: f"n{position}"
        for position, node in enumerate(nodes_of(root))
        if node.name in used
    }
    return Query(
        root=_renamed(root, names),
        answer=_renamed_answer(plan.answer, names),
        joins=tuple(sorted((_renamed_join(join, names) for join in plan.joins), key=_encode)),
    )


def digest(plan: Plan) -> str:
    """SHA-256 of the canonical form, in hex: two plans that ask the same have the same digest."""
    return hashlib.sha256(_encode(canonical(plan))).hexdigest()


_encoder = msgspec.json.Encoder(order="sorted")


def _encode(value: object) -> bytes:
    return _encoder.encode(value)


def _used_names(query: Query) -> frozenset[str]:
    answer = query.answer
    named = {answer.node} if isinstance(answer, NAMING) else set[str]()
    for join in query.joins:
        named |= {join.left, join.right}
    return frozenset(named - {""})


def _sorted_predicate(predicate: Predicate) -> Predicate:
    if predicate.op != "in":
        return predicate
    values = tuple(sorted(set(predicate.values), key=_encode))
    return msgspec.structs.replace(predicate, values=values)


def _sorted_hop(hop: Hop, used: frozenset[str]) -> Hop:
    return msgspec.structs.replace(hop, node=_sorted_node(hop.node, used))


def _sorted_branch(branch: Branch, used: frozenset[str]) -> Branch:
    return Branch(
        where=tuple(sorted(map(_sorted_predicate, branch.where), key=_encode)),
        hops=tuple(sorted((_sorted_hop(hop, used) for hop in branch.hops), key=_shape)),
    )


def _sorted_node(node: Node, used: frozenset[str]) -> Node:
    flat = _sorted_branch(Branch(where=node.where, hops=node.hops), used)
    choices = [
        AnyOf(branches=tuple(sorted((_sorted_branch(b, used) for b in c.branches), key=_shape)))
        for c in node.any_of
    ]
    return Node(
        type=node.type,
        name=node.name if node.name in used else "",
        where=flat.where,
        hops=flat.hops,
        any_of=tuple(sorted(choices, key=_shape)),
    )


def _shape(part: Hop | Branch | AnyOf) -> tuple[bytes, bytes]:
    """Sort key that puts the pattern first and the caller's choice of names last."""
    return _encode(_anonymous(part)), _encode(part)


def _anonymous(part: Hop | Branch | AnyOf) -> object:
    tree = msgspec.to_builtins(part)
    _strip_names(tree)
    return tree


def _strip_names(tree: object) -> None:
    if isinstance(tree, dict):
        if tree.get("name"):  # pyright: ignore[reportUnknownMemberType]
            tree["name"] = "*"
        for value in tree.values():  # pyright: ignore[reportUnknownVariableType]
            _strip_names(value)  # pyright: ignore[reportUnknownArgumentType]
    elif isinstance(tree, list | tuple):
        for value in tree:  # pyright: ignore[reportUnknownVariableType]
            _strip_names(value)  # pyright: ignore[reportUnknownArgumentType]


def _renamed(node: Node, names: dict[str, str]) -> Node:
    return msgspec.structs.replace(
        node,
        name=names.get(node.name, ""),
        hops=tuple(_renamed_hop(hop, names) for hop in node.hops),
        any_of=tuple(
            AnyOf(
                branches=tuple(
                    msgspec.structs.replace(
                        branch, hops=tuple(_renamed_hop(hop, names) for hop in branch.hops)
                    )
                    for branch in choice.branches
                )
            )
            for choice in node.any_of
        ),
    )


def _renamed_hop(hop: Hop, names: dict[str, str]) -> Hop:
    return msgspec.structs.replace(hop, node=_renamed(hop.node, names))


def _renamed_answer(answer: Answer, names: dict[str, str]) -> Answer:
    if isinstance(answer, NAMING) and answer.node:
        return msgspec.structs.replace(answer, node=names[answer.node])
    return answer


def _renamed_join(join: Join, names: dict[str, str]) -> Join:
    left, right = sorted((names[join.left], names[join.right]))
    return Join(left=left, right=right, same=join.same)

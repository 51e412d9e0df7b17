"""All that a plan says, by kind: what a question is held against."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from occam.core.plan import (
    NAMING,
    AllValues,
    Answer,
    Branch,
    Compare,
    Count,
    Direction,
    Exists,
    Extreme,
    ExtremeValues,
    Fold,
    Group,
    Groups,
    Holds,
    Hop,
    Members,
    Node,
    Plan,
    Predicate,
    Query,
    TopK,
    Values,
    leaves,
    nodes_of,
)
from occam.core.schema import Schema

COUNTED = "count"
_ORDERED = {"gt", "ge", "lt", "le", "between"}


class Tested(msgspec.Struct, frozen=True, kw_only=True):
    """A predicate, the type of the vertex that it tests, and where it stands: whether it or the way
    to it is denied, in which alternative it is, over which edges it is reached, on which side of a
    comparison."""

    type: str
    predicate: Predicate
    denied: bool
    choice: int = 0
    edges: tuple[str, ...] = ()
    side: int = 0


class Walked(msgspec.Struct, frozen=True, kw_only=True):
    """A hop: whether it or a hop before it is denied, in which alternative it is, and whether
    anything is said of what it leads to."""

    edge: str
    direction: Direction
    denied: bool
    choice: int = 0
    leads: bool = True


class Number(msgspec.Struct, frozen=True, kw_only=True):
    """A number of the plan: how it is compared, and with which attribute (`count`: how many there
    are; empty: none, it says how many are wanted)."""

    value: float
    op: str
    attr: str = ""


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """What one query answers with: an attribute of a type, or how many of that type."""

    type: str
    attr: str
    by: str = ""


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """Identifiers, values and turns of a plan."""

    types: frozenset[str]
    attrs: frozenset[str]
    tests: tuple[Tested, ...]
    hops: tuple[Walked, ...]
    numbers: tuple[Number, ...]
    told: tuple[Told, ...]
    answers: tuple[Answer, ...]
    turns: frozenset[str]
    unites: bool

    @property
    def edges(self) -> frozenset[str]:
        """Every edge that is walked."""
        return frozenset(hop.edge for hop in self.hops)

    def names(self) -> frozenset[str]:
        """Every identifier, folded."""
        return frozenset(name.casefold() for name in self.types | self.edges | self.attrs)


def said_by(plan: Plan, schema: Schema) -> Said:
    """What the plan says."""
    queries = leaves(plan)
    found = [
        part
        for side, query in enumerate(queries)
        for part in _node(query.root, _Place(side=side), _meant(query))
    ]
    tests = tuple(each for each in found if isinstance(each, Tested))
    hops = tuple(each for each in found if isinstance(each, Walked))
    numbers = tuple(_numbers(queries, tests, hops, schema))
    unions = [test for test in tests if test.predicate.op == "in"]
    return Said(
        types=frozenset(node.type for query in queries for node in nodes_of(query.root)),
        attrs=frozenset(_attributes(queries, tests)),
        tests=tests,
        hops=hops,
        numbers=numbers,
        told=tuple(map(_told, queries)),
        answers=tuple(query.answer for query in queries),
        turns=frozenset(_turns(plan, tests, hops, numbers, schema)),
        unites=bool(unions) or any(each.choice for each in found),
    )


class _Place(msgspec.Struct, frozen=True, kw_only=True):
    """Where in a plan a part stands."""

    denied: bool = False
    choice: int = 0
    edges: tuple[str, ...] = ()
    side: int = 0


def _meant(query: Query) -> frozenset[str]:
    """The names of nodes that the answer or a join speaks of."""
    named = {query.answer.node} if isinstance(query.answer, NAMING) else set[str]()
    for join in query.joins:
        named |= {join.left, join.right}
    return frozenset(named - {""})


def _node(node: Node, place: _Place, meant: frozenset[str]) -> Iterator[Tested | Walked]:
    yield from _part(Branch(where=node.where, hops=node.hops), node.type, place, meant)
    for choice in node.any_of:
        for number, branch in enumerate(choice.branches, 1):
            inside = msgspec.structs.replace(place, choice=place.choice * 100 + number)
            yield from _part(branch, node.type, inside, meant)


def _part(
    part: Branch, type_name: str, place: _Place, meant: frozenset[str]
) -> Iterator[Tested | Walked]:
    for predicate in part.where:
        yield Tested(
            type=type_name,
            predicate=predicate,
            denied=place.denied != (predicate.op == "ne"),
            choice=place.choice,
            edges=place.edges,
            side=place.side,
        )
    for hop in part.hops:
        denied = place.denied or hop.absent
        yield Walked(
            edge=hop.edge,
            direction=hop.direction,
            denied=denied,
            choice=place.choice,
            leads=_leads(hop, meant),
        )
        below = msgspec.structs.replace(place, denied=denied, edges=(*place.edges, hop.edge))
        yield from _node(hop.node, below, meant)


def _leads(hop: Hop, meant: frozenset[str]) -> bool:
    return any(node.where or node.any_of or node.name in meant for node in nodes_of(hop.node))


def _attributes(queries: tuple[Query, ...], tests: tuple[Tested, ...]) -> Iterator[str]:
    yield from (test.predicate.attr for test in tests)
    for query in queries:
        answer = query.answer
        for name in ("attr", "told"):
            yield from filter(None, [getattr(answer, name, "")])
        if isinstance(answer, Members) and answer.order:
            yield answer.order.attr


def _numbers(
    queries: tuple[Query, ...],
    tests: tuple[Tested, ...],
    hops: tuple[Walked, ...],
    schema: Schema,
) -> Iterator[Number]:
    for test in tests:
        for value in test.predicate.values:
            if isinstance(value, int | float) and not isinstance(value, bool):
                yield Number(value=value, op=test.predicate.op, attr=test.predicate.attr)
    for query in queries:
        answer = query.answer
        having = getattr(answer, "having", None)
        if having is not None:
            yield Number(value=having.value, op=having.op, attr=COUNTED)
        if isinstance(answer, TopK | Group):
            yield Number(value=answer.k, op="k")
        if isinstance(answer, Members):
            yield Number(value=answer.limit, op="k")
    steps = sum(schema.edges[hop.edge].ordering for hop in hops)
    if steps:
        yield Number(value=steps, op="steps")


def _told(query: Query) -> Told:
    types = {node.name: node.type for node in nodes_of(query.root)}
    types[""] = query.root.type
    match query.answer:
        case Values(attr=attr, node=node) | AllValues(attr=attr, node=node):
            return Told(type=types[node], attr=attr)
        case ExtremeValues(told=told, node=node, attr=attr):
            return Told(type=types[node], attr=told, by=attr)
        case Extreme(attr=attr) | TopK(attr=attr):
            return Told(type=query.root.type, attr="label", by=attr)
        case Members(order=order):
            return Told(type=query.root.type, attr="label", by=order.attr if order else "")
        case Fold(attr=attr):
            return Told(type=query.root.type, attr=attr, by=attr)
        case Group(node=node):
            return Told(type=types[node], attr="label")
        case Count(node=node) | Groups(node=node) | Holds(node=node):
            return Told(type=types[node], attr=COUNTED)
        case Exists():
            return Told(type=query.root.type, attr=COUNTED)


def _turns(
    plan: Plan,
    tests: tuple[Tested, ...],
    hops: tuple[Walked, ...],
    numbers: tuple[Number, ...],
    schema: Schema,
) -> Iterator[str]:
    """How the plan puts things: which ways it compares, orders, denies."""
    ops = {test.predicate.op for test in tests} | {each.op for each in numbers}
    yield from ops & _ORDERED
    yield from ops & {"before", "after", "is_unknown"}
    if {"ge", "le"} <= ops:
        yield "between"
    if any(each.denied for each in (*tests, *hops)):
        yield "denies"
    if any(schema.edges[hop.edge].ordering for hop in hops):
        yield "steps"
    if isinstance(plan, Compare):
        yield f"sides {plan.op}"
    for query in leaves(plan):
        yield from _extremes(query)
        if query.joins:
            yield "joins"


def _extremes(query: Query) -> Iterator[str]:
    match query.answer:
        case Extreme(greatest=way) | ExtremeValues(greatest=way) | TopK(descending=way):
            yield "most" if way else "least"
        case Group(k=0, having=None):
            yield "each"
        case Group(descending=way, having=None):
            yield "most" if way else "least"
        case Fold(by=by):
            yield {"max": "most", "min": "least"}.get(by, by)
        case _:
            pass

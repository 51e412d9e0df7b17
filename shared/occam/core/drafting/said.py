"""All that a plan says, by kind: what a question is held against."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from occam.core.plan import (
    AllValues,
    AnyOf,
    Branch,
    Compare,
    Count,
    Extreme,
    ExtremeValues,
    Fold,
    Group,
    Groups,
    Having,
    Holds,
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
from occam.core.values import Scalar

MORE, LESS = (
    frozenset({"gt", "ge", "between", "after"}),
    frozenset({"lt", "le", "between", "before"}),
)


class Tested(msgspec.Struct, frozen=True):
    """A predicate and the type of the vertex that it tests."""

    type: str
    predicate: Predicate


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """Identifiers, values and turns of a plan."""

    types: frozenset[str]
    edges: frozenset[str]
    attrs: frozenset[str]
    tests: tuple[Tested, ...]
    numbers: frozenset[float]
    more: bool
    less: bool
    most: bool
    least: bool
    denies: bool
    counts: bool

    def names(self) -> frozenset[str]:
        """Every identifier, folded."""
        return frozenset(name.casefold() for name in self.types | self.edges | self.attrs)


def said_by(plan: Plan) -> Said:
    """What the plan says."""
    nodes = [node for query in leaves(plan) for node in nodes_of(query.root)]
    branches = [branch for node in nodes for branch in _branches(node)]
    tests = [
        Tested(node.type, predicate)
        for node in nodes
        for predicate in (*node.where, *(p for branch in _branches(node) for p in branch.where))
    ]
    hops = [hop for part in (*nodes, *branches) for hop in part.hops]
    answers = [query.answer for query in leaves(plan)]
    havings = [h for a in answers if (h := getattr(a, "having", None)) is not None]
    ops = {test.predicate.op for test in tests} | {having.op for having in havings}
    compares = isinstance(plan, Compare)
    return Said(
        types=frozenset(node.type for node in nodes),
        edges=frozenset(hop.edge for hop in hops),
        attrs=frozenset(_attributes(plan, tests)),
        tests=tuple(tests),
        numbers=frozenset(_numbers(plan, tests, havings)),
        more=bool(ops & MORE) or compares,
        less=bool(ops & LESS) or compares,
        most=any(_extreme(query, greatest=True) for query in leaves(plan)),
        least=any(_extreme(query, greatest=False) for query in leaves(plan)),
        denies=any(hop.absent for hop in hops) or "ne" in ops,
        counts=compares or all(map(_is_number, answers)),
    )


def _branches(node: Node) -> Iterator[Branch]:
    choices: tuple[AnyOf, ...] = node.any_of
    for choice in choices:
        yield from choice.branches


def _attributes(plan: Plan, tests: list[Tested]) -> Iterator[str]:
    yield from (test.predicate.attr for test in tests)
    for query in leaves(plan):
        match query.answer:
            case ExtremeValues(attr=attr, told=told):
                yield attr
                yield told
            case Values(attr=attr) | AllValues(attr=attr) | Extreme(attr=attr) | TopK(attr=attr):
                yield attr
            case Fold(attr=attr):
                yield attr
            case Members(order=order) if order:
                yield order.attr
            case _:
                pass


def _numbers(plan: Plan, tests: list[Tested], havings: list[Having]) -> Iterator[float]:
    values: list[Scalar] = [value for test in tests for value in test.predicate.values]
    yield from (float(v) for v in values if isinstance(v, int | float) and not isinstance(v, bool))
    yield from (having.value for having in havings)
    for query in leaves(plan):
        answer = query.answer
        if isinstance(answer, TopK | Group):
            yield float(answer.k)
        if isinstance(answer, Members):
            yield float(answer.limit)


def _extreme(query: Query, *, greatest: bool) -> bool:
    match query.answer:
        case Extreme(greatest=way) | ExtremeValues(greatest=way):
            return way == greatest
        case TopK(descending=way) | Group(descending=way):
            return way == greatest
        case Fold(by="max" | "min" as by):
            return (by == "max") == greatest
        case Members(order=order) if order:
            return order.descending == greatest
        case _:
            return False


def _is_number(answer: object) -> bool:
    return isinstance(answer, Count | Groups | Fold | Holds | Group | Values | ExtremeValues)

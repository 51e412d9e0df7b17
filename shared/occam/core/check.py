"""Does a plan make sense for a schema? The gate that every plan passes before a backend sees it.

Backends rely on it: they take identifiers from a checked plan and look nothing up twice.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from occam.core.gaps import InvalidPlan
from occam.core.plan import (
    NAMING,
    AllValues,
    Answer,
    AnyOf,
    Branch,
    Compare,
    Count,
    Extreme,
    ExtremeValues,
    Fold,
    Group,
    Groups,
    Holds,
    Hop,
    Join,
    Members,
    Node,
    Plan,
    Predicate,
    Query,
    TopK,
    Total,
    Values,
    nodes_of,
)
from occam.core.schema import Schema
from occam.core.values import Kind, Period, Scalar

LARGEST_PLAN = 32
MOST_VALUES = 500
"""Nodes and compared values a query may have: far above any question, far below what an engine
chokes on."""

_NUMERIC = frozenset({"integer", "number"})
_ORDERED = frozenset({"integer", "number", "period"})
_NUMBER_OPS = frozenset({"eq", "ne", "lt", "le", "gt", "ge", "in", "between", "is_unknown"})
_OPS: dict[Kind, frozenset[str]] = {
    "integer": _NUMBER_OPS,
    "number": _NUMBER_OPS,
    "text": frozenset({"eq", "ne", "in", "contains", "is_unknown"}),
    "period": frozenset({"on", "covers", "within", "before", "after", "is_unknown"}),
    "flag": frozenset({"eq", "ne", "is_unknown"}),
}

Names = dict[str, str]
"""What is bound in every binding: name → vertex type."""


MATCHES = "matches"


class _Invalid(Exception):
    """Carries path and reason out of the recursion; never leaves this module."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(path, reason)
        self.path = path
        self.reason = reason


def check(plan: Plan, schema: Schema) -> InvalidPlan | None:
    """The first thing wrong with the plan, with the path to it, or None."""
    try:
        _plan(plan, schema, "")
    except _Invalid as wrong:
        return InvalidPlan(path=wrong.path, reason=wrong.reason)
    return None


def _plan(plan: Plan, schema: Schema, prefix: str) -> None:
    if isinstance(plan, Compare):
        _compare(plan, schema)
    elif isinstance(plan, Total):
        _total(plan, schema, prefix)
    else:
        _query(plan, schema, prefix)


def _total(plan: Total, schema: Schema, prefix: str) -> None:
    if len(plan.parts) < 2 or plan.k < 0:
        raise _Invalid(f"{prefix}parts", "two counts or more make a sum, of so many groups or all")
    kinds: set[str] = set()
    for at, query in enumerate(plan.parts):
        names = _query(query, schema, f"{prefix}parts.{at}.")
        kinds.add(_summed(query, names))
    if len(kinds) > 1 or "" in kinds:
        reason = "only counts of matches add up, or counts of groups of one type that keep all"
        raise _Invalid(f"{prefix}parts", reason)
    if kinds == {MATCHES} and (plan.k or plan.having):
        raise _Invalid(f"{prefix}parts", "one sum has no groups to pick from")
    if plan.having and not math.isfinite(plan.having.value):
        raise _Invalid(f"{prefix}having", "the threshold is not a number")


def _summed(query: Query, names: Names) -> str:
    """What a part counts: matches, or the type that it groups them by; nothing where it can not
    be added up."""
    answer = query.answer
    if isinstance(answer, Count) and not answer.node:
        return MATCHES
    if isinstance(answer, Group) and answer == Group(node=answer.node):
        return names[answer.node]
    return ""


def _compare(plan: Compare, schema: Schema) -> None:
    for side, query in (("left", plan.left), ("right", plan.right)):
        if isinstance(query, Total):
            _total(query, schema, f"{side}.")
            if any(isinstance(part.answer, Group) for part in query.parts):
                raise _Invalid(side, "a comparison needs a number: these are groups")
            continue
        names = _query(query, schema, f"{side}.")
        if not _is_number(query, names, schema):
            raise _Invalid(
                f"{side}.answer", "a comparison needs a number: a count, a fold or a numeric value"
            )


def _is_number(query: Query, names: Names, schema: Schema) -> bool:
    answer = query.answer
    if isinstance(answer, Count | Fold):
        return True
    if not isinstance(answer, Values):
        return False
    type_ = names[answer.node] if answer.node else query.root.type
    attribute = schema.attribute(type_, answer.attr)
    return attribute is not None and attribute.kind in _NUMERIC


def _query(query: Query, schema: Schema, prefix: str) -> Names:
    if _larger_than(query.root, LARGEST_PLAN):
        raise _Invalid(f"{prefix}root", f"a query has at most {LARGEST_PLAN} nodes")
    if sum(_weights(query.root)) > MOST_VALUES:
        raise _Invalid(f"{prefix}root", f"a query compares with at most {MOST_VALUES} values")
    names = _node(query.root, schema, f"{prefix}root")
    for position, join in enumerate(query.joins):
        _join(join, names, f"{prefix}joins[{position}]")
    _answer(query, names, schema, f"{prefix}answer")
    return names


def _larger_than(root: Node, limit: int) -> bool:
    return any(position >= limit for position, _ in enumerate(nodes_of(root)))


def _weights(root: Node) -> Iterator[int]:
    for node in nodes_of(root):
        branches = [branch for choice in node.any_of for branch in choice.branches]
        for part in (node, *branches):
            yield sum(max(1, len(predicate.values)) for predicate in part.where)


def _node(node: Node, schema: Schema, path: str) -> Names:
    """Checks the node and everything below; returns the names bound whenever it matches."""
    if node.type not in schema.vertices:
        raise _Invalid(f"{path}.type", f"the schema has no vertex type {node.type!r}")
    names = _conjuncts(Branch(where=node.where, hops=node.hops), node.type, schema, path)
    possible = _possible(node.hops)
    for position, choice in enumerate(node.any_of):
        at = f"{path}.any_of[{position}]"
        names.update(_choice(choice, node.type, schema, at))
        inside = {name for branch in choice.branches for name in _possible(branch.hops)}
        _apart(inside, possible, at)
        possible |= inside
    if node.name:
        _apart({node.name}, possible, path)
        names[node.name] = node.type
    return names


def _apart(names: set[str], others: set[str], path: str) -> None:
    """A name must not stand at two nodes of the same binding."""
    again = names & others
    if again:
        raise _Invalid(path, f"the name {min(again)!r} stands at two nodes")


def _possible(hops: tuple[Hop, ...]) -> set[str]:
    return {node.name for hop in hops for node in nodes_of(hop.node) if node.name}


def _conjuncts(part: Branch, type_: str, schema: Schema, path: str) -> Names:
    for position, predicate in enumerate(part.where):
        _predicate(predicate, type_, schema, f"{path}.where[{position}]")
    names: Names = {}
    possible: set[str] = set()
    for position, hop in enumerate(part.hops):
        at = f"{path}.hops[{position}]"
        more = _hop(hop, type_, schema, at)
        inside = _possible((hop,))
        _apart(inside, possible, at)
        possible |= inside
        names.update(more)
    return names


def _choice(choice: AnyOf, type_: str, schema: Schema, path: str) -> Names:
    """Only the names that every branch binds are sure to be bound."""
    if not choice.branches:
        raise _Invalid(path, "an alternative needs at least one branch")
    sure: Names | None = None
    types: Names = {}
    for position, branch in enumerate(choice.branches):
        at = f"{path}.branches[{position}]"
        if not branch.where and not branch.hops:
            raise _Invalid(at, "an empty branch is true of everything")
        names = _conjuncts(branch, type_, schema, at)
        for name, found in ((n.name, n.type) for h in branch.hops for n in nodes_of(h.node)):
            if name and types.setdefault(name, found) != found:
                raise _Invalid(at, f"the name {name!r} stands for two vertex types")
        sure = names if sure is None else {n: t for n, t in sure.items() if n in names}
    return sure or {}


def _hop(hop: Hop, type_: str, schema: Schema, path: str) -> Names:
    if hop.edge not in schema.edges:
        raise _Invalid(f"{path}.edge", f"the schema has no edge {hop.edge!r}")
    near, far = schema.near_end(hop.edge, hop.direction), schema.far_end(hop.edge, hop.direction)
    if near != type_:
        raise _Invalid(
            path, f"the edge {hop.edge!r} ({hop.direction}) starts at {near!r}, not at {type_!r}"
        )
    if hop.node.type != far:
        raise _Invalid(
            f"{path}.node.type",
            f"the edge {hop.edge!r} ({hop.direction}) leads to {far!r}, not to {hop.node.type!r}",
        )
    names = _node(hop.node, schema, f"{path}.node")
    if hop.absent and _possible((hop,)):
        raise _Invalid(path, "what is absent cannot be named")
    return names


def _predicate(predicate: Predicate, type_: str, schema: Schema, path: str) -> None:
    attribute = schema.attribute(type_, predicate.attr)
    if attribute is None:
        raise _Invalid(f"{path}.attr", f"{type_!r} has no attribute {predicate.attr!r}")
    if predicate.op not in _OPS[attribute.kind]:
        raise _Invalid(
            f"{path}.op", f"{predicate.op!r} does not apply to {attribute.kind} {predicate.attr!r}"
        )
    wrong = _wrong_count(predicate)
    if wrong:
        raise _Invalid(f"{path}.values", wrong)
    for position, value in enumerate(predicate.values):
        if not _FITS[attribute.kind](value):
            raise _Invalid(
                f"{path}.values[{position}]",
                f"{value!r} is not a value of {attribute.kind} {predicate.attr!r}",
            )
    if predicate.op == "between" and predicate.values[0] > predicate.values[1]:  # type: ignore[operator]
        raise _Invalid(f"{path}.values", "the first value of 'between' exceeds the second")


def _wrong_count(predicate: Predicate) -> str:
    given = len(predicate.values)
    match predicate.op:
        case "in":
            return "" if given else "'in' needs at least one value"
        case "between":
            return "" if given == 2 else f"'between' takes two values, not {given}"
        case "is_unknown":
            return "" if not given else f"'is_unknown' takes no value, not {given}"
        case other:
            return "" if given == 1 else f"{other!r} takes one value, not {given}"


def _is_finite(value: Scalar) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return -(2**63) <= value < 2**63 if isinstance(value, int) else math.isfinite(value)


def _is_text(value: Scalar) -> bool:
    if not isinstance(value, str) or "\0" in value:
        return False
    return not any("\ud800" <= letter <= "\udfff" for letter in value)


_FITS: dict[Kind, Callable[[Scalar], bool]] = {
    "integer": _is_finite,
    "number": _is_finite,
    "text": _is_text,
    "period": lambda value: isinstance(value, Period),
    "flag": lambda value: isinstance(value, bool),
}


def _join(join: Join, names: Names, path: str) -> None:
    for name in (join.left, join.right):
        if name not in names:
            raise _Invalid(path, f"no node is named {name!r} in every alternative")
    if join.left == join.right:
        raise _Invalid(path, f"a join needs two nodes, and {join.left!r} is one")
    left, right = names[join.left], names[join.right]
    if left != right:
        raise _Invalid(path, f"{left!r} and {right!r} are never the same vertex")


def _answer(query: Query, names: Names, schema: Schema, path: str) -> None:
    answer = query.answer
    node = answer.node if isinstance(answer, NAMING) else ""
    if (node or isinstance(answer, Group | Groups)) and node not in names:
        raise _Invalid(f"{path}.node", f"no node is named {node!r} in every alternative")
    limit = _limit(answer)
    if limit:
        raise _Invalid(path, limit)
    for attr, kinds in _asked(answer):
        told = isinstance(answer, ExtremeValues) and not kinds
        there = told or isinstance(answer, Values | AllValues)
        type_ = names[node] if node and there else query.root.type
        attribute = schema.attribute(type_, attr)
        if attribute is None:
            raise _Invalid(f"{path}.attr", f"{type_!r} has no attribute {attr!r}")
        if kinds and attribute.kind not in kinds:
            raise _Invalid(
                f"{path}.attr", f"{attr!r} is {attribute.kind}, not {' or '.join(sorted(kinds))}"
            )


def _limit(answer: Answer) -> str:
    if isinstance(answer, TopK) and answer.k < 1:
        return f"the first {answer.k} are nothing"
    if isinstance(answer, Members) and answer.limit < 0:
        return f"the limit {answer.limit} is below nothing"
    if isinstance(answer, Group) and answer.k < 0:
        return f"the first {answer.k} groups are nothing"
    having = answer.having if isinstance(answer, Group | Groups | Holds) else None
    if having and not math.isfinite(having.value):
        return "the threshold is not a number"
    return ""


def _asked(answer: Answer) -> Iterator[tuple[str, frozenset[str]]]:
    """The attributes an answer reads, with the kinds it can work on (none: any)."""
    match answer:
        case Values(attr=attr) | AllValues(attr=attr):
            yield attr, frozenset()
        case Members(order=order) if order:
            yield order.attr, _ORDERED | {"text"}
        case Extreme(attr=attr) | TopK(attr=attr):
            yield attr, _ORDERED
        case ExtremeValues(attr=attr, told=told):
            yield attr, _ORDERED
            yield told, frozenset()
        case Fold(attr=attr):
            yield attr, _NUMERIC
        case Group(fold=fold) if fold:
            yield fold.attr, _NUMERIC
        case _:
            return

"""What a store may compare by itself: a necessary condition always, the whole truth sometimes."""

from __future__ import annotations

from typing import Literal, NamedTuple

from occam.core.plan import Hop, Node, Predicate
from occam.core.schema import IMPLIED, Schema
from occam.core.values import Period, Scalar

_EXACT_INTEGER = 2**53
_SIGNS = {"eq": "=", "ne": "<>", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}


class Comparison(NamedTuple):
    """`part sign value`; the part of a period is its days, first or last day."""

    part: Literal["value", "days", "start", "end"]
    sign: str
    value: Scalar | tuple[Scalar, ...]


def necessary(predicate: Predicate, kind: str) -> tuple[Comparison, ...] | None:
    """Comparisons that hold of every known value that satisfies the predicate; None: no such."""
    values = predicate.values
    if kind == "integer" and any(isinstance(value, float) for value in values):
        return None
    if predicate.op in _SIGNS:
        return (Comparison("value", _SIGNS[predicate.op], values[0]),)
    if predicate.op == "in":
        return (Comparison("value", "IN", values),)
    if predicate.op == "between":
        return (Comparison("value", ">=", values[0]), Comparison("value", "<=", values[1]))
    given = values[0] if values else None
    return _of_period(predicate.op, given) if isinstance(given, Period) else None


def _of_period(op: str, given: Period) -> tuple[Comparison, ...] | None:
    match op:
        case "on":
            return (Comparison("days", "=", given.days),)
        case "covers":
            return (Comparison("start", "<=", given.start), Comparison("end", ">=", given.end))
        case "within":
            return (Comparison("start", ">=", given.start), Comparison("end", "<=", given.end))
        case "before":
            return (Comparison("end", "<", given.start),)
        case "after":
            return (Comparison("start", ">", given.end),)
        case _:
            return None


def is_settled(hop: Hop, schema: Schema) -> bool:
    """A store can decide this hop: nothing below is unknown, compared in part, named or cited."""
    return not schema.edges[hop.edge].unknown and _is_plain(hop.node, schema, hop.absent)


def _is_plain(node: Node, schema: Schema, absent: bool) -> bool:
    if node.name or node.any_of:
        return False
    if schema.vertices[node.type].documentary and not absent:
        return False
    return all(_is_exact(predicate, node.type, schema) for predicate in node.where) and all(
        not schema.edges[hop.edge].unknown and _is_plain(hop.node, schema, absent or hop.absent)
        for hop in node.hops
    )


def _is_exact(predicate: Predicate, type_: str, schema: Schema) -> bool:
    attribute = schema.attribute(type_, predicate.attr)
    if attribute is None or (attribute.unknown and predicate.attr not in IMPLIED):
        return False
    if predicate.op in ("covers", "within") or necessary(predicate, attribute.kind) is None:
        return False
    return all(
        not isinstance(value, int) or attribute.kind == "integer" or abs(value) <= _EXACT_INTEGER
        for value in predicate.values
    )

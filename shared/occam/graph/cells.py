"""What a stored attribute may hold, and which attributes a row must show."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from occam.core.errors import BadInput
from occam.core.plan import (
    AllValues,
    Answer,
    Branch,
    Extreme,
    ExtremeValues,
    Fold,
    Group,
    Members,
    Node,
    Query,
    TopK,
    Values,
)
from occam.core.schema import IMPLIED, Attribute
from occam.core.values import Cell, Kind, Period, Scalar

ABSENT = Cell(status="not_applicable")
"""An attribute of which nothing was said."""

_TYPES: dict[Kind, type | tuple[type, ...]] = {
    "integer": int,
    "number": (int, float),
    "text": str,
    "period": Period,
    "flag": bool,
}


def settled(attribute: Attribute, cell: Cell, place: str) -> Cell:
    """The cell as every store keeps it (numbers as floats); refuses what the schema does not allow.

    Stores differ in what they silently coerce, so a wrong value must stop at the door.
    """
    if cell.status == "unknown" and not attribute.unknown:
        raise BadInput(f"{place}: unknown, and the schema does not allow it")
    if cell.value is None:
        return cell
    if not _fits(attribute.kind, cell.value):
        raise BadInput(f"{place}: {cell.value!r} is not a value of kind {attribute.kind}")
    if attribute.kind == "number":
        return Cell(float(cell.value))  # type: ignore[arg-type]
    return cell


def _fits(kind: Kind, value: Scalar) -> bool:
    if not isinstance(value, _TYPES[kind]) or (isinstance(value, bool) and kind != "flag"):
        return False
    if isinstance(value, int):
        return -(2**63) <= value < 2**63
    return not isinstance(value, float) or math.isfinite(value)


def shown(query: Query, nodes: Sequence[Node], at_root: bool) -> tuple[str, ...]:
    """The attributes that a row (or a reached vertex) shows: all that the query mentions there.

    `nodes` are the root alone, or every node of one name: alternatives may mention different ones.
    """
    mentioned = {attr for node in nodes for attr in _compared(node)}
    if at_root:
        mentioned |= set(_asked(query))
    elif getattr(query.answer, "node", "") in {n.name for n in nodes} - {""}:
        mentioned |= {_told(query.answer)} - {""}
    return tuple(sorted(mentioned - IMPLIED.keys()))


def _compared(node: Node) -> Iterator[str]:
    parts = [Branch(where=node.where)]
    for choice in node.any_of:
        parts.extend(choice.branches)
    for part in parts:
        for predicate in part.where:
            yield predicate.attr


def _asked(query: Query) -> Iterator[str]:
    match query.answer:
        case Values(attr=attr, node=node) | AllValues(attr=attr, node=node) if (
            not node or node == query.root.name
        ):
            yield attr
        case Members(order=order) if order:
            yield order.attr
        case ExtremeValues(attr=attr, node=node) as answer:
            yield attr
            if not node or node == query.root.name:
                yield _told(answer)
        case Extreme(attr=attr) | TopK(attr=attr) | Fold(attr=attr):
            yield attr
        case Group(fold=fold) if fold:
            yield fold.attr
        case _:
            return


def _told(answer: Answer) -> str:
    """The attribute that is told of a node."""
    match answer:
        case Values(attr=attr) | AllValues(attr=attr):
            return attr
        case ExtremeValues(told=told):
            return told
        case _:
            return ""

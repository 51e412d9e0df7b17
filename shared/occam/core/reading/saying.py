"""Conditions and readings in plain words, for people who want to see how a question was read."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from occam.core.describe import SIGNS
from occam.core.reading.conditions import Check, Condition, Either, Shift, Tie, When
from occam.core.spelling import listed, spell
from occam.core.values import Scalar

NAMED = 3

Label = Callable[[str, str], str]
"""What a vertex is called, by its type and id."""


def said(condition: Condition, label: Label | None = None) -> str:
    """One condition: `Event.competitors ≥ 40`, `not Sport is Judo`, `gold of NOC`."""
    parts = [_body(condition.body, label), *(said(each, label) for each in condition.also)]
    return f"{'not ' * condition.absent}{' and '.join(dict.fromkeys(parts))}"


def names(type_name: str, ids: Sequence[Scalar], label: Label | None = None) -> str:
    """A few vertices by name, more by their number."""
    if len(ids) > NAMED:
        return f"one of {len(ids)}"
    found = [(label and label(type_name, str(each))) or str(each) for each in ids]
    return listed(found, "or") or "none"


def _body(body: Check | When | Tie | Shift | Either, label: Label | None) -> str:
    match body:
        case Check(type=type_name, attr="id", values=values):
            return f"{type_name} is {names(type_name, values, label)}"
        case Check(type=type_name, attr=attr, op=op, values=values):
            sign = "is" if op == "in" else SIGNS[op]
            ends = listed([spell(value) for value in values], "or" if op == "in" else "and")
            return f"{type_name}.{attr} {sign} {ends}".rstrip()
        case When(type=type_name, attr=attr, op=op, dated=dated):
            return f"{type_name}.{attr} {SIGNS[op]} {dated.text}"
        case Tie(relation=relation, type=type_name):
            return f"{relation} of {type_name}"
        case Shift(type=type_name, steps=steps, earlier=earlier, anchor=anchor):
            of = listed([said(each, label) for each in anchor])
            way = "before" if earlier else "after"
            return f"{type_name}, {steps} {way} {of or 'the one described'}"
        case Either(options=options):
            return listed([said(each, label) for each in options], "or")

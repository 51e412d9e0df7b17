"""Vertices put together from what several documents say of them: how the bound route reads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from occam.core.schema import Schema
from occam.core.values import Cell, Period
from occam.graph.cells import ABSENT
from occam.graph.outline import Place
from occam.graph.weave import Found

Said = Sequence[Any]
"""Subject, attribute, number, text, first day, last day, status, cause and document."""


def vertices(said: Iterable[Said], place: Place, schema: Schema) -> dict[str, Found]:
    """What may stand at a place: one vertex per subject that some document says exists."""
    attributes = schema.vertices[place.type].attributes
    read = {attr: attributes[attr] for attr in place.cells}
    found: dict[str, Found] = {}
    exist: dict[str, set[str]] = {}
    for subject, attr, num, txt, first, last, status, cause, document in said:
        vertex = found.get(subject)
        if vertex is None:
            vertex = found[subject] = Found(subject, "", dict.fromkeys(read, ABSENT))
        if attr == "@vertex":
            exist.setdefault(subject, set()).add(document)
        elif attr == "label":
            vertex.label = min(vertex.label, txt) if vertex.label else txt
        elif attr in read:
            kind = read[attr].kind
            value = _value(kind, num, txt, first, last) if status == "known" else None
            here = Cell(value, status, cause)
            vertex.cells[attr] = _preferred(vertex.cells[attr], here)
        elif status == "unknown":
            vertex.unknown |= {attr}
    if place.cited:
        for subject, documents in exist.items():
            found[subject].documents = tuple(sorted(documents))
    return {subject: vertex for subject, vertex in found.items() if subject in exist}


def _preferred(old: Cell, new: Cell) -> Cell:
    """Where documents differ a value wins, then unknown; the rest goes by a fixed order."""
    if old is ABSENT or old == new:
        return new
    return min(old, new, key=lambda cell: (_RANKS[cell.status], msgspec.json.encode(cell)))


_RANKS = {"known": 0, "unknown": 1, "not_applicable": 2}


def _value(kind: str, num: Any, txt: Any, first: Any, last: Any) -> Any:
    if kind == "period":
        return Period(start=first, end=last, days=txt)
    if kind == "flag":
        return bool(num)
    return txt if kind == "text" else num

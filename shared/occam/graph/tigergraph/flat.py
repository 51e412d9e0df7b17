"""Patterns so plain that the server judges them alone: comparisons and neighbours of one vertex.

Everything a flat pattern asks is decided exactly, unknown values included, so that what the
operators answer can be held against the judgement of fetched rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from occam.core.errors import BadInput
from occam.core.plan import Direction, Group, Hop, Predicate, Query
from occam.core.schema import Schema
from occam.core.values import Kind
from occam.graph.comparisons import necessary
from occam.graph.tigergraph.layout import Layout
from occam.graph.tigergraph.lists import NOWHERE, Lists, column
from occam.graph.tigergraph.program import Test

_INEXACT = frozenset({"contains", "covers", "within"})
"""What the server could only narrow: letters without case, periods of several runs."""
_EXACT_INTEGER = 2**53


class Anchor(msgspec.Struct, frozen=True):
    """A neighbour that must be there; without ids anyone will do."""

    edge: str
    direction: Direction
    ids: tuple[str, ...] = ()


class Flat(msgspec.Struct, frozen=True, kw_only=True):
    """Vertices of one type with all of these comparisons and neighbours."""

    type: str
    where: tuple[Predicate, ...] = ()
    anchors: tuple[Anchor, ...] = ()


def flat(query: Query, schema: Schema) -> Flat | None:
    """The query's pattern in this form; None where it, or its answer, needs more than that."""
    root, answer = query.root, query.answer
    gathered = answer.node if isinstance(answer, Group) else ""
    names = {root.name} | {hop.node.name for hop in root.hops}
    if query.joins or root.any_of or gathered not in names - {root.name} | {""}:
        return None
    if getattr(answer, "node", "") and not gathered:
        return None
    anchors = [_anchor(hop, gathered, schema) for hop in root.hops]
    if not all(_is_exact(p, root.type, schema) for p in root.where) or None in anchors:
        return None
    kept = tuple(anchor for anchor in anchors if anchor is not None)
    return Flat(type=root.type, where=root.where, anchors=kept)


def gathering(query: Query) -> Anchor:
    """The hop by which a flat query of groups gathers."""
    assert isinstance(query.answer, Group)
    wanted = query.answer.node
    hop = next(hop for hop in query.root.hops if hop.node.name == wanted)
    return Anchor(hop.edge, hop.direction)


def _anchor(hop: Hop, gathered: str, schema: Schema) -> Anchor | None:
    node = hop.node
    if hop.absent or node.hops or node.any_of:
        return None
    if gathered and node.name == gathered:
        floats = hop.direction == "in" and schema.edges[hop.edge].unknown
        return None if floats or node.where else Anchor(hop.edge, hop.direction)
    ids: tuple[str, ...] = ()
    for predicate in node.where:
        if ids or predicate.attr != "id" or predicate.op not in ("eq", "in"):
            return None
        ids = tuple(str(value) for value in predicate.values)
    return Anchor(hop.edge, hop.direction, ids)


def _is_exact(predicate: Predicate, type_: str, schema: Schema) -> bool:
    attribute = schema.attribute(type_, predicate.attr)
    if attribute is None or predicate.op in _INEXACT:
        return False
    if predicate.op == "is_unknown":
        return True
    is_rounded = attribute.kind == "number" and any(
        isinstance(value, int) and abs(value) > _EXACT_INTEGER for value in predicate.values
    )
    return not is_rounded and necessary(predicate, attribute.kind) is not None


def parameters(pattern: Flat, layout: Layout) -> dict[str, Any]:
    """The pattern as the lists that every operator over one type reads."""
    _known(pattern, layout.schema)
    lists = Lists({name: [] for name in _LISTS})
    for predicate in pattern.where:
        for test in _tests(predicate, pattern.type, layout.schema):
            _compare(lists, test, pattern.type, layout)
    fars: list[str] = []
    for anchor in pattern.anchors:
        lists.add(
            hops=layout.edges[anchor.edge].name,
            ways=anchor.direction,
            far_firsts=len(fars) if anchor.ids else -1,
            far_lasts=len(fars) + len(anchor.ids) - 1 if anchor.ids else -1,
        )
        fars += anchor.ids
    return {"root": layout.vertices[pattern.type].name, **lists.parameters(), "fars": fars}


_LISTS = (
    *("columns", "flags", "opens", "maybes", "sorts", "signs", "firsts", "lasts"),
    *("hops", "ways", "far_firsts", "far_lasts"),
)


def _compare(lists: Lists, test: Test, type_: str, layout: Layout) -> None:
    place = column(layout, type_, test)
    sign, values = test.sign, test.values
    if test.kind == "flag" and sign == "<>":
        sign, values = "=", tuple(not value for value in values)
    first, last = lists.values.stretch(place.sort, values)
    lists.add(
        columns=place.attr,
        flags=place.flag,
        opens=place.open or NOWHERE,
        maybes=int(bool(place.open)),
        sorts=place.sort,
        signs=sign,
        firsts=first,
        lasts=last,
    )


def _tests(predicate: Predicate, type_: str, schema: Schema) -> Iterator[Test]:
    attribute = schema.attribute(type_, predicate.attr)
    assert attribute is not None
    if predicate.op == "is_unknown":
        yield Test(predicate.attr, "open", attribute.kind)
        return
    for part, sign, value in necessary(predicate, attribute.kind) or ():
        values = value if isinstance(value, tuple) else (value,)
        yield Test(predicate.attr, part, attribute.kind, sign, values)


def _known(pattern: Flat, schema: Schema) -> None:
    """Refuses what the schema does not have, and what would not be decided exactly."""
    if pattern.type not in schema.vertices:
        raise BadInput(f"the schema has no vertex type {pattern.type!r}")
    for predicate in pattern.where:
        if schema.attribute(pattern.type, predicate.attr) is None:
            raise BadInput(f"{pattern.type!r} has no attribute {predicate.attr!r}")
        if not _is_exact(predicate, pattern.type, schema):
            raise BadInput(
                f"{predicate.attr!r} {predicate.op!r}: the server cannot decide this exactly"
            )
    for anchor in pattern.anchors:
        leaves(anchor, pattern.type, schema)


def leaves(anchor: Anchor, type_: str, schema: Schema) -> str:
    """The vertex type that the hop leads to; refuses one that does not start at the type."""
    if anchor.edge not in schema.edges:
        raise BadInput(f"the schema has no edge {anchor.edge!r}")
    near = schema.near_end(anchor.edge, anchor.direction)
    if near != type_:
        raise BadInput(
            f"the edge {anchor.edge!r} ({anchor.direction}) starts at {near!r}, not at {type_!r}"
        )
    return schema.far_end(anchor.edge, anchor.direction)


def asked(type_: str, attr: str, layout: Layout, kinds: tuple[Kind, ...] = ()) -> dict[str, Any]:
    """The columns of one value; no attribute asks for none."""
    held = dict.fromkeys(("sort", "exact", "start", "end"), "")
    held |= {"column": NOWHERE, "flag": NOWHERE, "open": NOWHERE}
    attribute = layout.schema.attribute(type_, attr) if attr else None
    if attr and attribute is None:
        raise BadInput(f"{type_!r} has no attribute {attr!r}")
    if attribute is not None and kinds and attribute.kind not in kinds:
        raise BadInput(f"{attr!r} is {attribute.kind}, not {' or '.join(kinds)}")
    open_ = ""
    if attr in ("id", "label"):
        held |= {"sort": "ID" if attr == "id" else "STRING", "column": "label"}
    elif attr:
        columns = layout.vertices[type_].attributes[attr]
        open_ = columns.open
        held |= {
            "sort": _SORTS[columns.kind],
            "column": columns.value,
            "flag": columns.has,
            "open": open_ or NOWHERE,
            "exact": columns.exact,
            "start": columns.start,
            "end": columns.end,
        }
    named: dict[str, Any] = {f"asked_{name}": value for name, value in held.items()}
    return named | {"asked_maybe": int(bool(open_))}


_SORTS: dict[Kind, str] = {
    "integer": "INT",
    "number": "DOUBLE",
    "text": "STRING",
    "period": "PERIOD",
    "flag": "BOOL",
}

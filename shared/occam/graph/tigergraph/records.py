"""From the rows of a result to vertices, and to what was caught at each place."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from occam.core.values import Cell, Period
from occam.graph.outline import Outline, Place
from occam.graph.said import Said
from occam.graph.tigergraph.layout import Columns, VertexNames
from occam.graph.weave import Catch, Found

Record = Mapping[str, Any]


def caught(outline: Outline, links: Iterable[Record]) -> list[Catch]:
    """Who leads to whom, and who may lead anywhere, at each place; vertices are still to come."""
    catches = [Catch() for _ in outline.places]
    for link in links:
        place: int = link["place"]
        near: str = link["near"]
        far: str = link["far"]
        catch = catches[place]
        if near:
            catch.leads.setdefault(near, set()).add(far)
        else:
            catch.floating.add(far)
    return catches


def standing(catch: Catch) -> set[str]:
    """The ids of all that may stand at a place."""
    return catch.floating.union(*catch.leads.values())


def settle(catch: Catch, place: Place, found: Mapping[str, Found]) -> None:
    """Gives a place its vertices. The root's are shown like floating sources, and are none."""
    catch.vertices = {id_: found[id_] for id_ in standing(catch) if id_ in found}
    if place.parent is None:
        catch.floating = set()


def vertex(record: Record, place: Place, names: VertexNames) -> Found:
    """One vertex as the place needs it."""
    return Found(
        record["id"],
        record["label"],
        {attr: cell(record, names.attributes[attr]) for attr in place.cells},
        frozenset(edge for edge in place.unknowable if record[names.unknown_edges[edge]]),
        tuple(sorted(json.loads(record["documents"] or "[]"))) if place.cited else (),
    )


def cell(record: Record, columns: Columns) -> Cell:
    """The cell that these columns hold."""
    if not record[columns.has]:
        is_open = bool(columns.open) and bool(record[columns.open])
        return Cell(status="unknown" if is_open else "not_applicable", cause=record[columns.why])
    match columns.kind:
        case "period":
            start, end = record[columns.start], record[columns.end]
            return Cell(Period(start=start, end=end, days=record[columns.value]))
        case "number":
            return Cell(float(record[columns.exact]))
        case _:
            return Cell(record[columns.value])


def said(fact: Record) -> Said:
    """A fact in the order in which `occam.graph.said` reads it."""
    number: int | float | None = None
    if fact["kind_of"] == "number" and fact["is_known"]:
        number = float(fact["exact"])
    elif fact["kind_of"] in ("integer", "flag"):
        number = fact["whole"]
    missing = "unknown" if fact["is_open"] else "not_applicable"
    status = "known" if fact["is_known"] else missing
    text, days = fact["words"], (fact["first_day"], fact["last_day"])
    return (
        *(fact["subject"], fact["attr"], number, text, *days),
        *(status, fact["cause"], fact["document"]),
    )


def by_id(records: Sequence[Record]) -> dict[str, Record]:
    """Records under their vertex ids."""
    return {record["id"]: record for record in records}

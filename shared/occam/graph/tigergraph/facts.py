"""Answers queries from the facts that a TigerGraph server holds: the bound route.

It reads Fact and Subject vertices and what joins them, and nothing that the evidence route reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from occam.core.evidence import Rows
from occam.core.plan import Query
from occam.graph.outline import Outline
from occam.graph.said import Said, vertices
from occam.graph.tigergraph.layout import Layout
from occam.graph.tigergraph.lists import for_bound
from occam.graph.tigergraph.paging import LINKS, PAGE, Section, whole
from occam.graph.tigergraph.program import program
from occam.graph.tigergraph.records import caught, said, settle, standing
from occam.graph.tigergraph.wire import Wire
from occam.graph.weave import Weave

BOUND = "occam_bound"
FACTS = Section("facts", "facts_total", "want_facts", (("after_fact", "id"),))


class TigerFacts:
    """One version of one pack, for as long as the server holds it."""

    def __init__(self, wire: Wire, layout: Layout, version: str, page: int = PAGE) -> None:
        self.version = version
        self._wire = wire
        self._layout = layout
        self._page = page

    async def rows(self, query: Query) -> Rows:
        """The examined pool, read from facts alone."""
        outline, steps = program(query, self._layout.schema)
        wanted = for_bound(steps, self._layout) | {"wanted": _wanted(outline)}
        found = await whole(
            lambda asked: self._wire.run(BOUND, dict(asked)),
            wanted,
            (LINKS, FACTS),
            self.version,
            self._page,
        )
        told = _by_subject(found["facts"])
        catches = caught(outline, found["links"])
        for place, catch in zip(outline.places, catches, strict=True):
            heard = [line for id_ in standing(catch) for line in told.get((place.type, id_), ())]
            settle(catch, place, vertices(heard, place, self._layout.schema))
        return Rows(version=self.version, rows=Weave(outline, catches).rows())


def _wanted(outline: Outline) -> list[str]:
    attrs = {attr for place in outline.places for attr in (*place.cells, *place.unknowable)}
    return sorted({"@vertex", "label", *attrs})


def _by_subject(facts: list[Mapping[str, Any]]) -> dict[tuple[str, str], list[Said]]:
    told: dict[tuple[str, str], list[Said]] = {}
    for fact in facts:
        told.setdefault((fact["about"], fact["subject"]), []).append(said(fact))
    return told

"""Answers queries from the facts that a TigerGraph server holds: the bound route.

It reads Fact and Subject vertices and what joins them, and nothing that the evidence route reads.
"""

from __future__ import annotations

from typing import Any

from occam.core.evidence import Rows, Source
from occam.core.plan import Query
from occam.core.ports import DocumentState
from occam.graph.outline import Outline
from occam.graph.said import Said, vertices
from occam.graph.tigergraph.layout import Layout
from occam.graph.tigergraph.lists import for_bound
from occam.graph.tigergraph.paging import LINKS, PAGE, Section, whole
from occam.graph.tigergraph.program import program
from occam.graph.tigergraph.records import Record, caught, said, settle, standing
from occam.graph.tigergraph.wire import Wire
from occam.graph.weave import Weave

BOUND, SOURCES, LEDGER = "occam_bound", "occam_sources", "occam_ledger"
PAGES = Section("pages", "pages_total", "want_pages", (("after_page", "id"),))
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
        found = await self._read(BOUND, wanted, LINKS, FACTS)
        told = _by_subject(found["facts"])
        catches = caught(outline, found["links"])
        for place, catch in zip(outline.places, catches, strict=True):
            heard = [line for id_ in standing(catch) for line in told.get((place.type, id_), ())]
            settle(catch, place, vertices(heard, place, self._layout.schema))
        return Rows(version=self.version, rows=Weave(outline, catches).rows())

    async def sources(
        self, subjects: tuple[str, ...], attrs: tuple[str, ...]
    ) -> tuple[Source, ...]:
        """Where the known values of these subjects' attributes and edges were read."""
        ids = [(f"{type_}/{subject}",) for type_ in self._layout.vertices for subject in subjects]
        found = await self._read(SOURCES, {"ids": ids, "wanted": list(attrs)}, FACTS)
        read = {
            Source(
                f["subject"],
                f["attr"],
                f["document"],
                f["start_at"],
                f["end_at"],
                f["rule"],
                f["object"],
            )
            for f in found["facts"]
        }
        return tuple(sorted(read, key=lambda s: (s.subject, s.attr, s.document, s.start, s.target)))

    async def documents(self, ids: tuple[str, ...]) -> tuple[DocumentState, ...]:
        """The ledger's word on these documents; ids it never saw are missing from the answer."""
        asked = {"ids": [(id_,) for id_ in ids], "refused_only": False}
        return tuple(map(_state, (await self._read(LEDGER, asked, PAGES))["pages"]))

    async def unparsed(self, limit: int) -> tuple[DocumentState, ...]:
        """Pages that look like records and could not be read: what a bound cannot see."""
        asked: dict[str, Any] = {"ids": [], "refused_only": True}
        return tuple(map(_state, (await self._read(LEDGER, asked, PAGES))["pages"][:limit]))

    async def _read(
        self, query: str, asked: dict[str, Any], *sections: Section
    ) -> dict[str, list[Record]]:
        return await whole(
            lambda cursor: self._wire.run(query, dict(cursor)),
            asked,
            sections,
            self.version,
            self._page,
        )


def _state(page: Record) -> DocumentState:
    return DocumentState(page["id"], page["title"], page["digest"], page["standing"], page["cause"])


def _wanted(outline: Outline) -> list[str]:
    attrs = {attr for place in outline.places for attr in (*place.cells, *place.unknowable)}
    return sorted({"@vertex", "label", *attrs})


def _by_subject(facts: list[Record]) -> dict[tuple[str, str], list[Said]]:
    told: dict[tuple[str, str], list[Said]] = {}
    for fact in facts:
        told.setdefault((fact["about"], fact["subject"]), []).append(said(fact))
    return told

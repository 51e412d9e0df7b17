"""Answers queries over the typed edges of a TigerGraph server: the evidence route."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from occam.core.errors import QueryNotInstalled
from occam.core.evidence import Rows
from occam.core.plan import Query
from occam.graph.outline import Outline
from occam.graph.tigergraph import shape
from occam.graph.tigergraph.layout import Layout, VertexNames
from occam.graph.tigergraph.lists import for_pool
from occam.graph.tigergraph.paging import LINKS, PAGE, Section, whole
from occam.graph.tigergraph.program import Program, program
from occam.graph.tigergraph.records import Record, by_id, caught, settle, standing, vertex
from occam.graph.tigergraph.wire import Wire
from occam.graph.weave import Catch, Weave

POOL = "occam_pool"


class TigerGraph:
    """One version of one pack, for as long as the server holds it.

    A shape that an operator had installed is asked for by its own query, all else is interpreted.
    """

    def __init__(self, wire: Wire, layout: Layout, version: str, page: int = PAGE) -> None:
        self.version = version
        self._wire = wire
        self._layout = layout
        self._page = page
        self._shapes: set[str] | None = None

    async def rows(self, query: Query) -> Rows:
        """The examined pool, read over edges and vertex attributes."""
        outline, steps = program(query, self._layout.schema)
        found = await self._found(steps)
        catches = caught(outline, found["links"])
        self._settle(outline, catches, found)
        return Rows(version=self.version, rows=Weave(outline, catches).rows())

    async def _found(self, steps: Program) -> dict[str, list[Record]]:
        """Everything the program reports, by an installed shape or by the interpreter."""
        name = shape.name_of(steps, self._layout)
        if name in await self._installed():
            types = shape.types(steps, self._layout)
            try:
                return await self._read(name, shape.parameters(steps), types)
            except QueryNotInstalled:
                self._shapes = None
        every = tuple(self._layout.vertices.values())
        return await self._read(POOL, for_pool(steps, self._layout), every)

    async def _read(
        self, query: str, parameters: Mapping[str, Any], types: Sequence[VertexNames]
    ) -> dict[str, list[Record]]:
        return await whole(
            lambda asked: self._wire.run(query, dict(asked)),
            parameters,
            (LINKS, *(_section(names.name) for names in types)),
            self.version,
            self._page,
        )

    async def _installed(self) -> set[str]:
        if self._shapes is None:
            installed = await self._wire.installed()
            self._shapes = {name for name in installed if name.startswith(shape.PREFIX)}
        return self._shapes

    def _settle(
        self, outline: Outline, catches: Sequence[Catch], found: Mapping[str, list[Record]]
    ) -> None:
        records = {
            type_: by_id(found.get(f"found_{names.name}", ()))
            for type_, names in self._layout.vertices.items()
        }
        for place, catch in zip(outline.places, catches, strict=True):
            held, names = records[place.type], self._layout.vertices[place.type]
            ids = standing(catch) & held.keys()
            settle(catch, place, {id_: vertex(held[id_], place, names) for id_ in ids})


def _section(name: str) -> Section:
    after = ((f"after_{name}", "id"),)
    return Section(f"found_{name}", f"total_{name}", f"want_{name}", after)

"""Reads everything of a graph, type by type, in pages, at one state of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from occam.core.errors import Permanent, Transient
from occam.graph.tigergraph.failures import TooLarge
from occam.graph.tigergraph.layout import FACT, INSTALLED, RELEASE, VECTOR, Layout
from occam.graph.tigergraph.tables import EdgeTable, VertexTable, edge_tables, vertex_tables
from occam.graph.tigergraph.wire import Wire

QUERY = "occam_dump"
VECTORS = "vectors"
_PAGE = 2000
_UNSAID = (RELEASE, INSTALLED)
"""What is said of the graph, not in it."""

Kind = Literal["vertex", "edge", "vector"]
Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    """All rows of one type."""

    kind: Kind
    name: str


def parts(layout: Layout) -> tuple[Part, ...]:
    """Everything that a load writes, in an order in which it can be written again."""
    vertices = (Part("vertex", t.name) for t in vertex_tables(layout) if t.name not in _UNSAID)
    edges = (Part("edge", table.name) for table in edge_tables(layout))
    return (*vertices, Part("vector", VECTORS), *edges)


class Dump:
    """One reading of a graph. Raises `Transient` where it changes meanwhile."""

    def __init__(self, wire: Wire, layout: Layout) -> None:
        self._wire = wire
        self._vertices = {table.name: table for table in vertex_tables(layout)}
        self._edges = {table.name: table for table in edge_tables(layout)}
        self._exact = _exact(layout)
        self.release: Mapping[str, Any] = {}

    async def rows(self, part: Part) -> AsyncIterator[Record]:
        """The rows of a type: id, or from and to, beside its columns."""
        after, page = "", _PAGE
        while True:
            try:
                result = await self._page(part, after, page)
            except TooLarge as error:
                if page == 1:
                    raise Permanent(f"{part.name} after {after!r}: {error}") from error
                page = max(1, page // 4)
                continue
            keys = [_cells(row)["id"] for row in result.get("sources", result["rows"])]
            for row in self._written(part, result["rows"]):
                yield row
            if len(keys) < page:
                return
            after = max(keys, key=str.encode)

    async def _page(self, part: Part, after: str, page: int) -> Mapping[str, Any]:
        asked = {"kind": part.name, "after": after, "page": page}
        result = {k: v for each in await self._wire.run(QUERY, asked) for k, v in each.items()}
        self._check(result["opening"])
        self._check(result["release"])
        if "rows" not in result:
            raise Permanent(f"{QUERY} knows nothing of {part.name}: run `occam tigergraph init`")
        return result

    def _check(self, releases: list[Record]) -> None:
        if not releases:
            raise Permanent("the graph is empty: load it with `occam tigergraph load`")
        held = _cells(releases[0])
        if held["counter"] % 2:
            raise Transient("the graph is being loaded")
        if self.release not in ({}, held):
            raise Transient("the graph was loaded while it was read")
        self.release = held

    def _written(self, part: Part, rows: list[Record]) -> list[Record]:
        match part.kind:
            case "vertex":
                made = [self._vertex(self._vertices[part.name], _cells(row)) for row in rows]
                return sorted(made, key=lambda row: row["id"].encode())
            case "edge":
                made = [_edge(self._edges[part.name], row) for row in rows]
                return sorted(made, key=lambda row: (row["from"].encode(), row["to"].encode()))
            case "vector":
                made = [{"id": row["v_id"], VECTOR: row["Embeddings"][VECTOR]} for row in rows]
                return sorted(made, key=lambda row: row["id"].encode())

    def _vertex(self, table: VertexTable, cells: Record) -> Record:
        """A number is printed shortened; the text beside it is not."""
        row = {name: cells[name] for name in ("id", *(name for name, _ in table.columns))}
        for value, exact in self._exact.get(table.name, ()):
            row[value] = float(row[exact]) if row[exact] else row[value]
        return row


def _edge(table: EdgeTable, row: Record) -> Record:
    return {"from": row["near"], "to": row["far"], **{name: row[name] for name, _ in table.columns}}


def _cells(row: Record) -> Record:
    return row.get("attributes", row)


def _exact(layout: Layout) -> dict[str, list[tuple[str, str]]]:
    """For every vertex type its numbers, each with the column that spells it exactly."""
    own = {FACT: [("number", "exact")]}
    return own | {
        names.name: [(c.value, c.exact) for c in names.attributes.values() if c.exact]
        for names in layout.vertices.values()
    }

"""Small graphs in the pack `beacons`, for what writes them to a server."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from occam.core.dataset import Dataset, Edge, Page, Unreadable, Vertex
from occam.core.ports import DocumentState
from occam.core.values import Cell, Period
from occam.graph.tigergraph.catalog import rendered, scripts
from occam.graph.tigergraph.dump import Dump, parts
from occam.graph.tigergraph.encoding import ChunkRow
from occam.graph.tigergraph.layout import Layout
from occam.graph.tigergraph.settings import TigerGraphSettings
from occam.graph.tigergraph.wire import Wire
from occam.packs import load_pack
from tigergraph_emulator.server.running import Running

from tests.strategies.graphs import assembled

PACK = load_pack(Path(__file__).parents[1] / "packs" / "beacons")
SCHEMA = PACK.schema
LAYOUT = Layout(SCHEMA, PACK.name)
SCRIPTS = scripts(SCHEMA, PACK.name)
WORDS = 'She said: "50% off",\n\ttab \\ ü – 😀 a+b&c/d'
"""A text that is easily damaged on the way."""
HEIGHT = 0.1 + 0.2
UNKNOWN, ABSENT = Cell(status="unknown", cause="smudged"), Cell(status="not_applicable", cause="-")


def lighthouse(id_: str, *documents: str, **cells: Cell) -> Vertex:
    return Vertex(type="Lighthouse", id=id_, label=id_.upper(), cells=cells, documents=documents)


VERTICES = (
    lighthouse(
        "north/ü",
        "d1",
        "d2",
        lit=Cell(Period(start="1850-01-02", end="1850-01-03", days="1850-01-02/1850-01-03")),
        built=Cell(-7),
        height=Cell(HEIGHT),
        steps=Cell(2**53 + 1),
        automatic=Cell(False),
    ),
    lighthouse("south", "d2", lit=UNKNOWN, built=ABSENT, height=Cell(12), automatic=Cell(True)),
    msgspec.structs.replace(lighthouse("west"), unknown_edges={"KEPT_BY": "torn off"}),
    Vertex(type="County", id="c", label=WORDS, cells={"region": Cell(WORDS), "coast": UNKNOWN}),
    Vertex(type="Keeper", id="k1", label="one"),
    Vertex(type="Keeper", id="k2 50%", label="two"),
)
EDGES = (
    Edge(type="IN_COUNTY", source="north/ü", target="c", documents=("d1",)),
    Edge(type="IN_COUNTY", source="north/ü", target="c", documents=("d2",)),
    Edge(type="KEPT_BY", source="north/ü", target="k1", documents=("d1",)),
    Edge(type="KEPT_BY", source="north/ü", target="k2 50%", documents=("d1",)),
    Edge(type="KEPT_BY", source="south", target="k1", documents=("d2",)),
    Edge(type="REPLACED", source="south", target="north/ü", documents=("d2",)),
)
PAGES = tuple(
    Page(state=DocumentState(document, WORDS, "0ab1", "parsed"), url=f"http://x/{document}")
    for document in ("d1", "d2")
)
UNREADABLE = (Unreadable(document="d1", field="built", cause="no_number", text=WORDS),) * 2
CHUNKS = (
    ChunkRow(document="d1", title="one", start=0, end=4, words=WORDS, vector=[0.5] + [0.0] * 383),
    ChunkRow(document="d1", title="one", start=5, end=9, words="next"),
    ChunkRow(document="d2", title="two", start=0, end=4, words=WORDS, vector=[-0.25] * 384),
)


def dataset(
    version: str = "v1", vertices: tuple[Vertex, ...] = VERTICES, edges: tuple[Edge, ...] = EDGES
) -> Dataset:
    """The graph, what its documents say of it, and its ledger."""
    made = assembled(version, vertices, edges, SCHEMA)
    return msgspec.structs.replace(made, pack=PACK.name, pages=PAGES, unreadable=UNREADABLE)


@asynccontextmanager
async def prepared(server: Running) -> AsyncGenerator[Wire]:
    """A wire to a server that has the pack's schema and loading jobs, and what counts and reads."""
    async with Wire(TigerGraphSettings(url=server.url), LAYOUT.graph, PACK.name) as wire:
        for script in (*SCRIPTS.schema, *SCRIPTS.vectors, *SCRIPTS.loading):
            await wire.gsql(script.text)
        names = ("census", "dump")
        for name in names:
            text = rendered(f"{name}.gsql", LAYOUT)
            assert "Successfully created" in await wire.gsql(f"USE GRAPH {LAYOUT.graph}\n{text}")
        await wire.install([f"occam_{name}" for name in names])
        yield wire


async def everything(wire: Wire) -> dict[str, list[dict[str, Any]]]:
    """Every row but for the stamp of the load."""
    dump = Dump(wire, LAYOUT)
    found = {part.name: [row async for row in dump.rows(part)] for part in parts(LAYOUT)}
    return {
        name: [{key: value for key, value in row.items() if key != "loaded"} for row in rows]
        for name, rows in found.items()
    }


def by_id(rows: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in rows}

"""The same passages in every store of vectors, for the suites that all of them have to pass."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from occam.core.ports import Vectors
from occam.documents import vectorfile
from occam.documents.exact import ExactVectors
from occam.documents.mirror import label_for, sync
from occam.documents.qdrant import QdrantVectors
from occam.graph.tigergraph.catalog import scripts
from occam.graph.tigergraph.encoding import ChunkRow
from occam.graph.tigergraph.install import Installer
from occam.graph.tigergraph.layout import Layout
from occam.graph.tigergraph.settings import TigerGraphSettings
from occam.graph.tigergraph.vectors import TigerVectors
from occam.graph.tigergraph.wire import Wire
from occam.graph.tigergraph.writer import Writer
from occam.packs import find_pack
from tigergraph_emulator.server.running import Running

from tests.documents.world import dataset_of, pieces

PACK = find_pack("olympics")
NEEDED = ("occam_near", "occam_near_exact", "occam_census")
PATIENCE_S = 20.0


def exact(directory: Path) -> Vectors:
    """The file in that folder."""
    header = vectorfile.header_of(directory)
    assert header
    found = ExactVectors.open(directory, header.model, header.dimension)
    assert found
    return found


@asynccontextmanager
async def local_client() -> AsyncGenerator[Any]:
    """The client's own engine in this process: what it accepts, a server accepts."""
    from qdrant_client import AsyncQdrantClient

    client = AsyncQdrantClient(":memory:")
    yield client
    await client.close()


@asynccontextmanager
async def mirrored(directory: Path) -> AsyncGenerator[QdrantVectors]:
    """A mirror in step with the folder."""
    async with local_client() as client:
        label = label_for(directory, PACK.name)
        await sync(client, directory, label)
        yield QdrantVectors(client, label, PATIENCE_S)


@asynccontextmanager
async def tiger_wire(server: Running, directory: Path, graph: str) -> AsyncGenerator[Wire]:
    """An emulated server that holds the folder's passages and vectors."""
    layout = Layout(PACK.schema, PACK.name, graph)
    made = scripts(PACK.schema, PACK.name, graph=graph)
    made = replace(made, queries=tuple(s for s in made.queries if s.name in NEEDED))
    async with Wire(TigerGraphSettings(url=server.url), layout.graph) as wire:
        await Installer(wire, layout, made, print).install()
        texts = {piece.document: piece.body for piece in pieces(directory)}
        await Writer(wire, layout).write(dataset_of(texts), rows(directory))
        yield wire


@asynccontextmanager
async def tiger(server: Running, directory: Path, graph: str) -> AsyncGenerator[TigerVectors]:
    """The vectors of an emulated server."""
    async with tiger_wire(server, directory, graph) as wire:
        yield TigerVectors(wire, "v1")


def rows(directory: Path) -> Sequence[ChunkRow]:
    """What is written to a graph server."""
    header = vectorfile.header_of(directory)
    assert header
    vectors = vectorfile.rows_of(directory, header).tolist()
    return [
        ChunkRow(
            document=piece.document, title=piece.title, start=piece.start, end=piece.end,
            words=piece.body, vector=[round(number, 7) for number in vector],
        )
        for piece, vector in zip(pieces(directory), vectors, strict=True)
    ]  # fmt: skip

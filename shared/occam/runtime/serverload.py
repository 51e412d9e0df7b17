"""Puts the home's current version on the configured TigerGraph server."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec

from occam.core.dataset import Dataset
from occam.core.errors import BadConfig, Transient
from occam.core.ports import Embedder
from occam.documents.chunks import chunks_of
from occam.documents.passages import text_of
from occam.graph.tigergraph.encoding import ChunkRow, encoded
from occam.graph.tigergraph.layout import CHUNK
from occam.graph.tigergraph.loading import Loading
from occam.graph.tigergraph.survey import Tell
from occam.graph.tigergraph.writer import Writer, Written
from occam.packs import Pack
from occam.runtime.settings import Settings
from occam.runtime.tigergraph import Server, layout_of, reached

INDEX_S = 600.0
"""How long the index of the vectors may take."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.2, 5.0


class Loaded(msgspec.Struct, frozen=True, kw_only=True):
    """What a load did, and what it cost."""

    written: Written
    vectors: bool
    seconds: float

    def lines(self) -> Iterator[str]:
        """The summary, line by line."""
        release = self.written.release
        if self.written.already:
            yield f"{release.pack}@{release.version} is on the server already: nothing to do"
            return
        yield f"{release.pack}@{release.version} is on the server ({self.seconds:.1f} s)"
        rows = " · ".join(f"{n:,} {name}" for name, n in self.written.rows.items() if n)
        yield f"  rows      {rows or 'none'}"
        gone = self.written.vertices_deleted, self.written.edges_deleted
        if any(gone):
            yield f"  removed   {gone[0]:,} vertices and {gone[1]:,} edges of earlier loads"
        if not self.vectors:
            yield "  vectors   none: they need the extra `vectors` (pip install 'occam[vectors]')"


def pieces(dataset: Dataset, embedder: Embedder | None = None) -> Iterator[ChunkRow]:
    """Every page cut as the embedded store cuts it, each piece with its vector if one is made."""
    for page in sorted(dataset.pages, key=lambda page: page.state.document):
        for chunk in chunks_of(page.text):
            words = page.text[chunk.start : chunk.end]
            yield ChunkRow(
                document=page.state.document,
                title=page.state.title,
                start=chunk.start,
                end=chunk.end,
                words=words,
                vector=_vector(embedder, page.state.title, words) if embedder else None,
            )


def _vector(embedder: Embedder, title: str, words: str) -> list[float]:
    """As the home makes it: of a passage with the title of its page."""
    return embedder.embed([text_of(title, words)]).vectors[0]


def counted(settings: Settings, pack: Pack, dataset: Dataset) -> dict[str, int]:
    """How many rows of each type a load would write; no server is needed."""
    counts: Counter[str] = Counter()
    for table, rows in encoded(layout_of(settings, pack), dataset, 1, pieces(dataset)):
        counts[table.name] = sum(1 for _ in rows)
    return dict(counts)


async def load(
    settings: Settings,
    pack: Pack,
    dataset: Dataset,
    embedder: Embedder | None,
    tell: Tell,
    *,
    bulk: bool = False,
    force: bool = False,
) -> Loaded:
    """Writes a dataset; `bulk` goes by files and loading jobs, `force` writes what is there anew.

    With vectors it ends when their index is ready.
    """
    wanted = layout_of(settings, pack).dimension
    if embedder and embedder.dimension != wanted:
        raise BadConfig(
            f"the server's schema holds vectors of {wanted} numbers, and {embedder.name} makes "
            f"{embedder.dimension}: set vectors.dimension in pack.toml"
        )
    began = time.monotonic()
    async with reached(settings, pack, tell) as server:
        with tempfile.TemporaryDirectory(prefix="occam-") as folder:
            sender = Loading(server.wire, Path(folder)) if bulk else None
            writer = Writer(server.wire, server.layout, sender, _Progress(tell))
            written = await writer.write(dataset, pieces(dataset, embedder), pack.digest, force)
        if embedder and not written.already:
            await _indexed(server, tell)
    spent = time.monotonic() - began
    return Loaded(written=written, vectors=embedder is not None, seconds=spent)


async def _indexed(server: Server, tell: Tell) -> None:
    """Until the server has indexed all vectors: a search before finds only some of them."""
    until, pause = time.monotonic() + INDEX_S, _FIRST_PAUSE
    while waiting := await server.wire.vector_status():
        if time.monotonic() > until:
            raise Transient(f"the vectors of {CHUNK} are not indexed after {INDEX_S:g} s")
        if pause == _FIRST_PAUSE:
            tell(f"waiting for the index of the vectors ({len(waiting)} to be built)")
        await asyncio.sleep(pause)
        pause = min(_LONGEST_PAUSE, pause * 2)


class _Progress:
    """Tells each table once it is begun."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._table = ""

    def __call__(self, table: str, done: int) -> None:
        if table != self._table:
            self._table = table
            self._tell(f"writing {table}")

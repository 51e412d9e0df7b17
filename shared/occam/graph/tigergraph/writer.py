"""Makes the graph on the server hold a dataset, and nothing else.

The counter of `Release` is odd from before the first row until all is written, checked and cleaned
up, so that nobody reads a graph in between; every row is stamped with it, so that what an earlier
load wrote and this one did not is found and deleted. A load that was cut short leaves the counter
odd: the next one takes the next odd number and starts over.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime

import msgspec

from occam.core.dataset import Dataset
from occam.core.errors import Permanent, Transient
from occam.graph.tigergraph.census import CURRENT, Census, Release, Tie, census
from occam.graph.tigergraph.encoding import ChunkRow, encoded
from occam.graph.tigergraph.layout import RELEASE, Layout
from occam.graph.tigergraph.sending import Sender, Upserting, Upserts
from occam.graph.tigergraph.tables import LOADED, edge_tables, vertex_tables

DELETING = 8
"""Edge deletions at once: the server takes one a call."""
_TOKEN_BYTES = 8
_LEAP = 1 << 20
_SHOWN = 6

Progress = Callable[[str, int], None]
"""Hears a table's name and how many of its rows are written."""


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """What a load did: rows by table, and how many of earlier loads went."""

    release: Release
    rows: dict[str, int]
    vertices_deleted: int = 0
    edges_deleted: int = 0
    already: bool = False


class Writer:
    """One load at a time. `sender` is how rows travel; upserts unless told otherwise."""

    def __init__(
        self,
        wire: Upserts,
        layout: Layout,
        sender: Sender | None = None,
        progress: Progress | None = None,
    ) -> None:
        self._wire = wire
        self._layout = layout
        self._sender = sender or Upserting(wire)
        self._progress = progress or _unheard
        self._edges = {table.name: table for table in edge_tables(layout)}

    async def write(
        self,
        dataset: Dataset,
        chunks: Iterable[ChunkRow] = (),
        pack_digest: str = "",
        force: bool = False,
    ) -> Written:
        """Loads the dataset; costs one reading when the server holds it already.

        Raises `BadInput` naming a row that the schema or the server does not allow, `Transient`
        when another load took over, `Permanent` when the server ends up with other numbers.
        """
        before = (await census(self._wire)).release
        if not force and _holds(before, dataset, pack_digest):
            return Written(release=before, rows={}, already=True)
        claim = await self._claimed(before)
        rows: dict[str, int] = {}
        vectors = _Tally()
        counted = vectors.counting(chunks)
        for batch in encoded(self._layout, dataset, claim.counter, counted):
            name = batch[0].name
            rows[name] = await self._sender.send(
                batch, lambda done, of=name: self._progress(of, done)
            )
        edges, found = await self._delete_edges(claim)
        vertices = await self._delete_vertices(claim, found)
        self._refuse_difference(await self._counted(claim), rows, vectors.seen)
        release = Release(
            counter=claim.counter + 1,
            version=dataset.version,
            pack=dataset.pack,
            pack_digest=pack_digest,
            loaded_at=datetime.now(UTC).isoformat(timespec="seconds"),
        )
        await self._say(release)
        return Written(release=release, rows=rows, vertices_deleted=vertices, edges_deleted=edges)

    async def _claimed(self, before: Release) -> Release:
        """An odd counter that no row bears yet, and a version that nobody asks for.

        It leaps by chance, so that of two loads that begin at once each stamps its own rows.
        """
        counter = before.counter + (2 if before.counter % 2 else 1)
        counter += 2 * secrets.randbelow(_LEAP)
        claim = Release(counter=counter, version=f"loading {secrets.token_hex(_TOKEN_BYTES)}")
        await self._say(claim)
        await self._counted(claim)
        return claim

    async def _counted(self, claim: Release) -> Census:
        """The state of the graph, as long as the claim stands."""
        found = await census(self._wire, claim.counter)
        if found.release != claim:
            raise Transient(
                f"graph {self._layout.graph}: another load took over "
                f"(counter {found.release.counter}); load again when it has ended"
            )
        return found

    async def _say(self, release: Release) -> None:
        row = {name: {"value": value} for name, value in msgspec.structs.asdict(release).items()}
        reply = await self._wire.upsert({"vertices": {RELEASE: {CURRENT: row}}})
        if reply.get("accepted_vertices") != 1:
            raise Permanent(f"{RELEASE} {CURRENT!r}: not accepted by the server ({reply})")

    async def _delete_edges(self, claim: Release) -> tuple[int, Census]:
        """Deletes edges of earlier loads: their ends may well stay. How many, and what is left."""
        turns = asyncio.Semaphore(DELETING)

        async def delete(tie: Tie) -> int:
            table = self._edges[tie.kind]
            async with turns:
                return await self._wire.delete_edges(
                    (table.source, tie.near), tie.kind, (table.target, tie.far)
                )

        deleted = 0
        while (found := await self._counted(claim)).gone:
            now = sum(await asyncio.gather(*map(delete, found.gone)))
            if not now:
                raise Permanent(f"edges of earlier loads cannot be deleted: {found.gone[0]}")
            deleted += now
        return deleted, found

    async def _delete_vertices(self, claim: Release, found: Census) -> int:
        """Vertices of earlier loads, and those that only an edge named."""
        condition = f"{LOADED}!={claim.counter}"
        stale = [t.name for t in vertex_tables(self._layout) if found.vertices_gone.get(t.name)]
        return sum([await self._wire.delete_where(name, condition) for name in stale])

    def _refuse_difference(self, found: Census, rows: dict[str, int], vectors: int) -> None:
        left = {**found.vertices_gone, **found.edges_gone, **found.ghosts}
        held = {**found.vertices, **found.edges}
        wrong = [
            f"{name}: {held.get(name, 0):,} where {wanted:,} were written"
            for name, wanted in rows.items()
            if held.get(name, 0) != wanted
        ]
        wrong += [f"{name}: {count:,} left of earlier loads" for name, count in left.items()]
        if found.vectors < vectors:
            wrong.append(f"{found.vectors:,} vectors where {vectors:,} were written")
        if wrong:
            raise Permanent(f"graph {self._layout.graph}: {'; '.join(wrong[:_SHOWN])}")


class _Tally:
    """How many of the chunks that passed had a vector."""

    def __init__(self) -> None:
        self.seen = 0

    def counting(self, chunks: Iterable[ChunkRow]) -> Iterator[ChunkRow]:
        for chunk in chunks:
            self.seen += chunk.vector is not None
            yield chunk


def _holds(release: Release, dataset: Dataset, pack_digest: str) -> bool:
    return (
        release.counter % 2 == 0
        and release.version == dataset.version
        and release.pack == dataset.pack
        and release.pack_digest == pack_digest
    )


def _unheard(table: str, done: int) -> None:
    return

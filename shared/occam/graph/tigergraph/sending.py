"""Rows to the server by upserts, in batches; every batch is checked for what was not accepted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from occam.core.errors import BadInput, Permanent
from occam.graph.tigergraph.census import Counting
from occam.graph.tigergraph.encoding import Batch, Link, Row
from occam.graph.tigergraph.layout import VECTOR
from occam.graph.tigergraph.tables import EdgeTable, VertexTable

BATCH_BYTES = 1_000_000
BATCH_ROWS = 5000
MOST_VERTEX_BYTES = 10_000_000
_SHOWN = 80

Told = Callable[[int], None]
"""Hears how many rows of a table are written so far."""


class Upserts(Counting, Protocol):
    """The part of a connection that a load needs."""

    async def upsert(
        self, payload: Mapping[str, Any], *, edges_must_exist: bool = True
    ) -> Mapping[str, Any]:
        """The numbers `accepted_vertices` and `accepted_edges`."""
        ...

    async def delete_where(self, type_: str, condition: str) -> int:
        """How many vertices of a type were deleted, with their edges."""
        ...

    async def delete_edges(
        self, source: tuple[str, str], edge: str, target: tuple[str, str]
    ) -> int:
        """How many edges were deleted between two vertices, each a type and an id."""
        ...

    async def load_lines(
        self, job: str, tag: str, lines: Iterable[str]
    ) -> Sequence[Mapping[str, Any]]:
        """The statistics of a loading job that was given these lines."""
        ...


class Sender(Protocol):
    """One way to the server."""

    async def send(self, batch: Batch, told: Told) -> int:
        """Writes all rows of a table; how many there were. Raises where one is not accepted."""
        ...


class Upserting:
    """Rows as JSON upserts. Edges never make the vertices that they name."""

    def __init__(self, wire: Upserts, size: int = BATCH_BYTES, rows: int = BATCH_ROWS) -> None:
        self._wire = wire
        self._size = size
        self._rows = rows

    async def send(self, batch: Batch, told: Told) -> int:
        """See `Sender`."""
        table, rows = batch
        done = 0
        for piece in _pieces(table.name, rows, self._size, self._rows):
            await self._accepted(table, piece)
            done += len(piece)
            told(done)
        return done

    async def _accepted(self, table: VertexTable | EdgeTable, rows: Sequence[Any]) -> None:
        """When some are not accepted, halves are sent again until one of them is found."""
        if isinstance(table, VertexTable):
            payload, counted = _vertices(table, rows), "accepted_vertices"
        else:
            payload, counted = _edges(table, rows), "accepted_edges"
        reply = await self._wire.upsert(payload)
        if reply.get(counted, 0) == len(rows):
            return
        if len(rows) == 1:
            raise BadInput(f"{named(table.name, rows[0])}: not accepted by the server ({reply})")
        middle = len(rows) // 2
        await self._accepted(table, rows[:middle])
        await self._accepted(table, rows[middle:])
        raise Permanent(f"{table.name}: {len(rows)} rows sent, the server counted {reply}")


def named(table: str, row: Row | Link) -> str:
    """A row as people find it again."""
    if isinstance(row, Row):
        return f"{table} {row.id[:_SHOWN]!r}"
    return f"{table} from {row.source[:_SHOWN]!r} to {row.target[:_SHOWN]!r}"


def _pieces(
    table: str, rows: Iterable[Row] | Iterable[Link], most: int, count: int
) -> Iterator[list[Row | Link]]:
    piece: list[Row | Link] = []
    held = 0
    for row in rows:
        size = len(msgspec.json.encode(row))
        if size > MOST_VERTEX_BYTES:
            raise BadInput(f"{named(table, row)}: {size:,} bytes, more than the server keeps")
        if piece and (held + size > most or len(piece) == count):
            yield piece
            piece, held = [], 0
        piece.append(row)
        held += size
    if piece:
        yield piece


def _vertices(table: VertexTable, rows: Sequence[Row]) -> dict[str, Any]:
    return {"vertices": {table.name: {row.id: _attributes(row) for row in rows}}}


def _attributes(row: Row) -> dict[str, Any]:
    found = {name: {"value": value} for name, value in row.values.items()}
    return found if row.vector is None else found | {VECTOR: {"value": list(row.vector)}}


def _edges(table: EdgeTable, rows: Sequence[Link]) -> dict[str, Any]:
    by_source: dict[str, Any] = {}
    for link in rows:
        far = by_source.setdefault(link.source, {table.name: {table.target: {}}})
        values = {name: {"value": value} for name, value in link.values.items()}
        far[table.name][table.target][link.target] = values
    return {"edges": {table.source: by_source}}

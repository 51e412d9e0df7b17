"""Rows to the server by its loading jobs: one file of JSON lines for each table.

For bulk: the server parses files faster than upserts. JSON, since its CSV cannot hold every text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from occam.core.dataset import Dataset
from occam.core.errors import Permanent
from occam.graph.tigergraph.encoding import Batch, ChunkRow, Row, encoded
from occam.graph.tigergraph.layout import Layout
from occam.graph.tigergraph.sending import Told, Upserts

ROWS_JOB, VECTORS_JOB = "occam_load_rows", "occam_load_vectors"
VECTORS_TAG = "file_vectors"
PIECE_BYTES = 8_000_000

Statistics = Mapping[str, Any]


class Loading:
    """Writes each table into a file of the directory and has the server load it."""

    def __init__(self, wire: Upserts, directory: Path, size: int = PIECE_BYTES) -> None:
        self._wire = wire
        self._directory = directory
        self._size = size

    async def send(self, batch: Batch, told: Told) -> int:
        """See `Sender`."""
        table, _ = batch
        rows, vectors = written(batch, self._directory)
        done = 0
        for piece in _pieces(rows, self._size):
            replies = await self._wire.load_lines(ROWS_JOB, f"file_{table.name}", piece)
            refuse_rejected(table.name, replies, len(piece))
            done += len(piece)
            told(done)
        for piece in _pieces(vectors, self._size) if vectors.is_file() else ():
            replies = await self._wire.load_lines(VECTORS_JOB, VECTORS_TAG, piece)
            refuse_rejected(f"vectors of {table.name}", replies, len(piece))
        return done


def export(
    layout: Layout,
    dataset: Dataset,
    directory: Path,
    stamp: int,
    chunks: Iterable[ChunkRow] = (),
) -> Sequence[Path]:
    """The files of a whole dataset, in the order in which they must be loaded."""
    made: list[Path] = []
    for batch in encoded(layout, dataset, stamp, chunks):
        made += [path for path in written(batch, directory) if path.is_file()]
    return made


def written(batch: Batch, directory: Path) -> tuple[Path, Path]:
    """The file of a table's rows, and that of their vectors, which is there when they have any."""
    table, rows = batch
    path, vectors = directory / f"{table.name}.jsonl", directory / f"{table.name}.vectors.jsonl"
    vectors.unlink(missing_ok=True)
    with path.open("wb") as out:
        for row in rows:
            if isinstance(row, Row):
                out.write(_line({"id": row.id, **row.values}))
                if row.vector is not None:
                    with vectors.open("ab") as beside:
                        spelt = ",".join(map(repr, row.vector))
                        beside.write(_line({"id": row.id, "vector": spelt}))
            else:
                out.write(_line({"from": row.source, "to": row.target, **row.values}))
    return path, vectors


def _line(row: Mapping[str, Any]) -> bytes:
    return msgspec.json.encode(row) + b"\n"


def _pieces(path: Path, most: int) -> Iterator[list[str]]:
    piece: list[str] = []
    held = 0
    with path.open(encoding="utf-8", newline="\n") as lines:
        for line in lines:
            if piece and held + len(line) > most:
                yield piece
                piece, held = [], 0
            piece.append(line.rstrip("\n"))
            held += len(line)
    if piece:
        yield piece


def refuse_rejected(table: str, replies: Sequence[Statistics], sent: int) -> None:
    """Raises `Permanent` unless the server loaded as many objects as lines were sent.

    Servers that count no vectors are taken at their number of lines: the census counts vectors.
    """
    counts = Counter[str]()
    for reply in replies:
        counts.update(_counted(reply.get("statistics", {})))
    loaded = counts.pop("validObject", None)
    lines = counts.pop("validLine", 0)
    if (lines if loaded is None else loaded) == sent:
        return
    why = ", ".join(f"{count:,} {name}" for name, count in sorted(counts.items()) if count)
    raise Permanent(
        f"{table}: of {sent:,} lines the server loaded {loaded or 0:,} ({why or 'no reason given'})"
    )


def _counted(statistics: Statistics) -> Counter[str]:
    """What became of lines and objects. Newer servers nest the counters that older ones list."""
    nested = statistics.get("parsingStatistics", {})
    objects = nested.get("objectLevel", statistics)
    found = Counter[str](_numbers(nested.get("fileLevel", statistics)))
    for kind in ("vertex", "edge", "embedding"):
        for each in objects.get(kind, ()):
            found.update(_numbers(each))
            found.setdefault("validObject", 0)
    return found


def _numbers(counters: Mapping[str, Any]) -> dict[str, int]:
    return {name: value for name, value in counters.items() if isinstance(value, int)}

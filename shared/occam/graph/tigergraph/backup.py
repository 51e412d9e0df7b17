"""A graph as files, and back: JSON lines with a digest for each file, in a folder of its own.

The folder is written aside and renamed, so one that exists is whole. A restore checks every digest
before it writes, and counts after; it wants an empty graph, which counts as being loaded meanwhile.
Vectors keep the seven digits that the server prints.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from occam.core.errors import BadInput, Permanent
from occam.graph.tigergraph.census import CURRENT
from occam.graph.tigergraph.dump import Dump, Kind, Part, Record, parts
from occam.graph.tigergraph.layout import CHUNK, RELEASE, Layout
from occam.graph.tigergraph.survey import Tell
from occam.graph.tigergraph.tables import EdgeTable, edge_tables
from occam.graph.tigergraph.wire import Wire

MANIFEST = "backup.json"
_ROWS, _BYTES = 2000, 4_000_000
"""Most rows, and about the most bytes, of one upsert."""


class Kept(msgspec.Struct, frozen=True):
    """One file of a backup."""

    kind: Kind
    name: str
    rows: int
    sha256: str

    @property
    def file(self) -> str:
        """Its name in the folder."""
        return f"{self.kind}-{self.name}.jsonl"


class Backup(msgspec.Struct, frozen=True, kw_only=True):
    """backup.json: what is in a backup; `release` is what the graph said of itself."""

    pack: str
    release: dict[str, Any]
    files: tuple[Kept, ...]

    @property
    def rows(self) -> int:
        """How much there is in all."""
        return sum(kept.rows for kept in self.files)


async def back_up(wire: Wire, layout: Layout, folder: Path, tell: Tell) -> Backup:
    """Writes everything that a load wrote; `BadInput` when the folder is there already."""
    aside = _aside(folder)
    try:
        dump = Dump(wire, layout)
        files = tuple([await _kept(dump, part, aside, tell) for part in parts(layout)])
        (release,) = await wire.vertices(RELEASE)
        if release["attributes"]["counter"] != dump.release["counter"]:
            raise Permanent("the graph was loaded while it was read")
        made = Backup(pack=layout.pack, release=release["attributes"], files=files)
        (aside / MANIFEST).write_bytes(msgspec.json.format(msgspec.json.encode(made), indent=2))
        aside.rename(folder)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return made


def _aside(folder: Path) -> Path:
    """An empty folder beside the one that is to be."""
    if folder.exists():
        raise BadInput(f"{folder}: is there already; a backup is never written over")
    aside = folder.with_name(f".{folder.name}.part")
    shutil.rmtree(aside, ignore_errors=True)
    aside.mkdir(parents=True)
    return aside


async def _kept(dump: Dump, part: Part, folder: Path, tell: Tell) -> Kept:
    digest, rows = hashlib.sha256(), 0
    with (folder / Kept(part.kind, part.name, 0, "").file).open("wb") as file:
        async for row in dump.rows(part):
            line = msgspec.json.encode(row) + b"\n"
            digest.update(line)
            file.write(line)
            rows += 1
    tell(f"{part.name}: {rows:,} rows")
    return Kept(part.kind, part.name, rows, digest.hexdigest())


def checked(folder: Path) -> Backup:
    """The manifest of a backup whose every file has its digest and its rows."""
    try:
        made = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Backup)
    except OSError as error:
        raise BadInput(f"{folder}: no backup: {error.strerror}") from error
    except msgspec.MsgspecError as error:
        raise BadInput(f"{folder / MANIFEST}: {error}") from error
    for kept in made.files:
        digest = hashlib.sha256()
        try:
            with (folder / kept.file).open("rb") as file:
                rows = sum(1 for line in file if digest.update(line) is None)
        except OSError as error:
            raise BadInput(f"{folder / kept.file}: {error.strerror}") from error
        if (rows, digest.hexdigest()) != (kept.rows, kept.sha256):
            raise BadInput(f"{folder / kept.file}: not what was backed up: the digest differs")
    return made


async def restore(wire: Wire, layout: Layout, folder: Path, tell: Tell) -> Backup:
    """Writes a checked backup into an empty graph. An interrupted restore is not for questions:
    the graph says that it is being loaded."""
    made = checked(folder)
    if made.pack != layout.pack:
        raise BadInput(f"{folder}: a backup of pack {made.pack!r}, not of {layout.pack!r}")
    await _refuse_full(wire, layout)
    counter = int(made.release["counter"])
    await _release(wire, {"counter": counter - 1})
    edges = {table.name: table for table in edge_tables(layout)}
    for kept in made.files:
        tell(f"{kept.name}: {kept.rows:,} rows")
        await _write(wire, folder / kept.file, kept, edges.get(kept.name))
    await _check_counts(wire, made)
    await _release(wire, made.release)
    return made


async def _refuse_full(wire: Wire, layout: Layout) -> None:
    counts = await wire.counts()
    held = {part.name: counts.get(part.name, 0) for part in parts(layout) if part.kind == "vertex"}
    full = [f"{count:,} {name}" for name, count in held.items() if count]
    if full:
        raise BadInput(
            f"graph {layout.graph} is not empty ({', '.join(full[:3])}); "
            "`occam tigergraph init --recreate` empties it"
        )


async def _release(wire: Wire, said: Mapping[str, Any]) -> None:
    row = {name: {"value": value} for name, value in said.items() if name != "id"}
    await wire.upsert({"vertices": {RELEASE: {CURRENT: row}}})


async def _write(wire: Wire, file: Path, kept: Kept, table: EdgeTable | None) -> None:
    """Upserts a file in batches; `Permanent` when not every row was accepted."""
    for rows in _batches(file):
        payload = _edges(table, rows) if table else _vertices(kept, rows)
        accepted = await wire.upsert(payload)
        count = accepted["accepted_edges" if table else "accepted_vertices"]
        if count != len(rows):
            raise Permanent(f"{kept.name}: {count} of {len(rows)} rows were accepted")


def _batches(file: Path) -> Iterator[list[Record]]:
    rows: list[Record] = []
    size = 0
    with file.open("rb") as lines:
        for line in lines:
            rows.append(msgspec.json.decode(line))
            size += len(line)
            if len(rows) >= _ROWS or size >= _BYTES:
                yield rows
                rows, size = [], 0
    if rows:
        yield rows


def _vertices(kept: Kept, rows: list[Record]) -> Record:
    type_ = CHUNK if kept.kind == "vector" else kept.name
    return {"vertices": {type_: {row["id"]: _values(row, "id") for row in rows}}}


def _edges(table: EdgeTable, rows: list[Record]) -> Record:
    leaving: Record = {}
    for row in rows:
        far = leaving.setdefault(row["from"], {table.name: {table.target: {}}})
        far[table.name][table.target][row["to"]] = _values(row, "from", "to")
    return {"edges": {table.source: leaving}}


def _values(row: Record, *keys: str) -> Record:
    return {name: {"value": value} for name, value in row.items() if name not in keys}


async def _check_counts(wire: Wire, made: Backup) -> None:
    counts = await wire.counts()
    for kept in made.files:
        if kept.kind == "vertex" and counts.get(kept.name, 0) != kept.rows:
            raise Permanent(
                f"{kept.name}: {counts.get(kept.name, 0):,} are there, {kept.rows:,} were restored"
            )

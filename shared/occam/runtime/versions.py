"""Graph versions on disk: immutable directories, written aside, published by one atomic rename.

`<home>/graphs/<pack>/<version>/` holds a version and `<home>/graphs/<pack>/current` names the one
in force. A builder that died leaves a `.building-<pid>` folder that the next load removes.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import sqlite3
from collections.abc import Callable, Collection, Generator, Sequence
from pathlib import Path

import msgspec

from occam.core.dataset import Dataset, Name
from occam.core.errors import Permanent, Transient
from occam.core.schema import Schema
from occam.runtime.folders import make_private

NAMES = "names.msgpack"
MANIFEST = "version.json"
CURRENT = "current"

Writer = Callable[[Path, Schema, Dataset], None]


class VersionManifest(msgspec.Struct, frozen=True, kw_only=True):
    """version.json: what is in a version and what made it."""

    pack: str
    version: str
    pack_version: str
    pack_digest: str
    reader_digest: str
    created: str
    previous: str | None
    pages: dict[str, int]
    vertices: dict[str, int]
    edges: dict[str, int]
    facts: int
    unreadable: dict[str, int]


def pack_directory(home: Path, pack: str) -> Path:
    """The folder of all versions of one pack's graph."""
    return home / "graphs" / pack


def version_directory(home: Path, pack: str, version: str) -> Path:
    """The folder of one version, whether it is there or not."""
    return pack_directory(home, pack) / version


def current(home: Path, pack: str) -> str | None:
    """The version in force, or None when nothing is loaded."""
    try:
        version = (pack_directory(home, pack) / CURRENT).read_text("utf-8").strip()
    except FileNotFoundError:
        return None
    return version if version and is_version(version_directory(home, pack, version)) else None


def is_version(directory: Path) -> bool:
    """True for a published version: its manifest is the last thing written."""
    return not directory.name.startswith(".") and (directory / MANIFEST).is_file()


def versions(home: Path, pack: str) -> tuple[str, ...]:
    """Every published version, the oldest first."""
    found = [path for path in _children(pack_directory(home, pack)) if is_version(path)]
    found.sort(key=lambda path: ((path / MANIFEST).stat().st_mtime_ns, path.name))
    return tuple(path.name for path in found)


def names_of(directory: Path) -> tuple[Name, ...]:
    """What people may call each vertex of that version."""
    return msgspec.msgpack.decode((directory / NAMES).read_bytes(), type=tuple[Name, ...])


def manifest_of(directory: Path) -> VersionManifest:
    """The manifest of that version."""
    return msgspec.json.decode((directory / MANIFEST).read_bytes(), type=VersionManifest)


@contextlib.contextmanager
def loading(home: Path, pack: str) -> Generator[Path]:
    """The right to change a pack's versions; a second load at the same time is told so."""
    directory = pack_directory(home, pack)
    make_private(directory)
    with (directory / ".loading").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Transient(f"another load of pack {pack!r} is running") from None
        _remove_leftovers(directory)
        yield directory


def publish(
    home: Path,
    dataset: Dataset,
    schema: Schema,
    writers: Sequence[Writer],
    manifest: VersionManifest,
) -> Path:
    """Write the version aside, put it in place and make it current; on failure nothing changes."""
    directory = pack_directory(home, dataset.pack)
    target = directory / dataset.version
    if is_version(target):
        raise Permanent(f"{target}: a version is never written twice")
    aside = directory / f".building-{os.getpid()}"
    try:
        shutil.rmtree(aside, ignore_errors=True)
        aside.mkdir(parents=True)
        for write in (*writers, _write_names):
            write(aside, schema, dataset)
        _write(aside / MANIFEST, msgspec.json.format(msgspec.json.encode(manifest), indent=2))
        _sync(aside)
        aside.rename(target)
        _sync_folder(directory)
    except (OSError, sqlite3.Error) as error:
        raise Transient(f"{target}: cannot be written: {error}") from error
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    make_current(home, dataset.pack, dataset.version)
    return target


def make_current(home: Path, pack: str, version: str) -> None:
    """Point `current` at a published version, atomically."""
    directory = pack_directory(home, pack)
    if not is_version(directory / version):
        raise Permanent(f"{directory / version}: no such version")
    aside = directory / f".current-{os.getpid()}"
    try:
        _write(aside, f"{version}\n".encode())
        aside.replace(directory / CURRENT)
        _sync_folder(directory)
    except OSError as error:
        aside.unlink(missing_ok=True)
        raise Transient(f"{directory / CURRENT}: cannot be written: {error}") from error


def prune(home: Path, pack: str, in_use: Collection[str], keep: int = 2) -> tuple[str, ...]:
    """Remove old versions: never the current one, one in use, or the `keep` newest."""
    found = versions(home, pack)
    spared = {current(home, pack), *in_use, *found[max(0, len(found) - keep) :]}
    removed = tuple(version for version in found if version not in spared)
    for version in removed:
        doomed = pack_directory(home, pack) / f".removing-{os.getpid()}-{version}"
        version_directory(home, pack, version).rename(doomed)
        shutil.rmtree(doomed, ignore_errors=True)
    return removed


def _children(directory: Path) -> list[Path]:
    try:
        return sorted(directory.iterdir())
    except FileNotFoundError:
        return []


def _remove_leftovers(directory: Path) -> None:
    """What builders left that no longer run. The lock is held: nobody else is building."""
    for path in _children(directory):
        kind, _, rest = path.name.partition("-")
        if kind in (".building", ".removing"):
            shutil.rmtree(path, ignore_errors=True)
        elif kind == ".current" and rest:
            path.unlink(missing_ok=True)


def names_in(schema: Schema, dataset: Dataset) -> tuple[Name, ...]:
    """What people may call each vertex: label, aliases, and the values that are vocabulary."""
    return tuple(
        Name(
            type=vertex.type,
            id=vertex.id,
            label=vertex.label,
            aliases=vertex.aliases,
            values={
                attr: str(vertex.cells[attr].value)
                for attr, attribute in schema.vertices[vertex.type].attributes.items()
                if attribute.vocabulary and vertex.cells[attr].status == "known"
            },
        )
        for vertex in dataset.vertices
    )


def _write_names(directory: Path, schema: Schema, dataset: Dataset) -> None:
    _write(directory / NAMES, msgspec.msgpack.encode(names_in(schema, dataset)))


def _write(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync(directory: Path) -> None:
    for path in sorted(directory.rglob("*")):
        if path.is_dir():
            _sync_folder(path)
        else:
            with path.open("rb") as file:
                os.fsync(file.fileno())
    _sync_folder(directory)


def _sync_folder(directory: Path) -> None:
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

"""A broken version is a permanent error that names its directory; a busy engine a passing one."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import ladybug
import pytest
from occam.core.dataset import Dataset
from occam.core.errors import BadInput, Permanent, Transient
from occam.core.plan import Members, Query
from occam.core.schema import Attribute, Schema, VertexType
from occam.graph.embedded import EmbeddedGraph, write_graph
from occam.graph.embedded import failures as embedded_failures
from occam.graph.facts import FactTable, write_facts
from occam.graph.facts import failures as facts_failures

from tests.graph.patterns import node
from tests.graph.races import SCHEMA, dataset

STORES = [(EmbeddedGraph, "graph.lbug"), (FactTable, "facts.sqlite")]
KNOWN_SQLITE_ERRORS = {
    "DataError", "DatabaseError", "Error", "IntegrityError", "InterfaceError", "InternalError",
    "NotSupportedError", "OperationalError", "ProgrammingError",
}  # fmt: skip


@pytest.mark.parametrize(("kind", "file"), STORES)
def test_a_missing_version_is_named(
    tmp_path: Path, kind: type[EmbeddedGraph] | type[FactTable], file: str
) -> None:
    with pytest.raises(Permanent, match=rf"graph version {tmp_path}/gone: {file} is missing"):
        kind.open(tmp_path / "gone", SCHEMA)


@pytest.mark.parametrize(("kind", "file"), STORES)
@pytest.mark.parametrize("content", [b"", b"not a database at all" * 500])
def test_a_corrupt_version_is_named(
    tmp_path: Path, kind: type[EmbeddedGraph] | type[FactTable], file: str, content: bytes
) -> None:
    (tmp_path / file).write_bytes(content)
    with pytest.raises(Permanent, match=f"graph version {tmp_path}"):
        kind.open(tmp_path, SCHEMA)


@pytest.mark.parametrize(("kind", "file"), STORES)
def test_half_a_file_is_named(
    directory: Path, tmp_path: Path, kind: type[EmbeddedGraph] | type[FactTable], file: str
) -> None:
    whole = (directory / file).read_bytes()
    (tmp_path / file).write_bytes(whole[: len(whole) // 2])
    with pytest.raises(Permanent, match=f"graph version {tmp_path}"):
        kind.open(tmp_path, SCHEMA)


async def test_a_version_of_another_schema_is_named(directory: Path, tmp_path: Path) -> None:
    shutil.copy(directory / "graph.lbug", tmp_path)
    other = Schema(
        vertices={"Boat": VertexType(labels=("b",), attributes={"x": Attribute(kind="text")})},
        edges={},
    )
    opened = EmbeddedGraph.open(tmp_path, other)
    with pytest.raises(Permanent, match=f"graph version {tmp_path}.*v_Boat"):
        await opened.rows(Query(root=node("Boat"), answer=Members()))
    opened.close()


@pytest.mark.parametrize("write", [write_graph, write_facts])
def test_a_version_is_never_written_twice(tmp_path: Path, write: object) -> None:
    write(tmp_path, SCHEMA, dataset())  # type: ignore[operator]
    with pytest.raises(Permanent, match=f"graph version {tmp_path}"):
        write(tmp_path, SCHEMA, dataset())  # type: ignore[operator]


def test_a_database_without_its_version_is_incomplete(tmp_path: Path) -> None:
    empty = Dataset(pack="races", version="v", vertices=(), edges=(), facts=())
    write_facts(tmp_path, SCHEMA, empty)
    with sqlite3.connect(tmp_path / "facts.sqlite") as connection:
        connection.execute("DELETE FROM version")
    connection.close()
    with pytest.raises(Permanent, match="incomplete"):
        FactTable.open(tmp_path, SCHEMA)


def test_the_engine_still_has_no_exceptions_of_its_own() -> None:
    own = [
        name
        for name in dir(ladybug)
        if isinstance(found := getattr(ladybug, name), type) and issubclass(found, BaseException)
    ]
    assert own == []


@pytest.mark.parametrize("raised", embedded_failures.ENGINE_ERRORS)
def test_every_kind_the_engine_raises_is_translated(raised: type[Exception]) -> None:
    with pytest.raises(Permanent, match="graph version here: broken"):
        _raise_within(embedded_failures, raised("broken"))


@pytest.mark.parametrize("text", ["Buffer manager exception: no room", "Interrupted."])
def test_an_engine_out_of_room_may_be_asked_again(text: str) -> None:
    with pytest.raises(Transient, match="graph version here"):
        _raise_within(embedded_failures, RuntimeError(text))


def test_what_we_raise_ourselves_passes_untouched() -> None:
    with pytest.raises(BadInput, match=r"^mine$"):
        _raise_within(embedded_failures, BadInput("mine"))


def test_every_exception_of_sqlite_is_known_and_translated() -> None:
    own = {
        name
        for name in dir(sqlite3)
        if isinstance(found := getattr(sqlite3, name), type) and issubclass(found, sqlite3.Error)
    }
    assert own == KNOWN_SQLITE_ERRORS
    for name in own:
        with pytest.raises(Permanent, match="graph version here"):
            _raise_within(facts_failures, getattr(sqlite3, name)("broken"))


def test_a_locked_file_may_be_asked_again() -> None:
    busy = sqlite3.OperationalError("database is locked")
    busy.sqlite_errorcode = sqlite3.SQLITE_BUSY
    with pytest.raises(Transient):
        _raise_within(facts_failures, busy)


def _raise_within(module: object, error: Exception) -> None:
    with module.translated(Path("here")):  # type: ignore[attr-defined]
        raise error

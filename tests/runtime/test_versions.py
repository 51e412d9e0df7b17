"""Versions are published whole, never changed, and removed only when nobody needs them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from occam.core.dataset import Dataset, Vertex
from occam.core.errors import Permanent, Transient
from occam.core.schema import Attribute, Schema, VertexType
from occam.core.values import Cell
from occam.runtime import versions
from occam.runtime.versions import (
    VersionManifest,
    current,
    loading,
    make_current,
    names_of,
    prune,
    publish,
)

PACK = "lights"
SCHEMA = Schema(
    vertices={
        "Light": VertexType(
            labels=("light",),
            attributes={
                "colour": Attribute(kind="text", vocabulary=True, unknown=True),
                "height": Attribute(kind="number", unknown=True),
            },
        )
    },
    edges={},
)


def dataset(version: str, colour: str | None = "red") -> Dataset:
    cell = Cell(colour) if colour else Cell(None, "unknown", "not_stated")
    cells = {"colour": cell, "height": Cell(3.5)}
    light = Vertex(type="Light", id="L1", label="Skerry", aliases=("The Skerry",), cells=cells)
    return Dataset(pack=PACK, version=version, vertices=(light,), edges=(), facts=())


def manifest(version: str) -> VersionManifest:
    return VersionManifest(
        pack=PACK, version=version, pack_version="1", pack_digest="", reader_digest="",
        created="2001-05-03T00:00:00+00:00", previous=None, pages={}, vertices={}, edges={},
        facts=0, unreadable={},
    )  # fmt: skip


def write_something(directory: Path, schema: Schema, made: Dataset) -> None:
    (directory / "store").write_text(made.version)


def put(home: Path, version: str, **kwargs: str | None) -> Path:
    return publish(home, dataset(version, **kwargs), SCHEMA, [write_something], manifest(version))


def fail(directory: Path, schema: Schema, made: Dataset) -> None:
    raise OSError(28, "No space left on device")


def test_nothing_is_current_before_the_first_version(tmp_path: Path) -> None:
    assert current(tmp_path, PACK) is None
    assert versions.versions(tmp_path, PACK) == ()


def test_a_published_version_is_whole_and_current(tmp_path: Path) -> None:
    path = put(tmp_path, "v1")
    assert path == tmp_path / "graphs" / PACK / "v1"
    assert (path / "store").read_text() == "v1"
    assert current(tmp_path, PACK) == "v1"
    assert versions.manifest_of(path) == manifest("v1")
    assert [child.name for child in path.parent.iterdir() if child.name[0] == "."] == []


def test_names_carry_aliases_and_the_values_that_are_vocabulary(tmp_path: Path) -> None:
    (name,) = names_of(put(tmp_path, "v1"))
    assert (name.label, name.aliases, name.values) == ("Skerry", ("The Skerry",), {"colour": "red"})
    (blank,) = names_of(put(tmp_path, "v2", colour=None))
    assert blank.values == {}


def test_a_version_is_never_written_twice(tmp_path: Path) -> None:
    put(tmp_path, "v1")
    with pytest.raises(Permanent, match="never written twice"):
        put(tmp_path, "v1")


def test_a_failed_writer_leaves_the_current_version_and_nothing_else(tmp_path: Path) -> None:
    put(tmp_path, "v1")
    with pytest.raises(Transient, match=r"v2: cannot be written: .*No space left"):
        publish(tmp_path, dataset("v2"), SCHEMA, [write_something, fail], manifest("v2"))
    assert current(tmp_path, PACK) == "v1"
    assert sorted(path.name for path in (tmp_path / "graphs" / PACK).iterdir()) == ["current", "v1"]


def test_a_full_disk_is_a_clear_error_and_changes_nothing(tmp_path: Path) -> None:
    """The limit on file sizes stands for the full disk: the writer's own write fails."""
    put(tmp_path, "v1")
    code = (
        "import resource, sys; from pathlib import Path\n"
        "from tests.runtime.test_versions import *\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "def big(directory, schema, made): (directory / 'store').write_bytes(b'x' * 2000)\n"
        "try: publish(Path(sys.argv[1]), dataset('v2'), SCHEMA, [big], manifest('v2'))\n"
        "except Transient as error: print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert "v2: cannot be written" in done.stdout
    assert current(tmp_path, PACK) == "v1"
    assert versions.versions(tmp_path, PACK) == ("v1",)


def test_a_killed_builder_is_never_current_and_its_leftovers_are_removed(tmp_path: Path) -> None:
    put(tmp_path, "v1")
    code = (
        "import os, signal, sys; from pathlib import Path\n"
        "from tests.runtime.test_versions import *\n"
        "def die(directory, schema, made): os.kill(os.getpid(), signal.SIGKILL)\n"
        "home, writers = Path(sys.argv[1]), [write_something, die]\n"
        "with loading(home, PACK): publish(home, dataset('v2'), SCHEMA, writers, manifest('v2'))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], check=False, cwd=Path(__file__).parents[2]
    )
    assert done.returncode == -9
    directory = tmp_path / "graphs" / PACK
    assert [path.name for path in directory.glob(".building-*")] != []
    assert current(tmp_path, PACK) == "v1"
    with loading(tmp_path, PACK):
        assert list(directory.glob(".building-*")) == []
    assert put(tmp_path, "v2").is_dir()


def test_a_folder_without_its_manifest_is_no_version(tmp_path: Path) -> None:
    put(tmp_path, "v1")
    path = put(tmp_path, "v2")
    (path / versions.MANIFEST).unlink()
    assert current(tmp_path, PACK) is None
    assert versions.versions(tmp_path, PACK) == ("v1",)
    with pytest.raises(Permanent, match="no such version"):
        make_current(tmp_path, PACK, "v2")


def test_two_loads_of_one_pack_do_not_mix(tmp_path: Path) -> None:
    with loading(tmp_path, PACK):
        with pytest.raises(Transient, match="another load of pack 'lights' is running"):
            loading(tmp_path, PACK).__enter__()
        with loading(tmp_path, "ships"):
            pass
    with loading(tmp_path, PACK):
        pass


def test_a_reader_never_sees_a_missing_current_while_it_changes(tmp_path: Path) -> None:
    for version in ("v1", "v2"):
        put(tmp_path, version)
    pointer = tmp_path / "graphs" / PACK / "current"
    with pointer.open() as before:
        make_current(tmp_path, PACK, "v1")
        assert before.read() == "v2\n"
    assert pointer.read_text() == "v1\n"


def test_pruning_spares_the_current_the_used_and_the_newest(tmp_path: Path) -> None:
    for age, version in enumerate(("v1", "v2", "v3", "v4", "v5")):
        path = put(tmp_path, version)
        os.utime(path / versions.MANIFEST, (age, age))
    make_current(tmp_path, PACK, "v2")
    assert prune(tmp_path, PACK, {"v1"}, keep=2) == ("v3",)
    assert versions.versions(tmp_path, PACK) == ("v1", "v2", "v4", "v5")
    assert prune(tmp_path, PACK, set(), keep=0) == ("v1", "v4", "v5")
    assert current(tmp_path, PACK) == "v2"


def test_an_open_file_of_a_pruned_version_can_still_be_read(tmp_path: Path) -> None:
    with (put(tmp_path, "v1") / "store").open() as store:
        put(tmp_path, "v2")
        assert prune(tmp_path, PACK, set(), keep=1) == ("v1",)
        assert store.read() == "v1"

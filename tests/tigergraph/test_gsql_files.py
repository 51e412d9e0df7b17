"""The folder gsql/: what is checked in is what is rendered, and its README says what is there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from occam.graph.tigergraph.catalog import LOADING, QUERIES, SCHEMA
from occam.graph.tigergraph.layout import taken

ROOT = Path(__file__).parents[2]
GSQL = ROOT / "gsql"
PACKS = sorted(path.parent.name for path in (ROOT / "shared/packs").glob("*/pack.toml"))


def render(*arguments: str, folder: Path = GSQL) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, folder / "render.py", *arguments], capture_output=True, text=True
    )


def test_every_file_is_current() -> None:
    checked = render("--check")
    assert (checked.returncode, checked.stdout) == (0, "")


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the folder beside the same packs, with one file altered and one too many."""
    folder = tmp_path / "gsql"
    (folder / "olympics" / "queries").mkdir(parents=True)
    (folder / "render.py").write_text((GSQL / "render.py").read_text("utf-8"), "utf-8")
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "packs").symlink_to(ROOT / "shared/packs")
    (folder / "olympics/queries/pool.gsql").write_text("DROP ALL")
    (folder / "olympics/queries/left.gsql").write_text("DROP ALL")
    return folder


def test_what_is_out_of_date_is_named(copied: Path) -> None:
    checked = render("--check", folder=copied)
    assert checked.returncode == 1
    assert "gsql/olympics/queries/left.gsql is out of date" in checked.stdout
    assert "gsql/lighthouses/schema/1_graph.gsql is out of date" in checked.stdout
    assert (copied / "olympics/queries/left.gsql").is_file()


def test_rendering_leaves_exactly_the_files_that_are_checked_in(copied: Path) -> None:
    assert render(folder=copied).returncode == 0
    made = {path.relative_to(copied): path.read_bytes() for path in copied.glob("*/*/*")}
    held = {path.relative_to(GSQL): path.read_bytes() for path in GSQL.glob("*/*/*")}
    assert made == held


@pytest.mark.parametrize("pack", PACKS)
def test_a_pack_has_every_file_once(pack: str) -> None:
    names = sorted(str(path.relative_to(GSQL / pack)) for path in (GSQL / pack).rglob("*.gsql"))
    steps = (*SCHEMA, "vectors")
    wanted = [f"schema/{number}_{step}.gsql" for number, step in enumerate(steps, 1)]
    wanted += [f"loading/load_{part}.gsql" for part in LOADING]
    wanted += [f"queries/{query}.gsql" for query in QUERIES]
    assert names == sorted(wanted)


def test_the_readme_names_the_folders_that_there_are() -> None:
    said = set(re.findall(r"`PACK/(\w+)/`", (GSQL / "README.md").read_text("utf-8")))
    assert said == {path.name for path in (GSQL / PACKS[0]).iterdir()}


def test_no_type_is_called_like_something_inside_a_query() -> None:
    """Tuples, parameters and variables of every rendered query are names that no type can get."""
    for text in (path.read_text("utf-8") for path in (ROOT / "gsql").glob("*/queries/*.gsql")):
        head = text[text.index("QUERY occam_") : text.index("FOR GRAPH")]
        inside = set(re.findall(r"TYPEDEF TUPLE\s*<[^;]*>\s*(\w+);", text))
        inside |= set(re.findall(r"(?:STRING|INT|DOUBLE|BOOL|FLOAT)>* (\w+)", head))
        inside |= set(re.findall(r"^ +(?:STRING|INT|DOUBLE|BOOL) (\w+)(?: =[^;]*)?;", text, re.M))
        inside |= set(re.findall(r"FOREACH (\w+) IN", text))
        assert {name for name in inside if not name.startswith(("want_", "after_"))} <= {*taken()}

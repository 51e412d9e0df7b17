"""wording.toml: optional, and refused where it speaks of what the schema does not have."""

from __future__ import annotations

from pathlib import Path

import pytest
from occam.core.errors import BadConfig
from occam.packs import find_pack
from occam.phrasing import Wording, wording_of

SCHEMA = find_pack("lighthouses").schema


def written(folder: Path, text: str) -> Path:
    (folder / "wording.toml").write_text(text)
    return folder


def test_a_pack_without_wording_has_an_empty_one(tmp_path: Path) -> None:
    assert wording_of(tmp_path, SCHEMA) == Wording()


@pytest.mark.parametrize(
    "text",
    (
        "[edges.NOWHERE]\n",
        "[vertices.Castle]\n",
        '[attributes."Tower.colour"]\n',
        "[edges.BUILT_BY]\nsound = { train = ['x'] }\n",
        "tense = 'future'\n",
    ),
)
def test_what_the_schema_does_not_have_is_named_with_its_line(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadConfig, match=r"wording\.toml:[12]"):
        wording_of(written(tmp_path, text), SCHEMA)


@pytest.mark.parametrize("pack", ("olympics", "lighthouses"))
def test_the_bundled_wordings_are_sound(pack: str) -> None:
    found = find_pack(pack)
    assert wording_of(found.directory, found.schema).edges

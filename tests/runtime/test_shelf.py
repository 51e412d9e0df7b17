"""Which library a question's documents are looked up in."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from occam.core.dataset import Dataset
from occam.documents import FullText, write_documents
from occam.graph.tigergraph.library import TigerLibrary
from occam.packs import find_pack
from occam.runtime import shelf
from occam.runtime.settings import load_settings
from occam.runtime.shelf import Edition

PACK = find_pack("lighthouses")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A version that holds no page."""
    version = tmp_path / "v1"
    version.mkdir()
    empty = Dataset(pack=PACK.name, version="v1", vertices=(), edges=(), facts=())
    write_documents(version, empty)
    return version


def edition(home: Path, store: str) -> Edition:
    environ = {"OCCAM_HOME": str(home.parent), "OCCAM_GRAPH_STORE": store}
    return Edition(PACK, home, load_settings(environ))


async def test_the_embedded_store_searches_words_at_home(home: Path) -> None:
    library = edition(home, "embedded").library
    assert isinstance(library, FullText)
    library.close()


async def test_a_server_s_chunks_are_searched_by_meaning(home: Path) -> None:
    held = edition(home, "tigergraph")
    assert isinstance(held.library, TigerLibrary)
    assert held.library is held.library


async def test_without_the_extra_words_at_home_are_searched_and_the_log_says_so(
    home: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(shelf, "missing", lambda: ("onnxruntime",))
    with caplog.at_level(logging.WARNING):
        library = edition(home, "tigergraph").library
    assert isinstance(library, FullText)
    assert [record.getMessage() for record in caplog.records] == [
        "no vectors without onnxruntime: full text is searched at home"
    ]
    library.close()

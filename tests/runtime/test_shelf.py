"""Which library a question's documents are looked up in."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from occam.core.dataset import Dataset, Page
from occam.core.errors import BadConfig
from occam.core.ports import DocumentState, Embedder
from occam.documents import FullText, vectorfile, write_documents
from occam.documents.dense import NO_ANSWER
from occam.documents.embedding import MiniLm
from occam.documents.hybrid import Hybrid
from occam.documents.making import write_vectors
from occam.packs import find_pack
from occam.runtime import retrieval
from occam.runtime.retrieval import NO_VECTORS
from occam.runtime.settings import load_settings
from occam.runtime.shelf import Edition

PACK = find_pack("lighthouses")
TEXT = "The lamp was lit by the keeper's daughter."
NOWHERE = "http://127.0.0.1:1"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A version of one page, without vectors."""
    version = tmp_path / "v1"
    version.mkdir()
    state = DocumentState(document="L1", title="A lamp", digest="", status="parsed")
    pages = (Page(state=state, text=TEXT),)
    write_documents(
        version,
        Dataset(pack=PACK.name, version="v1", vertices=(), edges=(), facts=(), pages=pages),
    )
    return version


@pytest.fixture
def vectored(home: Path) -> Path:
    """The same version with vectors of the local model."""
    model: Embedder = MiniLm()
    write_vectors(home, model, home.parent / ".vectors.sqlite")
    return home


def edition(home: Path, **named: str) -> Edition:
    environ = {f"OCCAM_{name.upper()}": value for name, value in named.items()}
    return Edition(PACK, home, load_settings({"OCCAM_HOME": str(home.parent), **environ}))


async def test_words_and_meaning_are_searched_where_there_are_vectors(vectored: Path) -> None:
    held = edition(vectored)
    assert isinstance(held.library, Hybrid)
    assert held.library is held.library
    found = await held.library.search("Who kindled the light?", 1)
    assert (found.passages[0].quote, found.note) == (TEXT, "")


async def test_a_version_without_vectors_is_searched_by_words_and_the_note_says_so(
    home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        library = edition(home).library
    assert isinstance(library, FullText)
    found = await library.search("lamp", 1)
    assert (found.passages[0].document, found.note) == ("L1", NO_VECTORS)
    assert "`occam load --vectors` makes them" in caplog.text
    library.close()


async def test_without_a_model_words_are_searched_and_nothing_is_missed(vectored: Path) -> None:
    library = edition(vectored, embedding="none").library
    assert isinstance(library, FullText)
    assert (await library.search("lamp", 1)).note == ""
    library.close()


def test_vectors_of_another_model_are_refused(vectored: Path) -> None:
    vectorfile.write(vectored, "another", 3, "", [[[1.0, 0.0, 0.0]]])
    with pytest.raises(BadConfig, match=r"made by another.*occam load --vectors"):
        _ = edition(vectored).library


async def test_a_mirror_that_is_not_there_only_changes_the_note(vectored: Path) -> None:
    library = edition(vectored, qdrant_url=NOWHERE).library
    found = await library.search("Who kindled the light?", 1)
    assert (found.passages[0].quote, found.note) == (TEXT, NO_ANSWER)


def test_a_server_s_vectors_are_searched_with_the_words_at_home(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    for name in ("TigerLibrary", "TigerVectors", "Dense"):
        monkeypatch.setattr(retrieval, name, lambda *parts, name=name: made.append(name))
    assert isinstance(edition(home, graph_store="tigergraph").library, Hybrid)
    assert made == ["TigerLibrary"]


def test_a_server_s_vectors_stand_behind_the_mirror(
    vectored: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    for name in ("TigerLibrary", "TigerVectors", "Dense"):
        monkeypatch.setattr(retrieval, name, lambda *parts, name=name: made.append(name))
    held = edition(vectored, graph_store="tigergraph", qdrant_url=NOWHERE)
    assert isinstance(held.library, Hybrid)
    assert made == ["TigerVectors", "Dense"]

"""Search over written documents: verbatim quotes, plain words only, errors translated."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from occam.core.dataset import Dataset, Page
from occam.core.errors import BadConfig, OccamError, Permanent, Transient
from occam.core.evidence import Retrieved
from occam.core.ports import DocumentState, Library
from occam.documents import FullText, write_documents
from occam.documents.sqlite import FILE, translated

TEXTS = {
    "D1": "[Infobox Olympic event]\n  event: Men's +100 kg\n  gold: Teddy Riner\n\n"
    "The heaviest judoka met in Rio.\n\nResults\n\nRank | Name\n1 | Teddy Riner",
    "D2": "[Infobox Olympic event]\n  event: Men's 100 kg\n  gold: Lukáš Krpálek\n\n"
    "A Czech champion for the first time.",
    "D3": "The downhill was postponed because warm rain softened the slope.",
}


def dataset_of(texts: dict[str, str]) -> Dataset:
    pages = tuple(
        Page(
            state=DocumentState(document=key, title=f"Page {key}", digest="", status="parsed"),
            text=text,
        )
        for key, text in texts.items()
    )
    return Dataset(pack="p", version="v", vertices=(), edges=(), facts=(), pages=pages)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FullText]:
    directory = tmp_path_factory.mktemp("version")
    write_documents(directory, dataset_of(TEXTS))
    opened = FullText.open(directory)
    yield opened
    opened.close()


async def found(library: Library, text: str) -> list[str]:
    return [passage.document for passage in (await library.search(text, 10)).passages]


async def test_every_quote_stands_at_its_span(library: FullText):
    passages = (await library.search("judoka champion downhill Riner", 10)).passages
    assert {passage.document for passage in passages} == {"D1", "D2", "D3"}
    for passage in passages:
        assert TEXTS[passage.document][passage.start : passage.end] == passage.quote


async def test_a_passage_holds_a_share_of_the_telling_words(tmp_path: Path):
    write_documents(tmp_path, dataset_of(TEXTS))
    full = FullText.open(tmp_path, silent=("why was", "the"))
    passages = (await full.search("judoka", 1)).passages
    shares = [
        full.shares(text, passages)
        for text in ("Why was the judoka heaviest?", "the Rio champion", "page D1 skis", "", "ski")
    ]
    full.close()
    assert shares == [(1.0,), (0.5,), (0.5,), (0.0,), (0.0,)]


async def test_where_no_word_tells_anything_all_of_them_count(tmp_path: Path):
    write_documents(tmp_path, dataset_of(TEXTS))
    full = FullText.open(tmp_path, silent=("why was", "the"))
    passages = (await full.search("downhill", 1)).passages
    assert full.shares("why the", passages) == (0.5,)
    full.close()


async def test_the_best_passage_comes_first(library: FullText):
    passages = (await library.search("Why was the downhill postponed?", 2)).passages
    assert passages[0].document == "D3"
    assert [p.score for p in passages] == sorted((p.score for p in passages), reverse=True)


async def test_accents_and_case_do_not_matter(library: FullText):
    assert await found(library, "KRPALEK") == ["D2"]
    assert await found(library, "krpálek") == ["D2"]


async def test_a_plus_sign_is_part_of_the_word(library: FullText):
    assert await found(library, "+100") == ["D1"]
    assert await found(library, "100") == ["D2"]


async def test_words_of_the_query_language_are_only_words(library: FullText):
    for text in (
        'downhill" OR "judoka',
        "NOT downhill",
        "body:downhill",
        "down* downhill",
        "((downhill",
    ):
        assert "D3" in await found(library, text)
    assert await found(library, 'NEAR(" AND ^ * : -') == []


async def test_nothing_to_look_for_finds_nothing(library: FullText):
    assert await library.search("?!", 5) == Retrieved()
    assert await library.search("downhill", 0) == Retrieved()


async def test_a_word_on_most_pages_does_not_decide(tmp_path: Path):
    write_documents(tmp_path, dataset_of({"A": "judo judo judo", "B": "judo", "C": "judo at Rio"}))
    library = FullText.open(tmp_path)
    assert await found(library, "judo Rio") == ["C"]
    assert sorted(await found(library, "judo")) == ["A", "B", "C"]
    library.close()


async def test_words_that_only_ask_are_looked_for_where_there_are_no_others(tmp_path: Path):
    texts = {"A": "How the lamp was lit.", "B": "Many keepers.", "C": "Oil.", "D": "Oil."}
    write_documents(tmp_path, dataset_of(texts))
    library = FullText.open(tmp_path, silent=("how", "many", "Wás"))
    assert await found(library, "How many lamps? How was oil?") == ["C", "D"]
    assert await found(library, "How many keepers?") == ["B"]
    assert sorted(await found(library, "How many?")) == ["A", "B"]
    library.close()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200)
@given(st.text(max_size=300))
async def test_no_text_is_a_syntax_error(library: FullText, text: str):
    await library.search(text, 3)


async def test_writing_again_replaces_what_was_there(tmp_path: Path):
    write_documents(tmp_path, dataset_of(TEXTS))
    write_documents(tmp_path, dataset_of({"D9": "only this"}))
    library = FullText.open(tmp_path)
    assert await found(library, "downhill this") == ["D9"]
    library.close()


def test_a_missing_file_is_named(tmp_path: Path):
    with pytest.raises(BadConfig, match=FILE):
        FullText.open(tmp_path)


def test_a_file_that_is_no_database_is_permanent(tmp_path: Path):
    (tmp_path / FILE).write_bytes(b"x" * 4096)
    with pytest.raises(Permanent, match=FILE):
        FullText.open(tmp_path)


def test_every_error_of_sqlite_is_translated():
    kinds = [
        kind
        for kind in vars(sqlite3).values()
        if isinstance(kind, type) and issubclass(kind, sqlite3.Error | sqlite3.Warning)
    ]
    assert len(kinds) >= 10
    for kind in kinds:
        with pytest.raises(OccamError), translated(Path("documents.sqlite")):
            raise kind("x")


def test_a_busy_disk_is_transient():
    with pytest.raises(Transient), translated(Path("documents.sqlite")):
        raise sqlite3.OperationalError("disk I/O error")

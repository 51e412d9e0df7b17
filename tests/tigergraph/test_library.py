"""Search by meaning on a server finds what a search through all vectors finds, quoted verbatim."""

from __future__ import annotations

import math
import re
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from zlib import crc32

import msgspec
import pytest
from occam.core.dataset import Dataset, Page
from occam.core.errors import Permanent, QueryNotInstalled, Transient
from occam.core.evidence import Passage, Retrieved
from occam.core.ports import DocumentState, Embedded, Embedder, Library
from occam.core.spending import Spent
from occam.documents.chunks import chunks_of
from occam.documents.embedding import MiniLm
from occam.graph.tigergraph.catalog import scripts
from occam.graph.tigergraph.encoding import ChunkRow
from occam.graph.tigergraph.install import Installer
from occam.graph.tigergraph.layout import CHUNK, RELEASE, Layout
from occam.graph.tigergraph.library import TigerLibrary
from occam.graph.tigergraph.settings import TigerGraphSettings
from occam.graph.tigergraph.wire import Wire
from occam.graph.tigergraph.writer import Writer
from occam.packs import find_pack
from occam.runtime.serverload import pieces
from tigergraph_emulator.server.options import Options
from tigergraph_emulator.server.running import Running, running

PACK = find_pack("olympics")
PAGES = tuple(
    Page(
        state=DocumentState(document=page.doc_id, title=page.title, digest="", status="parsed"),
        text=page.text,
    )
    for page in PACK.documents()
)
NEEDED = ("occam_near", "occam_near_exact", "occam_census")
QUESTIONS = (
    "Why was the men's mass start in biathlon put off in Sochi?",
    "Who shared the gold in the women's downhill of 2014?",
    "150 metres, 100% \"sure\" & 'quoted' + more",
)


COST = Spent(input_tokens=3)


class Words:
    """Counts words: a stand-in for a model, quick, and with many equal distances."""

    name = "words"
    dimension = 384

    def embed(self, texts: Sequence[str]) -> Embedded:
        return Embedded([self._embedded(text) for text in texts], COST)

    def _embedded(self, text: str) -> list[float]:
        counts = [0.0] * self.dimension
        for word in re.findall(r"\w+", text.lower()) or ["-"]:
            counts[crc32(word.encode()) % self.dimension] += 1.0
        length = math.hypot(*counts)
        return [round(count / length, 7) for count in counts]


WORDS = Words()


def dataset(pages: Iterable[Page]) -> Dataset:
    """Pages, and nothing that a graph would hold."""
    return Dataset(
        pack=PACK.name, version="v1", vertices=(), edges=(), facts=(), pages=tuple(pages)
    )


ROWS = list(pieces(dataset(PAGES), WORDS))


def nearest(text: str, limit: int, among: Iterable[ChunkRow] = ROWS) -> list[tuple[float, str]]:
    """Distances and ids by looking at every chunk: what must be found."""
    (asked,) = WORDS.embed([text]).vectors
    distances = [(distance(asked, row.vector or ()), row.id) for row in among]
    return sorted(distances)[:limit]


def distance(left: Sequence[float], right: Sequence[float]) -> float:
    """As the server prints it: seven digits."""
    product = math.fsum(a * b for a, b in zip(left, right, strict=True))
    return float(f"{1.0 - product / (math.hypot(*left) * math.hypot(*right)):.6g}")


def distances(passages: Iterable[Passage]) -> list[float]:
    return [1.0 - passage.score for passage in passages]


def as_row(passage: Passage) -> ChunkRow:
    """The chunk that a passage quotes."""
    return ChunkRow(
        document=passage.document,
        title=passage.title,
        start=passage.start,
        end=passage.end,
        words=passage.quote,
    )


@asynccontextmanager
async def library(
    server: Running,
    chunks: Sequence[ChunkRow],
    embedder: Embedder = WORDS,
    queries: Sequence[str] = NEEDED,
    graph: str = "",
) -> AsyncIterator[tuple[TigerLibrary, Wire]]:
    """A library over these chunks, installed and loaded as a user's would be."""
    layout, texts = (
        Layout(PACK.schema, PACK.name, graph),
        scripts(PACK.schema, PACK.name, 384, graph),
    )
    texts = replace(texts, queries=tuple(s for s in texts.queries if s.name in queries))
    async with Wire(TigerGraphSettings(url=server.url), layout.graph) as wire:
        await Installer(wire, layout, texts, print).install()
        await Writer(wire, layout).write(dataset(PAGES), chunks)
        yield TigerLibrary(wire, "v1", embedder), wire


async def test_the_port_is_kept(emulator: Running) -> None:
    async with library(emulator, ROWS) as (found, _):
        port: Library = found
        assert (await port.search(QUESTIONS[0], 1)).passages


@pytest.mark.parametrize("question", QUESTIONS)
async def test_among_documents_exactly_the_nearest_come_in_order(
    emulator: Running, question: str
) -> None:
    documents = [page.state.document for page in PAGES[::3]]
    among = [row for row in ROWS if row.document in documents]
    async with library(emulator, ROWS) as (found, _):
        passages = (await found.search(question, 12, documents)).passages
    expected = nearest(question, 12, among)
    assert distances(passages) == pytest.approx([near for near, _ in expected], abs=1e-6)
    assert {p.document for p in passages} <= set(documents)
    certain = {id_ for near, id_ in expected if near < expected[-1][0] - 1e-5}
    assert certain <= {as_row(p).id for p in passages}


@pytest.mark.parametrize("question", QUESTIONS)
async def test_in_the_whole_corpus_the_nearest_are_found(emulator: Running, question: str) -> None:
    async with library(emulator, ROWS) as (found, _):
        passages = (await found.search(question, 5)).passages
    assert distances(passages) == pytest.approx(
        [near for near, _ in nearest(question, 5)], abs=1e-6
    )
    assert distances(passages) == sorted(distances(passages))


async def test_a_passage_is_quoted_where_the_embedded_library_cuts_it(emulator: Running) -> None:
    texts = {page.state.document: page.text for page in PAGES}
    async with library(emulator, ROWS) as (found, _):
        for passage in (await found.search(QUESTIONS[1], 20)).passages:
            text = texts[passage.document]
            assert text[passage.start : passage.end] == passage.quote
            assert (passage.start, passage.end) in {(c.start, c.end) for c in chunks_of(text)}


async def test_equal_distances_go_by_document_and_start(emulator: Running) -> None:
    same = [
        msgspec.structs.replace(
            ROWS[n], words="The same words.", vector=WORDS.embed(["The same words."]).vectors[0]
        )
        for n in range(8)
    ]
    documents = [row.document for row in same]
    async with library(emulator, same, graph="library_ties") as (found, _):
        passages = (await found.search("same", 5, documents)).passages
        everywhere = (await found.search("same", 8)).passages
    places = sorted((row.document, row.start) for row in same)
    assert [(p.document, p.start) for p in passages] == places[:5]
    assert [(p.document, p.start) for p in everywhere] == places


async def test_more_than_there_is_gives_all_there_is(emulator: Running) -> None:
    async with library(emulator, ROWS[:3], graph="library_three") as (found, _):
        assert len((await found.search("snow", 50)).passages) == 3
        documents = [row.document for row in ROWS[:3]]
        assert len((await found.search("snow", 50, documents)).passages) == 3


async def test_nothing_to_look_for_or_in_finds_nothing(emulator: Running) -> None:
    async with library(emulator, ROWS) as (found, _):
        assert await found.search(" ", 5) == await found.search("snow", 0) == Retrieved()
        nowhere = await found.search("snow", 5, ("no such page",))
        assert nowhere.passages == ()


async def test_a_search_costs_what_the_vector_of_its_question_costs(emulator: Running) -> None:
    async with library(emulator, ROWS) as (found, _):
        assert (await found.search("snow", 2)).spent == COST
        assert (await found.search("snow", 2, [ROWS[0].document])).spent == COST


async def test_an_empty_corpus_finds_nothing(emulator: Running) -> None:
    async with library(emulator, (), graph="library_empty") as (found, _):
        assert (await found.search("snow", 5)).passages == ()


@pytest.mark.parametrize("with_vectors", [0, 2])
async def test_chunks_without_vectors_are_told_and_never_left_out(
    emulator: Running, with_vectors: int
) -> None:
    bare = [msgspec.structs.replace(row, vector=None) for row in ROWS[with_vectors:5]]
    chunks, graph = [*ROWS[:with_vectors], *bare], f"library_bare_{with_vectors}"
    async with library(emulator, chunks, graph=graph) as (found, _):
        with pytest.raises(
            Permanent, match=f"{5 - with_vectors} of 5 {CHUNK} have no vector.*load"
        ):
            await found.search("snow", 2)
        with pytest.raises(Permanent, match="have no vector"):
            await found.search("snow", 2, [row.document for row in ROWS[:5]])


class Plain:
    """A library at home that finds one passage, whatever is asked."""

    FOUND = (Passage("page", "A page", 0, 4, "Snow", 1.0),)

    async def search(self, text: str, limit: int, documents: Sequence[str] = ()) -> Retrieved:
        return Retrieved(passages=self.FOUND)


@pytest.mark.parametrize("with_vectors", [0, 2, 5])
async def test_a_server_without_any_vector_leaves_the_search_to_the_home(
    emulator: Running, with_vectors: int
) -> None:
    bare = [msgspec.structs.replace(row, vector=None) for row in ROWS[with_vectors:5]]
    graph = f"library_plain_{with_vectors}"
    async with library(emulator, [*ROWS[:with_vectors], *bare], graph=graph) as (_, wire):
        found = TigerLibrary(wire, "v1", WORDS, Plain())
        match with_vectors:
            case 0:
                plain = await found.search("snow", 2)
                assert plain.passages == Plain.FOUND
                assert "no vectors: searched the full text at home" in plain.note
                assert plain.spent == COST
            case 2:
                with pytest.raises(Permanent, match="have no vector"):
                    await found.search("snow", 2)
            case _:
                assert (await found.search("snow", 2)).passages != Plain.FOUND


async def test_a_query_that_is_not_installed_is_named(emulator: Running) -> None:
    only = ("occam_near_exact", "occam_census")
    async with library(emulator, ROWS[:3], queries=only, graph="library_lacks") as (found, _):
        with pytest.raises(QueryNotInstalled, match="occam_near"):
            await found.search("snow", 2)
        assert (await found.search("snow", 2, [ROWS[0].document])).passages


async def test_an_index_that_is_not_ready_is_waited_for(emulator: Running) -> None:
    async with (
        running(Options(vector_seconds=3600)) as slow,
        library(slow, ROWS[:3]) as (found, _),
    ):
        with pytest.raises(Transient, match=f"the index of {CHUNK} is being built"):
            await found.search("snow", 2)
        assert (await found.search("snow", 2, [ROWS[0].document])).passages


@pytest.mark.parametrize(
    ("counter", "version", "error"), [(3, "v1", Transient), (2, "v2", Permanent)]
)
async def test_another_state_of_the_graph_is_refused(
    emulator: Running, counter: int, version: str, error: type[Exception]
) -> None:
    async with library(emulator, ROWS[:3], graph=f"library_{version}_{counter}") as (found, wire):
        row = {"counter": {"value": counter}, "version": {"value": version}}
        await wire.upsert({"vertices": {RELEASE: {"current": row}}})
        with pytest.raises(error):
            await found.search("snow", 2)
        with pytest.raises(error):
            await found.search("snow", 2, [ROWS[0].document])


async def test_the_model_finds_the_passage_that_answers(emulator: Running) -> None:
    model = MiniLm()
    pages = [page for page in PAGES if page.state.document in {"D026", "D031", "S0091", "S0096"}]
    chunks = list(pieces(dataset(pages), model))
    async with library(emulator, chunks, model, graph="library_model") as (found, _):
        asked = "How warm does the sea have to be for swimmers?"
        best, *_ = (await found.search(asked, 3)).passages
    assert best.document == "D031"
    assert "16 degrees" in best.quote

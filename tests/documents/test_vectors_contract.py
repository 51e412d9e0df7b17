"""Every store of vectors gives the same passages in the same order.

The expectations are written by hand. The suite runs on the mapped file, on the local mode of
Qdrant's client and on an emulated TigerGraph server; it cannot show how an approximate index of a
real server behaves among very many vectors.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from occam.core.ports import Near, Vectors
from tigergraph_emulator.server.running import Running

from tests.documents.stores import exact, mirrored, tiger
from tests.documents.world import unit, vectored, version

pytestmark = pytest.mark.filterwarnings("ignore:.*local.*:UserWarning")

TWO = "[Infobox a]\n  k: 1\n[Infobox b]\n  k: 2"
TEXTS = {"A": TWO, "B": "Wind.", "T1": "Rain.", "T2": "Rain.", "T3": "Rain.", "Ü/1 “q”": "Sun."}
VECTORS = [
    unit(1, 0, 0),
    unit(0.8, 0.6, 0),
    unit(0, 1, 0),
    unit(0.6, 0.8, 0),
    unit(0.6, 0.8, 0),
    unit(0.6, 0.8, 0),
    unit(0, 0, 1),
]
EAST = unit(1, 0, 0)
A0, A1, B, T1, T2, T3, U = (
    ("A", 0, 18, 1.0), ("A", 19, 37, 0.8), ("B", 0, 5, 0.0), ("T1", 0, 5, 0.6),
    ("T2", 0, 5, 0.6), ("T3", 0, 5, 0.6), ("Ü/1 “q”", 0, 4, 0.0),
)  # fmt: skip
EVERY = [A0, A1, T1, T2, T3, B, U]


@pytest.fixture(params=["embedded", "qdrant", "tigergraph"])
async def vectors(
    request: pytest.FixtureRequest, tmp_path: Path, emulator: Running
) -> AsyncIterator[Vectors]:
    directory = vectored(version(tmp_path / "v1", TEXTS), VECTORS)
    match request.param:
        case "embedded":
            yield exact(directory)
        case "qdrant":
            async with mirrored(directory) as mirror:
                yield mirror
        case _:
            async with tiger(emulator, directory, "vectors_contract") as server:
                yield server


def told(found: tuple[Near, ...]) -> list[tuple[str, int, int, float]]:
    """Without the noise of single precision."""
    return [(n.document, n.start, n.end, round(n.score, 5) + 0.0) for n in found]


async def test_the_nearest_come_first_and_ties_by_document(vectors: Vectors):
    assert told(await vectors.nearest(EAST, 7)) == EVERY


@pytest.mark.parametrize("limit", range(1, 7))
async def test_a_cut_among_equals_keeps_the_first(vectors: Vectors, limit: int):
    assert told(await vectors.nearest(EAST, limit)) == EVERY[:limit]


async def test_another_question_has_another_order(vectors: Vectors):
    assert told(await vectors.nearest(unit(0, 0, 1), 2)) == [
        ("Ü/1 “q”", 0, 4, 1.0),
        ("A", 0, 18, 0.0),
    ]


async def test_more_than_there_is_gives_all_there_is(vectors: Vectors):
    assert told(await vectors.nearest(EAST, 500)) == EVERY


async def test_nothing_wanted_is_nothing_found(vectors: Vectors):
    assert await vectors.nearest(EAST, 0) == ()
    assert await vectors.nearest(EAST, -3, ("A",)) == ()


async def test_named_documents_are_searched_and_no_others(vectors: Vectors):
    assert told(await vectors.nearest(EAST, 5, ("B", "T2"))) == [T2, B]
    assert told(await vectors.nearest(EAST, 1, ["B", "T2"])) == [T2]
    assert told(await vectors.nearest(EAST, 5, ("A", "A", "A"))) == [A0, A1]
    assert told(await vectors.nearest(EAST, 5, ("Ü/1 “q”",))) == [U]


async def test_unknown_documents_hold_nothing(vectors: Vectors):
    assert await vectors.nearest(EAST, 5, ("no such page",)) == ()
    assert told(await vectors.nearest(EAST, 5, ("no such page", "", "B"))) == [B]


async def test_very_many_documents_may_be_named(vectors: Vectors):
    documents = [*(f"other {number}" for number in range(500)), "T3"]
    assert told(await vectors.nearest(EAST, 5, documents)) == [T3]


async def test_the_same_question_gives_the_same_twice(vectors: Vectors):
    asked = unit(0.3, 0.2, 0.9)
    assert await vectors.nearest(asked, 4) == await vectors.nearest(asked, 4)


async def test_a_filter_changes_no_score(vectors: Vectors):
    asked = unit(0.3, 0.2, 0.9)
    everywhere = told(await vectors.nearest(asked, 7))
    named = told(await vectors.nearest(asked, 7, tuple(TEXTS)))
    assert named == everywhere

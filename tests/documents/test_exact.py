"""Exact search over the mapped file: what it finds, when it refuses, what a new file changes."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from occam.core.errors import BadConfig, Permanent
from occam.documents import vectorfile
from occam.documents.exact import DIGITS, ExactVectors
from occam.documents.passages import Places

from tests.documents.world import DIMENSION, Words, unit, vectored, version

numpy = vectorfile.numeric()

TEXTS = {"A": "Snow.", "B": "Wind.", "C": "Rain."}
VECTORS = [unit(1, 0), unit(0, 1), unit(1, 1)]

small = st.integers(-3, 3)
vector = st.lists(small, min_size=3, max_size=3).filter(any)


def scaled(numbers: list[int]) -> list[float]:
    length = math.hypot(*numbers)
    return [float(numpy.float32(number / length)) for number in numbers]


def cosine(left: list[float], right: list[float]) -> float:
    product = math.fsum(a * b for a, b in zip(left, right, strict=True))
    return float(numpy.round(product, DIGITS))


@settings(max_examples=300)
@given(st.lists(vector, min_size=1, max_size=30), vector, st.integers(0, 40), st.data())
def test_it_finds_what_looking_at_every_vector_finds(
    rows: list[list[int]], asked: list[int], limit: int, data: st.DataObject
):
    places = [(f"D{number // 3}", number % 3, number % 3 + 1) for number in range(len(rows))]
    stored, question = [scaled(row) for row in rows], scaled(asked)
    documents = data.draw(st.lists(st.sampled_from([*(p[0] for p in places), "none"]), max_size=3))
    store = ExactVectors(numpy.array(stored, dtype=numpy.float32), Places(places))
    expected = sorted(
        (-cosine(row, question), place)
        for row, place in zip(stored, places, strict=True)
        if not documents or place[0] in documents
    )[:limit]
    found = store._nearest(question, limit, documents) if limit else ()
    assert [(-n.score, (n.document, n.start, n.end)) for n in found] == expected


async def test_equal_vectors_tie_wherever_they_stand():
    rows = numpy.tile(numpy.array(unit(0.3, 0.5, 0.2), dtype=numpy.float32), (1001, 1))
    store = ExactVectors(rows, Places([(f"D{n:04}", 0, 1) for n in range(1001)]))
    found = await store.nearest(unit(0.1, 0.7, 0.3), 5)
    assert [near.document for near in found] == ["D0000", "D0001", "D0002", "D0003", "D0004"]
    assert len({near.score for near in found}) == 1


async def test_a_vector_of_another_length_is_refused(tmp_path: Path):
    vectored(version(tmp_path / "v1", TEXTS), VECTORS)
    store = ExactVectors.open(tmp_path / "v1", "hand", DIMENSION)
    assert store
    with pytest.raises(Permanent, match="a vector of 3 numbers"):
        await store.nearest([1.0, 0.0, 0.0], 1)


def test_a_version_without_vectors_has_none(tmp_path: Path):
    assert ExactVectors.open(version(tmp_path / "v1", TEXTS), "hand", DIMENSION) is None


@pytest.mark.parametrize(("model", "dimension"), [("other", DIMENSION), ("hand", 3)])
def test_vectors_of_another_model_are_refused_with_the_command(
    tmp_path: Path, model: str, dimension: int
):
    vectored(version(tmp_path / "v1", TEXTS), VECTORS)
    with pytest.raises(BadConfig, match=r"made by hand \(384 numbers\).*occam load --vectors"):
        ExactVectors.open(tmp_path / "v1", model, dimension)


def test_vectors_of_other_passages_are_refused(tmp_path: Path):
    directory = vectored(version(tmp_path / "v1", TEXTS), VECTORS)
    version(directory, {"A": "Snow."})
    with pytest.raises(Permanent, match="3 vectors for 1 passages"):
        ExactVectors.open(directory, "hand", DIMENSION)


@pytest.mark.parametrize("keep", [0, 10, vectorfile.HEADER, vectorfile.HEADER + 100])
def test_a_torn_file_is_named(tmp_path: Path, keep: int):
    directory = vectored(version(tmp_path / "v1", TEXTS), VECTORS)
    path = directory / vectorfile.FILE
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(Permanent, match=vectorfile.FILE):
        ExactVectors.open(directory, "hand", DIMENSION)


async def test_who_has_the_old_file_open_keeps_reading_it(tmp_path: Path):
    directory = vectored(version(tmp_path / "v1", TEXTS), VECTORS)
    before = ExactVectors.open(directory, "hand", DIMENSION)
    assert before
    vectored(directory, [unit(0, 1), unit(1, 0), unit(1, 1)])
    after = ExactVectors.open(directory, "hand", DIMENSION)
    assert after
    assert [n.document for n in await before.nearest(unit(1, 0), 1)] == ["A"]
    assert [n.document for n in await after.nearest(unit(1, 0), 1)] == ["B"]


async def test_an_empty_version_holds_nothing(tmp_path: Path):
    directory = version(tmp_path / "v1", {}, Words())
    store = ExactVectors.open(directory, "words", DIMENSION)
    assert store
    assert await store.nearest(unit(1), 5) == ()


def test_the_state_tells_models_passages_and_vectors_apart(tmp_path: Path):
    directory = version(tmp_path / "v1", TEXTS)
    states: set[str] = set()
    for vectors, model in ((VECTORS, "hand"), (VECTORS, "other"), (VECTORS[::-1], "hand")):
        header = vectorfile.header_of(vectored(directory, vectors, model))
        assert header
        states.add(header.state)
    vectored(version(directory, {**TEXTS, "C": "Hail."}), VECTORS)
    header = vectorfile.header_of(directory)
    assert header
    assert len(states | {header.state}) == 4

"""Vectors are made once: an added page costs itself, an interrupted load goes on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from occam.core.errors import Permanent, Transient
from occam.core.ports import Embedded
from occam.core.spending import Spent
from occam.documents import making
from occam.documents.making import write_vectors
from occam.documents.remembered import FILE, KEPT_LOADS, Remembered

from tests.documents.world import COST, Words, version

TEXTS = {f"D{number}": f"Page number {number} tells of snow." for number in range(5)}


class Failing(Words):
    """Answers so many batches and then no more."""

    def __init__(self, batches: int) -> None:
        super().__init__()
        self.left = batches

    def embed(self, texts: Sequence[str]) -> Embedded:
        if not self.left:
            raise Transient("the provider is down")
        self.left -= 1
        return super().embed(texts)


def made(directory: Path, texts: dict[str, str], model: Words) -> making.Vectored:
    return write_vectors(version(directory, texts), model, directory.parent / FILE)


def test_a_load_tells_what_it_cost(tmp_path: Path):
    first = made(tmp_path / "v1", TEXTS, Words())
    assert (first.model, first.dimension, first.passages, first.reused) == ("words", 384, 5, 0)
    assert first.spent == sum([COST] * 5, Spent())


def test_the_same_again_costs_nothing_and_gives_the_same_file(tmp_path: Path):
    made(tmp_path / "v1", TEXTS, Words())
    again = made(tmp_path / "v2", TEXTS, Words())
    assert (again.reused, again.spent) == (5, Spent())
    assert (tmp_path / "v1/vectors.f32").read_bytes() == (tmp_path / "v2/vectors.f32").read_bytes()


def test_an_added_page_costs_only_itself(tmp_path: Path):
    made(tmp_path / "v1", TEXTS, Words())
    model = Words()
    more = made(tmp_path / "v2", {**TEXTS, "D9": "One more."}, model)
    assert (more.passages, more.reused, more.spent) == (6, 5, COST)
    assert model.asked == ["Page D9\nOne more."]


def test_an_interrupted_load_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(making, "BATCH", 2)
    with pytest.raises(Transient, match="down"):
        made(tmp_path / "v1", TEXTS, Failing(2))
    assert not (tmp_path / "v1/vectors.f32").exists()
    assert not list((tmp_path / "v1").glob("*.part"))
    done = made(tmp_path / "v1", TEXTS, Words())
    assert (done.reused, done.spent) == (4, COST)


def test_equal_texts_are_asked_for_once(tmp_path: Path):
    model = Words()
    with Remembered(tmp_path / FILE, model) as remembered:
        first, second = remembered.vectors(["snow", "snow"])
    assert first == second
    assert model.asked == ["snow"]


def test_another_model_shares_nothing(tmp_path: Path):
    class Other(Words):
        name = "other"

    made(tmp_path / "v1", TEXTS, Words())
    assert made(tmp_path / "v1", TEXTS, Other()).reused == 0


def test_a_broken_cache_is_begun_anew(tmp_path: Path):
    (tmp_path / FILE).write_bytes(b"x" * 5000)
    assert made(tmp_path / "v1", TEXTS, Words()).reused == 0
    assert made(tmp_path / "v1", TEXTS, Words()).reused == 5


def test_what_no_load_asks_for_any_more_is_dropped_after_a_while(tmp_path: Path):
    made(tmp_path / "v1", {"A": "Old."}, Words())
    for _ in range(KEPT_LOADS - 1):
        made(tmp_path / "v2", {"B": "New."}, Words())
    assert made(tmp_path / "v1", {"A": "Old."}, Words()).reused == 1
    for _ in range(KEPT_LOADS):
        made(tmp_path / "v2", {"B": "New."}, Words())
    assert made(tmp_path / "v1", {"A": "Old."}, Words()).reused == 0


@pytest.mark.parametrize("answer", [[], [[1.0]], [[1.0] * 384] * 2])
def test_a_model_that_answers_otherwise_than_it_says_is_refused(
    tmp_path: Path, answer: list[list[float]]
):
    class Odd(Words):
        def embed(self, texts: Sequence[str]) -> Embedded:
            return Embedded(answer)

    with pytest.raises(Permanent, match="words gave"):
        made(tmp_path / "v1", {"A": "Snow."}, Odd())


def test_progress_ends_at_the_last_passage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(making, "BATCH", 2)
    told: list[tuple[int, int]] = []
    write_vectors(
        version(tmp_path / "v1", TEXTS), Words(), tmp_path / FILE, lambda *at: told.append(at)
    )
    assert told == [(2, 5), (4, 5), (5, 5)]

"""Words and meaning together: what it costs, what it says when a part fails."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from occam.core.errors import BadConfig, OccamError, Permanent, Transient
from occam.core.evidence import Passage, Retrieved
from occam.core.ports import Near
from occam.documents import FullText
from occam.documents.dense import NO_ANSWER, NOT_IN_STEP, REST_S, Dense, NotInStep
from occam.documents.hybrid import ONLY_WORDS, Hybrid

from tests.documents.stores import exact
from tests.documents.world import COST, Words, version

TEXTS = {"D1": "Snow on the slope.", "D2": "Fog over the harbour.", "D3": "Snow and fog."}


class Scripted:
    """A library, or a store, that brings back what the test wrote."""

    name = "scripted"

    def __init__(
        self, *found: Passage, error: OccamError | None = None, note: str = "",
        held: dict[str, float] | None = None,
    ) -> None:  # fmt: skip
        self.found, self.error, self.note, self.held = found, error, note, held or {}
        self.asked: list[Sequence[str]] = []

    async def search(self, text: str, limit: int, documents: Sequence[str] = ()) -> Retrieved:
        self.asked.append(documents)
        if self.error:
            raise self.error
        return Retrieved(passages=self.found[:limit], note=self.note, spent=COST)

    def shares(self, text: str, passages: Sequence[Passage]) -> Sequence[float]:
        return [self.held.get(each.document, 1.0) for each in passages]

    async def nearest(
        self, vector: Sequence[float], limit: int, documents: Sequence[str] = ()
    ) -> tuple[Near, ...]:
        self.asked.append(documents)
        if self.error:
            raise self.error
        return tuple(Near(p.document, p.start, p.end, p.score) for p in self.found[:limit])


def passage(document: str, start: int = 0) -> Passage:
    return Passage(document, "", start, start + 5, "words", 1.0)


A, B, C = passage("A"), passage("B"), passage("C")


async def documents(library: Hybrid, limit: int = 5) -> list[str]:
    return [p.document for p in (await library.search("snow", limit)).passages]


async def test_what_both_find_comes_first_and_what_one_finds_is_kept():
    assert await documents(Hybrid(Scripted(A, B), Scripted(B, C))) == ["B", "A", "C"]


async def test_the_only_passage_with_every_word_comes_before_what_both_find_with_few_of_them():
    few = dict.fromkeys("BC", 0.25)
    assert await documents(Hybrid(Scripted(A, B, held=few), Scripted(B, C))) == ["A", "B", "C"]


async def test_what_meaning_finds_comes_before_what_only_shares_a_word():
    held = {"A": 0.1}
    assert await documents(Hybrid(Scripted(A, held=held), Scripted(B))) == ["B", "A"]


async def test_the_filter_goes_down_to_both():
    words, meaning = Scripted(A), Scripted(B)
    await Hybrid(words, meaning).search("snow", 3, ("A", "B"))
    assert words.asked == meaning.asked == [("A", "B")]


async def test_costs_and_notes_of_both_are_told():
    found = await Hybrid(Scripted(A, note="one"), Scripted(B, note="two")).search("snow", 3)
    assert found.spent == COST + COST
    assert found.note == "one; two"


async def test_a_search_by_meaning_that_fails_leaves_the_words():
    found = await Hybrid(Scripted(A, B), Scripted(error=Transient("down"))).search("snow", 3)
    assert [p.document for p in found.passages] == ["A", "B"]
    assert found.note == ONLY_WORDS


async def test_a_key_that_is_turned_down_leaves_the_words_and_the_note_says_so():
    found = await Hybrid(Scripted(A), Scripted(error=BadConfig("no"))).search("snow", 3)
    assert ([p.document for p in found.passages], found.note) == (["A"], ONLY_WORDS)


async def test_words_that_cannot_be_searched_are_an_error():
    with pytest.raises(Permanent):
        await Hybrid(Scripted(error=Permanent("broken")), Scripted(A)).search("snow", 3)


@pytest.fixture
def full(tmp_path: Path):
    opened = FullText.open(version(tmp_path / "v1", TEXTS, Words()))
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("mirror", "note"),
    [
        (Scripted(error=Transient("no route")), NO_ANSWER),
        (Scripted(error=Permanent("401")), NO_ANSWER),
        (Scripted(error=NotInStep("behind")), NOT_IN_STEP),
        (Scripted(passage("D1", 99)), NO_ANSWER),
        (Scripted(passage("of another version")), NO_ANSWER),
    ],
    ids=["unreachable", "forbidden", "behind", "another place", "another page"],
)
async def test_without_its_mirror_the_primary_store_is_searched_and_the_note_says_so(
    full: FullText, tmp_path: Path, mirror: Scripted, note: str
):
    dense = Dense(Words(), exact(tmp_path / "v1"), full, mirror)
    alone = Dense(Words(), exact(tmp_path / "v1"), full)
    found = await dense.search("snow slope", 2)
    assert found.note == note
    assert found.passages == (await alone.search("snow slope", 2)).passages
    assert found.spent == COST


async def test_a_mirror_that_failed_rests_and_is_asked_again(full: FullText, tmp_path: Path):
    now = 0.0
    mirror = Scripted(error=Transient("down"))
    dense = Dense(Words(), exact(tmp_path / "v1"), full, mirror, clock=lambda: now)
    for _ in range(3):
        assert (await dense.search("snow", 1)).note == NO_ANSWER
    assert len(mirror.asked) == 1
    now, mirror.error = REST_S, None
    assert (await dense.search("snow", 1)).note == ""
    assert len(mirror.asked) == 2


async def test_a_primary_store_that_fails_is_an_error(full: FullText):
    with pytest.raises(Transient):
        await Dense(Words(), Scripted(error=Transient("disk")), full).search("snow", 1)

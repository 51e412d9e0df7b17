"""A quote is the document's own characters at its place, and nothing else is one."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from occam.core.evidence import Passage, Quote
from occam.core.quoting import (
    LONGEST,
    Line,
    counts,
    line_of,
    quoted,
    supports,
    visible,
    worded,
)

HIDDEN = "\u200b\u200d\u2060\ufeff\u202e\u202a\u2066\u00ad\U000e0041\U000e007f\ufe0f\U000e0101\x07"
HIDDEN += "\u034f\u115f\u1160\u17b4\u180b\u180f\u3164\uffa0"
SEEN = st.text(st.characters(exclude_categories=("Cs", "Cf", "Cc", "Co", "Cn")), max_size=60)
PAGES = st.text(st.sampled_from(f"ab Ä1,.'-{HIDDEN}\n"), max_size=120)


def passage(text: str, start: int = 0) -> Passage:
    return Passage(
        document="d", title="t", start=start, end=start + len(text), quote=text, score=1.0
    )


def quote(text: str) -> Quote:
    return Quote(document="d", title="t", start=0, end=len(text), text=text)


@given(PAGES, st.integers(0, 500), st.data())
def test_a_quote_is_the_page_at_its_place_and_hidden_characters_never_matter(
    page: str, start: int, data: st.DataObject
) -> None:
    shown = visible(page)
    first = data.draw(st.integers(0, len(shown)))
    last = data.draw(st.integers(first, len(shown)))
    said = "".join(char + data.draw(st.sampled_from(["", *HIDDEN])) for char in shown[first:last])
    found = quoted(passage(page, start), said)
    if found is None:
        assert not any(char.isalnum() for char in visible(said))
        return
    assert page[found.start - start : found.end - start] == found.text
    assert visible(found.text) == visible(said).strip()


@given(SEEN, SEEN)
def test_what_the_page_does_not_show_is_no_quote(page: str, said: str) -> None:
    assume(said.strip() not in page)
    assert quoted(passage(page), said) is None


@pytest.mark.parametrize(
    "said", ["", "  ", "...", "—", "x" * (LONGEST + 1), "Fog", "fog  hid", "Fog hid the", "fоg hid"]
)
def test_what_is_nearly_there_is_not_there(said: str) -> None:
    assert quoted(passage(f"The fog hid it. {'x' * (LONGEST + 1)}"), said) is None


@given(SEEN, st.lists(SEEN))
def test_an_answer_is_given_in_the_words_of_the_page(page: str, words: list[str]) -> None:
    said = worded(quote(page), " ".join(words))
    assert said in page
    assert bool(said) == supports(quote(page), " ".join(words))


@pytest.mark.parametrize(
    ("page", "answer", "words"),
    [
        ("Fog hid the targets.", "fog HID", "Fog hid"),
        ("Fog hid the targets.", "fog, hid!", "Fog hid"),
        ("Fog hid the targets.", "hid fog", ""),
        ("F\u200bog hid.", "fog", "Fog"),
        ("It was -5 degrees.", "5", ""),
        ("It was -5 degrees.", "-5", "-5"),
        ("81 started.", "-81", ""),
        ("81 started.", "<b>81</b> started", ""),
        ("81 started.", "81%", "81"),
        ("1,081 started.", "81", ""),
        ("81.5 points", "81", ""),
        ("Ungvári won.", "ungvari", "Ungvári"),
        ("The 2012-14 season", "2012", ""),
        ("Paris", "", ""),
        ("Paris", "!!!", ""),
        ("Раris", "Paris", ""),
    ],
)
def test_the_words_of_an_answer_stand_side_by_side(page: str, answer: str, words: str) -> None:
    assert worded(quote(page), answer) == words


@pytest.mark.parametrize(
    ("page", "number", "of_competitors"),
    [
        ("In all 81 competitors of 47 nations started.", "81", True),
        ("In all 81 competitors of 47 nations started.", "47", False),
        ("81 registered competitors started.", "81", True),
        ("competitors: 81", "81", True),
        ("competitors = 81, nations = 47", "81", True),
        ("competitors = 81, nations = 47", "47", False),
        ("nations: 47 competitors: 81", "47", False),
        ("nations: 47 competitors: 81", "81", True),
        ("nations: 47, competitors: 81", "47", False),
        ("81 competitors, 47 nations", "47", False),
        ("81 competitors 47 nations", "47", False),
        ("Nations 47 Competitors 81", "47", False),
        ("47. Competitors came from afar.", "47", False),
        ("47\nCompetitors", "47", False),
        ("19 teams, 5 lapped competitors", "19", False),
        ("On day 3 competitors rested", "4", False),
        ("-81 competitors", "81", False),
    ],
)
def test_a_number_is_of_the_word_beside_it(page: str, number: str, of_competitors: bool) -> None:
    assert counts(Line("", page, ""), number, ("competitors",)) == of_competitors


@pytest.mark.parametrize(
    ("page", "number"),
    [
        ("competitors: 24 teams", "24"), ("competitors: 16 boats", "16"),
        ("competitors: 24\u00a0pairs", "24"), ("1\u202f128 competitors", "128"),
        ("1 128 competitors", "128"), ("1\u2009128 competitors", "128"),
        ("competitors: 81\u202f000", "81"), ("competitors: 81 000", "81"),
        ("128–130 competitors", "130"), ("128 – 130 competitors", "130"),
        ("competitors: 128–130", "128"), ("½ 50 competitors", "50"), ("8½ competitors", "8"),
        ("competitors: 81 × 2", "81"), ("competitors: 81%", "81"), ("~50 competitors", "50"),
        ("–50 competitors", "50"), ("$50 competitors", "50"), ("2×50 competitors", "50"),
    ],
)  # fmt: skip
def test_a_part_of_a_number_or_a_number_of_something_else_is_not_it(page: str, number: str) -> None:
    assert not counts(Line("", page, ""), number, ("competitors",))


@pytest.mark.parametrize(
    ("page", "said", "whole"),
    [
        ("sport: X\ncompetitors: 24 teams\nday: 3", "competitors: 24", False),
        ("sport: X\ncompetitors: 24\nteams: 3", "competitors: 24", True),
        ("In all 1\u202f128 competitors came.", "128 competitors", False),
        ("In all 128 competitors came.", "128 competitors", True),
        ("competitors: 24 (12 boats)", "competitors: 24", True),
        ("competitors: 24[1]\nnations: 2", "competitors: 24[1]\nnations: 2", True),
    ],
)
def test_a_quote_is_read_on_its_line_of_the_page(page: str, said: str, whole: bool) -> None:
    cut = quoted(passage(page, 7), said)
    assert cut
    line = line_of(cut, [passage("another", 0), passage(page, 7)])
    assert line
    number = "24" if "24" in said else "128"
    assert counts(line, number, ("competitors",)) == whole


def test_a_quote_that_no_passage_has_stands_on_no_line() -> None:
    assert line_of(quote("competitors: 24"), [passage("competitors: 25"), passage("x", 40)]) is None

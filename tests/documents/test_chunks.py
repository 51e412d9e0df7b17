"""Chunks cover a page, quote it verbatim and keep together what belongs together."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from occam.documents.chunks import LIMIT, chunks_of

PAGE = """[Infobox Olympic event]
  event: Women's sprint
  venue: Laura Biathlon
    & Ski Complex
[Infobox ski area]
  name: Laura

A short opening paragraph.

Results
Rank | Name | Time
1 | Anna | 20:11
2 | Berta | 20:15

Background
The course climbs.
"""

lines = st.lists(
    st.one_of(
        st.sampled_from(["", "[Infobox x]", "  key: value", "a | b | c", "Heading"]),
        st.text(max_size=40),
        st.text("ab. ", min_size=LIMIT, max_size=3 * LIMIT),
    ),
    max_size=12,
).map("\n".join)


def quotes(text: str) -> list[str]:
    return [text[chunk.start : chunk.end] for chunk in chunks_of(text)]


def test_stacked_records_are_chunks_of_their_own():
    assert quotes(PAGE)[:2] == [
        "[Infobox Olympic event]\n  event: Women's sprint\n"
        "  venue: Laura Biathlon\n    & Ski Complex",
        "[Infobox ski area]\n  name: Laura",
    ]


def test_a_heading_stays_with_its_table():
    assert quotes("Results\n\nRank | Name\n1 | Anna\n\nNotes follow here.") == [
        "Results\n\nRank | Name\n1 | Anna",
        "Notes follow here.",
    ]


def test_a_long_table_is_cut_between_rows():
    rows = [f"{rank} | Athlete number {rank} | 1:0{rank % 10}" for rank in range(200)]
    pieces = quotes("\n".join(rows))
    assert len(pieces) > 1
    assert [row for piece in pieces for row in piece.split("\n")] == rows


def test_a_long_paragraph_is_cut_after_a_sentence():
    pieces = quotes("The wind was strong that day. " * 100)
    assert len(pieces) > 1
    assert all(piece.endswith("day.") for piece in pieces)


def test_a_word_longer_than_the_limit_is_cut_all_the_same():
    assert quotes("x" * (2 * LIMIT + 5)) == ["x" * LIMIT, "x" * LIMIT, "x" * 5]


@given(lines)
def test_chunks_cover_everything_but_white_space_once_and_in_order(text: str):
    chunks = chunks_of(text)
    behind = 0
    for chunk in chunks:
        assert behind <= chunk.start < chunk.end
        assert not text[behind : chunk.start].strip()
        quote = text[chunk.start : chunk.end]
        assert quote == quote.strip()
        assert len(quote) <= LIMIT
        behind = chunk.end
    assert not text[behind:].strip()

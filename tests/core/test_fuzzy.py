"""Mistyped words: how far apart two spellings are, and which known word was meant."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from occam.core.fuzzy import closest, distance, edits, shortened

KNOWN = frozenset(
    ["country", "countries", "competitor", "competitors", "games", "most", "event", "events",
     "medal", "medals", "nation", "nations", "before", "without", "100", "barn", "bare"]
)  # fmt: skip
LETTERS = st.text("abcdé", max_size=9)


def by_definition(left: str, right: str) -> int:
    """Restricted Damerau-Levenshtein as the textbook has it."""
    rows = [[*range(len(right) + 1)]]
    for i in range(1, len(left) + 1):
        row = [i]
        for j in range(1, len(right) + 1):
            changed = rows[i - 1][j - 1] + (left[i - 1] != right[j - 1])
            best = min(rows[i - 1][j] + 1, row[j - 1] + 1, changed)
            if i > 1 and j > 1 and left[i - 2 : i] == right[j - 2 : j][::-1]:
                best = min(best, rows[i - 2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]


@given(LETTERS, LETTERS, st.integers(0, 4))
def test_a_distance_is_exact_up_to_its_limit(left: str, right: str, limit: int) -> None:
    assert distance(left, right, limit) == min(by_definition(left, right), limit + 1)


@given(LETTERS, LETTERS, st.integers(0, 2))
def test_near_words_have_a_shortened_form_in_common(left: str, right: str, most: int) -> None:
    if by_definition(left, right) <= most:
        assert set(shortened(left, most)) & set(shortened(right, most))


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("contries", "countries"),
        ("competiitors", "competitors"),
        ("compettitrs", "competitors"),
        ("meadls", "medals"),
        ("medlas", "medals"),
        ("bevents", None),
        ("evnts", "events"),
        ("berofe", None),
        ("witohut", "without"),
    ],
)
def test_a_mistyped_word_is_the_nearest_known_one(word: str, meant: str | None) -> None:
    assert closest(word, KNOWN) == meant


def test_a_known_word_is_no_mistake() -> None:
    assert all(closest(word, KNOWN) is None for word in KNOWN)


@pytest.mark.parametrize("word", ["10", "1000", "1O0", "evt", "", "xylophone"])
def test_numbers_short_words_and_strangers_stay(word: str) -> None:
    assert closest(word, KNOWN) is None


def test_of_two_that_are_equally_near_none_is_chosen() -> None:
    assert closest("barm", KNOWN) is None
    assert closest("barm", KNOWN - {"bare"}) == "barn"


def test_short_words_may_be_one_edit_away_and_long_ones_two() -> None:
    assert [edits(word) for word in ("the", "games", "country", "countries", "4x100")] == [
        0, 1, 1, 2, 0,
    ]  # fmt: skip


@given(st.sampled_from(sorted(KNOWN)), st.data())
def test_whatever_is_chosen_is_known_and_begins_alike(word: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(word) - 1))
    typed = word[:at] + data.draw(st.sampled_from("xyz")) + word[at + 1 :]
    chosen = closest(typed, KNOWN)
    assert chosen is None or (chosen in KNOWN and chosen[0] == typed[0])

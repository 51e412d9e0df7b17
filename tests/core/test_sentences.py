"""Sentences with choices, with words that may be missing, and with places for words of a schema."""

from __future__ import annotations

import pytest
from occam.core.sentences import Sentences, pattern
from occam.core.words import Spelling, Words

WORDS = Words(Spelling(articles=("the", "a", "an")))
KNOWN = Sentences(
    {
        "help": ["what (can|may) i ask [you]"],
        "about": ["what do you know about …"],
        "links": ["how is … (related|joined) to …"],
    },
    WORDS,
)


def read(text: str) -> list[tuple[str, tuple[tuple[str, ...], ...]]]:
    return list(KNOWN.of(WORDS.key(text)))


def test_one_of_several_words_is_enough() -> None:
    assert read("What can I ask?") == read("what MAY i ask") == [("help", ())]


def test_words_in_brackets_may_be_missing() -> None:
    assert read("What can I ask you?") == [("help", ())]


def test_a_place_takes_whatever_stands_there() -> None:
    assert read("What do you know about the old towers") == [("about", (("old", "towers"),))]


def test_several_places_are_kept_apart() -> None:
    assert read("How is a tower joined to a country?") == [("links", (("tower",), ("country",)))]


@pytest.mark.parametrize("text", ["what can i ask you now", "can i ask", "what do you know about"])
def test_a_word_too_many_or_too_few_is_another_sentence(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize("text", ["what (can i", "what can] i", "(a|b"])
def test_brackets_that_do_not_match_are_a_mistake(text: str) -> None:
    with pytest.raises(ValueError, match="brackets do not match"):
        pattern(text, WORDS)

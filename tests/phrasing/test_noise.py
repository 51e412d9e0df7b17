"""Noise: written otherwise, recorded, and never in the words a refusal must name."""

from __future__ import annotations

import random

import pytest
from occam.core.words import Words
from occam.phrasing import Wording, english
from occam.phrasing.book import Book
from occam.phrasing.noise import Noise

from tests.phrasing.conftest import World

QUESTION = "Which medallists in the men's long-distance category had over 40 competitors?"


@pytest.fixture
def noises(olympics: World) -> list[tuple[str, tuple[str, ...]]]:
    book = Book(olympics.schema, Wording(), english(), "train")
    return [Noise(book, (), random.Random(seed)).on(QUESTION) for seed in range(300)]


def test_what_is_changed_is_recorded(noises: list[tuple[str, tuple[str, ...]]]) -> None:
    assert all((text == QUESTION) == (not noise) for text, noise in noises)


def test_every_noise_occurs(noises: list[tuple[str, tuple[str, ...]]]) -> None:
    seen = {each.partition(":")[0] for _, noise in noises for each in noise}
    assert {"lower case", "upper case", "curly quotes", "typo", "dash"} <= seen
    assert {"no question mark", "double spaces", "spelling", "opening", "closing"} <= seen


def test_noise_without_a_slip_changes_no_word(noises: list[tuple[str, tuple[str, ...]]]) -> None:
    plain = ("lower case", "upper case", "curly quotes", "double spaces", "no question mark")
    for text, noise in noises:
        if noise and set(noise) <= set(plain):
            assert Words().key(text) == Words().key(QUESTION)


def test_a_slip_spares_the_words_that_must_be_named(olympics: World) -> None:
    book = Book(olympics.schema, Wording(), english(), "train")
    for seed in range(300):
        text, _ = Noise(book, (), random.Random(seed)).on(QUESTION, "competitors")
        assert "competitors" in text.casefold()


def test_a_slip_never_makes_another_known_word(olympics: World) -> None:
    book = Book(olympics.schema, Wording(), english(), "train")
    changed = [Noise(book, (), random.Random(seed)).on(QUESTION)[1] for seed in range(300)]
    slips = [each.rpartition(" ")[2] for noise in changed for each in noise if "typo" in each]
    assert slips
    for seed in range(300):
        noise = Noise(book, {slip.casefold() for slip in slips}, random.Random(seed)).on(QUESTION)[
            1
        ]
        assert not [each for each in noise if each.rpartition(" ")[2] in slips]

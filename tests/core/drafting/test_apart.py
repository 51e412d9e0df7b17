"""A flat draft makes one of two, and some of all: what a question holds apart is not run as one."""

from __future__ import annotations

import pytest
from occam.core.drafting.grounding import Grounded
from occam.core.gaps import InvalidPlan, UnmappedPhrase
from occam.runtime.shelf import Edition

from tests.core.drafting.parts import COUNT, EXISTS, FRANCE, JUDO, LIST, Form, at, form
from tests.core.drafting.test_grounding import grounded

IN_2012 = at("AT_GAMES>", 2012, attr="held_year")
BY_FRANCE = at("GOLD_FOR>", FRANCE)
WON = form(JUDO, IN_2012, BY_FRANCE, **EXISTS)
SPORT, YEAR = "<GOLD_FOR IN_SPORT>", "<GOLD_FOR AT_GAMES>"


def golds(*where: Form, **ask: str) -> Form:
    """Countries by the golds that they won."""
    return form(*where, find="NOC", **ask)


def in_year(year: int, **more: bool) -> Form:
    return at(YEAR, year, attr="held_year", **more)


OF_2012 = golds(at(SPORT, "Judo"), in_year(2012), **LIST)
NONE = golds(at(SPORT, "Judo", absent=True), in_year(2012), **LIST)
TWO_SPORTS = golds(
    at(SPORT, "Judo"), at(SPORT, "Shooting"), in_year(2012), in_year(2016), **COUNT
)  # fmt: skip
TWO_YEARS = golds(at(SPORT, "Judo"), in_year(2012), in_year(2016), **LIST)
BUT_NOT = golds(at(SPORT, "Judo"), in_year(2012), in_year(2016, absent=True), **LIST)
BUT_NO = golds(at(SPORT, "Judo"), at(SPORT, "Shooting", absent=True), in_year(2012), **COUNT)


@pytest.mark.parametrize(
    ("question", "parts", "word"),
    [
        ("Were all judo golds in 2012 won by France?", WON, "all"),
        ("Was each judo gold in 2012 won by France?", WON, "each"),
        ("Were both judo golds in 2012 won by France?", WON, "both"),
        ("Did France win every judo event in 2012?", WON, "every"),
        ("Which countries won gold in every judo event in 2012?", OF_2012, "every"),
        ("Which countries won gold in judo in both 2012 and 2016?", TWO_YEARS, "both"),
    ],
)
def test_some_are_not_all(sample: Edition, question: str, parts: Form, word: str) -> None:
    said = grounded(sample, question, parts)
    assert isinstance(said, UnmappedPhrase)
    assert said.phrase == word


@pytest.mark.parametrize(
    "question", ["List all judo events in 2012.", "How many judo events in all were there in 2012?"]
)
def test_all_of_what_is_listed_or_counted_may_be_said(sample: Edition, question: str) -> None:
    ask = LIST if question.startswith("List") else COUNT
    assert isinstance(grounded(sample, question, form(JUDO, IN_2012, **ask)), Grounded)


@pytest.mark.parametrize(
    ("question", "parts", "reason"),
    [
        ("How many countries won gold in judo in 2012 and gold in shooting in 2016?",
         TWO_SPORTS, "cannot be both"),
        ("Which countries won gold in judo in 2012 and in 2016?", TWO_YEARS, "cannot be both"),
        ("Which countries won gold in judo in 2012 but not in 2016?", BUT_NOT, "not to have it"),
        ("How many countries that won gold in judo in 2012 won no gold in shooting in 2012?",
         BUT_NO, "not to have it"),
    ],
)  # fmt: skip
def test_two_golds_are_not_one(sample: Edition, question: str, parts: Form, reason: str) -> None:
    said = grounded(sample, question, parts)
    assert isinstance(said, InvalidPlan)
    assert reason in said.reason


@pytest.mark.parametrize(
    "question",
    ["Which countries won no gold in judo in 2012?", "Who never won gold in judo in 2012?"],
)  # fmt: skip
def test_a_gold_that_is_denied_is_not_a_gold_in_something_else(
    sample: Edition, question: str
) -> None:
    said = grounded(sample, question, NONE)
    assert isinstance(said, InvalidPlan)
    assert said.path == "GOLD_FOR"


def test_an_end_may_be_denied(sample: Edition) -> None:
    absent = form(JUDO, IN_2012, at("GOLD_FOR>", FRANCE, absent=True), **COUNT)
    question = "How many judo events in 2012 were not won by France?"
    assert isinstance(grounded(sample, question, absent), Grounded)

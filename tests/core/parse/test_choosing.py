"""A question with two readings: which one is taken, and what is said of a wrong choice."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from occam.core.gaps import Ambiguous, LowConfidence, NoSuchChoice, Reading
from occam.core.parse import Parser, Understood
from occam.core.parse.choosing import one_of
from occam.core.plan import Count, Exists, Query, digest
from occam.core.record import Constraint

from tests.core.harbour import RULES, SCHEMA, parser_of

TWIN = '[[shape]]\nname = "twin"\nneeds = ["how many", "voyages"]\nanswer = "exists"\n'
QUESTION = "How many voyages to North Quay?"
SEVERAL = "How many voyages to North Quay in '08?"


@pytest.fixture
def torn(tmp_path: Path) -> Parser:
    """A parser with two readings of each count."""
    return parser_of(tmp_path, RULES + TWIN)


@pytest.fixture
def parser(tmp_path: Path) -> Parser:
    return parser_of(tmp_path)


def readings(parser: Parser, question: str, choice: str = "") -> tuple[Reading, ...]:
    gap = parser.parse(question, choice)
    assert isinstance(gap, LowConfidence)
    assert set(gap.choices) == {reading.key for reading in gap.readings}
    return gap.readings


def test_two_readings_are_listed_in_words_with_one_question_between_them(torn: Parser) -> None:
    gap = torn.parse(QUESTION)
    assert isinstance(gap, LowConfidence)
    assert {reading.words.rpartition("; ")[2] for reading in gap.readings} == {
        "count", "is there any"
    }  # fmt: skip
    assert {reading.kind for reading in gap.readings} == {"count", "exists"}
    assert gap.clarify.startswith("Which is meant: “")


def test_the_reading_that_was_chosen_is_taken_and_the_ledger_says_so(torn: Parser) -> None:
    for reading in readings(torn, QUESTION):
        understood = torn.parse(QUESTION, reading.key)
        assert isinstance(understood, Understood)
        assert digest(understood.plan) == reading.key
        assert understood.constraints[-1] == Constraint(
            phrase=reading.key, became="choice", detail=reading.words
        )


def test_a_choice_that_is_no_reading_is_refused_with_those_that_are(torn: Parser) -> None:
    gap = torn.parse(QUESTION, "another")
    assert gap == NoSuchChoice(choice="another", valid=readings(torn, QUESTION))


def test_a_choice_may_name_the_only_reading_there_is(parser: Parser, torn: Parser) -> None:
    count = next(each for each in readings(torn, QUESTION) if each.kind == "count")
    understood = parser.parse(QUESTION, count.key)
    assert isinstance(understood, Understood)
    assert understood.constraints[-1].became == "choice"


def test_what_only_the_data_can_tell_leaves_the_reading_alone(parser: Parser) -> None:
    assert parser.parse(QUESTION, "v1") == parser.parse(QUESTION)


def test_a_name_that_several_have_is_the_one_that_was_chosen(parser: Parser) -> None:
    gap = parser.parse(SEVERAL)
    assert isinstance(gap, Ambiguous)
    assert gap.clarify == "Which year does “'08” mean: 1908 or 2008?"
    understood = parser.parse(SEVERAL, "1908")
    assert isinstance(understood, Understood)
    assert understood.plan == parser.parse("How many voyages to North Quay in 1908?").plan  # type: ignore[union-attr]
    assert understood.constraints[-1] == Constraint(phrase="1908", became="choice", detail="1908")


def test_a_name_that_is_not_among_them_is_refused_with_those_that_are(parser: Parser) -> None:
    assert parser.parse(SEVERAL, "1912") == NoSuchChoice(
        choice="1912", valid=(Reading("1908", "1908"), Reading("2008", "2008"))
    )


def test_one_choice_may_settle_a_name_and_then_a_reading(torn: Parser) -> None:
    after = readings(torn, SEVERAL, "1908")
    understood = torn.parse(SEVERAL, f"1908 > {after[0].key}")
    assert isinstance(understood, Understood)
    assert digest(understood.plan) == after[0].key
    refused = torn.parse(SEVERAL, "1908 > another")
    assert isinstance(refused, NoSuchChoice)
    assert [each.key for each in refused.valid] == [f"1908 > {each.key}" for each in after]


def both(torn: Parser) -> list[Understood]:
    chosen = [torn.parse(QUESTION, each.key) for each in readings(torn, QUESTION)]
    return [
        msgspec.structs.replace(each, constraints=())
        for each in chosen
        if isinstance(each, Understood)
    ]


def test_a_reading_that_is_sure_enough_needs_no_choice(torn: Parser) -> None:
    first, second = both(torn)
    chances = {digest(first.plan): 0.95, digest(second.plan): 0.05}
    assert one_of([first, second], SCHEMA, "", 0.9, chances) == first
    gap = one_of([first, second], SCHEMA, "", 0.96, chances)
    assert isinstance(gap, LowConfidence)
    assert gap.choices == chances


def test_a_choice_goes_before_the_surest_reading_and_is_never_passed_over(torn: Parser) -> None:
    first, second = both(torn)
    chances = {digest(first.plan): 0.95, digest(second.plan): 0.05}
    taken = one_of([first, second], SCHEMA, digest(second.plan), 0.9, chances)
    assert isinstance(taken, Understood)
    assert taken.plan == second.plan
    assert isinstance(one_of([first, second], SCHEMA, "another", 0.9, chances), NoSuchChoice)


def test_a_question_without_a_doubt_is_read_as_ever(parser: Parser) -> None:
    understood = parser.parse(QUESTION)
    assert isinstance(understood, Understood)
    assert isinstance(understood.plan, Query)
    assert isinstance(understood.plan.answer, Count)
    assert not isinstance(understood.plan.answer, Exists)

"""What is understood and no plan says is refused by its words, and by no other parser read past."""

import pytest
from occam.core.gaps import UnmappedPhrase

from tests.core.reading.concerts import PARSER, gap, planned

REFUSED = {
    # A number with a noun that has no such number.
    "Which halls with more than 200 guests had a quartet?": "more than 200 guests",
    "Which artist with at least 20 players won the most prizes?": "at least 20 players",
    "How many towns having fewer than 200 guests had a concert?": "fewer than 200 guests",
    "Which hall with over 2 concerts had a quartet?": "over 2 concerts",
    # Two things asked for at once.
    "Which concerts did Mira Tuvo conduct, and in which year?": "which",
    "How many prizes did Mira Tuvo win and in which concerts?": "which",
    "What was the date and the hall of the quartet in 1998?": "hall",
}


@pytest.mark.parametrize("question", REFUSED)
def test_a_part_that_no_plan_says_is_named(question: str) -> None:
    assert gap(question) == UnmappedPhrase(phrase=REFUSED[question])
    assert PARSER.misleads(question)


@pytest.mark.parametrize(
    "question",
    [
        "Which concerts with more than 200 guests were in Aldby?",
        "Which halls had concerts with more than 200 guests?",
        "Which halls had more than 2 concerts in 1998?",
        "In which year did Mira Tuvo conduct a quartet?",
    ],
)
def test_a_number_with_its_own_noun_and_one_question_are_read(question: str) -> None:
    assert planned(question)
    assert not PARSER.misleads(question)

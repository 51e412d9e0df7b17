"""Laws of the whole parser: spelling decides nothing, nothing is dropped, nothing breaks it."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from occam.core.gaps import NoRoute, UnmappedPhrase
from occam.core.parse import Understood
from occam.core.plan import digest

from tests.core.reading.concerts import PARSER, planned

ASKED = (
    "How many concerts in Aldby had more than 200 guests?",
    "Which concerts were conducted by Mira Tuvo or Oskar Bream?",
    "Who won the prize in the quartet concert of 1998?",
    "Who won the most prizes?",
    "How many concerts took place between 1998 and 2002?",
    "How many concerts were not held in Aldby?",
    "Did the quartet draw more guests in 1998 than in 2000?",
    "Which concert of 1998 had the most players?",
    "What is the average number of guests in 1998?",
    "How many concerts took place in the festival immediately before 2002?",
    "When was the quartet of 1998?",
    "Was there a quartet in Morra in 1998?",
)
STRANGE = ("zorpal", "quibbling", "umbrella", "velocipede", "xylograph")


def same(question: str, other: str) -> None:
    assert digest(planned(question)) == digest(planned(other)), other


@pytest.mark.parametrize("question", ASKED)
@pytest.mark.parametrize(
    "spelled",
    [
        str.upper,
        str.lower,
        lambda text: text.replace(" ", "  "),
        lambda text: text.removesuffix("?"),
        lambda text: f"{text.removesuffix('?')}, please?",
        lambda text: f"{text} Thanks!",
        lambda text: f"“{text}”",
        lambda text: f"\t{text}\n",
    ],
    ids=["capitals", "small", "spaces", "bare", "please", "thanks", "quotes", "blanks"],
)
def test_spelling_and_courtesy_do_not_change_a_plan(question: str, spelled) -> None:
    same(question, spelled(question))


def test_an_apostrophe_may_be_curly() -> None:
    same("How many concerts in King's Wharf?", "How many concerts in King’s Wharf?")
    same("How many concerts in King's Wharf?", "how many concerts in kings wharf")


@given(st.sampled_from(ASKED), st.sampled_from(STRANGE), st.data())
def test_a_strange_word_is_never_dropped(question: str, strange: str, data: st.DataObject) -> None:
    words = question.split()
    at = data.draw(st.integers(0, len(words)))
    read = PARSER.parse(" ".join([*words[:at], strange, *words[at:]]))
    if isinstance(read, Understood):
        assert strange in {each.phrase for each in read.constraints if each.became == "corrected"}
    else:
        assert isinstance(read, UnmappedPhrase)
        assert strange in read.phrase


@given(st.sampled_from(ASKED), st.data())
def test_every_content_word_of_an_understood_question_is_in_its_ledger(
    question: str, data: st.DataObject
) -> None:
    read = PARSER.parse(question)
    assert isinstance(read, Understood)
    told = " ".join(each.phrase for each in read.constraints)
    for word in ("Aldby", "Morra", "1998", "2002", "200", "Tuvo", "Bream", "quartet", "prizes"):
        assert word not in question or word in told, (word, told)


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=("Cs", "Nl", "No")), max_size=300))
def test_no_text_breaks_the_parser(text: str) -> None:
    started = time.perf_counter()
    PARSER.parse(text)
    assert time.perf_counter() - started < 2


FRAGMENTS = " ".join(ASKED).split()


@settings(deadline=None)
@given(st.lists(st.sampled_from(FRAGMENTS), max_size=40))
def test_no_heap_of_known_words_breaks_the_parser(words: list[str]) -> None:
    started = time.perf_counter()
    PARSER.parse(" ".join(words))
    assert time.perf_counter() - started < 2


def test_a_text_without_end_has_no_route() -> None:
    assert isinstance(PARSER.parse("concerts " * 5000), NoRoute)
    assert isinstance(PARSER.parse(""), NoRoute)

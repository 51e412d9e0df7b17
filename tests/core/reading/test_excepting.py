"""Anyone but somebody is the others: a doer who is not the one that is named."""

import pytest
from occam.core.gaps import UnmappedPhrase
from occam.core.plan import Count, Exists, Members

from tests.core.reading.concerts import concerts, gap, in_year, is_, means, to

OTHERS = is_("id", "tuvo", op="ne")


@pytest.mark.parametrize(
    "question",
    [
        "Which concerts did an artist but Mira Tuvo conduct?",
        "Which concerts were conducted by any artist but Mira Tuvo?",
        "Which concerts were conducted by an artist other than Mira Tuvo?",
        "Concerts conducted by artists apart from Mira Tuvo",
    ],
)
def test_anyone_but_somebody_is_whoever_else_did_it(question: str) -> None:
    assert means(question, concerts(Members(), to("CONDUCTED_BY", OTHERS)))


def test_others_are_asked_after_and_things_are_counted() -> None:
    others = to("CONDUCTED_BY", OTHERS)
    claim = "Did any artist but Mira Tuvo conduct a concert in 1998?"
    assert means(claim, concerts(Exists(), others, in_year(1998)))
    count = "How many concerts in 1998 were conducted by an artist but Mira Tuvo?"
    assert means(count, concerts(Count(), others, in_year(1998)))


def test_all_that_are_listed_are_excepted() -> None:
    both = is_("id", "tuvo", op="ne"), is_("id", "lang", op="ne")
    question = "Which concerts did any artist but Mira Tuvo and Peter Langhorn conduct?"
    assert means(question, concerts(Members(), to("CONDUCTED_BY", *both)))


@pytest.mark.parametrize(
    ("question", "phrase"),
    [
        (
            "How many prizes did any artist but Mira Tuvo win?",
            "prizes did any artist but Mira Tuvo",
        ),
        ("Which concerts did an artist but Mira Tuvo not conduct?", "artist but Mira Tuvo"),
        ("Which artists but Mira Tuvo conducted a concert?", "Mira Tuvo"),
        ("Who but Mira Tuvo conducted a concert?", "but"),
    ],
)
def test_what_others_have_in_all_or_never_did_is_refused(question: str, phrase: str) -> None:
    assert gap(question) == UnmappedPhrase(phrase=phrase)

"""Relations with whom they are said of; one without a far end is what is asked."""

import pytest
from occam.core.plan import Count, Group, Members, Values

from tests.core.reading.concerts import concerts, in_year, is_, means, to

TUVO = is_("id", "tuvo")
ASKED = Values(node="asked")


@pytest.mark.parametrize(
    "question",
    ["Which concerts did Mira Tuvo conduct?", "Which concerts were conducted by Mira Tuvo?"],
)
def test_a_verb_is_tied_to_whom_stands_beside_it(question: str) -> None:
    assert means(question, concerts(Members(), to("CONDUCTED_BY", TUVO)))


def test_a_denied_verb_is_an_absent_edge() -> None:
    plan = concerts(Members(), to("CONDUCTED_BY", TUVO, absent=True))
    assert means("Which concerts did Mira Tuvo not conduct?", plan)


@pytest.mark.parametrize(
    "question",
    [
        "Who conducted the quartet concert of 1998?",
        "Who was the conductor of the quartet concert in 1998?",
        "By whom was the quartet of 1998 conducted?",
    ],
)
def test_an_open_verb_asks_for_its_far_end(question: str) -> None:
    asked = to("CONDUCTED_BY", name="asked")
    assert means(question, concerts(ASKED, is_("form", "quartet"), in_year(1998), asked))


def test_the_object_says_which_deed_a_light_verb_is() -> None:
    assert means("How many prizes did Mira Tuvo win?", concerts(Count(), to("PRIZE_FOR", TUVO)))
    assert means("How many encores did Mira Tuvo win?", concerts(Count(), to("ENCORE_BY", TUVO)))


def test_deeds_are_counted_by_who_did_them() -> None:
    plan = concerts(Group(node="asked", k=1), to("PRIZE_FOR", name="asked"))
    assert means("Who won the most prizes?", plan)
    least = Group(node="asked", k=1, descending=False)
    plan = concerts(least, to("ENCORE_BY", name="asked"))
    assert means("Which artist gave the fewest encores?", plan)

"""What a question wants becomes the answer clause of its plan."""

import pytest
from occam.core.check import check
from occam.core.plan import (
    Answer,
    Count,
    Exists,
    Extreme,
    Fold,
    Group,
    Members,
    Node,
    Query,
    TopK,
    Values,
)

from tests.core.reading.concerts import SCHEMA, concerts, in_town, in_year, is_, means, planned, to

QUARTET = (is_("form", "quartet"), in_year(1998))
WHOLE: dict[str, Answer] = {
    "How many concerts were there?": Count(),
    "List all concerts.": Members(),
    "Which concert was best attended?": Extreme(attr="guests"),
    "Which concert had the most players?": Extreme(attr="players"),
    "Which concert had the fewest guests?": Extreme(attr="guests", greatest=False),
    "Name the three concerts with the most guests.": TopK(attr="guests", k=3),
    "What is the average number of guests of the concerts?": Fold(attr="guests", by="avg"),
    "How many guests came to the concerts in total?": Fold(attr="guests", by="sum"),
}
ONE: dict[str, Answer] = {
    "How many guests did the quartet of 1998 have?": Values(attr="guests"),
    "When was the quartet of 1998?": Values(attr="held"),
    "Was there a quartet in 1998?": Exists(),
}


@pytest.mark.parametrize("question", WHOLE)
def test_an_answer_over_all_concerts(question: str) -> None:
    assert means(question, concerts(WHOLE[question]))


@pytest.mark.parametrize("question", ONE)
def test_an_answer_about_one_concert(question: str) -> None:
    assert means(question, concerts(ONE[question], *QUARTET))


def test_what_is_asked_for_stands_at_a_named_node() -> None:
    hall = to("IN_HALL", name="asked")
    town = to("IN_HALL", to("IN_TOWN", name="asked"))
    asked = Values(node="asked")
    assert means("Where was the quartet of 1998?", concerts(asked, *QUARTET, hall))
    assert means("In which hall was the quartet of 1998?", concerts(asked, *QUARTET, hall))
    assert means("In which town was the quartet of 1998?", concerts(asked, *QUARTET, town))


def test_a_group_is_counted_at_what_is_asked_for() -> None:
    town = to("IN_HALL", to("IN_TOWN", name="asked"))
    assert means("Which town had the most concerts?", concerts(Group(node="asked", k=1), town))


def test_things_that_hang_together_without_the_root_need_none() -> None:
    halls = Node(type="Hall", hops=(to("IN_TOWN", is_("id", "aldby")),))
    assert means("How many halls are there in Aldby?", Query(root=halls, answer=Count()))


def test_conditions_narrow_every_kind_of_answer() -> None:
    plan = concerts(Extreme(attr="guests"), in_town("morra"), in_year(2000))
    assert means("Which concert in Morra in 2000 had the most guests?", plan)


@pytest.mark.parametrize("question", [*WHOLE, *ONE])
def test_every_plan_type_checks(question: str) -> None:
    assert check(planned(question), SCHEMA) is None

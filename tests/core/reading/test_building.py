"""Conditions take their places on the smallest subtree: neighbours of one kind are the same one."""

import pytest
from occam.core.plan import Count

from tests.core.reading.concerts import concerts, in_town, is_, means, to


def test_conditions_along_one_path_share_it() -> None:
    hall = to("IN_HALL", is_("id", "mill"), to("IN_TOWN", is_("id", "aldby")))
    assert means("How many concerts were held at the Old Mill in Aldby?", concerts(Count(), hall))


def test_conditions_of_different_branches_stand_side_by_side() -> None:
    plan = concerts(
        Count(),
        is_("guests", 200, op="gt"),
        in_town("aldby"),
        to("CONDUCTED_BY", is_("id", "tuvo")),
    )
    question = (
        "How many of the concerts in Aldby had over 200 guests and were conducted by Mira Tuvo?"
    )
    assert means(question, plan)


@pytest.mark.parametrize(
    "question",
    [
        "How many concerts did not have more than 200 guests?",
        "How many concerts had not more than 200 guests?",
    ],
)
def test_a_denied_bound_is_the_opposite_one(question: str) -> None:
    assert means(question, concerts(Count(), is_("guests", 200, op="le")))


def test_an_exception_takes_its_own_name_and_no_more() -> None:
    plan = concerts(
        Count(), is_("form", "quartet", op="ne"), is_("guests", 20, op="gt"), in_town("aldby")
    )
    question = "How many concerts in Aldby except quartet concerts had more than 20 guests?"
    assert means(question, plan)

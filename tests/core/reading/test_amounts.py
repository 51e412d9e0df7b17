"""Numbers with what they measure: bounds in many words, of the measure that is named."""

import pytest
from occam.core.gaps import UnmappedPhrase
from occam.core.plan import Count, Having, Query

from tests.core.reading.concerts import concerts, gap, in_town, is_, means, planned

BOUNDS = {
    "more than 200": ("gt", 200),
    "over two hundred": ("gt", 200),
    "at least 200": ("ge", 200),
    "no fewer than 200": ("ge", 200),
    "fewer than 200": ("lt", 200),
    "at most 200": ("le", 200),
    "no more than 200": ("le", 200),
    "exactly 200": ("eq", 200),
    "1,200 or fewer": ("le", 1200),
    "200 or more": ("ge", 200),
}


@pytest.mark.parametrize("said", BOUNDS)
def test_a_bound_is_of_the_measure_behind_it(said: str) -> None:
    op, value = BOUNDS[said]
    assert means(
        f"How many concerts had {said} guests?", concerts(Count(), is_("guests", value, op=op))
    )
    assert means(
        f"How many concerts had {said} musicians?", concerts(Count(), is_("players", value, op=op))
    )


def test_between_includes_both_ends() -> None:
    plan = concerts(Count(), is_("guests", 100, 200, op="between"))
    assert means("How many concerts had between 100 and 200 guests?", plan)
    assert means("How many concerts had from 100 to 200 guests?", plan)


def test_two_bounds_of_one_measure_hold_together() -> None:
    plan = concerts(Count(), is_("guests", 100, op="ge"), is_("guests", 300, op="lt"))
    assert means("How many concerts had at least 100 but fewer than 300 guests?", plan)


def test_two_measures_have_a_bound_each() -> None:
    plan = concerts(Count(), is_("guests", 100, op="gt"), is_("players", 40, op="lt"))
    assert means("How many concerts had more than 100 guests and fewer than 40 players?", plan)


def test_a_measure_may_be_unknown() -> None:
    plan = concerts(Count(), is_("guests", op="is_unknown"))
    assert means("How many concerts had an unknown number of guests?", plan)


def test_a_bound_beside_a_name_leaves_the_name_alone() -> None:
    plan = concerts(Count(), is_("guests", 200, op="gt"), in_town("aldby"))
    assert means("How many concerts in Aldby had more than 200 guests?", plan)


def test_a_number_of_deeds_keeps_groups() -> None:
    plan = planned("Which artists won at least two prizes?")
    assert isinstance(plan, Query)
    assert getattr(plan.answer, "having", None) == Having(op="ge", value=2)


def test_a_bound_of_nothing_is_refused() -> None:
    found = gap("How many concerts had more than 200 balloons?")
    assert isinstance(found, UnmappedPhrase)
    assert "balloons" in found.phrase

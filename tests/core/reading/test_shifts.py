"""Neighbours in time: one step along an order, and the years before and after."""

import pytest
from occam.core.plan import Count, Hop, Node

from tests.core.reading.concerts import concerts, in_years, is_, means, to


def neighbour(year: int, *, earlier: bool) -> Hop:
    """The edition one step from the one of that year."""
    anchor = Node(type="Festival", where=(is_("id", f"f{year}"),))
    step = Hop(edge="NEXT_YEAR", direction="in" if earlier else "out", node=anchor)
    return to("AT_FESTIVAL", step)


@pytest.mark.parametrize(
    "said", ["immediately before 2002", "right before 2002", "just before 2002"]
)
def test_a_close_word_leads_to_the_edition_before(said: str) -> None:
    plan = concerts(Count(), neighbour(2002, earlier=True))
    assert means(f"How many concerts took place in the festival {said}?", plan)


def test_the_next_edition_is_one_step_the_other_way() -> None:
    plan = concerts(Count(), neighbour(1998, earlier=False))
    assert means("How many concerts took place in the festival immediately after 1998?", plan)


def test_before_without_a_close_word_is_any_year_before() -> None:
    plan = concerts(Count(), in_years("lt", 2002))
    assert means("How many concerts took place before 2002?", plan)

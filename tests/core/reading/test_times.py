"""Days and years: on, in, before, since and between become ranges."""

import pytest
from occam.core.periods import parse_period
from occam.core.plan import Count, Predicate

from tests.core.reading.concerts import concerts, in_town, in_year, in_years, means

YEARS = {
    "before 2000": ("lt", 2000),
    "prior to 2000": ("lt", 2000),
    "after 2000": ("gt", 2000),
    "since 2000": ("ge", 2000),
    "until 2000": ("le", 2000),
    "from 2000 onwards": ("ge", 2000),
    "between 1998 and 2002": ("between", 1998, 2002),
    "from 1998 to 2002": ("between", 1998, 2002),
    "in the 1990s": ("between", 1990, 1999),
}
DAYS = {
    "on 3 May 1998": ("on", "3 May 1998"),
    "on May 3, 1998": ("on", "3 May 1998"),
    "on 1998-05-03": ("on", "3 May 1998"),
    "before 5 June 2000": ("before", "5 June 2000"),
    "after 5 June 2000": ("after", "5 June 2000"),
    "in May 2000": ("within", "1 May 2000 to 31 May 2000"),
}


@pytest.mark.parametrize("said", YEARS)
def test_years_are_a_range_of_the_attribute_that_lends_the_year(said: str) -> None:
    op, *years = YEARS[said]
    plan = concerts(Count(), in_years(str(op), *map(int, years)))
    assert means(f"How many concerts took place {said}?", plan)


@pytest.mark.parametrize("said", DAYS)
def test_days_are_held_against_the_days_of_the_root(said: str) -> None:
    op, written = DAYS[said]
    period = parse_period(written)
    assert period
    plan = concerts(Count(), Predicate(attr="held", op=op, values=(period,)))  # pyright: ignore[reportArgumentType]
    assert means(f"How many concerts took place {said}?", plan)


def test_a_single_year_is_the_edition_of_that_year() -> None:
    assert means("How many concerts were there in 1998?", concerts(Count(), in_year(1998)))
    assert means("How many concerts were there in the year 1998?", concerts(Count(), in_year(1998)))


def test_a_range_of_years_goes_with_other_conditions() -> None:
    plan = concerts(Count(), in_years("ge", 2000), in_town("morra"))
    assert means("How many concerts have been held in Morra since 2000?", plan)

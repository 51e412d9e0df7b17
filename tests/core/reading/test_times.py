"""Days and years: on, in, before, since and between become ranges."""

import pytest
from occam.core.parse import Understood
from occam.core.periods import parse_period
from occam.core.plan import Count, Exists, Members, Predicate, Query
from occam.core.values import Period

from tests.core.reading.concerts import (
    PARSER,
    concerts,
    in_town,
    in_year,
    in_years,
    means,
    planned,
)

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
    "on 3 May 1998": ("covers", "3 May 1998"),
    "on May 3, 1998": ("covers", "3 May 1998"),
    "on 1998-05-03": ("covers", "3 May 1998"),
    "on 3–5 May 1998": ("on", "3–5 May 1998"),
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


def test_a_day_is_one_of_those_of_a_list_a_count_and_a_yes() -> None:
    day = parse_period("3 May 1998")
    assert day
    covers = Predicate(attr="held", op="covers", values=(day,))
    assert means("Which concerts took place on 3 May 1998?", concerts(Members(), covers))
    assert means("Was there a concert on 3 May 1998?", concerts(Exists(), covers))


ENDING = (
    "How many concerts did Mira Tuvo end on 3 May 1998?",
    "How many finales did Mira Tuvo conduct on 3 May 1998?",
)


@pytest.mark.parametrize("question", ENDING)
def test_what_ends_a_thing_is_done_on_its_last_day(question: str) -> None:
    plan = planned(question)
    assert isinstance(plan, Query)
    assert _days(plan) == [("covers", "1998-05-03"), ("before", "1998-05-04")]


def test_a_day_behind_a_noun_is_any_day_of_it() -> None:
    plan = planned("Which concerts on 3 May 1998 did Mira Tuvo end?")
    assert isinstance(plan, Query)
    assert _days(plan) == [("covers", "1998-05-03")]


def test_where_one_thing_is_wanted_the_day_itself_goes_first() -> None:
    read = PARSER.parse("Who conducted the concert on 3 May 1998?")
    assert isinstance(read, Understood)
    plans = [plan for plan in (read.plan, *read.fallbacks) if isinstance(plan, Query)]
    assert [_days(plan)[0][0] for plan in plans] == ["on", "covers"]


def _days(plan: Query) -> list[tuple[str, str]]:
    tests = [(test.op, test.values[0]) for test in plan.root.where if test.attr == "held"]
    return [(op, value.start) for op, value in tests if isinstance(value, Period)]

"""Names become conditions where the schema has a place for them; lists of names become one."""

import pytest
from occam.core.plan import Count, Members

from tests.core.reading.concerts import concerts, in_town, in_year, is_, means, to


def test_a_name_is_reached_over_the_smallest_path() -> None:
    assert means("How many concerts in Aldby?", concerts(Count(), in_town("aldby")))
    hall = to("IN_HALL", is_("id", "glass"))
    assert means("How many concerts in the Glass Pavilion?", concerts(Count(), hall))


def test_a_value_is_a_condition_on_its_attribute() -> None:
    assert means("How many quartet concerts were there?", concerts(Count(), is_("form", "quartet")))


def test_a_noun_and_a_year_describe_one_vertex() -> None:
    plan = concerts(Count(), in_year(1998))
    assert means("How many concerts were there at the festival of 1998?", plan)
    assert means("How many concerts were there at Festival 1998?", plan)


@pytest.mark.parametrize("said", ["Aldby or Morra", "either Morra or Aldby"])
def test_alternatives_of_one_kind_are_one_condition(said: str) -> None:
    towns = to("IN_HALL", to("IN_TOWN", is_("id", "aldby", "morra", op="in")))
    assert means(f"Which concerts were held in {said}?", concerts(Members(), towns))


def test_alternative_values_are_one_condition() -> None:
    plan = concerts(Count(), is_("form", "quartet", "symphony", op="in"))
    assert means("How many quartet or symphony concerts were there?", plan)


def test_a_denied_name_is_absent() -> None:
    town = to("IN_HALL", to("IN_TOWN", is_("id", "aldby")), absent=True)
    assert means("How many concerts were not held in Aldby?", concerts(Count(), town))
    plan = concerts(Count(), is_("form", "quartet", op="ne"), to("IN_HALL", is_("id", "glass")))
    assert means("How many concerts in the Glass Pavilion were not quartet concerts?", plan)

"""Two things held against each other, by a measure or by how many there are."""

import pytest
from occam.core.plan import Compare, Compared, Count, Hop, Query, Values, digest

from tests.core.reading.concerts import concerts, in_town, in_year, is_, planned


def guests(form: str, year: int) -> Query:
    return concerts(Values(attr="guests"), is_("form", form), in_year(year))


def number(*hops: Hop) -> Query:
    return concerts(Count(), *hops)


COMPARED: dict[str, tuple[Compared, Query, Query]] = {
    "Did the quartet draw more guests in 1998 than in 2000?": (
        "gt", guests("quartet", 1998), guests("quartet", 2000),
    ),
    "Did the quartet draw fewer guests in 1998 than in 2000?": (
        "lt", guests("quartet", 1998), guests("quartet", 2000),
    ),
    "How many more guests came to the quartet in 1998 than in 2000?": (
        "difference", guests("quartet", 1998), guests("quartet", 2000),
    ),
    "Which was fuller, the quartet of 1998 or the symphony of 1998?": (
        "gt", guests("quartet", 1998), guests("symphony", 1998),
    ),
    "Were there more concerts in Aldby than in Morra?": (
        "gt", number(in_town("aldby")), number(in_town("morra")),
    ),
    "How many more concerts were there in Aldby than in Morra?": (
        "difference", number(in_town("aldby")), number(in_town("morra")),
    ),
}  # fmt: skip


@pytest.mark.parametrize("question", COMPARED)
def test_each_side_has_its_own_conditions(question: str) -> None:
    op, left, right = COMPARED[question]
    plan = planned(question)
    assert isinstance(plan, Compare)
    assert plan.op == op
    assert (digest(plan.left), digest(plan.right)) == (digest(left), digest(right))


def test_the_sides_of_a_choice_go_by_their_own_words() -> None:
    plan = planned("Which was fuller, the quartet of 1998 or the symphony of 2000?")
    assert isinstance(plan, Compare)
    assert "quartet" in plan.names[0]
    assert "symphony" in plan.names[1]

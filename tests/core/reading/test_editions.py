"""The first and the last time: the edition with the least or the greatest year."""

import pytest
from occam.core.plan import Extreme, ExtremeValues, Hop, Node, Query, digest

from tests.core.reading.concerts import is_, planned, to

QUARTET = is_("form", "quartet")


def festivals(answer: Extreme | ExtremeValues, *hops: Hop, where=(QUARTET,)) -> Query:
    """A query over festivals with a concert like this."""
    concert = Node(type="Concert", where=where, hops=hops)
    back = Hop(edge="AT_FESTIVAL", direction="in", node=concert)
    return Query(root=Node(type="Festival", hops=(back,)), answer=answer)


def told(*, greatest: bool, what: str = "year", node: str = "") -> ExtremeValues:
    return ExtremeValues(attr="year", greatest=greatest, told=what, node=node)


@pytest.mark.parametrize(
    ("question", "plan"),
    [
        ("When was the quartet first held?", festivals(told(greatest=False))),
        ("In which year was the quartet last held?", festivals(told(greatest=True))),
        (
            "What was the latest festival with a quartet?",
            festivals(Extreme(attr="year", greatest=True)),
        ),
        (
            "Who conducted the earliest quartet?",
            festivals(
                told(greatest=False, what="label", node="asked"), to("CONDUCTED_BY", name="asked")
            ),
        ),
        (
            "When did Mira Tuvo first win the prize?",
            festivals(told(greatest=False), to("PRIZE_FOR", is_("id", "tuvo")), where=()),
        ),
    ],
)
def test_it_is_the_edition_that_has_such_a_thing(question: str, plan: Query) -> None:
    assert digest(planned(question)) == digest(plan)

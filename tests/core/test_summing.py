"""Total: counts added up, of all matches or group by group, with their ranges."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from occam.core.check import check
from occam.core.conclude import conclude
from occam.core.describe import describe, describe_answer
from occam.core.evidence import Reached, Row, Rows
from occam.core.gaps import InvalidPlan
from occam.core.plan import (
    Compare,
    Count,
    Exists,
    Group,
    Having,
    Hop,
    Node,
    Query,
    Total,
    canonical,
    digest,
    leaves,
)

from tests.core.harbour import SCHEMA


def part(edge: str, answer) -> Query:
    hop = Hop(edge=edge, direction="out", node=Node(type="Nation", name="who"))
    return Query(root=Node(type="Race", hops=(hop,)), answer=answer)


def rows(*won: str, truth="yes") -> Rows:
    """A row for each name: races that this nation won."""
    made = [
        Row(name, name, truth, {}, {"who": (Reached(who, who.upper()),)}, (), ())
        for name, who in ((f"{who}{at}", who) for at, who in enumerate(won))
    ]
    return Rows("v", tuple(made))


GOLD, SILVER = part("GOLD", Count()), part("SILVER", Count())
GOLDS, SILVERS = part("GOLD", Group(node="who")), part("SILVER", Group(node="who"))


@given(st.lists(st.sampled_from("xy"), max_size=5), st.lists(st.sampled_from("xy"), max_size=5))
def test_a_sum_is_as_much_as_its_parts(golds: list[str], silvers: list[str]) -> None:
    found = conclude(Total(parts=(GOLD, SILVER)), (rows(*golds), rows(*silvers)))
    assert found.value == len(golds) + len(silvers)
    assert not found.could_change


def test_what_may_match_widens_the_sum() -> None:
    found = conclude(Total(parts=(GOLD, SILVER)), (rows("x", "x"), rows("x", truth="unknown")))
    assert (found.value, found.interval, found.could_change) == (2, (2, 3), True)


@given(st.lists(st.sampled_from("xyz"), max_size=6), st.lists(st.sampled_from("xyz"), max_size=6))
def test_groups_are_ranked_by_their_sums_with_every_tie(
    golds: list[str], silvers: list[str]
) -> None:
    plan = Total(parts=(GOLDS, SILVERS), k=1)
    found = conclude(plan, (rows(*golds), rows(*silvers)))
    sums = {name: (golds + silvers).count(name) for name in golds + silvers}
    most = max(sums.values(), default=0)
    assert set(found.answer) == {name.upper() for name, number in sums.items() if number == most}


def test_the_bar_is_held_against_the_sum_not_the_parts() -> None:
    plan = Total(parts=(GOLDS, SILVERS), having=Having(op="ge", value=2))
    assert conclude(plan, (rows("x", "y"), rows("y"))).answer == ("Y",)


def test_two_sums_are_held_against_each_other() -> None:
    mine, other = Total(parts=(GOLD, SILVER)), Total(parts=(GOLD, SILVER))
    plan = Compare(left=mine, right=other, op="gt")
    evidence = rows("x"), rows("x"), rows("y"), rows()
    assert conclude(plan, evidence).answer == ("Yes",)
    assert len(leaves(plan)) == 4


def test_the_order_of_the_parts_says_nothing() -> None:
    one, other = Total(parts=(GOLD, SILVER)), Total(parts=(SILVER, GOLD))
    assert digest(one) == digest(other)
    assert canonical(one) == canonical(other)


def test_a_sum_is_said_with_its_parts_and_what_is_picked() -> None:
    plan = Total(parts=(GOLDS, SILVERS), k=3)
    assert describe(plan).count(" plus ") == 1
    assert describe(plan).endswith("top 3")
    assert describe_answer(plan).startswith("sum of count")


def voyages(answer) -> Query:
    hop = Hop(edge="TO", direction="out", node=Node(type="Port", name="where"))
    return Query(root=Node(type="Voyage", hops=(hop,)), answer=answer)


@pytest.mark.parametrize(
    "plan",
    [
        Total(parts=(voyages(Count()),)),
        Total(parts=(voyages(Count()), voyages(Exists()))),
        Total(parts=(voyages(Count()), voyages(Group(node="where")))),
        Total(parts=(voyages(Count()), voyages(Count())), k=1),
        Total(parts=(voyages(Group(node="where", k=1)), voyages(Group(node="where")))),
        Total(parts=(voyages(Group(node="where")), voyages(Group(node="where"))), k=-1),
    ],
    ids=["one", "no number", "two kinds", "picks nothing", "picked before", "below nothing"],
)
def test_what_does_not_add_up_is_refused(plan: Total) -> None:
    assert isinstance(check(plan, SCHEMA), InvalidPlan)


def test_groups_are_no_number_to_compare() -> None:
    groups = Total(parts=(voyages(Group(node="where")), voyages(Group(node="where"))))
    number = voyages(Count())
    assert isinstance(check(Compare(left=groups, right=number, op="gt"), SCHEMA), InvalidPlan)
    assert check(groups, SCHEMA) is None

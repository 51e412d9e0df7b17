"""Kinds of plans: each form has its word, and the spelling of a plan does not change it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from occam.core.kinds import KINDS, MEANINGS, Kind, kind_of
from occam.core.plan import (
    Answer,
    Compare,
    Count,
    Exists,
    Extreme,
    Fold,
    Group,
    Having,
    Hop,
    Join,
    Members,
    Node,
    Order,
    Predicate,
    Query,
    TopK,
    Values,
    canonical,
)

from tests.graph.patterns import either, into, node, out, where
from tests.strategies.graphs import schemas
from tests.strategies.plans import queries

ADA = where("label", "eq", "Ada")
WINNER, CLUB = node("Runner", name="who"), node("Club", name="club")
AVERAGE = Fold(attr="size", by="avg")


def asked(answer: Answer, *parts: Hop | Predicate) -> Query:
    hops = tuple(part for part in parts if isinstance(part, Hop))
    conditions = tuple(part for part in parts if isinstance(part, Predicate))
    return Query(root=Node(type="Race", where=conditions, hops=hops), answer=answer)


COUNT = asked(Count())
BEFORE = out("BEFORE", node("Race", hops=(out("WON", WINNER),)))
FORMS: tuple[tuple[Kind, Query | Compare], ...] = (
    ("lookup", asked(Values(attr="size"))),
    ("relation", asked(Values(node="who"), out("WON", WINNER))),
    ("further", asked(Values(attr="age", node="who"), out("WON", WINNER))),
    ("further", asked(Values(node="club"), out("WON", node("Runner", hops=(out("OF", CLUB),))))),
    ("edition", asked(Values(node="who"), BEFORE)),
    ("edition", asked(Count(), into("BEFORE", node("Race")))),
    ("list", asked(Members())),
    ("list", asked(Members(order=Order(attr="size")))),
    ("top", asked(Members(limit=3, order=Order(attr="size")))),
    ("top", asked(TopK(attr="size", k=3))),
    ("count", COUNT),
    ("distinct", asked(Count(node="who"), out("WON", WINNER))),
    ("absent", asked(Count(), Hop(edge="WON", direction="out", node=WINNER, absent=True))),
    ("absent", asked(Members(), where("kind", "ne", "flat"))),
    ("either", asked(Members(), where("kind", "in", "flat", "steep"))),
    ("count", asked(Count(), where("kind", "in", "flat"))),
    ("both", asked(Members(), out("WON", node("Runner", ADA)), out("WON", WINNER))),
    ("exists", asked(Exists())),
    ("extreme", asked(Extreme(attr="size"))),
    ("fold", asked(AVERAGE)),
    ("group", asked(Group(node="who"), out("WON", WINNER))),
    ("group_fold", asked(Group(node="who", fold=AVERAGE), out("WON", WINNER))),
    ("having", asked(Group(node="who", having=Having(op="ge", value=2)), out("WON", WINNER))),
    ("compare", Compare(left=COUNT, right=COUNT, op="gt")),
    ("difference", Compare(left=COUNT, right=COUNT, op="difference")),
)  # fmt: skip


@pytest.mark.parametrize(("kind", "plan"), FORMS)
def test_a_form_has_its_kind(kind: Kind, plan: Query | Compare) -> None:
    assert kind_of(plan) == kind


def test_alternatives_make_an_either() -> None:
    root = Node(type="Race", any_of=(either(ADA, out("WON", WINNER)),))
    assert kind_of(Query(root=root, answer=Count())) == "either"


def test_branches_that_meet_are_a_join() -> None:
    plan = asked(
        Count(), out("WON", node("Runner", name="a")), out("LED", node("Runner", name="b"))
    )
    joined = Query(root=plan.root, answer=plan.answer, joins=(Join(left="a", right="b"),))
    assert kind_of(joined) == "join"


def test_every_kind_is_made_here_and_says_what_it_means() -> None:
    assert {kind for kind, _ in FORMS} | {"join"} == set(KINDS)
    assert tuple(MEANINGS) == KINDS


@given(st.data())
def test_another_spelling_of_a_plan_is_of_the_same_kind(data: st.DataObject) -> None:
    plan = data.draw(queries(data.draw(schemas())))
    assert kind_of(canonical(plan)) == kind_of(plan)

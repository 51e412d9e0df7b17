"""What the type check refuses, with the path it names, and what it lets through."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from occam.core.check import LARGEST_PLAN, MOST_VALUES, check
from occam.core.gaps import InvalidPlan
from occam.core.plan import (
    Answer,
    AnyOf,
    Branch,
    Compare,
    Count,
    Exists,
    Extreme,
    Fold,
    Group,
    Having,
    Join,
    Members,
    Node,
    Order,
    Plan,
    Query,
    TopK,
    Values,
)

from tests.graph.contract import CASES
from tests.graph.patterns import either, into, node, out, where
from tests.graph.races import SCHEMA, days
from tests.strategies.graphs import schemas
from tests.strategies.plans import queries

RACE = node("Race")
WINNER = out("WON", node("Runner", name="w"))


def _ask(root: Node, answer: Answer | None = None, joins: tuple[Join, ...] = ()) -> Query:
    return Query(root=root, answer=answer or Exists(), joins=joins)


def _deep(levels: int) -> Node:
    found = node("Race")
    for _ in range(levels):
        found = node("Race", hops=(out("BEFORE", found),))
    return found


COUNT, LABEL = _ask(RACE, Count()), _ask(RACE, Values())

WRONG: dict[str, tuple[Plan, str, str]] = {
    "a vertex type that is not there": (_ask(node("Rase")), "root.type", "Rase"),
    "an attribute of another type": (
        _ask(node("Race", where("year", "eq", 1))), "root.where[0].attr", "year"),
    "an edge that is not there": (
        _ask(node("Race", hops=(out("LOST", RACE),))), "root.hops[0].edge", "LOST"),
    "an edge from its wrong end": (
        _ask(node("Race", hops=(into("WON", RACE),))), "root.hops[0]", "starts at 'Runner'"),
    "a neighbour of the wrong type": (
        _ask(node("Race", hops=(out("WON", RACE),))), "root.hops[0].node.type", "to 'Runner'"),
    "a wrong thing deep inside an alternative": (
        _ask(Node(type="Race", any_of=(
            either(where("size", "gt", 1), out("WON", node("Runner", where("age", "eq", 1)))),
        ))),
        "root.any_of[0].branches[1].hops[0].node.where[0].attr", "age"),
    "an order among texts": (
        _ask(node("Race", where("kind", "lt", "x"))), "root.where[0].op", "'lt'"),
    "a substring of a number": (
        _ask(node("Race", where("size", "contains", "1"))), "root.where[0].op", "'contains'"),
    "days of a number": (
        _ask(node("Race", where("size", "on", days(("01", "01"))))), "root.where[0].op", "'on'"),
    "a number for a text": (
        _ask(node("Race", where("kind", "eq", 3))), "root.where[0].values[0]", "3"),
    "a text for a number": (
        _ask(node("Race", where("size", "in", 1, "2"))), "root.where[0].values[1]", "'2'"),
    "a truth value for a number": (
        _ask(node("Race", where("size", "eq", True))), "root.where[0].values[0]", "True"),
    "a number for a truth value": (
        _ask(node("Race", where("night", "eq", 1))), "root.where[0].values[0]", "1"),
    "a text for a period": (
        _ask(node("Race", where("day", "on", "2000-01-01"))), "root.where[0].values[0]", "2000"),
    "a number beyond what stores hold": (
        _ask(node("Race", where("size", "lt", 2**63))), "root.where[0].values[0]", "9223"),
    "a number that is none": (
        _ask(node("Race", where("length", "lt", float("nan")))), "root.where[0].values[0]", "nan"),
    "a text with a zero byte": (
        _ask(node("Race", where("kind", "eq", "a\0b"))), "root.where[0].values[0]", "kind"),
    "half a character": (
        _ask(node("Race", where("kind", "eq", "\ud800"))), "root.where[0].values[0]", "kind"),
    "between one value": (
        _ask(node("Race", where("size", "between", 1))), "root.where[0].values", "two values"),
    "between two values in the wrong order": (
        _ask(node("Race", where("size", "between", 2, 1))), "root.where[0].values", "exceeds"),
    "one of no values": (
        _ask(node("Race", where("size", "in"))), "root.where[0].values", "at least"),
    "unknown with a value": (
        _ask(node("Race", where("size", "is_unknown", 1))), "root.where[0].values", "no value"),
    "equal to two values": (
        _ask(node("Race", where("size", "eq", 1, 2))), "root.where[0].values", "one value"),
    "an alternative without branches": (
        _ask(Node(type="Race", any_of=(AnyOf(branches=()),))), "root.any_of[0]", "at least one"),
    "a branch that is always true": (
        _ask(Node(type="Race", any_of=(AnyOf(branches=(Branch(),)),))),
        "root.any_of[0].branches[0]", "empty"),
    "one name at two nodes": (
        _ask(node("Race", hops=(WINNER, WINNER))), "root.hops[1]", "'w' stands at two nodes"),
    "the root's name again below": (
        _ask(node("Race", name="w", hops=(WINNER,))), "root", "'w' stands at two nodes"),
    "a name in a branch that stands outside too": (
        _ask(Node(type="Race", hops=(WINNER,), any_of=(either(where("size", "gt", 1), WINNER),))),
        "root.any_of[0]", "'w' stands at two nodes") ,
    "one name for two types in two branches": (
        _ask(Node(type="Race", any_of=(either(WINNER, out("ON", node("Track", name="w"))),))),
        "root.any_of[0].branches[1]", "two vertex types"),
    "a name below what is absent": (
        _ask(node("Race", hops=(out("WON", node("Runner", name="w"), absent=True),))),
        "root.hops[0]", "absent"),
    "an answer at a name that nothing has": (_ask(RACE, Values(node="w")), "answer.node", "'w'"),
    "groups by nothing": (_ask(RACE, Group(node="")), "answer.node", "''"),
    "an answer at a name that only one branch binds": (
        _ask(Node(type="Race", any_of=(either(where("size", "gt", 1), WINNER),)), Count(node="w")),
        "answer.node", "every alternative"),
    "a join with a name that nothing has": (
        _ask(node("Race", hops=(WINNER,)), joins=(Join(left="w", right="x"),)), "joins[0]", "'x'"),
    "a join of a node with itself": (
        _ask(node("Race", hops=(WINNER,)), joins=(Join(left="w", right="w"),)),
        "joins[0]", "two nodes"),
    "a join of two types": (
        _ask(node("Race", name="r", hops=(WINNER,)), joins=(Join(left="w", right="r"),)),
        "joins[0]", "never the same"),
    "a value that the named node has not": (
        _ask(node("Race", hops=(WINNER,)), Values(attr="size", node="w")), "answer.attr", "size"),
    "the greatest of texts": (_ask(RACE, Extreme(attr="kind")), "answer.attr", "kind"),
    "the first of flags": (_ask(RACE, TopK(attr="night", k=1)), "answer.attr", "night"),
    "the sum of periods": (_ask(RACE, Fold(attr="day", by="sum")), "answer.attr", "day"),
    "groups folded over a text": (
        _ask(node("Race", hops=(WINNER,)), Group(node="w", fold=Fold(attr="kind", by="max"))),
        "answer.attr", "kind"),
    "an order by what is not there": (
        _ask(RACE, Members(order=Order(attr="age"))), "answer.attr", "age"),
    "the first none": (_ask(RACE, TopK(attr="size", k=0)), "answer", "nothing"),
    "fewer than no members": (_ask(RACE, Members(limit=-1)), "answer", "below nothing"),
    "fewer than no groups": (
        _ask(node("Race", hops=(WINNER,)), Group(node="w", k=-1)), "answer", "nothing"),
    "groups above no number": (
        _ask(
            node("Race", hops=(WINNER,)),
            Group(node="w", having=Having(op="gt", value=float("inf"))),
        ),
        "answer", "not a number"),
    "a comparison with a text": (
        Compare(left=COUNT, right=LABEL, op="lt"), "right.answer", "needs a number"),
    "a comparison with a list": (
        Compare(left=_ask(RACE, Members()), right=COUNT, op="lt"), "left.answer", "needs a number"),
    "a wrong thing in one half of a comparison": (
        Compare(left=COUNT, right=_ask(node("Rase"), Count()), op="lt"), "right.root.type", "Rase"),
    "more values than any question names": (
        _ask(node("Race", where("size", "in", *range(MOST_VALUES + 1)))), "root", "at most"),
    "more comparisons than any question makes": (
        _ask(Node(type="Race", any_of=(either(*[where("size", "gt", 1)] * (MOST_VALUES + 1)),))),
        "root", "at most"),
    "more nodes than any question needs": (_ask(_deep(LARGEST_PLAN)), "root", "at most"),
}  # fmt: skip

RIGHT: dict[str, Plan] = {
    "the largest plan": _ask(_deep(LARGEST_PLAN - 1)),
    "a float held against integers": _ask(node("Race", where("size", "gt", 2.5))),
    "numbers on both sides of a comparison": Compare(
        left=_ask(node("Race", where("id", "eq", "r1")), Values(attr="size")),
        right=_ask(RACE, Fold(attr="length", by="avg")),
        op="difference",
    ),
    "a value at a named node in a comparison": Compare(
        left=_ask(
            node("Race", hops=(out("AT", node("Meet", name="m")),)), Values(attr="year", node="m")
        ),
        right=COUNT,
        op="le",
    ),
    "the latest by period": _ask(RACE, Extreme(attr="day")),
    "an order by label": _ask(RACE, Members(order=Order(attr="label"))),
    "the same name in every branch": _ask(
        Node(type="Race", any_of=(either(WINNER, into("PACED", node("Runner", name="w"))),)),
        Group(node="w"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_the_check_refuses(name: str) -> None:
    plan, path, reason = WRONG[name]
    found = check(plan, SCHEMA)
    assert isinstance(found, InvalidPlan)
    assert found.path == path
    assert reason in found.reason


@pytest.mark.parametrize("name", RIGHT)
def test_the_check_lets_through(name: str) -> None:
    assert check(RIGHT[name], SCHEMA) is None


@pytest.mark.parametrize("name", CASES)
def test_every_query_of_the_contract_passes(name: str) -> None:
    assert check(CASES[name][0], SCHEMA) is None


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.data())
def test_a_plan_of_one_schema_rarely_fits_another_and_never_breaks_the_check(
    data: st.DataObject,
) -> None:
    mine, other = data.draw(schemas()), data.draw(schemas())
    query = data.draw(queries(mine))
    assert check(query, mine) is None
    found = check(query, other)
    assert found is None or (found.path.startswith(("root", "answer", "joins")) and found.reason)

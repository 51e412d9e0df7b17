"""The plan language of rules, line by line."""

import pytest
from occam.core.parse.answers import build_answer
from occam.core.parse.statements import (
    BadStatement,
    Condition,
    Step,
    check_statement,
    parse_statement,
)
from occam.core.plan import Count, Extreme, Fold, Group, Having, Members, TopK, Values

from tests.core.harbour import SCHEMA


def test_a_line_is_hops_and_a_condition() -> None:
    line = parse_statement("earlier: BEFORE>*{steps}:first TO> = {Port}")
    assert line.start == "earlier"
    assert line.steps == (Step("BEFORE", True, "{steps}", "first"), Step("TO", True))
    assert line.condition == Condition("id", "in", ("{Port}",))


def test_a_line_may_be_a_predicate_alone() -> None:
    line = parse_statement("{measure} between {number} {more}")
    assert line.condition == Condition("{measure}", "between", ("{number}", "{more}"))


def test_absence_needs_a_hop() -> None:
    assert parse_statement("no TO> = {Port}").absent
    with pytest.raises(BadStatement):
        parse_statement("no passengers gt 5")


@pytest.mark.parametrize("text", ["", "earlier:", "passengers about {number}", "TO> = {Port"])
def test_a_broken_line_is_refused(text: str) -> None:
    with pytest.raises(BadStatement):
        parse_statement(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("TO< = {Port}", "does not lead in"),
        ("SAILS> = {Port}", "no edge"),
        ("depth gt {number}", "no attribute"),
        ("{honour.edge}>:end BY> = {Ship}", "does not lead out from Ship"),
    ],
)
def test_a_line_outside_the_schema_is_refused(text: str, reason: str) -> None:
    fields = {"honour.edge": ("WON_BY", "LOST_BY")}
    with pytest.raises(BadStatement, match=reason):
        check_statement(parse_statement(text), "Voyage", SCHEMA, fields)


def test_named_nodes_have_the_type_at_the_end_of_the_hop() -> None:
    line = parse_statement("BEFORE>:earlier TO>:port")
    named = check_statement(line, "Voyage", SCHEMA, {})
    assert named == {"earlier": "Voyage", "port": "Port"}


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("values label", Values()),
        ("values ship.label", Values(attr="label", node="ship")),
        ("count ship", Count(node="ship")),
        ("members", Members()),
        ("extreme cabins yes", Extreme(attr="cabins", greatest=True)),
        ("top 3 cabins no", TopK(attr="cabins", k=3, descending=False)),
        ("fold avg cabins", Fold(attr="cabins", by="avg")),
        ("group ship first 3", Group(node="ship", k=3)),
        ("group ship having ge 2", Group(node="ship", having=Having(op="ge", value=2.0))),
        ("group ship of sum cabins", Group(node="ship", fold=Fold(attr="cabins", by="sum"))),
    ],
)
def test_an_answer_clause_is_one_line(text: str, clause: object) -> None:
    assert build_answer(text, str) == clause


@pytest.mark.parametrize("text", ["values", "extreme cabins", "fold mode cabins", "group a b c"])
def test_a_broken_answer_clause_is_refused(text: str) -> None:
    with pytest.raises(BadStatement):
        build_answer(text, str)

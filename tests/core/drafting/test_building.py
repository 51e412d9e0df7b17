"""A draft becomes a plan or a gap, whatever stands in it: never an error, never a query."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from occam.core.check import check
from occam.core.drafting.building import build
from occam.core.drafting.draft import LONGEST, OPS, Draft, form, read
from occam.core.gaps import InvalidPlan
from occam.core.plan import Hop, Plan, Predicate, Query, digest, leaves, nodes_of

from tests.core.harbour import SCHEMA, vocabulary_of

PATHS = ("", "BY>", "TO>", "IN>", "WON_BY>", "BEFORE>", "BEFORE> BY>", "<BEFORE WON_BY>")
HOSTILE = st.text(max_size=30) | st.sampled_from(
    ("'; DROP GRAPH", "MATCH (n) DETACH DELETE n", "BY> BY>", "＜BY", "BY>\u202e", 
     "INTERPRET QUERY",
     "CALL apoc.load.json('x')", "/* */ id", "\x00", "label\u200b")
)  # fmt: skip
VALUES = st.none() | HOSTILE | st.integers() | st.floats() | st.booleans() | st.lists(HOSTILE)


@pytest.fixture(scope="module")
def vocabulary(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return vocabulary_of(tmp_path_factory.mktemp("harbour"))


def built(vocabulary: Any, **parts: Any) -> Plan | InvalidPlan:
    draft = read(msgspec.json.encode({"find": "Voyage", "ask": {"what": "count"}} | parts).decode())
    assert isinstance(draft, Draft), draft
    return build(draft, SCHEMA, vocabulary)


@given(
    at=st.sampled_from(PATHS) | HOSTILE,
    attr=st.sampled_from(("label", "class", "sailed", "passengers", "number")) | HOSTILE,
    op=st.sampled_from(OPS) | HOSTILE,
    value=VALUES,
    absent=st.booleans(),
    any_=st.integers(),
    what=st.sampled_from(("value", "list", "count", "most", "top", "sum", "group", "exists")),
    by=st.sampled_from(("", "passengers")) | HOSTILE,
)
def test_whatever_a_model_writes_is_a_plan_of_the_schema_or_a_gap(
    vocabulary: Any,
    at: str,
    attr: str,
    op: str,
    value: Any,
    absent: bool,
    any_: int,
    what: str,
    by: str,
) -> None:
    test = {"at": at, "attr": attr, "op": op, "value": value, "absent": absent, "any": any_}
    said = read(
        msgspec.json.encode(
            {"find": "Voyage", "where": [test], "ask": {"what": what, "by": by}}
        ).decode()
    )
    if isinstance(said, str):
        return
    plan = build(said, SCHEMA, vocabulary)
    if isinstance(plan, InvalidPlan) or check(plan, SCHEMA):
        return
    for query in leaves(plan):
        for node in nodes_of(query.root):
            assert node.type in SCHEMA.vertices
            assert {hop.edge for hop in _hops(query)} <= set(SCHEMA.edges)
            for predicate in node.where:
                assert predicate.attr in {"id", "label", *SCHEMA.vertices[node.type].attributes}


def _hops(query: Query) -> list[Hop]:
    return [hop for node in nodes_of(query.root) for hop in node.hops]


@given(st.text() | st.binary().map(lambda raw: raw.decode("latin-1")))
def test_no_answer_of_a_model_raises(text: str) -> None:
    assert isinstance(read(text), str | Draft)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 10_000,
        '{"find":' * 2_000,
        '{"find": "Voyage", "ask": {"what": "count"}, "query": "MATCH (n) RETURN n"}',
        '{"find": "Voyage", "ask": {"what": "count"}, "where": [{"gsql": "x"}]}',
        '{"find": "Voyage"}',
        '{"find": "Voyage", "ask": {"what": "count"}, "sides": [[]]}',
        '{"find": "Voyage", "ask": {"what": "delete"}}',
        "x" * (LONGEST + 1),
        "Sure! Here is the plan.",
    ],
)
def test_what_is_no_draft_is_told_and_not_guessed(text: str) -> None:
    assert isinstance(read(text), str)


def test_names_become_the_vertices_that_have_them(vocabulary: Any) -> None:
    plan = built(vocabulary, where=[{"at": "BY>", "value": "the Wolf"}])
    assert isinstance(plan, Query)
    (hop,) = plan.root.hops
    assert hop.node.where == (Predicate(attr="id", op="eq", values=("Sea Wolf",)),)


@pytest.mark.parametrize(
    ("parts", "path"),
    [
        ({"where": [{"at": "BY>", "value": "Flying Dutchman"}]}, "where[0].value"),
        ({"where": [{"at": "BY>", "value": "x' OR 1=1 --"}]}, "where[0].value"),
        ({"where": [{"at": "DROP>"}]}, "where[0].at"),
        ({"where": [{"at": "<BY"}]}, "where[0].at"),
        ({"where": [{"at": "BY> TO>"}]}, "where[0].at"),
        ({"where": [{"at": "BY"}]}, "where[0].at"),
        ({"where": [{"attr": "id) RETURN n //", "value": "x"}]}, "where[0].attr"),
        ({"where": [{"op": "~", "attr": "class", "value": "x"}]}, "where[0].op"),
        ({"where": [{"op": ">", "at": "BY>", "value": "Sea Wolf"}]}, "where[0].op"),
        ({"where": [{"attr": "passengers", "op": ">", "value": "many"}]}, "where[0].value"),
        ({"where": [{"attr": "sailed", "value": "long ago"}]}, "where[0]"),
        ({"where": [{"absent": True, "value": "Sea Wolf"}]}, "where[0].absent"),
        ({"find": "Captain"}, "find"),
        ({"ask": {"what": "most"}}, "ask.by"),
        ({"ask": {"what": "value", "at": "SANK>"}}, "ask.at"),
    ],
)  # fmt: skip
def test_what_the_graph_does_not_have_is_named(
    vocabulary: Any, parts: dict[str, Any], path: str
) -> None:
    plan = built(vocabulary, **parts)
    assert isinstance(plan, InvalidPlan)
    assert plan.path == path


@given(st.permutations([
    {"at": "BY>", "value": "Sea Wolf"}, {"at": "IN>", "value": "2008"},
    {"attr": "passengers", "op": ">", "value": 30}, {"at": "TO>", "value": "North Quay"},
]))  # fmt: skip
def test_the_order_of_tests_does_not_matter(vocabulary: Any, where: list[Any]) -> None:
    plan = built(vocabulary, where=where)
    other = built(vocabulary, where=sorted(where, key=str))
    assert not isinstance(plan, InvalidPlan)
    assert not isinstance(other, InvalidPlan)
    assert digest(plan) == digest(other)


def test_the_form_for_a_model_names_the_schema_and_nothing_more() -> None:
    text = msgspec.json.encode(form(SCHEMA).schema).decode()
    assert all(name in text for name in SCHEMA.vertices)
    assert "additionalProperties" in text

"""Values are data: whatever they spell, they find what they equal and change nothing else."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from occam.core.dataset import Vertex
from occam.core.plan import Members, Query
from occam.core.schema import Attribute, Schema, VertexType
from occam.core.values import Cell, Scalar
from occam.graph.embedded import EmbeddedGraph, write_graph
from occam.graph.facts import FactTable, write_facts

from tests.graph.patterns import node, where
from tests.strategies.graphs import assembled

HOSTILE = (
    "' OR 1=1 --",
    "'; DROP TABLE fact; --",
    "\\' OR true //",
    '") MATCH (n) DETACH DELETE n //',
    "x`) RETURN 1 //",
    "$p0",
    "${p0}",
    "?1",
    "/* */ x",
    "＇ ＯＲ １＝１ －－",
    "\u2028\u2029",
    "e\u0301 é",
    "\U0001f3c1",
    "\\N",
    "NULL",
    "%_*",
    "CAST($p0 AS JSON)",
    "a\r\nb\tc",
    "",
)
ONE = Schema(
    vertices={"Thing": VertexType(labels=("thing",), attributes={"word": Attribute(kind="text")})},
    edges={},
)
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0\x1f"), max_size=12)


def _things(words: list[str]) -> list[Vertex]:
    return [
        Vertex(
            type="Thing", id=f"#{word}", label=word, cells={"word": Cell(word)}, documents=("d",)
        )
        for word in words
    ]


def _found(words: list[str]) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        directory = Path(scratch)
        dataset = assembled("v", _things(words), (), ONE)
        write_graph(directory, ONE, dataset)
        write_facts(directory, ONE, dataset)
        stores = EmbeddedGraph.open(directory, ONE), FactTable.open(directory, ONE)
        for store in stores:
            for word in words:
                for attr, value in (("id", f"#{word}"), ("label", word), ("word", word)):
                    query = Query(root=node("Thing", where(attr, "eq", value)), answer=Members())
                    rows = asyncio.run(store.rows(query)).rows
                    assert [(row.id, row.label) for row in rows] == [(f"#{word}", word)]
            store.close()


def test_hostile_words_find_exactly_themselves() -> None:
    _found(list(HOSTILE))


@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.lists(TEXTS, min_size=1, max_size=6, unique=True))
def test_any_words_find_exactly_themselves(words: list[str]) -> None:
    _found(words)


@pytest.mark.parametrize("word", [word for word in HOSTILE if len(word) > 3])
def test_no_value_is_part_of_a_statement(graph: EmbeddedGraph, facts: FactTable, word: str) -> None:
    query = Query(root=node("Race", where("kind", "in", word, "flat")), answer=Members())
    assert word not in facts.explain(query)
    statements = [line for line in graph.explain(query).splitlines() if line.startswith("MATCH")]
    assert statements
    assert not any(word in line for line in statements)


@pytest.mark.parametrize("store", ["graph", "facts"])
@pytest.mark.parametrize("value", [2**63 - 1, -(2**63), 0, 255, 2**31, 1.5])
async def test_numbers_of_every_width_are_compared(
    store: str, value: Scalar, request: pytest.FixtureRequest
) -> None:
    opened: EmbeddedGraph = request.getfixturevalue(store)
    query = Query(root=node("Meet", where("year", "lt", value)), answer=Members())
    expected = ["m1", "m2"] if isinstance(value, int) and value > 1994 else []
    assert [row.id for row in (await opened.rows(query)).rows] == expected

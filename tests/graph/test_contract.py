"""Each store against the hand-written contract."""

from __future__ import annotations

import pytest
from occam.core.check import check
from occam.core.evidence import Rows
from occam.core.ports import Graph
from occam.graph.embedded import EmbeddedGraph
from occam.graph.facts import FactTable
from occam.graph.memory import MemoryGraph

from tests.graph.contract import CASES
from tests.graph.races import SCHEMA, dataset


@pytest.fixture(scope="module", params=["memory", "embedded", "facts"])
def store(request: pytest.FixtureRequest, graph: EmbeddedGraph, facts: FactTable) -> Graph:
    opened: dict[str, Graph] = {
        "memory": MemoryGraph(SCHEMA, dataset()),
        "embedded": graph,
        "facts": facts,
    }
    return opened[request.param]


@pytest.mark.parametrize("case", CASES)
async def test_a_store_answers_as_the_contract_says(store: Graph, case: str) -> None:
    query, rows = CASES[case]
    assert check(query, SCHEMA) is None
    assert await store.rows(query) == Rows(version="hand-drawn", rows=rows)

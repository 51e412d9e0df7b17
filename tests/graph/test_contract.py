"""Each store against the hand-written contract."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from occam.core.check import check
from occam.core.evidence import Rows
from occam.core.ports import Graph
from occam.graph.embedded import EmbeddedGraph, write_graph
from occam.graph.facts import FactTable, write_facts
from occam.graph.memory import MemoryGraph

from tests.graph.contract import CASES
from tests.graph.races import SCHEMA, dataset


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    written = tmp_path_factory.mktemp("races")
    write_graph(written, SCHEMA, dataset())
    write_facts(written, SCHEMA, dataset())
    return written


@pytest.fixture(scope="module", params=["memory", "embedded", "facts"])
def store(request: pytest.FixtureRequest, directory: Path) -> Iterator[Graph]:
    if request.param == "memory":
        yield MemoryGraph(SCHEMA, dataset())
        return
    kind = EmbeddedGraph if request.param == "embedded" else FactTable
    opened = kind.open(directory, SCHEMA)
    yield opened
    opened.close()


@pytest.mark.parametrize("case", CASES)
async def test_a_store_answers_as_the_contract_says(store: Graph, case: str) -> None:
    query, rows = CASES[case]
    assert check(query, SCHEMA) is None
    assert await store.rows(query) == Rows(version="hand-drawn", rows=rows)

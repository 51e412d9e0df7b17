"""Both stores read the evidence of every golden plan exactly as the reference evaluator does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from occam.core.plan import Plan, Query, leaves
from occam.graph.embedded import EmbeddedGraph, write_graph
from occam.graph.facts import FactTable, write_facts
from occam.graph.memory import MemoryGraph
from occam.ingest.load import extract
from occam.packs import find_pack

Engines = tuple[MemoryGraph, EmbeddedGraph, FactTable]


@pytest.fixture(scope="module", params=["olympics", "lighthouses"])
def pack_and_engines(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, Engines]]:
    pack = find_pack(request.param)
    dataset = extract(pack, pack.documents())
    directory: Path = tmp_path_factory.mktemp(pack.name)
    write_graph(directory, pack.schema, dataset)
    write_facts(directory, pack.schema, dataset)
    graph = EmbeddedGraph.open(directory, pack.schema)
    facts = FactTable.open(directory, pack.schema)
    yield pack.name, (MemoryGraph(pack.schema, dataset), graph, facts)
    graph.close()
    facts.close()


def golden_queries(name: str) -> Iterator[tuple[str, Query]]:
    golden = find_pack(name).golden
    assert golden is not None
    for question in map(json.loads, golden.read_text(encoding="utf-8").splitlines()):
        if "plan" in question:
            plan: Plan = msgspec.convert(question["plan"], Plan)  # pyright: ignore[reportArgumentType]
            for query in leaves(plan):
                yield question["question"], query


async def test_evidence_and_bound_agree_with_the_reference(
    pack_and_engines: tuple[str, Engines],
):
    name, (reference, graph, facts) = pack_and_engines
    for question, query in golden_queries(name):
        expected = await reference.rows(query)
        assert await graph.rows(query) == expected, question
        assert await facts.rows(query) == expected, question

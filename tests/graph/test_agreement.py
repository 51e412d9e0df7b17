"""All three stores answer alike, on graphs and plans that nobody wrote.

HYPOTHESIS_EXAMPLES sets how many are tried; nights can afford more than a hundred.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from occam.core.check import check
from occam.graph.embedded import EmbeddedGraph, write_graph
from occam.graph.facts import FactTable, write_facts
from occam.graph.memory import MemoryGraph

from tests.strategies.graphs import datasets, schemas
from tests.strategies.plans import queries


@settings(
    max_examples=int(os.environ.get("HYPOTHESIS_EXAMPLES", "100")),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    deadline=None,
)
@given(st.data())
def test_three_stores_agree_on_every_row(data: st.DataObject) -> None:
    schema = data.draw(schemas())
    dataset = data.draw(datasets(schema))
    asked = data.draw(st.lists(queries(schema), min_size=1, max_size=8))
    with tempfile.TemporaryDirectory() as scratch:
        directory = Path(scratch)
        write_graph(directory, schema, dataset)
        write_facts(directory, schema, dataset)
        memory = MemoryGraph(schema, dataset)
        embedded = EmbeddedGraph.open(directory, schema)
        facts = FactTable.open(directory, schema)
        try:
            for query in asked:
                assert check(query, schema) is None
                expected = asyncio.run(memory.rows(query))
                assert asyncio.run(facts.rows(query)) == expected
                assert asyncio.run(embedded.rows(query)) == expected
        finally:
            embedded.close()
            facts.close()

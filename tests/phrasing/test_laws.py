"""Over schemas and graphs that nobody chose: sound, seeded, and never stuck."""

from __future__ import annotations

import asyncio

from hypothesis import given, settings
from hypothesis import strategies as st
from occam.core.check import check
from occam.core.dataset import Dataset
from occam.core.schema import Schema
from occam.graph.memory import MemoryGraph
from occam.phrasing import SPLITS, Generated, Split, Wording, generate, stock

from tests.strategies.graphs import datasets, schemas


async def asked(schema: Schema, dataset: Dataset, seed: int, split: Split) -> list[Generated]:
    graph = MemoryGraph(schema, dataset)
    found = await stock(graph, schema)
    return [q async for q in generate(schema, Wording(), found, graph, seed, 20, split)]


@settings(max_examples=25, deadline=None)
@given(data=st.data(), seed=st.integers(0, 3), split=st.sampled_from(SPLITS))
def test_any_graph_gives_sound_questions_or_none(
    data: st.DataObject, seed: int, split: Split
) -> None:
    schema = data.draw(schemas())
    dataset = data.draw(datasets(schema))
    found = asyncio.run(asked(schema, dataset, seed, split))
    for each in found:
        assert each.question.strip()
        assert "{" not in each.question
        assert each.plan is None or check(each.plan, schema) is None
    assert found == asyncio.run(asked(schema, dataset, seed, split))

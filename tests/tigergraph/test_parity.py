"""The server's routes against the hand-written contract and the judge: every row is the same.

HYPOTHESIS_EXAMPLES sets how many generated graphs are tried, each with up to eight plans; nights
can afford a thousand.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from occam.core.dataset import Dataset
from occam.core.evidence import Rows
from occam.core.plan import Query
from occam.core.schema import Schema
from occam.graph.memory import MemoryGraph
from tigergraph_emulator.server.running import Running, running

from tests.graph.contract import CASES
from tests.graph.races import SCHEMA, dataset
from tests.strategies.graphs import datasets, schemas
from tests.strategies.plans import queries
from tests.tigergraph.served import Served, served


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def races(emulator: Running) -> AsyncIterator[Served]:
    async with served(emulator, SCHEMA, dataset(), "races") as found:
        yield found


@pytest.mark.parametrize("page", [1, 3, 5000])
@pytest.mark.parametrize("case", CASES)
@pytest.mark.asyncio(loop_scope="module")
async def test_both_routes_answer_as_the_contract_says(races: Served, case: str, page: int) -> None:
    query, rows = CASES[case]
    expected = Rows(version="hand-drawn", rows=rows)
    assert await races.graph(page).rows(query) == expected
    assert await races.facts(page).rows(query) == expected


@pytest.mark.asyncio(loop_scope="module")
async def test_an_installed_shape_answers_like_the_interpreter(races: Served) -> None:
    for query, rows in CASES.values():
        name = await races.install(query)
        graph = races.graph()
        assert (await graph.rows(query)).rows == rows
        assert name in await races.wire.installed()


@pytest.mark.timeout(1800)
@settings(
    max_examples=int(os.environ.get("HYPOTHESIS_EXAMPLES", "60")),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    deadline=None,
)
@given(st.data())
def test_the_server_answers_as_the_judge(data: st.DataObject) -> None:
    schema = data.draw(schemas())
    drawn = data.draw(datasets(schema))
    asked = data.draw(st.lists(queries(schema), min_size=1, max_size=8))
    page = data.draw(st.sampled_from((1, 2, 5000)))
    asyncio.run(_agrees(schema, drawn, asked, page))


async def _agrees(schema: Schema, drawn: Dataset, asked: list[Query], page: int) -> None:
    judge = MemoryGraph(schema, drawn)
    async with (
        running() as server,
        served(server, schema, drawn, "drawn", ("pool", "bound", "census")) as found,
    ):
        await found.install(asked[0])
        graph, facts = found.graph(page), found.facts(page)
        for query in asked:
            expected = await judge.rows(query)
            assert await graph.rows(query) == expected
            assert await facts.rows(query) == expected

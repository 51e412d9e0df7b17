"""The server's own answers against the core's over judged rows, on graphs that nobody wrote.

HYPOTHESIS_EXAMPLES sets how many generated graphs are tried.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator

import msgspec
import pytest
import pytest_asyncio
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from occam.core.check import check
from occam.core.conclude import conclude
from occam.core.dataset import Dataset
from occam.core.plan import Query
from occam.core.schema import Schema
from occam.graph.memory import MemoryGraph
from occam.graph.tigergraph.flat import flat
from occam.graph.tigergraph.layout import Layout
from occam.graph.tigergraph.operators import Operators
from occam.graph.tigergraph.own import difference
from occam.graph.tigergraph.settings import TigerGraphSettings
from occam.graph.tigergraph.wire import Wire
from occam.graph.tigergraph.writer import Writer
from tigergraph_emulator.server.running import Running, running

from tests.graph.contract import CASES
from tests.graph.races import SCHEMA, dataset
from tests.strategies.flats import flat_queries
from tests.strategies.graphs import datasets, schemas
from tests.tigergraph.served import OPERATED, Served, operators, served

pytestmark = pytest.mark.timeout(1800)
DRAWN = "redrawn"
hand = pytest.mark.asyncio(loop_scope="module")
EXAMPLES = int(os.environ.get("HYPOTHESIS_EXAMPLES", "60"))
examples = settings(
    max_examples=EXAMPLES,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    deadline=None,
)
few = settings(examples, max_examples=max(3, EXAMPLES // 20), phases=[Phase.generate])
"""Every schema has its operators installed anew, and shrinking would do so again and again."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def races(emulator: Running) -> AsyncIterator[Served]:
    async with served(emulator, SCHEMA, dataset(), "answered", OPERATED) as found:
        yield found


@hand
async def test_the_contract_s_flat_questions_are_answered_the_same(races: Served) -> None:
    judge, tried = MemoryGraph(SCHEMA, dataset()), 0
    for query, _ in CASES.values():
        try:
            assert await _differs(operators(races), judge, SCHEMA, query) == ""
            tried += 1
        except LookupError:
            continue
    assert tried >= 5


async def _differs(asked: Operators, judge: MemoryGraph, schema: Schema, query: Query) -> str:
    said = conclude(query, (await judge.rows(query),), schema)
    return await difference(asked, query, schema, said)


@hand
async def test_a_wrong_conclusion_is_found_out(races: Served) -> None:
    """A difference that nothing could show would prove nothing."""
    judge = MemoryGraph(SCHEMA, dataset())
    for query, _ in CASES.values():
        said = conclude(query, (await judge.rows(query),), SCHEMA)
        if said.gap or not said.value or isinstance(said.value, bool):
            continue
        wrong = msgspec.structs.replace(said, value=said.value + 1)
        try:
            assert "concluded" in await difference(operators(races), query, SCHEMA, wrong)
        except LookupError:
            continue


@pytest.fixture(scope="module")
def drawn_anew(emulator: Running) -> Running:
    """A graph of the races' schema, operators installed, whose data every example replaces."""

    async def install() -> None:
        async with served(emulator, SCHEMA, dataset(), DRAWN, OPERATED):
            pass

    asyncio.run(install())
    return emulator


@examples
@given(st.data())
def test_the_server_s_own_answers_are_the_core_s(drawn_anew: Running, data: st.DataObject) -> None:
    drawn = msgspec.structs.replace(data.draw(datasets(SCHEMA)), pack=DRAWN)
    asked = data.draw(st.lists(flat_queries(SCHEMA), min_size=4, max_size=16))
    page = data.draw(st.sampled_from((1, 2, 5000)))
    asyncio.run(_rewritten(drawn_anew, drawn, asked, page))


async def _rewritten(server: Running, drawn: Dataset, asked: list[Query], page: int) -> None:
    layout = Layout(SCHEMA, DRAWN)
    async with Wire(TigerGraphSettings(url=server.url), layout.graph, DRAWN) as wire:
        await Writer(wire, layout).write(drawn, force=True)
        await _agree(Served(wire, layout, drawn.version), drawn, asked, page)


@few
@given(st.data())
def test_so_they_are_under_any_schema(data: st.DataObject) -> None:
    schema = data.draw(schemas())
    drawn = data.draw(datasets(schema))
    asked = data.draw(st.lists(flat_queries(schema), min_size=4, max_size=20))

    async def served_once() -> None:
        async with running() as server, served(server, schema, drawn, DRAWN, OPERATED) as found:
            await _agree(found, drawn, asked, 2)

    asyncio.run(served_once())


async def _agree(found: Served, drawn: Dataset, asked: list[Query], page: int) -> None:
    schema = found.layout.schema
    judge = MemoryGraph(schema, drawn)
    for query in asked:
        assert check(query, schema) is None
        assert flat(query, schema) is not None
        assert await _differs(operators(found, page), judge, schema, query) == "", query

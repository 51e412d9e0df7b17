"""The bundled packs' golden questions on three engines: one judge, one embedded, one server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from occam.core.dataset import Dataset
from occam.core.plan import leaves
from occam.graph.memory import MemoryGraph
from occam.packs import find_pack
from occam.runtime.loading import kept_dataset, load
from occam.runtime.parity import Engine, Parity, compare, generated, questions
from occam.runtime.settings import load_settings
from occam.runtime.shelf import Edition, Shelf
from tigergraph_emulator.server.running import Running

from tests.tigergraph.served import Served, served

PLANS = 25
Loaded = tuple[Edition, Dataset, Served]


@pytest_asyncio.fixture(
    scope="module", loop_scope="module", params=["olympics", "lighthouses"], ids=str
)
async def loaded(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    emulator: Running,
) -> AsyncIterator[Loaded]:
    """The sample pack in a home and on the server."""
    home = tmp_path_factory.mktemp("home")
    settings = load_settings({"OCCAM_HOME": str(home)})
    pack = find_pack(request.param, settings.pack_roots)
    load(home, pack)
    shelf, dataset = Shelf(settings), kept_dataset(home, pack)
    async with served(emulator, pack.schema, dataset, f"golden_{pack.name}") as found:
        yield shelf.edition(*shelf.current(pack.name)), dataset, found


async def _parity(loaded: Loaded, left: Engine, golden: Path) -> Parity:
    edition, _, found = loaded
    asked = list(questions(golden, edition.parser))
    asked += await generated(edition.graph, edition.schema, PLANS, seed=11)
    right = Engine(found.graph(), found.facts())
    return Parity(tuple([each async for each in compare(asked, edition.schema, left, right)]))


@pytest.mark.timeout(300)
@pytest.mark.asyncio(loop_scope="module")
async def test_golden_questions_and_sampled_plans_are_equal_on_embedded_engine_and_server(
    loaded: Loaded,
) -> None:
    edition, _, _ = loaded
    assert edition.pack.golden
    parity = await _parity(loaded, Engine(edition.graph, edition.facts), edition.pack.golden)
    assert not parity.differing, list(parity.lines())
    assert parity.equal > PLANS + 10


@pytest.mark.timeout(300)
@pytest.mark.asyncio(loop_scope="module")
async def test_golden_questions_are_equal_by_the_judge_and_on_the_server(loaded: Loaded) -> None:
    edition, dataset, found = loaded
    judge = MemoryGraph(edition.schema, dataset)
    assert edition.pack.golden
    tried = 0
    for asked in questions(edition.pack.golden, edition.parser):
        for query in () if asked.plan is None else leaves(asked.plan):
            expected = await judge.rows(query)
            assert await found.graph().rows(query) == expected, asked.name
            assert await found.facts().rows(query) == expected, asked.name
            tried += 1
    assert tried > 10

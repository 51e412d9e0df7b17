"""Both bundled packs in memory, with what their questions are made from."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import lru_cache

import pytest
from occam.core.schema import Schema
from occam.graph.memory import MemoryGraph
from occam.ingest.load import extract
from occam.packs import find_pack
from occam.phrasing import Generated, Generator, Split, Stock, Wording, stock, wording_of
from occam.runtime.versions import names_in


@dataclass(frozen=True)
class World:
    """One pack's sample: its graph, its stock and its words."""

    schema: Schema
    graph: MemoryGraph
    stock: Stock
    wording: Wording

    def asked(
        self, count: int, split: Split = "train", seed: int = 1, *kinds: str, bare: bool = False
    ) -> tuple[Generated, ...]:
        """So many questions; `bare` leaves the pack's own wording out."""
        wording = Wording() if bare else self.wording
        generator = Generator(wording, self.stock, self.graph, seed, split)

        async def all_of_them() -> tuple[Generated, ...]:
            return tuple([each async for each in generator.questions(count, kinds)])

        return asyncio.run(all_of_them())


@lru_cache(maxsize=2)
def world_of(name: str) -> World:
    """The world of a bundled pack."""
    pack = find_pack(name)
    dataset = extract(pack, pack.documents())
    graph = MemoryGraph(pack.schema, dataset)

    async def read() -> Stock:
        found = await stock(graph, pack.schema, names_in(pack.schema, dataset))
        await found.link(graph)
        return found

    return World(pack.schema, graph, asyncio.run(read()), wording_of(pack.directory, pack.schema))


@pytest.fixture(scope="session", params=("olympics", "lighthouses"))
def world(request: pytest.FixtureRequest) -> World:
    return world_of(request.param)


@pytest.fixture(scope="session")
def olympics() -> World:
    return world_of("olympics")

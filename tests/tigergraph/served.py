"""A dataset on an emulated server, and both routes over it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from typing import NamedTuple

import msgspec
from occam.core.dataset import Dataset
from occam.core.plan import Query
from occam.core.schema import Schema
from occam.graph.tigergraph.catalog import scripts
from occam.graph.tigergraph.facts import TigerFacts
from occam.graph.tigergraph.graph import TigerGraph
from occam.graph.tigergraph.layout import Layout
from occam.graph.tigergraph.operators import Operators
from occam.graph.tigergraph.paging import PAGE
from occam.graph.tigergraph.program import program
from occam.graph.tigergraph.settings import TigerGraphSettings
from occam.graph.tigergraph.shape import name_of, text_of
from occam.graph.tigergraph.wire import Wire
from occam.graph.tigergraph.writer import Writer
from tigergraph_emulator.server.running import Running

OPERATED = (
    *("members", "count", "extreme", "top_k", "fold", "group"),
    *("walk", "chain", "neighbourhood", "census"),
)
READ = ("pool", "bound", "sources", "ledger", "census")


class Served(NamedTuple):
    """A graph of a server that holds one version."""

    wire: Wire
    layout: Layout
    version: str

    def graph(self, page: int = PAGE) -> TigerGraph:
        """The evidence route."""
        return TigerGraph(self.wire, self.layout, self.version, page)

    def facts(self, page: int = PAGE) -> TigerFacts:
        """The bound route."""
        return TigerFacts(self.wire, self.layout, self.version, page)

    async def install(self, query: Query) -> str:
        """Installs the query's shape; its name."""
        _, steps = program(query, self.layout.schema)
        await create(self.wire, f"USE GRAPH {self.layout.graph}\n{text_of(steps, self.layout)}")
        await self.wire.install([name_of(steps, self.layout)])
        return name_of(steps, self.layout)


def operators(found: Served, page: int = PAGE) -> Operators:
    """What the server counts, ranks and folds itself."""
    return Operators(found.wire, found.layout, found.version, page)


async def create(wire: Wire, text: str) -> None:
    """Creates a query that must not end up as a draft."""
    printed = await wire.gsql(text)
    assert "Successfully created queries" in printed, printed


@asynccontextmanager
async def served(
    server: Running,
    schema: Schema,
    dataset: Dataset,
    pack: str,
    queries: Collection[str] = READ,
    **settings: int,
) -> AsyncIterator[Served]:
    """The dataset, written as a user's would be, under a graph of this name."""
    layout, texts = Layout(schema, pack), scripts(schema, pack)
    chosen = TigerGraphSettings(url=server.url, **settings)  # type: ignore[arg-type]
    async with Wire(chosen, layout.graph, pack) as wire:
        for step in (*texts.schema, *texts.vectors):
            await wire.gsql(step.text)
        wanted = [
            script for script in texts.queries if script.name.removeprefix("occam_") in queries
        ]
        for script in wanted:
            await create(wire, script.text)
        await wire.install([script.name for script in wanted])
        await Writer(wire, layout).write(msgspec.structs.replace(dataset, pack=pack))
        yield Served(wire, layout, dataset.version)

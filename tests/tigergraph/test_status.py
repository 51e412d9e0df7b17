"""What is said of a server: what is missing, what is loaded, what stands in the way of answers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from occam.graph.tigergraph.catalog import Scripts, scripts
from occam.graph.tigergraph.install import Installer
from occam.graph.tigergraph.layout import CHUNK, RELEASE, VECTOR, Layout
from occam.graph.tigergraph.settings import TigerGraphSettings
from occam.graph.tigergraph.status import Status, status
from occam.graph.tigergraph.wire import Wire
from occam.packs import load_pack
from tigergraph_emulator.server.options import Options
from tigergraph_emulator.server.running import Running, running

PACK = load_pack(Path(__file__).parents[1] / "packs" / "beacons")
LAYOUT = Layout(PACK.schema, PACK.name)
ALL = scripts(PACK.schema, PACK.name)
LEDGER = next(script for script in ALL.queries if script.name == "occam_ledger")
WANTED = replace(ALL, queries=(LEDGER,))


@pytest.fixture
async def server() -> AsyncIterator[Running]:
    async with running(Options(vector_seconds=30.0)) as emulator:
        yield emulator


@pytest.fixture
async def wire(server: Running) -> AsyncIterator[Wire]:
    async with Wire(TigerGraphSettings(url=server.url), LAYOUT.graph) as made:
        yield made


def silent(_: str) -> None:
    """Progress that nobody reads."""


async def seen(wire: Wire, wanted: Scripts = WANTED, version: str = "v1") -> Status:
    return await status(wire, LAYOUT, wanted, version)


async def installed(wire: Wire) -> None:
    await Installer(wire, LAYOUT, WANTED, silent).install()


async def loaded(wire: Wire, counter: int, version: str = "v1") -> None:
    """A graph of one vertex, and what it says of itself."""
    said = {"counter": {"value": counter}, "version": {"value": version}}
    await wire.upsert({"vertices": {RELEASE: {"current": said}}})
    row = {"loaded": {"value": 2}, "present": {"value": True}}
    await wire.upsert({"vertices": {"Lighthouse": {"a": row}}})


def text(found: Status) -> str:
    return "\n".join(found.lines())


async def test_an_empty_server_lacks_everything(wire: Wire) -> None:
    found = await seen(wire)
    assert found.missing[0] == "occam_graph"
    assert not found.installs
    assert "next      occam tigergraph init" in text(found)


async def test_an_installed_server_wants_to_be_loaded(wire: Wire) -> None:
    await installed(wire)
    found = await seen(wire)
    assert (found.installs, found.installed, found.answers) == (True, 1, False)
    assert "nothing is loaded" in text(found)
    assert "next      occam tigergraph load" in text(found)


async def test_a_loaded_server_answers(wire: Wire) -> None:
    await installed(wire)
    await loaded(wire, 2)
    found = await seen(wire)
    assert found.answers
    assert found.counts == {"Lighthouse": 1, RELEASE: 1, "Installed": 3}
    assert "next" not in text(found)


async def test_another_version_than_the_home_s_does_not_answer(wire: Wire) -> None:
    await installed(wire)
    await loaded(wire, 2, "v0")
    found = await seen(wire)
    assert not found.answers
    assert "v0 (counter 2, loaded ); the home holds v1" in text(found)


async def test_a_load_that_was_cut_short_is_told(wire: Wire) -> None:
    await installed(wire)
    await loaded(wire, 3)
    found = await seen(wire)
    assert not found.answers
    assert "cut short (counter 3)" in text(found)


async def test_ghosts_are_counted_and_stand_in_the_way(wire: Wire) -> None:
    await installed(wire)
    await loaded(wire, 2)
    edge = {"KEPT_BY": {"Keeper": {"nobody": {}, "no one": {}}}}
    await wire.upsert({"edges": {"Lighthouse": {"a": edge}}}, edges_must_exist=False)
    found = await seen(wire)
    assert (found.ghosts, found.answers) == ({"Keeper": 2}, False)
    assert "ghosts    2 Keeper" in text(found)


async def test_vectors_that_are_not_indexed_yet_are_waited_for(wire: Wire) -> None:
    await installed(wire)
    await loaded(wire, 2)
    await wire.upsert({"vertices": {CHUNK: {"c": {"loaded": {"value": 2}}}}})
    await wire.upsert({"vertices": {CHUNK: {"c": {VECTOR: {"value": [1.0] + [0.0] * 383}}}}})
    found = await seen(wire)
    assert found.rebuilding
    assert not found.answers
    assert "the index is being built" in text(found)


async def test_queries_that_differ_are_told_apart(wire: Wire, server: Running) -> None:
    await installed(wire)
    more = next(script for script in ALL.queries if script.name == "occam_sources")
    outdated = replace(LEDGER, text=LEDGER.text + "// another\n")
    found = await seen(wire, replace(WANTED, queries=(outdated, more)))
    assert (found.stale, found.absent) == (("occam_ledger",), ("occam_sources",))
    await wire.gsql(LEDGER.text)
    found = await seen(wire)
    assert (found.uncompiled, found.installs) == (("occam_ledger",), False)
    assert "no code   occam_ledger" in text(found)

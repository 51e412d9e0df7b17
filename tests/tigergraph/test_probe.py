"""The probes ask, compare, and clean up; a server that does otherwise is told apart."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from occam.core.errors import Permanent, QueryNotInstalled
from occam.graph.tigergraph.probe import GRAPH, PROBES, Outcome, probe
from occam.graph.tigergraph.settings import TigerGraphSettings
from occam.graph.tigergraph.wire import Wire
from tigergraph_emulator.server.options import Options
from tigergraph_emulator.server.running import Running, running


@pytest.fixture
async def server() -> AsyncIterator[Running]:
    async with running(Options()) as emulator:
        yield emulator


def silent(_: str) -> None:
    """Progress that nobody reads."""


async def asked(server: Running) -> dict[str, Outcome]:
    found = await probe(TigerGraphSettings(url=server.url), silent)
    return {each.name: each for each in found}


async def test_every_probe_is_asked_and_everything_we_rest_on_is_as_assumed(
    server: Running,
) -> None:
    found = await asked(server)
    assert list(found) == [*(each.name for each in PROBES), "nowhere"]
    resting = {each.name for each in PROBES if each.expected is not None} | {"nowhere"}
    assert {name for name, each in found.items() if each.verdict == "as assumed"} == resting


async def test_what_no_document_promises_is_refused_by_the_emulator_with_a_reason(
    server: Running,
) -> None:
    found = await asked(server)
    refused = {name: each.seen for name, each in found.items() if each.verdict == "refused"}
    assert refused.keys() >= {"set_as_target", "type_by_parameter", "no_repetition"}
    assert "not promised" in refused["set_as_target"]
    assert "EMU-UNDOCUMENTED" in refused["no_candidates"]


async def test_the_graph_is_dropped_again_and_nothing_else(server: Running) -> None:
    async with Wire(TigerGraphSettings(url=server.url), "mine") as wire:
        await wire.gsql("USE GLOBAL\nCREATE GRAPH mine ()")
        await asked(server)
        await asked(server)
        assert await wire.graphs() == {"mine"}


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("attribute_by_variable", [{"found": 0}]),
        ("order_and_limit", [{"things": [{"id": "c"}, {"id": "b"}]}]),
        ("texts", [{"back": "altered"}]),
        ("set_from_map", Permanent("no such method")),
        ("marks", QueryNotInstalled("probe_marks", "occam tigergraph init")),
    ],
)
async def test_a_server_that_answers_otherwise_differs(
    server: Running, monkeypatch: pytest.MonkeyPatch, name: str, answer: object
) -> None:
    run = Wire.run

    async def otherwise(self: Wire, query: str, *args: object, **more: object) -> object:
        if query != f"probe_{name}":
            return await run(self, query, *args, **more)  # type: ignore[arg-type]
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(Wire, "run", otherwise)
    found = await asked(server)
    assert {each.name for each in found.values() if each.verdict == "differs"} == {name}


async def test_the_graph_is_dropped_when_a_probe_is_interrupted(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stopped(*_: object) -> None:
        raise asyncio.CancelledError

    monkeypatch.setattr(Wire, "run", stopped)
    with pytest.raises(asyncio.CancelledError):
        await asked(server)
    async with Wire(TigerGraphSettings(url=server.url), GRAPH) as wire:
        assert await wire.graphs() == set()

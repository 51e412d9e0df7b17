"""The probes ask, compare, and clean up; a server that does otherwise is told apart."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from importlib.resources import files

import pytest
from occam.core.errors import BadConfig, Permanent, QueryNotInstalled, Transient
from occam.graph.tigergraph import probe as probes
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


FOREIGN = """
USE GLOBAL
CREATE GRAPH occam_probe ()
USE GRAPH occam_probe
CREATE SCHEMA_CHANGE JOB mine FOR GRAPH occam_probe {
  ADD VERTEX Mine (PRIMARY_ID id STRING, label STRING) WITH PRIMARY_ID_AS_ATTRIBUTE="true";
}
RUN SCHEMA_CHANGE JOB mine
DROP JOB mine
"""


async def test_a_graph_of_that_name_which_is_not_ours_is_kept(server: Running) -> None:
    async with Wire(TigerGraphSettings(url=server.url), GRAPH) as wire:
        await wire.gsql(FOREIGN)
        await wire.upsert({"vertices": {"Mine": {"m": {"label": {"value": "kept"}}}}})
        with pytest.raises(BadConfig, match="occam_probe holds Mine"):
            await asked(server)
        assert await wire.counts() == {"Mine": 1}


async def test_what_an_interrupted_run_left_is_no_hindrance(server: Running) -> None:
    folder = files("occam.graph.tigergraph") / "templates" / "probes"
    async with Wire(TigerGraphSettings(url=server.url), GRAPH) as wire:
        await wire.gsql((folder / "schema.gsql").read_text("utf-8"))
        found = await asked(server)
        assert "differs" not in {each.verdict for each in found.values()}
        assert await wire.graphs() == set()


@pytest.mark.parametrize(("times", "verdict"), [(1, "as assumed"), (99, "unanswered")])
async def test_a_busy_server_is_asked_again_and_never_taken_to_differ(
    server: Running, monkeypatch: pytest.MonkeyPatch, times: int, verdict: str
) -> None:
    run, refusals = Wire.run, iter(range(times))

    async def busy(self: Wire, query: str, *args: object, **more: object) -> object:
        if query == "probe_texts" and next(refusals, None) is not None:
            raise Transient("restarting")
        return await run(self, query, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Wire, "run", busy)
    monkeypatch.setattr(probes, "_PAUSE_S", 0.01)
    found = await asked(server)
    assert found["texts"].verdict == verdict
    assert "differs" not in {each.verdict for each in found.values()}


async def test_a_query_that_may_be_refused_fails_no_batch_of_those_that_may_not(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    install, batches = Wire.install, list[list[str]]()

    async def counted(self: Wire, names: list[str]) -> str:
        batches.append(names)
        return await install(self, names)

    monkeypatch.setattr(Wire, "install", counted)
    await asked(server)
    resting = {f"probe_{each.name}" for each in PROBES if each.expected is not None}
    assert set(batches[0]) == resting
    assert not [names for names in batches[1:] if resting & {*names}]


async def test_a_compiled_query_that_is_never_listed_is_waited_for_a_minute_and_not_an_hour(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed, told = Wire.installed, list[str]()

    async def lacking(self: Wire) -> set[str]:
        return await listed(self) - {"probe_marks"}

    monkeypatch.setattr(Wire, "installed", lacking)
    monkeypatch.setattr(probes, "_PAUSE_S", 0.01)
    monkeypatch.setattr(probes, "SETTLING_S", 0.05)
    async with asyncio.timeout(60):
        await probe(TigerGraphSettings(url=server.url), told.append)
    assert probes.COMPILING_S > 60

"""Trouble as the emulator makes it, seen through the wire."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from occam.core.errors import BadConfig, BadInput, QueryNotInstalled, Transient
from occam.graph.tigergraph.failures import Refused, TooLarge, Waking
from occam.graph.tigergraph.settings import TigerGraphSettings
from occam.graph.tigergraph.wire import Wire
from tigergraph_emulator.server.options import Options
from tigergraph_emulator.server.running import Running, running

SCHEMA = """USE GLOBAL
CREATE GRAPH g ()
USE GRAPH g
CREATE SCHEMA_CHANGE JOB j FOR GRAPH g {
  ADD VERTEX Thing (PRIMARY_ID id STRING, size INT) WITH PRIMARY_ID_AS_ATTRIBUTE="true";
  ADD DIRECTED EDGE LEADS (FROM Thing, TO Thing) WITH REVERSE_EDGE="rev_LEADS";
}
RUN SCHEMA_CHANGE JOB j
"""
QUERY = """USE GRAPH g
CREATE OR REPLACE QUERY things (INT least, STRING word) FOR GRAPH g SYNTAX v2 {
  Thing_set = {Thing.*};
  Thing_set = SELECT s FROM Thing_set:s WHERE s.size >= least ORDER BY s.id ASC;
  PRINT Thing_set[Thing_set.id AS id] AS things, word AS word;
}
"""


def wired(server: Running, **more: object) -> Wire:
    return Wire(TigerGraphSettings(url=server.url, **more), "g", "olympics")  # type: ignore[arg-type]


@pytest.fixture
async def server() -> AsyncIterator[Running]:
    async with running(Options()) as emulator:
        async with wired(emulator) as wire:
            await wire.gsql(SCHEMA)
            assert "Successfully created queries" in await wire.gsql(QUERY)
            await wire.install(["things"])
            rows = {f"t{n}": {"size": {"value": n}} for n in range(30)}
            await wire.upsert({"vertices": {"Thing": rows}})
        yield emulator


async def test_any_text_comes_back_as_it_was(server: Running) -> None:
    word = '50%+"ü"\n%25 a/b&c'
    async with wired(server) as wire:
        result = await wire.run("things", {"least": 28, "word": word})
    assert [row["attributes"]["id"] for row in result[0]["things"]] == ["t28", "t29"]
    assert result[0]["word"] == word


async def test_a_query_that_is_not_there_names_the_command_that_makes_it(server: Running) -> None:
    async with wired(server) as wire:
        with pytest.raises(QueryNotInstalled, match="`occam tigergraph init --pack olympics`"):
            await wire.run("nothing")


async def test_a_graph_that_is_not_there_is_a_matter_of_configuration(server: Running) -> None:
    async with Wire(TigerGraphSettings(url=server.url), "elsewhere") as wire:
        with pytest.raises(BadConfig, match="`occam tigergraph init`"):
            await wire.run("things")


async def test_a_parameter_of_a_wrong_kind_is_bad_input(server: Running) -> None:
    async with wired(server) as wire:
        with pytest.raises(BadInput, match=r"REST-30000: .*least"):
            await wire.run("things", {"least": "many", "word": ""})


async def test_a_value_of_a_wrong_kind_writes_nothing(server: Running) -> None:
    rows = {"new": {"size": {"value": 1}}, "wrong": {"size": {"value": "much"}}}
    async with wired(server) as wire:
        with pytest.raises(BadInput, match="REST-30200"):
            await wire.upsert({"vertices": {"Thing": rows}})
        assert await wire.counts() == {"Thing": 30}


async def test_an_edge_to_nothing_is_left_out_unless_it_may_make_its_ends(server: Running) -> None:
    edge = {"edges": {"Thing": {"t1": {"LEADS": {"Thing": {"ghost": {}, "t2": {}}}}}}}
    async with wired(server) as wire:
        assert (await wire.upsert(edge))["accepted_edges"] == 1
        assert await wire.counts() == {"Thing": 30}
        assert await wire.delete_edges(("Thing", "t1"), "LEADS", ("Thing", "t2")) == 1
        await wire.upsert(edge, edges_must_exist=False)
        assert await wire.counts() == {"Thing": 31}


async def test_what_is_deleted_is_gone(server: Running) -> None:
    async with wired(server) as wire:
        await wire.upsert({"edges": {"Thing": {"t1": {"LEADS": {"Thing": {"t2": {}}}}}}})
        assert await wire.delete_edges(("Thing", "t1"), "LEADS", ("Thing", "t2")) == 1
        assert await wire.delete_edges(("Thing", "t1"), "LEADS", ("Thing", "t2")) == 0
        assert await wire.delete_vertices("Thing", ["t1", "t2", "never"]) == 2
        assert await wire.counts() == {"Thing": 28}


async def test_an_answer_above_the_limit_is_too_large(server: Running) -> None:
    async with wired(server, response_limit=1024) as wire:
        with pytest.raises(TooLarge, match="REST-4000"):
            await wire.run("things", {"least": 0, "word": ""})
        assert await wire.run("things", {"least": 29, "word": ""})


async def test_a_query_above_its_time_is_transient(server: Running) -> None:
    server.machine.faults.query_seconds = 5.0
    async with wired(server, timeout_ms=150) as wire:
        with pytest.raises(Transient, match=r"REST-3000: .*tigergraph\.timeout_ms"):
            await wire.run("things", {"least": 0, "word": ""})


@pytest.mark.parametrize("status", [502, 503, 504])
async def test_a_workspace_that_wakes_is_transient_and_then_answers(
    server: Running, status: int
) -> None:
    server.machine.faults.fail_first(1, status, html=True)
    async with wired(server) as wire:
        with pytest.raises(Waking, match="idle workspace wakes"):
            await wire.version()
        assert await wire.version() == "4.2.2"


async def test_a_broken_connection_is_transient(server: Running) -> None:
    server.machine.faults.drop_after = 0
    async with wired(server) as wire:
        with pytest.raises(Transient):
            await wire.upsert({"vertices": {"Thing": {"new": {"size": {"value": 1}}}}})


async def test_tokens_are_fetched_and_renewed_when_authentication_is_on() -> None:
    async with running(Options(auth=True)) as server, wired(server) as wire:
        assert await wire.version() == "4.2.2"
        server.machine.tokens.expire()
        assert await wire.version() == "4.2.2"
        server.machine.tokens.expire()
        assert "global" in await wire.gsql("USE GLOBAL")
    assert len(server.machine.tokens.ends) == 3


async def test_a_secret_opens_the_server() -> None:
    async with running(Options(auth=True)) as server:
        secret = server.machine.tokens.add_secret("occam")
        async with wired(server, user="nobody", password="", secret=secret) as wire:
            assert await wire.version() == "4.2.2"


async def test_a_wrong_password_is_told_as_such() -> None:
    async with running(Options(auth=True)) as server, wired(server, password="guess") as wire:
        with pytest.raises(Refused, match=r"tigergraph\.password") as caught:
            await wire.version()
    assert "guess" not in str(caught.value)

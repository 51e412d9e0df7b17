"""A query's life: created, checked, installed, run, replaced, dropped."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import pytest
import requests
from pyTigerGraph import TigerGraphConnection
from pyTigerGraph.common.exception import TigerGraphException
from tigergraph_emulator.server.gsql_routes import run
from tigergraph_emulator.server.options import Options
from tigergraph_emulator.server.running import Running, running, running_in_thread

from tests.tigergraph.emulator.server.world import (
    BROKEN,
    ECHOED,
    OLDER,
    SCHEMA,
    async_connection,
    connection,
    made,
)

GRAPH = "g_life"
MISSING = requests.HTTPError


@pytest.fixture(scope="module")
def server(emulator: Running) -> Running:
    return made(emulator, GRAPH)


@pytest.fixture
def client(server: Running) -> Iterator[TigerGraphConnection]:
    server.machine.graphs[GRAPH].queries.clear()
    with connection(server, GRAPH) as opened:
        yield opened


def _create(client: TigerGraphConnection, text: str) -> str:
    return str(client.gsql(f"USE GRAPH {GRAPH}\n" + text.format(graph=GRAPH)))


def _install(client: TigerGraphConnection, *names: str) -> None:
    reply = client.installQueries(list(names))
    assert "SUCCESS" in reply["message"], reply


def test_a_query_answers_only_after_its_install(client: TigerGraphConnection) -> None:
    assert "Successfully created queries: [older]." in _create(client, OLDER)
    assert client.getInstalledQueries("list") == []
    with pytest.raises(MISSING, match="404"):
        client.runInstalledQuery("older", {"low": 0})
    _install(client, "older")
    assert client.getInstalledQueries("list") == ["older"]
    client.upsertVertices("Person", [("a", {"age": 1}), ("b", {"age": 2}), ("c", {"age": 3})])
    (found,) = client.runInstalledQuery("older", {"low": 2})
    assert [row["attributes"] for row in found["people"]] == [
        {"id": "b", "age": 2},
        {"id": "c", "age": 3},
    ]


def test_a_query_with_an_error_is_a_draft_and_the_client_raises_nothing(
    client: TigerGraphConnection,
) -> None:
    reply = _create(client, BROKEN)
    assert "Saved as draft query with type/semantic error: [broken]." in reply
    assert "height" in reply
    assert "Successfully created queries" not in reply


def test_a_draft_cannot_be_installed(client: TigerGraphConnection) -> None:
    _create(client, BROKEN)
    reply = client.installQueries("broken")
    assert "FAILED" in reply["message"]
    assert "draft" in reply["message"]
    assert "installation failed" in client.gsql(f"USE GRAPH {GRAPH}\nINSTALL QUERY broken")
    assert client.getInstalledQueries("list") == []


def test_a_draft_is_an_error_when_it_is_created_by_rest(client: TigerGraphConnection) -> None:
    with pytest.raises(TigerGraphException, match="Saved as draft"):
        client.createQuery(BROKEN.format(graph=GRAPH))
    assert client.createQuery(OLDER.format(graph=GRAPH))["error"] is False
    assert client.listQueryNames() == ["broken", "older"]


def test_replacing_a_query_takes_its_endpoint_away(client: TigerGraphConnection) -> None:
    _create(client, OLDER)
    _install(client, "older")
    _create(client, OLDER)
    with pytest.raises(MISSING, match="404"):
        client.runInstalledQuery("older", {"low": 0})


def test_creating_a_query_twice_is_refused_without_replace(client: TigerGraphConnection) -> None:
    _create(client, OLDER)
    assert "already exists" in _create(client, OLDER.replace("OR REPLACE ", ""))


def test_a_query_is_dropped_with_its_endpoint(client: TigerGraphConnection) -> None:
    _create(client, OLDER)
    _install(client, "older")
    assert client.dropQueries("older")["error"] is False
    assert client.getInstalledQueries("list") == []
    with pytest.raises(TigerGraphException):
        client.dropQueries(["older"])


def test_a_text_that_cannot_be_read_says_where(client: TigerGraphConnection) -> None:
    reply = _create(client, "CREATE QUERY older ( {{ }}")
    assert reply.startswith("line 2:")
    assert "Parsing encountered 1 syntax error(s)" in reply
    assert client.listQueryNames() == []


def test_the_signature_names_parameters_with_their_types(client: TigerGraphConnection) -> None:
    _create(client, ECHOED)
    inputs = client.getQueryMetadata("echoed")["results"]["input"]
    assert inputs[0] == {"paramName": "text", "paramType": {"type": "STRING"}}
    assert inputs[-1]["paramType"] == {"type": "VERTEX", "vertexType": "Person"}


def test_parameters_arrive_as_they_were_sent(client: TigerGraphConnection) -> None:
    _create(client, ECHOED)
    _install(client, "echoed")
    client.upsertVertex("Person", "a b", {})
    sent = {
        "text": '50% "x" é&/+',
        "many": ["a%2F", "b"],
        "flag": True,
        "d": 1.5,
        "moment": datetime(2024, 1, 2, 3, 4, 5),
        "who": ("a b",),
    }
    for use_post in (True, False):
        (found,) = client.runInstalledQuery("echoed", sent, usePost=use_post)
        assert found["text"] == '50% "x" é&/+'
        assert sorted(found["many"]) == ["a%2F", "b"]
        assert (found["flag"], found["d"], found["moment"]) == (True, 1.5, "2024-01-02 03:04:05")


def test_a_parameter_of_the_wrong_type_is_told(client: TigerGraphConnection) -> None:
    _create(client, OLDER)
    _install(client, "older")
    with pytest.raises(TigerGraphException, match=r"low must be INT64 type.*\[a\]") as failed:
        client.runInstalledQuery("older", {"low": "a"})
    assert failed.value.code == "REST-30000"


def test_a_bare_text_for_a_vertex_sends_the_client_back_with_get(
    client: TigerGraphConnection,
) -> None:
    _create(client, ECHOED)
    _install(client, "echoed")
    client.upsertVertex("Person", "plain", {})
    sent = {"text": "t", "many": ["x"], "flag": False, "d": 1.0, "who": "plain"}
    (found,) = client.runInstalledQuery("echoed", {**sent, "moment": "2024-01-02 03:04:05"})
    assert found["text"] == "t"


def test_a_detached_query_is_asked_for_its_result(client: TigerGraphConnection) -> None:
    _create(client, OLDER)
    _install(client, "older")
    name = client.runInstalledQuery("older", {"low": 1000}, runAsync=True)
    for _ in range(100):
        (state,) = client.checkQueryStatus(name)
        if state["status"] != "running":
            break
    assert state == {"requestId": name, "status": "success"}
    assert client.getQueryResult(name) == [{"people": []}]


def test_only_the_probe_of_the_schema_version_is_interpreted(client: TigerGraphConnection) -> None:
    assert client.getSchemaVer() >= 2
    with pytest.raises(TigerGraphException, match="INTERPRET"):
        client.runInterpretedQuery("INTERPRET QUERY () FOR GRAPH g_life { PRINT 1 AS x; }")


async def test_an_install_takes_its_time_and_the_asynchronous_client_does_not_wait() -> None:
    async with running(Options(install_seconds=0.3)) as started:
        run(started.machine, SCHEMA.format(graph="g"))
        async with async_connection(started, "g") as client:
            await client.gsql("USE GRAPH g\n" + OLDER.format(graph="g"))
            begun = await client.installQueries("older")
            state = await client.getQueryInstallationStatus(begun["requestId"])
            assert "RUNNING" in state["message"]
            assert await client.getInstalledQueries("list") == []
            with pytest.raises(TigerGraphException, match="Another installation"):
                await client.installQueries("older")
            while "RUNNING" in state["message"]:
                state = await client.getQueryInstallationStatus(begun["requestId"])
            assert "SUCCESS" in state["message"]
            assert await client.runInstalledQuery("older", {"low": 0}) == [{"people": []}]


def with_graph(started: Running) -> None:
    from tigergraph_emulator.server.gsql_routes import run

    from tests.tigergraph.emulator.server.world import SCHEMA

    assert "completes" in run(started.machine, SCHEMA.format(graph="g"))


def test_an_install_that_fails_is_told_and_not_raised() -> None:
    with running_in_thread() as started, connection(made(started, "g"), "g") as client:
        client.gsql("USE GRAPH g\n" + OLDER.format(graph="g"))
        started.machine.faults.failed_installs.add("older")
        assert "FAILED" in client.installQueries("older")["message"]
        assert client.getInstalledQueries("list") == []

"""The client's other calls: each gets the key it reads out of the answer."""

from __future__ import annotations

from pathlib import Path

import pytest
import requests
from pyTigerGraph.common.exception import TigerGraphException
from tigergraph_emulator.server.running import Running

from tests.tigergraph.emulator.server.world import OLDER, async_connection, connection, made

LOADS = """CREATE LOADING JOB l FOR GRAPH g_calls { DEFINE FILENAME f;
LOAD f TO VERTEX Person VALUES ($0, $1, _, _, _, _, _); }"""


@pytest.fixture(scope="module")
def server(emulator: Running) -> Running:
    made(emulator, "g_calls")
    with connection(emulator, "g_calls") as client:
        client.gsql("USE GRAPH g_calls\n" + OLDER.format(graph="g_calls"))
        client.installQueries("older")
        client.createLoadingJob(LOADS)
    return emulator


def test_a_query_runs_by_every_way_of_passing_parameters(server: Running) -> None:
    with connection(server, "g_calls") as client:
        empty = [{"people": []}]
        assert client.runInstalledQuery("older", {"low": 999}) == empty
        assert client.runInstalledQuery("older", "low=999") == empty
        assert client.runInstalledQuery("older", {"low": 999}, usePost=False) == empty
        options = {"replica": 1, "threadLimit": 2, "memoryLimit": 100, "timeout": 60_000}
        assert client.runInstalledQuery("older", {"low": 999}, **options) == empty


def test_a_missing_parameter_and_an_unknown_one_are_refused(server: Running) -> None:
    with connection(server, "g_calls") as client:
        with pytest.raises(TigerGraphException, match="low"):
            client.runInstalledQuery("older")
        with pytest.raises(TigerGraphException, match="high"):
            client.runInstalledQuery("older", {"low": 1, "high": 2})


async def test_the_asynchronous_client_runs_queries_the_same(server: Running) -> None:
    async with async_connection(server, "g_calls") as client:
        empty = [{"people": []}]
        assert await client.runInstalledQuery("older", {"low": 999}) == empty
        assert await client.runInstalledQuery("older", "low=999") == empty
        with pytest.raises(TigerGraphException, match="low"):
            await client.runInstalledQuery("older")
        assert await client.listQueryNames() == ["older"]
        assert await client.getLoadingJobs() == ["l"]
        assert (await client.getSchema())["GraphName"] == "g_calls"
        assert "Using graph" in await client.gsql("USE GRAPH g_calls")


def test_an_atomic_upsert_is_an_upsert(server: Running) -> None:
    with connection(server, "g_calls") as client:
        assert client.upsertVertices("Person", [("atom", {"age": 1})], atomic=True) == 1


@pytest.mark.filterwarnings(  # the client leaves the file it reads open
    "ignore:Exception ignored in.*people.csv:pytest.PytestUnraisableExceptionWarning"
)
def test_jobs_are_listed_and_run_from_files(server: Running, tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text("from_file,3\n")
    with connection(server, "g_calls") as client:
        assert client.getLoadingJobs() == ["l"]
        client.runLoadingJobWithFile(str(tmp_path / "people.csv"), "f", "l")
        assert client.getVerticesById("Person", "from_file")[0]["attributes"]["age"] == 3


def test_the_clients_own_way_to_run_a_job_is_refused(server: Running) -> None:
    with connection(server, "g_calls") as client, pytest.raises(TigerGraphException):
        client.runLoadingJob("f", "l", {"filename": "f", "name": "n", "path": "p"})


def test_rebuilding_and_performance_answer(server: Running) -> None:
    with connection(server, "g_calls") as client:
        assert client.rebuildGraph()["error"] is False
        assert isinstance(client.getQueryPerformance(), dict)


def test_only_installed_queries_have_endpoints(server: Running) -> None:
    with connection(server, "g_calls") as client:
        (name,) = client.getInstalledQueries()
    assert name == "GET /query/g_calls/older"


def test_customized_headers_travel_with_every_call(server: Running) -> None:
    with connection(server, "g_calls") as client:
        client.upsertVertices("Person", [(f"w{n}", {"age": 2000 + n}) for n in range(40)])
        client.customizeHeader(timeout=60_000, responseSize=500)
        with pytest.raises(TigerGraphException) as failed:
            client.runInstalledQuery("older", {"low": 2000})
    assert failed.value.code == "REST-4000"


def test_statements_are_text(server: Running) -> None:
    url = f"{server.url}/gsql/v1/statements"
    user = ("tigergraph", "tigergraph")
    assert requests.post(url, json={"gsql": "LS"}, auth=user, timeout=10).status_code == 415
    assert requests.post(url, data="LS", auth=user, timeout=10).status_code == 415
    answer = requests.post(
        url, data="LS", headers={"Content-Type": "text/plain"}, auth=user, timeout=10
    )
    assert "Vertex Types:" in answer.text

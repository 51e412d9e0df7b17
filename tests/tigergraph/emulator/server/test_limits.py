"""Time, size and trouble: what a client must live with."""

from __future__ import annotations

import time

import pytest
import requests
from pyTigerGraph import TigerGraphConnection
from pyTigerGraph.common.exception import TigerGraphException
from tigergraph_emulator.server.options import Options
from tigergraph_emulator.server.running import Running, running_in_thread

from tests.tigergraph.emulator.server.world import OLDER, connection, made


def _ready(started: Running) -> TigerGraphConnection:
    client = connection(made(started, "g"), "g")
    client.gsql("USE GRAPH g\n" + OLDER.format(graph="g"))
    client.installQueries("older")
    return client


def test_a_query_is_aborted_after_the_time_of_its_call() -> None:
    with running_in_thread() as started, _ready(started) as client:
        started.machine.faults.query_seconds = 60.0
        begun = time.monotonic()
        with pytest.raises(TigerGraphException) as failed:
            client.runInstalledQuery("older", {"low": 0}, timeout=100)
        assert failed.value.code == "REST-3000"
        assert time.monotonic() - begun < 20


def test_a_query_is_aborted_after_the_time_of_the_server() -> None:
    with running_in_thread(Options(query_timeout_ms=100)) as started, _ready(started) as client:
        started.machine.faults.query_seconds = 60.0
        with pytest.raises(TigerGraphException) as failed:
            client.runInstalledQuery("older", {"low": 0})
        assert failed.value.code == "REST-3000"


def test_an_answer_larger_than_its_limit_is_refused() -> None:
    with running_in_thread() as started, _ready(started) as client:
        client.upsertVertices("Person", [(f"p{n}", {"age": n}) for n in range(50)])
        with pytest.raises(TigerGraphException) as failed:
            client.runInstalledQuery("older", {"low": 0}, sizeLimit=1000)
        assert failed.value.code == "REST-4000"
        assert len(client.runInstalledQuery("older", {"low": 49}, sizeLimit=1000)) == 1
        started.machine.faults.response_limit = 100
        with pytest.raises(TigerGraphException):
            client.runInstalledQuery("older", {"low": 0}, sizeLimit=1_000_000)


def test_an_idle_workspace_answers_its_first_calls_with_a_page() -> None:
    with running_in_thread(Options(wake_calls=2)) as started, connection(started) as client:
        for _ in range(2):
            with pytest.raises(requests.HTTPError, match="503"):
                client.echo()
        assert client.echo() == "Hello GSQL"


def test_a_page_with_status_200_cannot_be_parsed() -> None:
    with running_in_thread() as started, connection(started) as client:
        started.machine.faults.fail_first(1, 200, html=True)
        with pytest.raises(TigerGraphException, match="parse"):
            client.echo()


def test_faults_are_turned_over_http_and_wear_off(emulator: Running) -> None:
    with running_in_thread() as started:
        url = f"{started.url}/emulator/faults"
        turned = {
            "fail_first": {"times": 1, "status": 502, "path": "/restpp/echo"},
            "latency": 0.01,
        }
        assert requests.post(url, json=turned, timeout=10).json()["failures_left"] == 1
        echo = f"{started.url}/restpp/echo/"
        assert requests.get(echo, timeout=10).status_code == 502
        assert requests.get(echo, timeout=10).status_code == 200
        assert requests.delete(url, timeout=10).json()["latency"] == 0.0
        assert requests.post(url, json={"magic": 1}, timeout=10).status_code == 400


def test_a_failure_can_carry_a_code_of_the_server() -> None:
    with running_in_thread() as started, connection(started) as client:
        started.machine.faults.fail_first(1, 500, code="REST-12002")
        with pytest.raises(TigerGraphException) as failed:
            client.echo()
        assert failed.value.code == "REST-12002"


def test_a_reset_leaves_a_server_as_new() -> None:
    with running_in_thread() as started, connection(made(started, "g"), "g") as client:
        requests.post(f"{started.url}/emulator/faults", json={"latency": 0.01}, timeout=10)
        left = requests.post(f"{started.url}/emulator/reset", timeout=10).json()
        assert (left["latency"], left["graphs"], left["schema_version"]) == (0.0, [], 0)
        assert client.listGraphs() == []


def test_one_seed_gives_one_order() -> None:
    orders: list[list[str]] = []
    for seed in (1, 1, 2):
        with running_in_thread() as started, connection(made(started, "g"), "g") as client:
            client.upsertVertices("Person", [(f"p{n}", {}) for n in range(30)])
            requests.post(f"{started.url}/emulator/faults", json={"seed": seed}, timeout=10)
            orders.append([row["v_id"] for row in client.getVertices("Person")])
    assert orders[0] == orders[1] != orders[2]


def test_a_broken_connection_loses_the_upsert_it_carried() -> None:
    with running_in_thread() as started, connection(made(started, "g"), "g") as client:
        started.machine.faults.drop_after = 1
        client.upsertVertex("Person", "a", {})
        with pytest.raises(requests.ConnectionError):
            client.upsertVertex("Person", "b", {})
        started.machine.faults.clear()
        assert client.getVertexCount("Person", realtime=True) == 1


def test_the_vector_index_lags_behind_the_upsert() -> None:
    options = Options(vector_seconds=0.5)
    with running_in_thread(options) as started, connection(made(started, "g"), "g") as client:
        assert client.getVectorStatus("Person", "emb")
        client.upsertVertex("Person", "a", {"emb": [0.5, 0.5]})
        assert not client.getVectorStatus("Person", "emb")
        deadline = time.monotonic() + 20
        while not client.getVectorStatus("Person", "emb"):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        assert client.getVectorIndexStatus() == {"NeedRebuildServers": []}

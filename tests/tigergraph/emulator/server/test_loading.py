"""Loading jobs: posted lines become vertices, edges and vectors, and are counted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from pyTigerGraph import TigerGraphConnection
from pyTigerGraph.common.exception import TigerGraphException
from tigergraph_emulator.server.options import Options
from tigergraph_emulator.server.running import Running, running_in_thread

from tests.tigergraph.emulator.server.world import connection, made

JOB = """USE GRAPH g_load
CREATE LOADING JOB people FOR GRAPH g_load {
  DEFINE FILENAME f;
  DEFINE FILENAME v;
  LOAD f TO VERTEX Person VALUES ($0, $1, $2, _, _, $3, SPLIT($4, ";")) USING SEPARATOR="|";
  LOAD v TO VECTOR ATTRIBUTE emb ON VERTEX Person VALUES ($0, SPLIT($1, ",")) USING SEPARATOR="|";
}
CREATE LOADING JOB ties FOR GRAPH g_load {
  DEFINE FILENAME f;
  LOAD f TO EDGE Knows VALUES ($"from", $"to", $"since") USING HEADER="true", QUOTE="double";
}
"""


@pytest.fixture(scope="module")
def server(emulator: Running) -> Running:
    made(emulator, "g_load")
    with connection(emulator) as client:
        reply = client.gsql(JOB)
    assert "[ties]" in reply, reply
    return emulator


@pytest.fixture
def client(server: Running) -> Iterator[TigerGraphConnection]:
    server.machine.graphs["g_load"].engine.clear()
    with connection(server, "g_load") as opened:
        yield opened


def _objects(reply: Any, kind: str) -> dict[str, int]:
    (file,) = reply
    (row,) = file["statistics"]["parsingStatistics"]["objectLevel"][kind]
    return {name: count for name, count in row.items() if count and name != "typeName"}


def test_lines_become_vertices(client: TigerGraphConnection) -> None:
    text = "a|4|x, y|2024-01-02|p;q\nb||||\n"
    reply = client.runLoadingJobWithData(text, "f", "people", sep="|", eol="\n")
    assert _objects(reply, "vertex") == {"validObject": 2}
    (row,) = client.getVerticesById("Person", "a")
    assert row["attributes"]["label"] == "x, y"
    assert row["attributes"]["seen"] == "2024-01-02 00:00:00"
    assert sorted(row["attributes"]["marks"]) == ["p", "q"]


def test_an_empty_token_keeps_the_old_value_except_for_texts(client: TigerGraphConnection) -> None:
    client.upsertVertex("Person", "a", {"age": 4, "label": "x"})
    client.runLoadingJobWithData("a||||", "f", "people", sep="|", eol="\n")
    (row,) = client.getVertices("Person", select="age,label")
    assert row["attributes"] == {"age": 4, "label": ""}


def test_what_cannot_be_read_is_counted_by_its_reason(client: TigerGraphConnection) -> None:
    text = "a|many|x||\n|4|x||\nshort\nb|4|x|soon|\nc|1|x||\n"
    reply = client.runLoadingJobWithData(text, "f", "people", sep="|", eol="\n")
    counts = {"validObject": 1, "invalidAttribute": 2, "invalidPrimaryId": 1}
    assert _objects(reply, "vertex") == counts
    lines = reply[0]["statistics"]["parsingStatistics"]["fileLevel"]
    assert (lines["validLine"], lines["notEnoughToken"]) == (4, 1)


def test_an_edge_makes_its_ends(client: TigerGraphConnection) -> None:
    text = 'from,to,since\na,"b,c",5\n'
    reply = client.runLoadingJobWithData(text, "f", "ties")
    assert _objects(reply, "edge") == {"validObject": 1}
    (edge,) = client.getEdges("Person", "a", "Knows")
    assert (edge["to_id"], edge["attributes"]) == ("b,c", {"since": 5})


def test_a_vector_without_its_vertex_is_not_kept(client: TigerGraphConnection) -> None:
    client.upsertVertex("Person", "a", {})
    reply = client.runLoadingJobWithData("a|1,0\nb|0,1\n", "v", "people", sep="|", eol="\n")
    assert _objects(reply, "embedding") == {"validObject": 1, "noIdFound": 1}
    assert client.getVertexCount("Person", realtime=True) == 1


def test_a_job_that_does_not_exist_is_named(client: TigerGraphConnection) -> None:
    with pytest.raises(TigerGraphException, match="nothing"):
        client.runLoadingJobWithData("a", "f", "nothing")


def test_a_job_over_an_unknown_type_is_refused(client: TigerGraphConnection) -> None:
    with pytest.raises(TigerGraphException, match="Nobody"):
        client.gsql(
            "USE GRAPH g_load\nCREATE LOADING JOB bad FOR GRAPH g_load "
            "{ DEFINE FILENAME f; LOAD f TO VERTEX Nobody VALUES ($0); }"
        )


def test_older_servers_lay_their_statistics_out_flat() -> None:
    with running_in_thread(Options(statistics="flat")) as started:
        made(started, "g_load")
        with connection(started, "g_load") as client:
            client.gsql(JOB)
            (file,) = client.runLoadingJobWithData("from,to,since\na,b,1", "f", "ties")
    assert file["statistics"]["edge"][0]["validObject"] == 1

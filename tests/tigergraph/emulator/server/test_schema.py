"""Schema: scopes, local and global types, jobs, and what a change takes away."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import requests
from pyTigerGraph import TigerGraphConnection
from pyTigerGraph.common.exception import TigerGraphException
from tigergraph_emulator.server.running import Running, running_in_thread

from tests.tigergraph.emulator.server.world import OLDER, SCHEMA, connection, made


@pytest.fixture
def server() -> Iterator[Running]:
    with running_in_thread() as started:
        yield started


@pytest.fixture
def client(server: Running) -> Iterator[TigerGraphConnection]:
    with connection(made(server, "g"), "g") as opened:
        yield opened


def test_the_schema_is_described_as_the_client_reads_it(client: TigerGraphConnection) -> None:
    schema = client.getSchema()
    assert schema["GraphName"] == "g"
    (person,) = schema["VertexTypes"]
    assert person["PrimaryId"] == {
        "AttributeName": "id",
        "AttributeType": {"Name": "STRING"},
        "PrimaryIdAsAttribute": True,
    }
    assert client.getVertexAttrs("Person")[-1] == ("marks", "SET<STRING>")
    assert client.getVertexVectors("Person")[0][1]["Dimension"] == 2
    assert client.getEdgeTypes() == ["Knows", "Met"]
    assert client.getReverseEdge("Knows") == "rev_Knows"
    assert client.isMultiEdge("Met")


def test_every_call_starts_in_global_scope(client: TigerGraphConnection) -> None:
    assert "Using graph 'g'" in client.gsql("USE GRAPH g")
    assert "scope is global" in client.gsql(OLDER.format(graph="g").replace("FOR GRAPH g", ""))


def test_a_graph_just_created_is_the_scope(client: TigerGraphConnection) -> None:
    reply = client.gsql("CREATE GRAPH h ()\nLS")
    assert "---- Graph h" in reply


def test_two_graphs_have_local_types_of_one_name(client: TigerGraphConnection) -> None:
    client.gsql(SCHEMA.format(graph="h"))
    client.upsertVertex("Person", "a", {})
    with connection_to(client, "h") as other:
        assert other.getVertexCount("Person", realtime=True) == 0


def connection_to(client: TigerGraphConnection, graph: str) -> TigerGraphConnection:
    return TigerGraphConnection(
        host=client.host,
        restppPort=client.restppPort,
        gsPort=client.gsPort,
        graphname=graph,
        username="tigergraph",
        password="tigergraph",
    )


def test_a_local_job_cannot_alter_a_global_type(client: TigerGraphConnection) -> None:
    client.gsql("CREATE VERTEX Wide (PRIMARY_ID id STRING, n INT)\nCREATE GRAPH h (Wide)")
    reply = client.gsql(
        "USE GRAPH h\nCREATE SCHEMA_CHANGE JOB j FOR GRAPH h "
        "{ ALTER VERTEX Wide ADD ATTRIBUTE (m INT); }\nRUN SCHEMA_CHANGE JOB j"
    )
    assert "global type" in reply
    reply = client.gsql(
        "USE GLOBAL\nCREATE GLOBAL SCHEMA_CHANGE JOB j "
        "{ ALTER VERTEX Wide ADD ATTRIBUTE (m INT); }\nRUN GLOBAL SCHEMA_CHANGE JOB j"
    )
    assert "completes" in reply
    assert "m INT" in client.gsql("USE GRAPH h\nLS")


@pytest.mark.parametrize("word", ["index", "Type", "order", "target"])
def test_a_reserved_word_is_no_attribute(client: TigerGraphConnection, word: str) -> None:
    reply = client.gsql(
        f"USE GRAPH g\nCREATE SCHEMA_CHANGE JOB j FOR GRAPH g "
        f"{{ ADD VERTEX Thing (PRIMARY_ID id STRING, {word} INT); }}\nRUN SCHEMA_CHANGE JOB j"
    )
    assert "completes" not in reply
    assert word.lower() in reply.lower()


def test_a_failed_step_leaves_the_schema_as_it_was(client: TigerGraphConnection) -> None:
    before = client.getSchemaVer()
    reply = client.gsql(
        "USE GRAPH g\nCREATE SCHEMA_CHANGE JOB j FOR GRAPH g { ADD VERTEX Good "
        "(PRIMARY_ID id STRING); ALTER VERTEX Missing ADD ATTRIBUTE (m INT); }\n"
        "RUN SCHEMA_CHANGE JOB j"
    )
    assert "Missing" in reply
    assert "Good" not in client.gsql("USE GRAPH g\nSHOW VERTEX")
    assert client.getSchemaVer() == before


def test_a_change_raises_the_version_and_takes_endpoints_away(
    client: TigerGraphConnection,
) -> None:
    client.gsql("USE GRAPH g\n" + OLDER.format(graph="g"))
    client.installQueries("older")
    client.upsertVertex("Person", "a", {"age": 3})
    before = client.getSchemaVer()
    assert client.runSchemaChange(["ALTER VERTEX Person ADD ATTRIBUTE (extra INT DEFAULT 7)"])
    assert client.getSchemaVer() == before + 1
    with pytest.raises(requests.HTTPError, match="404"):
        client.runInstalledQuery("older", {"low": 0})
    assert client.getVerticesById("Person", "a")[0]["attributes"]["extra"] == 7


def test_a_change_drops_the_loading_jobs_of_the_altered_types(
    client: TigerGraphConnection,
) -> None:
    text = "USE GRAPH g\nCREATE LOADING JOB {0} FOR GRAPH g {{ DEFINE FILENAME f; LOAD f TO {1}; }}"
    client.gsql(text.format("people", "VERTEX Person VALUES ($0, $1, _, _, _, _, _)"))
    client.gsql(text.format("meetings", "EDGE Met VALUES ($0, $1, $2, _)"))
    client.runSchemaChange(["ALTER VERTEX Person ADD ATTRIBUTE (extra INT)"])
    assert client.getLoadingJobs() == ["meetings"]


def test_a_vertex_type_goes_after_its_edges(client: TigerGraphConnection) -> None:
    job = (
        "USE GRAPH g\nCREATE SCHEMA_CHANGE JOB {0} FOR GRAPH g {{ {1} }}\nRUN SCHEMA_CHANGE JOB {0}"
    )
    assert "edges first" in client.gsql(job.format("a", "DROP VERTEX Person;"))
    assert "completes" in client.gsql(job.format("b", "DROP EDGE Knows, Met; DROP VERTEX Person;"))
    assert "Person" not in client.gsql("USE GRAPH g\nLS")


def test_a_graph_is_made_listed_and_dropped_by_rest(client: TigerGraphConnection) -> None:
    assert client.createGraph("h", [])["error"] is False
    assert {each["GraphName"] for each in client.listGraphs()} == {"g", "h"}
    assert client.dropGraph("h")["error"] is False
    with pytest.raises(TigerGraphException):
        client.dropGraph("h")


def test_a_command_that_fails_ends_the_text(client: TigerGraphConnection) -> None:
    reply = client.gsql("USE GRAPH nowhere\nDROP ALL")
    assert "does not exist" in reply
    assert {each["GraphName"] for each in client.listGraphs()} == {"g"}


def test_a_graph_that_exists_could_not_be_created(client: TigerGraphConnection) -> None:
    with pytest.raises(TigerGraphException, match="could not be created"):
        client.gsql("CREATE GRAPH g ()")


def test_the_catalog_lists_vectors_below_their_types(client: TigerGraphConnection) -> None:
    text = client.gsql("USE GRAPH g\nLS")
    assert "Vector Embeddings:" in text
    line = '- emb(Dimension=2, IndexType="HNSW", DataType="FLOAT", Metric="COSINE")'
    assert line in text


def test_clearing_the_store_keeps_the_schema(client: TigerGraphConnection) -> None:
    client.upsertVertex("Person", "a", {})
    client.clearGraphStore()
    assert client.getVertexCount("Person", realtime=True) == 0


def test_dropping_all_leaves_nothing(client: TigerGraphConnection) -> None:
    client.gsql("DROP ALL")
    assert client.listGraphs() == []


def test_functions_are_installed_after_their_package_is_imported(server: Running) -> None:
    with connection(server) as client:
        assert "not imported" in client.gsql("INSTALL FUNCTION gds.**")
        client.gsql("IMPORT PACKAGE gds")
        assert "Successfully installed" in client.gsql("INSTALL FUNCTION gds.**")
    assert server.machine.packages == {"gds"}

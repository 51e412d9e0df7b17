"""Upserts, reads, deletes and counts by the real clients."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
import requests
from pyTigerGraph import TigerGraphConnection
from pyTigerGraph.common.exception import TigerGraphException
from tigergraph_emulator.server.running import Running

from tests.tigergraph.emulator.server.world import async_connection, connection, made


@pytest.fixture(scope="module")
def server(emulator: Running) -> Running:
    return made(emulator, "g_data")


@pytest.fixture
def client(server: Running) -> Iterator[TigerGraphConnection]:
    server.machine.graphs["g_data"].engine.clear()
    with connection(server, "g_data") as opened:
        yield opened


def test_a_vertex_holds_what_was_upserted_and_defaults_for_the_rest(
    client: TigerGraphConnection,
) -> None:
    assert client.upsertVertex("Person", "a", {"age": 4, "score": 0.5, "marks": ["x"]}) == 1
    assert client.getVerticesById("Person", "a") == [
        {
            "v_id": "a",
            "v_type": "Person",
            "attributes": {
                "id": "a",
                "age": 4,
                "label": "",
                "score": 0.5,
                "ok": False,
                "seen": "1970-01-01 00:00:00",
                "marks": ["x"],
            },
        }
    ]


def test_an_update_keeps_what_it_does_not_name(client: TigerGraphConnection) -> None:
    client.upsertVertex("Person", "a", {"age": 4, "label": "x"})
    client.upsertVertex("Person", "a", {"label": "y"})
    (row,) = client.getVertices("Person", select="age,label")
    assert row["attributes"] == {"age": 4, "label": "y"}


def test_an_operation_meets_the_stored_value(client: TigerGraphConnection) -> None:
    client.upsertVertex("Person", "a", {"age": 4})
    client.upsertVertex("Person", "a", {"age": (3, "+")})
    client.upsertVertex("Person", "a", {"age": (1, ">")})
    assert client.getVertices("Person", select="age")[0]["attributes"] == {"age": 7}


def test_an_unknown_attribute_is_ignored(client: TigerGraphConnection) -> None:
    assert client.upsertVertex("Person", "a", {"height": 4}) == 1


@pytest.mark.parametrize(
    "attributes", [{"age": "5"}, {"ok": 1}, {"score": "0.5"}, {"age": 1.5}, {"seen": "soon"}]
)
def test_one_wrong_type_fails_the_whole_request(
    client: TigerGraphConnection, attributes: dict[str, object]
) -> None:
    with pytest.raises(TigerGraphException) as failed:
        client.upsertVertices("Person", [("good", {"age": 1}), ("bad", attributes)])
    assert failed.value.code == "REST-30200"
    assert client.getVertexCount("Person", realtime=True) == 0


def test_a_vector_of_another_length_fails_the_request(client: TigerGraphConnection) -> None:
    with pytest.raises(TigerGraphException, match="dimension"):
        client.upsertVertex("Person", "a", {"emb": [0.5, 0.5, 0.5]})


def test_a_vector_is_taken_in_and_not_read_back(client: TigerGraphConnection) -> None:
    assert client.upsertVertex("Person", "a", {"emb": [0.5, 0.5]}) == 1
    assert "emb" not in client.getVerticesById("Person", "a")[0]["attributes"]


def test_an_edge_makes_its_ends_with_defaults(client: TigerGraphConnection) -> None:
    assert client.upsertEdge("Person", "a", "Knows", "Person", "b", {"since": 2001}) == 1
    assert client.getVertexCount("Person", realtime=True) == 2


def test_an_edge_whose_ends_must_exist_is_skipped(client: TigerGraphConnection) -> None:
    client.upsertVertex("Person", "a", {})
    skipped = client.upsertEdge("Person", "a", "Knows", "Person", "b", {}, vertexMustExist=True)
    assert skipped == 0
    assert client.getVertexCount("Person", realtime=True) == 1


def test_one_edge_lies_between_two_vertices_without_a_discriminator(
    client: TigerGraphConnection,
) -> None:
    client.upsertEdges("Person", "Knows", "Person", [("a", "b", {"since": 1}), ("a", "b", {})])
    (edge,) = client.getEdges("Person", "a", "Knows")
    assert edge["attributes"] == {"since": 1}
    assert (edge["from_id"], edge["to_id"], edge["directed"]) == ("a", "b", True)


def test_a_key_that_occurs_twice_in_a_request_is_two_edges(client: TigerGraphConnection) -> None:
    client.upsertEdges(
        "Person", "Met", "Person", [("a", "b", {"day_no": 1}), ("a", "b", {"day_no": 2})]
    )
    assert client.getEdgeCountFrom("Person", "a", "Met") == 2


def test_a_reverse_edge_is_kept_by_the_server_alone(client: TigerGraphConnection) -> None:
    client.upsertEdge("Person", "a", "Knows", "Person", "b", {"since": 3})
    (back,) = client.getEdges("Person", "b", "rev_Knows")
    assert (back["to_id"], back["attributes"]) == ("a", {"since": 3})
    with pytest.raises(TigerGraphException, match="reverse edge"):
        client.upsertEdge("Person", "b", "rev_Knows", "Person", "a", {})


def test_reads_are_filtered_ordered_and_cut(client: TigerGraphConnection) -> None:
    client.upsertVertices("Person", [(name, {"age": n}) for n, name in enumerate("abcd")])
    rows = client.getVertices("Person", select="age", where="age>0", sort="-age", limit=2)
    assert [row["v_id"] for row in rows] == ["d", "c"]
    assert client.getVertexCount("Person", 'age>=1,label=""') == 3


def test_an_id_with_a_slash_comes_back_whole(client: TigerGraphConnection) -> None:
    client.upsertVertex("Person", "a/b é%", {"age": 9})
    assert client.getVerticesById("Person", "a/b é%")[0]["v_id"] == "a/b é%"


def test_counts_without_realtime_tell_what_the_last_look_saw(client: TigerGraphConnection) -> None:
    client.getVertexCount("Person", realtime=True)
    client.upsertVertices("Person", [("a", {}), ("b", {})])
    assert client.getVertexCount("Person") == 0
    assert client.getVertexCount("Person") == 2
    assert client.getVertexCount("*", realtime=True) == {"Person": 2}


def test_deletes_take_edges_along(client: TigerGraphConnection) -> None:
    client.upsertEdge("Person", "a", "Knows", "Person", "b", {})
    client.upsertEdge("Person", "b", "Knows", "Person", "c", {})
    assert client.delEdges("Person", "a", "Knows") == {"Knows": 1}
    assert client.delVerticesById("Person", ["b", "missing"]) == 1
    assert client.getEdges("Person", "c", "rev_Knows") == []
    assert client.delVertices("Person", where='label=""') == 2


def test_only_new_vertices_are_written_when_asked_so(client: TigerGraphConnection) -> None:
    client.upsertVertex("Person", "a", {"age": 1})
    data = {"vertices": {"Person": {"a": {"age": {"value": 2}}, "b": {"age": {"value": 2}}}}}
    reply = client.upsertData(data, ackAll=True, newVertexOnly=True)
    assert (reply["accepted_vertices"], reply["skipped_vertices"]) == (1, 1)
    assert client.getVerticesById("Person", "a")[0]["attributes"]["age"] == 1


def test_updating_only_what_exists_is_not_promised(client: TigerGraphConnection) -> None:
    with pytest.raises(TigerGraphException, match="not promised"):
        client.upsertData({"vertices": {}}, updateVertexOnly=True)


def test_a_body_that_is_not_json_is_told_apart(client: TigerGraphConnection) -> None:
    with pytest.raises(TigerGraphException) as failed:
        client.upsertData("{")
    assert failed.value.code == "REST-2001"


def test_the_content_type_of_an_upsert_does_not_matter(server: Running) -> None:
    body = json.dumps({"vertices": {"Person": {"z": {}}}})
    url = f"{server.url}/restpp/graph/g_data"
    for headers in ({}, {"Content-Type": "text/plain"}, {"Content-Type": "application/json"}):
        answer = requests.post(url, data=body.encode(), headers=headers, timeout=10)
        assert answer.json()["code"] == "REST-0003"
        assert answer.json()["results"][0]["accepted_vertices"] == 1


def test_a_graph_that_does_not_exist_is_named(server: Running) -> None:
    with (
        connection(server, "nowhere") as client,
        pytest.raises(TigerGraphException, match="nowhere"),
    ):
        client.upsertVertex("Person", "a", {})


async def test_the_asynchronous_client_writes_and_reads_the_same(server: Running) -> None:
    server.machine.graphs["g_data"].engine.clear()
    async with async_connection(server, "g_data") as client:
        assert await client.upsertVertices("Person", [("a", {"age": 1}), ("b", {})]) == 2
        assert await client.upsertEdges("Person", "Knows", "Person", [("a", "b", {})]) == 1
        assert (await client.upsertData({"vertices": {}}, ackAll=True))["accepted_vertices"] == 0
        assert await client.getVertexCount("Person", 'label="",age>0') == 1
        assert len(await client.getEdges("Person", "a", "Knows", where="since=0")) == 1

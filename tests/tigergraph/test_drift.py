"""Whether a graph is the one that a pack wants: every difference is named."""

from __future__ import annotations

import copy
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from occam.graph.tigergraph.drift import differences, expected_schema
from occam.graph.tigergraph.layout import Layout
from occam.graph.tigergraph.wire import Wire
from tigergraph_emulator.server.options import Options
from tigergraph_emulator.server.running import running

from tests.tigergraph.datasets import LAYOUT, prepared

Schema = dict[str, Any]


@pytest.fixture
async def wire() -> AsyncIterator[Wire]:
    async with running(Options()) as server, prepared(server) as made:
        yield made


def named(schema: Schema, kind: str, name: str) -> dict[str, Any]:
    (found,) = [each for each in schema[kind] if each["Name"] == name]
    return found


def column(type_: dict[str, Any], name: str) -> dict[str, Any]:
    (found,) = [each for each in type_["Attributes"] if each["AttributeName"] == name]
    return found


def without_edge(schema: Schema) -> None:
    schema["EdgeTypes"].remove(named(schema, "EdgeTypes", "KEPT_BY"))


def without_column(schema: Schema) -> None:
    county = named(schema, "VertexTypes", "County")
    county["Attributes"].remove(column(county, "region"))


def other_kind(schema: Schema) -> None:
    county = named(schema, "VertexTypes", "County")
    column(county, "region")["AttributeType"]["Name"] = "INT"


def other_ends(schema: Schema) -> None:
    named(schema, "EdgeTypes", "KEPT_BY")["EdgePairs"] = [{"From": "County", "To": "Keeper"}]


def without_reverse(schema: Schema) -> None:
    named(schema, "EdgeTypes", "KEPT_BY")["Config"] = {}


def undirected(schema: Schema) -> None:
    named(schema, "EdgeTypes", "KEPT_BY")["IsDirected"] = False


def without_vector(schema: Schema) -> None:
    del named(schema, "VertexTypes", "Chunk")["EmbeddingAttributes"]


def short_vector(schema: Schema) -> None:
    named(schema, "VertexTypes", "Chunk")["EmbeddingAttributes"][0]["Dimension"] = 7


def hidden_id(schema: Schema) -> None:
    named(schema, "VertexTypes", "Keeper")["PrimaryId"]["PrimaryIdAsAttribute"] = False


def strange_type(schema: Schema) -> None:
    ship = copy.deepcopy(named(schema, "VertexTypes", "Keeper"))
    schema["VertexTypes"].append({**ship, "Name": "Ship", "Attributes": []})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (without_column, ["County.region (STRING) is missing"]),
        (other_kind, ["County.region is INT, wanted is STRING"]),
        (
            other_ends,
            [
                "edge KEPT_BY is County to Keeper, back over rev_KEPT_BY, "
                "wanted is Lighthouse to Keeper, back over rev_KEPT_BY"
            ],
        ),
        (undirected, None),
        (without_reverse, None),
        (without_vector, ["Chunk.emb (vector of 384, COSINE) is missing"]),
        (
            short_vector,
            ["Chunk.emb is vector of 7, COSINE, wanted is vector of 384, COSINE"],
        ),
        (hidden_id, ["vertex Keeper is id STRING, wanted is id STRING, readable"]),
        (strange_type, ["vertex Ship (id STRING, readable) is not the pack's"]),
    ],
)
async def test_a_difference_is_named(
    wire: Wire, change: Callable[[Schema], None], said: list[str] | None
) -> None:
    schema = copy.deepcopy(await wire.schema())
    change(schema)
    found = differences(expected_schema(LAYOUT), schema)
    if said is None:
        assert [line.split(" is ")[0] for line in found] == ["edge KEPT_BY"]
    else:
        assert found == said


async def test_vectors_of_another_length_than_the_pack_s_are_named(wire: Wire) -> None:
    longer = Layout(LAYOUT.schema, LAYOUT.pack, dimension=1024)
    assert differences(expected_schema(longer), await wire.schema()) == [
        "Chunk.emb is vector of 384, COSINE, wanted is vector of 1024, COSINE"
    ]


async def test_what_the_texts_make_differs_in_nothing(wire: Wire) -> None:
    assert differences(expected_schema(LAYOUT), await wire.schema()) == []


async def test_an_edge_that_is_missing_is_missing_with_its_columns(wire: Wire) -> None:
    schema = copy.deepcopy(await wire.schema())
    without_edge(schema)
    assert [line.split(" (")[0] for line in differences(expected_schema(LAYOUT), schema)] == [
        *("KEPT_BY.documents", "KEPT_BY.loaded", "edge KEPT_BY"),
    ]


async def test_a_server_that_lists_reverse_edges_as_well_is_understood(wire: Wire) -> None:
    schema = copy.deepcopy(await wire.schema())
    kept = named(schema, "EdgeTypes", "KEPT_BY")
    ends = {"From": "Keeper", "To": "Lighthouse"}
    back = {"Name": "rev_KEPT_BY", "EdgePairs": [ends], "Config": {"REVERSE_EDGE": "KEPT_BY"}}
    schema["EdgeTypes"].append({**kept, **back})
    assert differences(expected_schema(LAYOUT), schema) == []

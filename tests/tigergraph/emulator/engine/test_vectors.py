"""vectorSearch and exact distances."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.tigergraph.emulator.engine.world import World

SEARCH = "R = vectorSearch({Topic.emb}, q, k%s);"
PARAMETERS = "LIST<FLOAT> q, INT k"


def _topics() -> World:
    world = World().topics("east", emb=[1, 0]).topics("north", emb=[0, 2])
    return world.topics("northeast", emb=[1, 1])


def _ids(world: World, options: str = "", before: str = "", **given: Any) -> list[str]:
    return world.ids(before + SEARCH % options, PARAMETERS, "v3", **given)


def test_the_nearest_are_found() -> None:
    """By COSINE from (1, 0): east at 0, northeast at 1 - 1/sqrt 2, north at 1."""
    assert _ids(_topics(), q=[1.0, 0.0], k=2) == ["east", "northeast"]


def test_the_distance_map_tells_how_far() -> None:
    """COSINE distance is 1 - similarity, in single precision, by vertex id."""
    body = "MapAccum<VERTEX, FLOAT> @@d; " + SEARCH % ", {distance_map: @@d}" + " PRINT @@d AS x;"
    found = _topics().one(body, PARAMETERS, "v3", q=[3.0, 0.0], k=2)
    assert found["east"] == 0
    assert found["northeast"] == pytest.approx(1 - 1 / math.sqrt(2), abs=1e-6)


def test_only_candidates_are_searched() -> None:
    """candidate_set limits the search to a vertex set."""
    before = 'S = {Topic.*}; C = SELECT s FROM S:s WHERE s.id != "east"; '
    found = _ids(_topics(), ", {candidate_set: C}", before, q=[1.0, 0.0], k=1)
    assert found == ["northeast"]


def test_the_result_has_no_order() -> None:
    """An unordered set: over many seeds the nearest is not always printed first."""
    body = SEARCH % "" + " PRINT R AS x;"
    firsts: set[str] = set()
    for seed in range(20):
        world = World(seed).topics("east", emb=[1, 0]).topics("north", emb=[0, 2])
        firsts.add(world.one(body, PARAMETERS, "v3", q=[1.0, 0.0], k=2)[0]["v_id"])
    assert firsts == {"east", "north"}


@pytest.mark.parametrize(
    ("options", "k", "says"),
    [
        (", {candidate_set: C}", 1, "empty candidate_set"),
        ("", 4, "4 nearest of 3"),
        ("", 0, "0 nearest"),
    ],
)
def test_what_is_unverified_is_refused(options: str, k: int, says: str) -> None:
    """An empty candidate set, and k beyond the set, have no documented result."""
    body = "S = {Topic.*}; C = SELECT s FROM S:s WHERE FALSE; " + SEARCH % options
    assert says in _topics().failure(body, PARAMETERS, "v3", q=[1.0, 0.0], k=k)


def test_vertices_without_a_vector_are_refused() -> None:
    """Whether they are passed over is not documented."""
    world = _topics().topics("bare")
    failure = world.failure(SEARCH % "", PARAMETERS, "v3", q=[1.0, 0.0], k=1)
    assert "without a vector: Topic:bare" in failure


def test_a_query_vector_of_the_wrong_length_fails() -> None:
    """A run-time error."""
    failure = _topics().failure(SEARCH % "", PARAMETERS, "v3", q=[1.0], k=1)
    assert "1 dimensions, Topic.emb has 2" in failure


def test_a_search_outside_v3_is_refused() -> None:
    """It is documented under SYNTAX v3."""
    failure = _topics().failure(SEARCH % "", PARAMETERS, "v2", q=[1.0, 0.0], k=1)
    assert "SYNTAX v3" in failure


EXACT = (
    "TYPEDEF TUPLE <STRING id, FLOAT d> Hit; HeapAccum<Hit>(2, d ASC, id ASC) @@top; "
    "S = {Topic.*}; R = SELECT t FROM S:t WHERE t.emb.size() > 0 "
    'ACCUM @@top += Hit(t.id, gds.vector.distance(q, t.emb, "COSINE")); PRINT @@top AS x;'
)


def test_exact_distances_need_the_package() -> None:
    """`import package gds` and `install function gds.**` come first."""
    assert "import package gds" in _topics().failure(EXACT, "LIST<FLOAT> q", q=[1.0, 0.0])


def test_exact_distances_order_a_heap() -> None:
    """bare has no vector, and `.size() > 0` leaves it out."""
    world = _topics().topics("bare")
    world.engine.schema.packages.add("gds")
    found = world.one(EXACT, "LIST<FLOAT> q", q=[1.0, 0.0])
    assert [hit["id"] for hit in found] == ["east", "northeast"]


def test_vectors_print_only_on_demand() -> None:
    """WITH VECTOR adds Embeddings beside the attributes."""
    body = "S = {Topic.*}; PRINT S WITH VECTOR AS x;"
    (row,) = World().topics("east", emb=[1, 0]).one(body, syntax="v3")
    assert row["Embeddings"] == {"emb": [1, 0]}
    assert "emb" not in row["attributes"]

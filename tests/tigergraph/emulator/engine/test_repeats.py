"""`E>*1..n`: shortest ways only, each of them a row."""

from __future__ import annotations

import pytest

from tests.tigergraph.emulator.engine.world import World

BODY = (
    "SumAccum<INT> @@n; S = {p}; R = SELECT t FROM S:s -(KNOWS>*%s)- Person:t "
    "ACCUM @@n += 1; PRINT R AS r; PRINT @@n AS x;"
)


def _reached(world: World, bounds: str, start: str = "ann") -> tuple[list[str], int]:
    rows, count = world.run(BODY % bounds, "VERTEX<Person> p", p={"id": start})
    return sorted(row["v_id"] for row in rows["r"]), count["x"]


def test_a_repetition_reaches_every_distance_within_its_bounds() -> None:
    """`*1..2` binds ends one or two hops away, not the third."""
    world = World().edges("KNOWS", "ann>bob", "bob>cid", "cid>dan")
    assert _reached(world, "1..2") == (["bob", "cid"], 2)


def test_only_the_shortest_way_to_an_end_counts() -> None:
    """cid is one hop away, so that the way over bob is no row: two rows, not three."""
    world = World().edges("KNOWS", "ann>bob", "bob>cid", "ann>cid")
    assert _reached(world, "1..3") == (["bob", "cid"], 2)


def test_equally_short_ways_are_rows_of_their_own() -> None:
    """Two ways of length 2 lead to dan: bob, cid, and dan twice."""
    world = World().edges("KNOWS", "ann>bob", "ann>cid", "bob>dan", "cid>dan")
    assert _reached(world, "1..2") == (["bob", "cid", "dan"], 4)


def test_an_open_end_goes_as_far_as_edges_lead() -> None:
    """`*1..` has no upper bound, and a circle ends it."""
    world = World().edges("KNOWS", "ann>bob", "bob>cid", "cid>bob")
    assert _reached(world, "1..") == (["bob", "cid"], 2)


def test_a_circle_leads_back_to_its_start() -> None:
    """`*1..` from a vertex to itself matches the shortest cycle, once."""
    world = World().edges("KNOWS", "ann>bob", "bob>ann", "bob>cid", "cid>ann")
    assert _reached(world, "1..") == (["ann", "bob", "cid"], 3)


def test_an_exact_repetition_of_one_is_a_hop() -> None:
    """`*1` is one hop."""
    world = World().edges("KNOWS", "ann>bob", "bob>cid")
    assert _reached(world, "1") == (["bob"], 1)


def test_middle_vertices_of_a_repetition_have_no_type() -> None:
    """Only the end is typed: LIKES leads to a Topic, which ends nothing but a Topic."""
    world = World().edges("KNOWS", "ann>bob").edges("LIKES", "bob>art")
    body = "S = {p}; R = SELECT t FROM S:s -((KNOWS>|LIKES>)*1..2)- Topic:t;"
    assert world.ids(body, "VERTEX<Person> p", p={"id": "ann"}) == ["art"]


def test_v3_repeats_with_bounds_in_the_brackets() -> None:
    """`-[:E*1..2]->` is the same repetition."""
    world = World().edges("KNOWS", "ann>bob", "bob>cid", "cid>dan")
    body = "S = {p}; R = SELECT t FROM (s:S) -[:KNOWS*1..2]-> (t:Person);"
    assert world.ids(body, "VERTEX<Person> p", "v3", p={"id": "ann"}) == ["bob", "cid"]


@pytest.mark.parametrize("bounds", ["", "0..2", "..2"])
def test_a_repetition_that_may_have_length_zero_is_refused(bounds: str) -> None:
    """Whether the start belongs to it is told in two ways."""
    failure = World().people("ann").failure(BODY % bounds, "VERTEX<Person> p", p={"id": "ann"})
    assert "length 0" in failure


def test_a_longer_way_beside_a_shorter_one_is_refused() -> None:
    """Whether `*2..3` counts an end that one hop reaches too is not documented."""
    world = World().edges("KNOWS", "ann>bob", "bob>cid", "ann>cid")
    failure = world.failure(BODY % "2..3", "VERTEX<Person> p", p={"id": "ann"})
    assert "not documented" in failure


def test_a_longer_way_alone_is_a_row() -> None:
    """`*2..3` where no shorter way exists: cid and dan."""
    world = World().edges("KNOWS", "ann>bob", "bob>cid", "cid>dan")
    assert _reached(world, "2..3") == (["cid", "dan"], 2)

"""PRINT: the shapes of JSON."""

from __future__ import annotations

import json

from tests.tigergraph.emulator.engine.world import World


def test_every_print_that_runs_is_one_object() -> None:
    """In order, each with the keys of its own items."""
    body = "PRINT 1 AS a, 2 AS b; PRINT 3 AS c;"
    assert World().run(body) == [{"a": 1, "b": 2}, {"c": 3}]


def test_a_print_with_a_false_condition_prints_nothing() -> None:
    """PRINT … WHERE c."""
    assert World().run("PRINT 1 AS a WHERE 1 > 2; PRINT 2 AS b;") == [{"b": 2}]


def test_a_vertex_set_prints_attributes_and_declared_accumulators() -> None:
    """All attributes (no NULL: defaults), and every vertex accumulator of the query."""
    body = "SumAccum<INT> @n; S = {Topic.*}; PRINT S AS x;"
    (row,) = World().topics("art", title="Art").one(body)
    assert row == {
        "v_id": "art",
        "v_type": "Topic",
        "attributes": {"id": "art", "age": 0, "title": "Art", "@n": 0},
    }


def test_every_type_has_its_default() -> None:
    """0, 0.0, "", false, 1970-01-01 00:00:00 and empty collections; level declares 7."""
    (row,) = World().people("ann").one("S = {Person.*}; PRINT S AS x;")
    assert row["attributes"] == {
        "id": "ann",
        "age": 0,
        "level": 7,
        "score": 0,
        "weight": 0,
        "town": "",
        "active": False,
        "joined": "1970-01-01 00:00:00",
        "notes": [],
        "tags": [],
    }


def test_a_projection_prints_its_columns_under_their_aliases() -> None:
    """`S[S.a AS b] AS rows`."""
    body = "S = {Topic.*}; PRINT S[S.title AS t, S.age + 1 AS n] AS x;"
    (row,) = World().topics("art", title="Art").one(body)
    assert row == {"v_id": "art", "v_type": "Topic", "attributes": {"t": "Art", "n": 1}}


def test_a_projection_without_aliases_keeps_the_prefix() -> None:
    """The key is `S.title`, under `S`."""
    body = "S = {Topic.*}; PRINT S[S.title];"
    (found,) = World().topics("art", title="Art").run(body)
    assert found["S"][0]["attributes"] == {"S.title": "Art"}


def test_a_single_vertex_prints_as_its_id() -> None:
    """A VERTEX parameter, and vertices in a set."""
    body = "SetAccum<VERTEX> @@s; @@s += p; PRINT p AS v, @@s AS s;"
    (found,) = World().people("ann").run(body, "VERTEX<Person> p", p={"id": "ann"})
    assert found == {"v": "ann", "s": ["ann"]}


def test_an_edge_prints_its_ends_and_attributes() -> None:
    """e_type, directed, from, to, attributes."""
    body = (
        "ListAccum<EDGE> @@l; S = {Person.*}; "
        "R = SELECT t FROM S:s -(KNOWS>:e)- Person:t ACCUM @@l += e; PRINT @@l AS x;"
    )
    assert World().edges("KNOWS", "ann>bob", since=3).one(body) == [
        {
            "e_type": "KNOWS",
            "directed": True,
            "from_id": "ann",
            "from_type": "Person",
            "to_id": "bob",
            "to_type": "Person",
            "attributes": {"since": 3},
        }
    ]


def test_a_float_prints_seven_digits_and_a_double_sixteen() -> None:
    """1/3 in both; 2.0 prints without a point."""
    world = World().people("ann", weight=1 / 3, score=1 / 3)
    body = "S = {Person.*}; PRINT S[S.weight AS f, S.score AS d, 2.0 AS two] AS x;"
    (row,) = world.one(body)
    assert json.dumps(row["attributes"]) == '{"f": 0.3333333, "d": 0.3333333333333333, "two": 2}'


def test_a_double_loses_its_seventeenth_digit() -> None:
    """0.1 + 0.2 is 0.30000000000000004, of which sixteen digits print."""
    (row,) = (
        World().people("ann", score=0.1 + 0.2).one("S = {Person.*}; PRINT S[S.score AS d] AS x;")
    )
    assert row["attributes"] == {"d": 0.3}


def test_a_moment_prints_as_text() -> None:
    """`YYYY-MM-DD hh:mm:ss`."""
    body = 'DATETIME d = to_datetime("2024-05-06"); PRINT d AS x;'
    assert World().one(body) == "2024-05-06 00:00:00"


def test_a_moment_inside_a_tuple_is_refused() -> None:
    """How it prints there is not documented."""
    body = 'TYPEDEF TUPLE <DATETIME d> T; T t = T(to_datetime("2024-05-06")); PRINT t AS x;'
    assert "DATETIME inside a tuple" in World().failure(body)


def test_a_tuple_prints_its_fields() -> None:
    """An object by field name."""
    body = 'TYPEDEF TUPLE <INT a, STRING b> T; T t = T(1, "u"); PRINT t AS x, t.b AS b;'
    assert World().run(body) == [{"x": {"a": 1, "b": "u"}, "b": "u"}]


def test_the_order_of_a_set_means_nothing() -> None:
    """Over many seeds each of two vertices, and each of two values, comes first."""
    body = "SetAccum<INT> @@s; @@s += 1; @@s += 2; S = {Person.*}; PRINT S AS a, @@s AS b;"
    found = [World(seed).people("ann", "bob").run(body)[0] for seed in range(20)]
    assert {rows["a"][0]["v_id"] for rows in found} == {"ann", "bob"}
    assert {rows["b"][0] for rows in found} == {1, 2}


def test_the_same_seed_gives_the_same_order() -> None:
    """Chance is seeded, so that a failure can be replayed."""
    body = "S = {Person.*}; PRINT S AS x;"
    ids = [f"p{n}" for n in range(20)]
    first, second = (World(7).people(*ids).one(body) for _ in range(2))
    assert first == second


def test_an_expression_without_alias_is_refused() -> None:
    """Its key would be its own text, from which the server may lose characters."""
    assert "give it an alias" in World().failure("PRINT 1 + 1;")


def test_two_vertices_that_print_as_one_key_are_refused() -> None:
    """Map keys print without their type."""
    world = World().people("x").topics("x")
    body = (
        "MapAccum<VERTEX, INT> @@m; S = {ANY}; "
        "R = SELECT s FROM S:s ACCUM @@m += (s -> 1); PRINT @@m AS x;"
    )
    assert "two keys" in world.failure(body)

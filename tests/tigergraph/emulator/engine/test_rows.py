"""FROM and WHERE: which rows a pattern has, how often, and what a selection leaves of them.

Every expected value follows from the rule that the test's docstring states, not from a run.
"""

from __future__ import annotations

from tests.tigergraph.emulator.engine.world import World


def _triangle() -> World:
    return World().edges("KNOWS", "ann>bob", "ann>cid", "bob>cid", since=2001)


COUNT = "SumAccum<INT> @@n; S = {Person.*}; "


def test_a_hop_has_one_row_for_each_edge() -> None:
    """Rows are a bag with one row per match: three KNOWS edges are three rows."""
    body = "R = SELECT t FROM S:s -(KNOWS>:e)- Person:t ACCUM @@n += 1; PRINT @@n AS x;"
    assert _triangle().one(COUNT + body) == 3


def test_a_selection_holds_each_vertex_once() -> None:
    """The result is the set of distinct vertices of the alias: cid is reached twice, held once."""
    body = "S = {Person.*}; R = SELECT t FROM S:s -(KNOWS>:e)- Person:t;"
    assert _triangle().ids(body) == ["bob", "cid"]


def test_a_middle_vertex_without_alias_multiplies_rows() -> None:
    """Unaliased middle vertices still multiply rows: ann reaches dan by bob and by cid."""
    world = World().edges("KNOWS", "ann>bob", "ann>cid", "bob>dan", "cid>dan")
    body = (
        "R = SELECT t FROM S:s -(KNOWS>)- Person -(KNOWS>)- Person:t "
        'WHERE t.id == "dan" ACCUM @@n += 1; PRINT @@n AS x;'
    )
    assert world.one(COUNT + body) == 2


def test_a_chain_may_pass_the_same_vertex_twice() -> None:
    """Chains are homomorphic: ann - bob - ann is a match of two hops over the undirected edge."""
    world = World().edges("MARRIED", "ann>bob")
    body = (
        "R = SELECT t FROM S:s -(MARRIED)- Person:m -(MARRIED)- Person:t "
        'WHERE s.id == "ann" ACCUM @@n += 1;'
    )
    assert world.ids(COUNT + body) == ["ann"]


def test_an_arrow_is_followed_one_way() -> None:
    """Direction stands on the edge name: `E>` leads from source to target only."""
    body = "S = {p}; R = SELECT t FROM S:s -(KNOWS>:e)- Person:t;"
    world = _triangle()
    assert world.ids(body, "VERTEX<Person> p", p={"id": "bob"}) == ["cid"]


def test_an_arrow_turned_round_leads_to_the_sources() -> None:
    """`<E` leads from target to source."""
    body = "S = {p}; R = SELECT t FROM S:s -(<KNOWS:e)- Person:t;"
    assert _triangle().ids(body, "VERTEX<Person> p", p={"id": "cid"}) == ["ann", "bob"]


def test_a_reverse_edge_is_an_edge_type_of_its_own() -> None:
    """The server keeps rev_E up: followed forwards it leads from target to source."""
    body = "S = {p}; R = SELECT t FROM S:s -(rev_KNOWS>:e)- Person:t WHERE e.since == 2001;"
    assert _triangle().ids(body, "VERTEX<Person> p", p={"id": "cid"}) == ["ann", "bob"]


def test_a_reverse_edge_names_its_own_type() -> None:
    """The reverse edge is a real edge type, so `e.type` is its name."""
    body = (
        "SetAccum<STRING> @@t; S = {Person.*}; "
        "R = SELECT t FROM S:s -(rev_KNOWS>:e)- Person:t ACCUM @@t += e.type; PRINT @@t AS x;"
    )
    assert _triangle().one(body) == ["rev_KNOWS"]


def test_any_edge_meets_an_edge_and_its_reverse() -> None:
    """Reverse edges appear in `_` traversals: from ann `_>` follows KNOWS, from bob both."""
    world = World().edges("KNOWS", "ann>bob", "bob>cid")
    body = (
        "SetAccum<STRING> @@t; S = {p}; "
        "R = SELECT t FROM S:s -(_>:e)- Person:t ACCUM @@t += e.type; PRINT @@t AS x;"
    )
    found = world.one(body, "VERTEX<Person> p", p={"id": "bob"})
    assert sorted(found) == ["KNOWS", "rev_KNOWS"]


def test_an_undirected_edge_leads_both_ways() -> None:
    """An undirected edge has no arrow and binds from either end: one edge, two rows."""
    world = World().edges("MARRIED", "ann>bob")
    body = "R = SELECT t FROM S:s -(MARRIED:e)- Person:t ACCUM @@n += 1; PRINT @@n AS x;"
    assert world.one(COUNT + body) == 2


def test_a_directed_edge_without_arrow_is_refused() -> None:
    """It never matches on the server, so that nobody can want it."""
    body = "S = {Person.*}; R = SELECT t FROM S:s -(KNOWS:e)- Person:t;"
    assert "never matches without an arrow" in World().failure(body)


def test_several_edge_types_bind_in_one_hop() -> None:
    """Alternatives `(A>|<B)` are the rows of each."""
    world = World().edges("KNOWS", "ann>bob").edges("LIKES", "ann>art")
    body = "S = {p}; R = SELECT t FROM S:s -((KNOWS>|LIKES>):e)- :t;"
    assert world.ids(body, "VERTEX<Person> p", p={"id": "ann"}) == ["art", "bob"]


def test_a_target_type_filters_rows() -> None:
    """An end with a type binds vertices of that type only."""
    world = World().edges("KNOWS", "ann>bob").edges("LIKES", "ann>art")
    body = "S = {p}; R = SELECT t FROM S:s -((KNOWS>|LIKES>):e)- Topic:t;"
    assert world.ids(body, "VERTEX<Person> p", p={"id": "ann"}) == ["art"]


def test_an_end_may_have_several_types() -> None:
    """`(A|B):t` binds vertices of either type."""
    world = World().edges("KNOWS", "ann>bob").edges("LIKES", "ann>art")
    body = "S = {p}; R = SELECT t FROM S:s -((KNOWS>|LIKES>):e)- (Topic|Person):t;"
    assert world.ids(body, "VERTEX<Person> p", p={"id": "ann"}) == ["art", "bob"]


def test_where_filters_rows_not_vertices() -> None:
    """WHERE drops rows: bob stays in the result by his other row, and counts once."""
    world = World().edges("KNOWS", "ann>bob", since=1999).edges("KNOWS", "cid>bob", since=2005)
    body = (
        "R = SELECT t FROM S:s -(KNOWS>:e)- Person:t WHERE e.since > 2000 "
        "ACCUM @@n += 1; PRINT @@n AS x, R.size() AS size;"
    )
    (found,) = world.run(COUNT + body)
    assert found == {"x": 1, "size": 1}


def test_two_paths_that_share_an_alias_are_joined() -> None:
    """A natural join: rows of both paths with the same vertex at the shared alias."""
    world = World().edges("KNOWS", "ann>bob", "ann>cid").edges("LIKES", "bob>art", "bob>jam")
    body = (
        "R = SELECT t FROM S:s -(KNOWS>)- Person:t, Person:t -(LIKES>)- Topic:o "
        "ACCUM @@n += 1; PRINT @@n AS x, R.size() AS size;"
    )
    (found,) = world.run(COUNT + body)
    assert found == {"x": 2, "size": 1}


def test_a_path_is_joined_by_any_of_its_ends() -> None:
    """The second path shares its last end, and its arrows keep their sense: bob likes art."""
    world = World().edges("LIKES", "ann>art", "bob>art").edges("KNOWS", "bob>ann")
    body = (
        "S = {Person.*}; R = SELECT k FROM S:s -(LIKES>)- Topic:t, "
        'Person:k -(KNOWS>)- Person:m -(LIKES>)- Topic:t WHERE s.id == "ann";'
    )
    assert world.ids(body) == ["bob"]


def test_two_paths_may_share_two_aliases() -> None:
    """Both shared ends must be the same vertices: ann is married to whom she knows."""
    world = World().edges("KNOWS", "ann>bob", "ann>cid").edges("MARRIED", "ann>cid")
    body = (
        "S = {Person.*}; R = SELECT t FROM S:s -(KNOWS>)- Person:t, Person:s -(MARRIED)- Person:t;"
    )
    assert world.ids(body) == ["cid"]


def test_paths_without_a_common_alias_are_refused() -> None:
    """Only joins over a shared alias are documented."""
    body = "S = {Person.*}; R = SELECT s FROM S:s -(KNOWS>)- Person:t, S:a -(LIKES>)- Topic:b;"
    assert "share no alias" in World().failure(body)


def test_a_vertex_set_cannot_be_the_target_of_a_hop() -> None:
    """Reported to fail on a server: the target is a type, and a flag filters."""
    body = "S = {Person.*}; T = {Person.*}; R = SELECT t FROM S:s -(KNOWS>)- T:t;"
    assert "target of a hop" in World().failure(body)


def test_discriminated_edges_are_rows_of_their_own() -> None:
    """With a discriminator its value is part of the edge's identity: two calls, two rows."""
    world = World().edges("CALLED", "ann>bob", at=1).edges("CALLED", "ann>bob", at=2)
    body = "R = SELECT t FROM S:s -(CALLED>:e)- Person:t ACCUM @@n += e.at; PRINT @@n AS x;"
    assert world.one(COUNT + body) == 3


def test_a_type_may_stand_in_from() -> None:
    """A V2 source may be a type: every vertex of it, with an alias."""
    world = World().people("ann", "bob")
    assert world.ids("R = SELECT s FROM Person:s;") == ["ann", "bob"]


def test_v3_arrows_stand_outside_the_brackets() -> None:
    """v3 writes `-[e:E]->` and `<-[e:E]-`."""
    world = _triangle()
    forth = 'R = SELECT t FROM (s:Person) -[e:KNOWS]-> (t:Person) WHERE s.id == "bob";'
    back = 'R = SELECT t FROM (s:Person) <-[e:KNOWS]- (t:Person) WHERE s.id == "bob";'
    assert world.ids(forth, syntax="v3") == ["cid"]
    assert world.ids(back, syntax="v3") == ["ann"]


def test_v3_without_an_arrow_goes_any_way() -> None:
    """`-[e]-` binds whatever its direction."""
    body = 'R = SELECT t FROM (s:Person) -[e:KNOWS]- (t:Person) WHERE s.id == "bob";'
    assert _triangle().ids(body, syntax="v3") == ["ann", "cid"]


def test_v3_ends_take_predicates() -> None:
    """`{name: value}` and WHERE inside an end filter its vertices."""
    world = World().people("ann", age=30).people("bob", age=40, town="Ulm").people("cid", age=50)
    world.edges("KNOWS", "ann>bob", "ann>cid")
    fields = "R = SELECT t FROM (s:Person) -[:KNOWS]-> (t:Person {town: p});"
    where = "R = SELECT t FROM (s:Person) -[:KNOWS]-> (t:Person WHERE t.age > 45);"
    assert world.ids(fields, "STRING p", "v3", p="Ulm") == ["bob"]
    assert world.ids(where, syntax="v3") == ["cid"]


def test_v3_sources_may_be_vertex_sets() -> None:
    """`(a:SetVar)` starts from the set's members."""
    body = "S = {p}; R = SELECT t FROM (s:S) -[:KNOWS]-> (t:Person);"
    world = _triangle()
    assert world.ids(body, "VERTEX<Person> p", "v3", p={"id": "ann"}) == ["bob", "cid"]


def test_a_ghost_vertex_is_bound_with_its_defaults() -> None:
    """An edge's upsert makes missing ends with default attributes: level defaults to 7."""
    world = World().edges("KNOWS", "ann>bob")
    body = 'S = {Person.*}; R = SELECT s FROM S:s WHERE s.level == 7 AND s.town == "";'
    assert world.ids(body) == ["ann", "bob"]

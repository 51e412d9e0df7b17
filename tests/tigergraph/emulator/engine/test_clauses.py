"""ACCUM, POST-ACCUM, HAVING, ORDER BY and LIMIT: when things are read, when they change."""

from __future__ import annotations

import pytest

from tests.tigergraph.emulator.engine.world import World

STAR = ("ann>dan", "bob>dan", "cid>dan")


def test_accum_runs_once_for_each_row() -> None:
    """Three edges end at dan, so that his accumulator takes in three."""
    body = (
        "SumAccum<INT> @n; S = {Person.*}; R = SELECT t FROM S:s -(KNOWS>:e)- Person:t "
        "ACCUM t.@n += 1; PRINT R[R.@n AS n] AS x;"
    )
    (row,) = World().edges("KNOWS", *STAR).one(body)
    assert row == {"v_id": "dan", "v_type": "Person", "attributes": {"n": 3}}


def test_post_accum_runs_once_for_each_distinct_vertex() -> None:
    """dan is in three rows and one vertex: POST-ACCUM adds one."""
    body = (
        "SumAccum<INT> @@n; S = {Person.*}; R = SELECT t FROM S:s -(KNOWS>:e)- Person:t "
        "POST-ACCUM(t) @@n += 1; PRINT @@n AS x;"
    )
    assert World().edges("KNOWS", *STAR).one(body) == 1


def test_post_accum_of_another_alias_counts_its_vertices() -> None:
    """The same rows hold three distinct sources."""
    body = (
        "SumAccum<INT> @@n; S = {Person.*}; R = SELECT t FROM S:s -(KNOWS>:e)- Person:t "
        "POST-ACCUM(s) @@n += s.age; PRINT @@n AS x;"
    )
    world = World().people("ann", "bob", "cid", age=10).edges("KNOWS", *STAR)
    assert world.one(body) == 30


def test_accum_reads_what_was_there_before_the_clause() -> None:
    """Reads see the snapshot: the global is 5 for all three rows, whatever they add."""
    body = (
        "SumAccum<INT> @@n = 5; SetAccum<INT> @@seen; S = {Person.*}; "
        "R = SELECT t FROM S:s -(KNOWS>:e)- Person:t ACCUM @@n += 1, @@seen += @@n; "
        "PRINT @@seen AS seen, @@n AS x;"
    )
    (found,) = World().edges("KNOWS", *STAR).run(body)
    assert found == {"seen": [5], "x": 8}


def test_accum_reads_vertex_accumulators_before_the_clause() -> None:
    """A chain does not cascade: bob's value is still 0 when cid takes it in."""
    body = (
        "SumAccum<INT> @n; S = {Person.*}; "
        "R = SELECT t FROM S:s -(KNOWS>:e)- Person:t ACCUM t.@n += s.@n + 1; "
        "PRINT S[S.@n AS n] AS x;"
    )
    rows = World().edges("KNOWS", "ann>bob", "bob>cid").one(body)
    assert {row["v_id"]: row["attributes"]["n"] for row in rows} == {"ann": 0, "bob": 1, "cid": 1}


def test_accum_looks_into_a_collection_as_it_was_before_the_clause() -> None:
    """No row sees the town that another row adds: all three are counted."""
    body = (
        "SetAccum<STRING> @@towns; SumAccum<INT> @@n; S = {Person.*}; R = SELECT s FROM S:s ACCUM "
        "IF s.town NOT IN @@towns THEN @@towns += s.town, @@n += 1 END; PRINT @@n AS x;"
    )
    assert World().people("ann", "bob", "cid", town="Ulm").one(body) == 3


def test_post_accum_reads_what_accum_left() -> None:
    """POST-ACCUM sees the merged value: 3."""
    body = (
        "SumAccum<INT> @n; MaxAccum<INT> @@most; S = {Person.*}; "
        "R = SELECT t FROM S:s -(KNOWS>:e)- Person:t ACCUM t.@n += 1 "
        "POST-ACCUM(t) @@most += t.@n; PRINT @@most AS x;"
    )
    assert World().edges("KNOWS", *STAR).one(body) == 3


def test_the_primed_form_is_the_value_before_post_accum() -> None:
    """`v.@x'` is the previous value: 9 - 4 is left as the difference."""
    body = (
        "SumAccum<INT> @n = 4; SumAccum<INT> @@change; S = {Person.*}; "
        "R = SELECT s FROM S:s POST-ACCUM(s) s.@n = 9, @@change += s.@n - s.@n'; "
        "PRINT @@change AS x;"
    )
    assert World().people("ann").one(body) == 5


def test_the_primed_form_is_the_value_before_every_clause_of_post_accum() -> None:
    """Clauses have no order: whichever comes first, the previous value is 4."""
    body = (
        "SumAccum<INT> @n = 4; SumAccum<INT> @@before; S = {Person.*}; R = SELECT s FROM S:s "
        "POST-ACCUM(s) s.@n = 9 POST-ACCUM(s) @@before += s.@n'; PRINT @@before AS x;"
    )
    assert {World(seed).people("ann").one(body) for seed in range(10)} == {4}


def test_the_primed_form_of_what_accum_changed_is_refused() -> None:
    """Before which clause "previous" lies is not documented."""
    body = (
        "SumAccum<INT> @n; SumAccum<INT> @@m; S = {Person.*}; "
        "R = SELECT s FROM S:s ACCUM s.@n += 1 POST-ACCUM(s) @@m += s.@n';"
    )
    assert "ACCUM changes @n" in World().failure(body)


def test_a_local_of_accum_belongs_to_its_row_and_changes_at_once() -> None:
    """Locals declared in ACCUM are per row: each row adds its own 2 * since."""
    body = (
        "SumAccum<INT> @@n; S = {Person.*}; R = SELECT t FROM S:s -(KNOWS>:e)- Person:t "
        "ACCUM INT y = e.since, y = y * 2, @@n += y; PRINT @@n AS x;"
    )
    world = World().edges("KNOWS", "ann>bob", since=1).edges("KNOWS", "ann>cid", since=10)
    assert world.one(body) == 22


def test_an_outer_variable_changes_when_the_clause_ends() -> None:
    """Rows read the old value 1; afterwards it is 2."""
    body = (
        "INT y = 1; SetAccum<INT> @@seen; S = {Person.*}; "
        "R = SELECT t FROM S:s -(KNOWS>:e)- Person:t ACCUM y = 2, @@seen += y; "
        "PRINT @@seen AS seen, y AS x;"
    )
    (found,) = World().edges("KNOWS", *STAR).run(body)
    assert found == {"seen": [1], "x": 2}


def test_a_global_is_not_assigned_in_accum() -> None:
    """Inside ACCUM a global accumulator may only be `+=`."""
    body = "SumAccum<INT> @@n; S = {Person.*}; R = SELECT s FROM S:s ACCUM @@n = 1;"
    assert "only += is allowed" in World().failure(body)


def test_a_clause_of_post_accum_speaks_of_one_alias() -> None:
    """Two aliases in one POST-ACCUM are a compile error."""
    body = (
        "SumAccum<INT> @@n; S = {Person.*}; R = SELECT t FROM S:s -(KNOWS>:e)- Person:t "
        "POST-ACCUM @@n += s.age + t.age;"
    )
    assert "one vertex alias" in World().failure(body)


def test_a_vertex_without_rows_is_not_in_post_accum() -> None:
    """WHERE leaves bob out of the rows, so POST-ACCUM does not meet him."""
    body = (
        "SetAccum<STRING> @@ids; S = {Person.*}; R = SELECT s FROM S:s WHERE s.age > 20 "
        "POST-ACCUM(s) @@ids += s.id; PRINT @@ids AS x;"
    )
    assert World().people("ann", age=30).people("bob", age=10).one(body) == ["ann"]


def test_having_judges_the_distinct_vertices() -> None:
    """HAVING sees the accumulated value: only dan was reached three times."""
    body = (
        "SumAccum<INT> @n; S = {Person.*}; R = SELECT t FROM S:s -(KNOWS>:e)- Person:t "
        "ACCUM t.@n += 1 HAVING t.@n > 2;"
    )
    assert World().edges("KNOWS", *STAR, "ann>bob").ids(body) == ["dan"]


def test_having_speaks_of_the_selected_alias_only() -> None:
    """SEM-50 on the server."""
    body = "S = {Person.*}; R = SELECT t FROM S:s -(KNOWS>:e)- Person:t HAVING s.age > 1;"
    assert "s is no alias" in World().failure(body)


def test_order_by_sorts_a_printed_set() -> None:
    """ORDER BY keeps the order in a direct PRINT: age falling, then id rising."""
    world = World().people("bob", "ann", age=30).people("cid", age=40)
    body = (
        "S = {Person.*}; R = SELECT s FROM S:s ORDER BY s.age DESC, s.id ASC; "
        "PRINT R[R.id AS i] AS x;"
    )
    assert [row["attributes"]["i"] for row in world.one(body)] == ["cid", "ann", "bob"]


def test_ties_beyond_the_keys_of_order_by_fall_as_chance_has_it() -> None:
    """Same age: over many seeds either of two is the one that LIMIT keeps."""
    body = "S = {Person.*}; R = SELECT s FROM S:s ORDER BY s.age DESC LIMIT 1;"
    found = {World(seed).people("ann", "bob", age=3).ids(body)[0] for seed in range(20)}
    assert found == {"ann", "bob"}


def test_order_by_and_limit_decide_membership() -> None:
    """The two oldest are the result."""
    world = World().people("ann", age=1).people("bob", age=3).people("cid", age=2)
    body = "S = {Person.*}; R = SELECT s FROM S:s ORDER BY s.age DESC LIMIT 2;"
    assert world.ids(body) == ["bob", "cid"]


def test_offset_skips_rows_of_the_order() -> None:
    """LIMIT 1 OFFSET 1 is the second."""
    world = World().people("ann", age=1).people("bob", age=3).people("cid", age=2)
    body = "S = {Person.*}; R = SELECT s FROM S:s ORDER BY s.age DESC LIMIT 1 OFFSET 1;"
    assert world.ids(body) == ["cid"]


def test_limit_with_a_comma_skips_first() -> None:
    """`LIMIT j, k` skips j and takes k."""
    world = World().people("ann", age=1).people("bob", age=3).people("cid", age=2)
    body = "S = {Person.*}; R = SELECT s FROM S:s ORDER BY s.age DESC LIMIT 2, 1;"
    assert world.ids(body) == ["ann"]


def test_offset_without_an_order_is_refused() -> None:
    """A compile error on the server."""
    body = "S = {Person.*}; R = SELECT s FROM S:s LIMIT 1 OFFSET 1;"
    assert "OFFSET without ORDER BY" in World().failure(body)


def test_order_is_lost_in_a_set_operation() -> None:
    """After UNION a set has no order: over many seeds, bob is not always printed first."""
    body = "S = {Person.*}; A = SELECT s FROM S:s ORDER BY s.id DESC; A = A UNION A; PRINT A AS x;"
    firsts = {World(seed).people("ann", "bob").one(body)[0]["v_id"] for seed in range(20)}
    assert firsts == {"ann", "bob"}


def test_a_written_attribute_is_seen_after_the_query() -> None:
    """Attribute writes become visible when the query has ended: 0 inside, 5 in the next."""
    world = World().people("ann")
    body = (
        "S = {Person.*}; R = SELECT s FROM S:s POST-ACCUM(s) s.age = 5; PRINT R[R.age AS a] AS x;"
    )
    (inside,) = world.one(body)
    assert inside["attributes"] == {"a": 0}
    assert world.ids("S = {Person.*}; R = SELECT s FROM S:s WHERE s.age == 5;") == ["ann"]


def test_an_edge_attribute_is_written_in_accum() -> None:
    """Edge attributes in ACCUM; the reverse edge has the same attributes."""
    world = World().edges("KNOWS", "ann>bob", since=1)
    world.run("S = {Person.*}; R = SELECT t FROM S:s -(KNOWS>:e)- Person:t ACCUM e.since = 9;")
    body = "S = {Person.*}; R = SELECT t FROM S:s -(rev_KNOWS>:e)- Person:t WHERE e.since == 9;"
    assert world.ids(body) == ["ann"]


def test_a_vertex_attribute_is_not_written_in_accum() -> None:
    """A compile error on the server."""
    body = "S = {Person.*}; R = SELECT s FROM S:s ACCUM s.age = 5;"
    assert "POST-ACCUM only" in World().failure(body)


def test_a_failed_query_writes_nothing() -> None:
    """One query is one transaction: the division by zero takes the write back."""
    world = World().people("ann")
    body = (
        "SumAccum<INT> @@n; S = {Person.*}; R = SELECT s FROM S:s POST-ACCUM(s) s.age = 5; "
        "@@n += 1 / @@n;"
    )
    assert "divided by zero" in world.failure(body)
    assert world.ids("S = {Person.*}; R = SELECT s FROM S:s WHERE s.age == 0;") == ["ann"]


def test_if_in_accum_takes_the_first_arm_that_holds() -> None:
    """Only one arm runs for each row."""
    body = (
        "SumAccum<INT> @@old, @@young; S = {Person.*}; R = SELECT s FROM S:s ACCUM "
        "IF s.age > 60 THEN @@old += 1 ELSE IF s.age > 20 THEN @@young += 10 "
        "ELSE @@young += 1 END; PRINT @@old AS old, @@young AS young;"
    )
    world = World().people("ann", age=70).people("bob", age=30).people("cid", age=5)
    assert world.run(body) == [{"old": 1, "young": 11}]


def test_case_in_accum_runs_the_arm_that_holds() -> None:
    """CASE WHEN is a statement with the same meaning."""
    body = (
        "SumAccum<INT> @@n; S = {Person.*}; R = SELECT s FROM S:s ACCUM "
        "CASE WHEN s.age > 60 THEN @@n += 100 WHEN s.age > 20 THEN @@n += 10 ELSE @@n += 1 END; "
        "PRINT @@n AS x;"
    )
    world = World().people("ann", age=70).people("bob", age=30).people("cid", age=5)
    assert world.one(body) == 111


def test_foreach_in_accum_goes_through_a_collection() -> None:
    """Every value of the parameter for every row: (1 + 2) twice."""
    body = (
        "SumAccum<INT> @@n; S = {Person.*}; "
        "R = SELECT s FROM S:s ACCUM FOREACH i IN given DO @@n += i END; PRINT @@n AS x;"
    )
    assert World().people("ann", "bob").one(body, "SET<INT> given", given=[1, 2]) == 6


@pytest.mark.parametrize("limit", [1, 2])
def test_limit_without_an_order_takes_any(limit: int) -> None:
    """A set has no order: over many seeds LIMIT takes different members, never more."""
    body = f"S = {{Person.*}}; R = SELECT s FROM S:s LIMIT {limit};"
    found = {tuple(World(seed).people("a", "b", "c").ids(body)) for seed in range(30)}
    assert {len(ids) for ids in found} == {limit}
    assert len(found) == 3

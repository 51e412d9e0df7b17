"""Statements: loops, branches, blocks."""

from __future__ import annotations

import pytest

from tests.tigergraph.emulator.engine.world import World


def test_if_runs_one_arm() -> None:
    """The first condition that holds."""
    body = (
        'STRING w = ""; IF n > 10 THEN w = "many"; ELSE IF n > 1 THEN w = "some"; '
        'ELSE w = "few"; END; PRINT w AS x;'
    )
    found = [World().one(body, "INT n", n=n) for n in (11, 5, 0)]
    assert found == ["many", "some", "few"]


def test_case_runs_one_arm() -> None:
    """CASE WHEN at statement level."""
    body = 'STRING w = ""; CASE WHEN n == 1 THEN w = "one"; ELSE w = "other"; END; PRINT w AS x;'
    assert [World().one(body, "INT n", n=n) for n in (1, 2)] == ["one", "other"]


def test_while_stops_by_its_condition_or_its_limit() -> None:
    """Five by the condition, three by LIMIT."""
    body = "INT i = 0; WHILE i < 5 %s DO i = i + 1; END; PRINT i AS x;"
    assert World().one(body % "") == 5
    assert World().one(body % "LIMIT 3") == 3


def test_a_range_includes_both_ends() -> None:
    """1 + 2 + 3."""
    body = "SumAccum<INT> @@n; FOREACH i IN RANGE[1, 3] DO @@n += i; END; PRINT @@n AS x;"
    assert World().one(body) == 6


def test_a_range_goes_by_steps() -> None:
    """0, 2, 4."""
    body = "ListAccum<INT> @@n; FOREACH i IN RANGE[0, 5].STEP(2) DO @@n += i; END; PRINT @@n AS x;"
    assert World().one(body) == [0, 2, 4]


def test_foreach_takes_a_map_apart() -> None:
    """Key and value."""
    body = (
        'MapAccum<STRING, INT> @@m; SetAccum<STRING> @@s; @@m += ("a" -> 1); @@m += ("b" -> 2); '
        "FOREACH (k, v) IN @@m DO @@s += k + to_string(v); END; PRINT @@s AS x;"
    )
    assert sorted(World().one(body)) == ["a1", "b2"]


def test_foreach_takes_groups_as_records_or_apart() -> None:
    """`g.k` and `g.n`, or `(k, n)`."""
    base = 'GroupByAccum<STRING k, SumAccum<INT> n> @@g; SumAccum<INT> @@n; @@g += ("a" -> 4); '
    record = "FOREACH g IN @@g DO @@n += g.n; END; PRINT @@n AS x;"
    apart = "FOREACH (k, n) IN @@g DO @@n += n; END; PRINT @@n AS x;"
    assert World().one(base + record) == 4
    assert World().one(base + apart) == 4


def test_break_and_continue() -> None:
    """Of 1 to 9, 2 is passed over and 5 ends the loop: 1 + 3 + 4."""
    body = (
        "SumAccum<INT> @@n; FOREACH i IN RANGE[1, 9] DO IF i == 2 THEN CONTINUE; END; "
        "IF i == 5 THEN BREAK; END; @@n += i; END; PRINT @@n AS x;"
    )
    assert World().one(body) == 8


def test_a_walk_by_while_reaches_all_within_so_many_steps() -> None:
    """Two rounds from ann: bob, then cid; dan is three away. The seed belongs to the result."""
    body = (
        "OrAccum @seen; F (ANY) = {p}; F = SELECT s FROM F:s POST-ACCUM(s) s.@seen = TRUE; "
        "R (ANY) = F; WHILE F.size() > 0 LIMIT 2 DO "
        "F = SELECT t FROM F:s -(KNOWS>:e)- :t WHERE t.@seen == FALSE "
        "POST-ACCUM(t) t.@seen = TRUE; R = R UNION F; END;"
    )
    world = World().edges("KNOWS", "ann>bob", "bob>cid", "cid>dan", "bob>ann")
    assert world.ids(body, "VERTEX<Person> p", p={"id": "ann"}) == ["ann", "bob", "cid"]


def test_vertex_sets_outlive_the_block_that_filled_them() -> None:
    """Vertex set variables are global in the query."""
    body = "IF TRUE THEN R = {Person.*}; END;"
    assert World().people("ann").ids(body) == ["ann"]


def test_a_vertex_set_that_no_branch_filled_is_refused() -> None:
    """What it holds is not documented."""
    body = "IF FALSE THEN R = {Person.*}; END; PRINT R AS x;"
    assert "never given a value" in World().failure(body)


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("n = 2;", "cannot be assigned"),
        ("SumAccum<INT> @@a; SumAccum<INT> @@a;", "declared twice"),
        ("PRINT nothing AS x;", "nothing is no"),
        ("@@a += 1;", "@@a is not declared"),
        ("FOREACH i IN RANGE[1, 0] DO n = 1; END;", "n cannot be assigned"),
        ("INT n = 1;", "declared twice"),
        ("S = {Nothing.*};", "Nothing is no vertex type"),
        ("UINT u = 1;", "UINT"),
    ],
)
def test_a_wrong_statement_is_refused(body: str, says: str) -> None:
    """Names must be declared once and before use, parameters never change."""
    assert says.removeprefix("n ") in World().failure(body, "INT n", n=1)


def test_an_endless_loop_ends_by_the_timeout() -> None:
    """REST-3000 is what the server answers when a query takes too long."""
    from tigergraph_emulator.engine import RunError

    from tests.tigergraph.emulator.engine.world import query

    ready = query("INT i = 0; WHILE TRUE DO i = 1; END;")
    with pytest.raises(RunError) as failed:
        World().engine.run(ready, {}, timeout_ms=20)
    assert failed.value.code == "REST-3000"

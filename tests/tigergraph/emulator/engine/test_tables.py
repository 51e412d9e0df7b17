"""SELECT … INTO: rows, groups and aggregates."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tigergraph.emulator.engine.world import World


def _people() -> World:
    world = World().people("ann", age=1, town="Ulm").people("bob", age=3, town="Ulm")
    return world.people("cid", age=8, town="Bonn")


def _sorted(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(rows, key=str)


def test_a_table_has_one_row_for_each_match() -> None:
    """No grouping: the bag of rows, so ann's two friends make two equal rows."""
    world = World().edges("KNOWS", "ann>bob", "ann>cid")
    body = "SELECT s.id AS name INTO T FROM Person:s -(KNOWS>)- Person:t; PRINT T AS x;"
    assert world.one(body) == [{"name": "ann"}, {"name": "ann"}]


def test_distinct_drops_equal_rows() -> None:
    """SELECT DISTINCT."""
    world = World().edges("KNOWS", "ann>bob", "ann>cid")
    body = "SELECT DISTINCT s.id AS name INTO T FROM Person:s -(KNOWS>)- Person:t; PRINT T AS x;"
    assert world.one(body) == [{"name": "ann"}]


def test_vertices_in_a_table_are_their_ids() -> None:
    """A vertex prints as its id string."""
    body = "SELECT s AS who INTO T FROM Person:s WHERE s.age > 5; PRINT T AS x;"
    assert _people().one(body) == [{"who": "cid"}]


def test_aggregates_are_computed_for_each_group() -> None:
    """Ulm has two persons of ages 1 and 3."""
    body = (
        "SELECT s.town AS town, count(*) AS n, sum(s.age) AS total, min(s.age) AS low, "
        "max(s.age) AS high, avg(s.age) AS mean INTO T FROM Person:s GROUP BY s.town; PRINT T AS x;"
    )
    assert _sorted(_people().one(body)) == [
        {"town": "Bonn", "n": 1, "total": 8, "low": 8, "high": 8, "mean": 8},
        {"town": "Ulm", "n": 2, "total": 4, "low": 1, "high": 3, "mean": 2},
    ]


def test_distinct_values_are_counted_once() -> None:
    """bob is known by two: three rows, two distinct."""
    world = World().edges("KNOWS", "ann>bob", "cid>bob", "ann>cid")
    body = (
        "SELECT e.type AS kind, count(*) AS n, count(DISTINCT t) AS d INTO T "
        "FROM Person:s -(KNOWS>:e)- Person:t GROUP BY e.type; PRINT T AS x;"
    )
    assert world.one(body) == [{"kind": "KNOWS", "n": 3, "d": 2}]


def test_having_filters_groups() -> None:
    """Only Ulm has more than one."""
    body = (
        "SELECT s.town AS town, count(*) AS n INTO T FROM Person:s GROUP BY s.town "
        "HAVING n > 1; PRINT T AS x;"
    )
    assert _people().one(body) == [{"town": "Ulm", "n": 2}]


def test_rows_are_ordered_by_their_columns() -> None:
    """ORDER BY and LIMIT over the ready rows."""
    body = (
        "SELECT s.id AS who, s.age AS age INTO T FROM Person:s ORDER BY age DESC LIMIT 2; "
        "PRINT T AS x;"
    )
    assert [row["who"] for row in _people().one(body)] == ["cid", "bob"]


@pytest.mark.parametrize(
    ("columns", "says"),
    [
        ("count(*) AS n, s.town AS town", "before aggregates"),
        ("s.town AS town, s.age AS age", "neither grouped"),
        ("s.town, count(*) AS n", "without AS"),
    ],
)
def test_columns_that_are_not_documented_are_refused(columns: str, says: str) -> None:
    """Grouping columns first, then aggregates, all with aliases."""
    body = f"SELECT {columns} INTO T FROM Person:s GROUP BY s.town; PRINT T AS x;"
    assert says in _people().failure(body)

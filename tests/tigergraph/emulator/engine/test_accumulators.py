"""Accumulators: where they start, what they take in, what they give back."""

from __future__ import annotations

import pytest

from tests.tigergraph.emulator.engine.world import World

OVER_ALL = "S = {Person.*}; R = SELECT s FROM S:s "


@pytest.mark.parametrize(
    ("type_", "start"),
    [
        ("SumAccum<INT>", 0),
        ("SumAccum<STRING>", ""),
        ("MinAccum<INT>", 9223372036854775807),
        ("MaxAccum<INT>", -9223372036854775808),
        ("MaxAccum<STRING>", ""),
        ("MinAccum<STRING>", ""),
        ("AvgAccum", 0),
        ("OrAccum", False),
        ("AndAccum", True),
        ("OrAccum<BOOL>", False),
        ("BitwiseOrAccum", 0),
        ("BitwiseAndAccum", -1),
        ("ListAccum<INT>", []),
        ("SetAccum<STRING>", []),
        ("BagAccum<INT>", []),
        ("MapAccum<STRING, INT>", {}),
        ("GroupByAccum<STRING k, SumAccum<INT> n>", []),
    ],
)
def test_an_untouched_accumulator_holds_its_start(type_: str, start: object) -> None:
    """Numbers start at 0, extremes at the far end of their type, collections empty."""
    assert World().one(f"{type_} @@a; PRINT @@a AS x;") == start


def test_an_accumulator_may_start_elsewhere() -> None:
    """`= const` at the declaration is where it starts."""
    assert World().one("SumAccum<INT> @@a = 40; @@a += 2; PRINT @@a AS x;") == 42


def test_a_sum_joins_texts() -> None:
    """SumAccum<STRING> concatenates."""
    assert World().one('SumAccum<STRING> @@a; @@a += "x"; @@a += "y"; PRINT @@a AS x;') == "xy"


def test_the_least_text_starts_as_the_empty_text() -> None:
    """MinAccum<STRING> starts at "", below which no text lies."""
    assert World().one('MinAccum<STRING> @@a; @@a += "b"; PRINT @@a AS x;') == ""


def test_the_least_text_from_a_given_start() -> None:
    """With an initial value it is the least of what came."""
    body = 'MinAccum<STRING> @@a = "zz"; @@a += "b"; @@a += "c"; PRINT @@a AS x;'
    assert World().one(body) == "b"


def test_extremes_of_tuples_compare_from_left_to_right() -> None:
    """(2, "a") beats (1, "z"), and (2, "b") beats (2, "a")."""
    body = (
        'TYPEDEF TUPLE <INT n, STRING w> T; MaxAccum<T> @@a; @@a += T(2, "a"); @@a += T(1, "z"); '
        '@@a += T(2, "b"); PRINT @@a AS x;'
    )
    assert World().one(body) == {"n": 2, "w": "b"}


def test_the_greatest_moment_is_kept() -> None:
    """MaxAccum<DATETIME> keeps the later one, printed as text."""
    body = (
        'MaxAccum<DATETIME> @@a; @@a += to_datetime("2020-02-03 04:05:06"); '
        '@@a += to_datetime("2019-01-01"); PRINT @@a AS x;'
    )
    assert World().one(body) == "2020-02-03 04:05:06"


def test_an_untouched_moment_is_refused() -> None:
    """Where Min/MaxAccum<DATETIME> start is not documented."""
    assert "not documented" in World().failure("MaxAccum<DATETIME> @@a; PRINT @@a AS x;")


def test_a_mean_is_a_double() -> None:
    """AvgAccum keeps a running mean: (1 + 2) / 2 is 1.5."""
    assert World().one("AvgAccum @@a; @@a += 1; @@a += 2; PRINT @@a AS x;") == 1.5


def test_truth_is_gathered() -> None:
    """Or is true once one is, And false once one is."""
    body = (
        "OrAccum @@o; AndAccum @@a; @@o += FALSE; @@o += TRUE; @@a += TRUE; @@a += FALSE; "
        "PRINT @@o AS o, @@a AS a;"
    )
    assert World().run(body) == [{"o": True, "a": False}]


def test_bits_are_gathered() -> None:
    """5 | 3 is 7, and 5 & 3 is 1."""
    body = (
        "BitwiseOrAccum @@o; BitwiseAndAccum @@a; @@o += 5; @@o += 3; @@a += 5; @@a += 3; "
        "PRINT @@o AS o, @@a AS a;"
    )
    assert World().run(body) == [{"o": 7, "a": 1}]


def test_a_list_appends_in_order_at_statement_level() -> None:
    """`+=` appends one value or all values of a list."""
    body = "ListAccum<INT> @@a; @@a += 3; @@a += [1, 2]; PRINT @@a AS x;"
    assert World().one(body) == [3, 1, 2]


def test_a_list_is_read_by_position() -> None:
    """`.get` counts from 0; out of range it gives the type's default."""
    body = 'ListAccum<STRING> @@a; @@a += "u"; PRINT @@a.get(0) AS a, @@a.get(1) AS b;'
    assert World().run(body) == [{"a": "u", "b": ""}]


def test_a_set_holds_each_value_once_and_a_bag_as_often_as_it_came() -> None:
    """Four is added twice: one in the set, two in the bag."""
    body = (
        "SetAccum<INT> @@s; BagAccum<INT> @@b; @@s += 4; @@s += 4; @@b += 4; @@b += 4; "
        "PRINT @@s AS s, @@b AS b;"
    )
    assert World().run(body) == [{"s": [4], "b": [4, 4]}]


def test_a_set_takes_in_a_set() -> None:
    """The right side may be one value or a set."""
    body = "SetAccum<INT> @@a, @@b; @@a += 1; @@b += 2; @@a += @@b; PRINT @@a.size() AS x;"
    assert World().one(body) == 2


def test_an_assigned_set_is_a_copy() -> None:
    """`=` takes the value: what the other takes in later does not show."""
    body = "SetAccum<INT> @@a, @@b; @@a += 1; @@b = @@a; @@a += 2; PRINT @@b AS x;"
    assert World().one(body) == [1]


def test_numbers_at_one_key_of_a_map_add_up() -> None:
    """An existing key's number is added to."""
    body = (
        'MapAccum<STRING, INT> @@m; @@m += ("a" -> 1); @@m += ("a" -> 2); @@m += ("b" -> 5); '
        "PRINT @@m AS x;"
    )
    assert World().one(body) == {"a": 3, "b": 5}


def test_texts_at_one_key_of_a_map_are_joined() -> None:
    """An existing key's text is appended to."""
    body = 'MapAccum<INT, STRING> @@m; @@m += (1 -> "a"); @@m += (1 -> "b"); PRINT @@m AS x;'
    assert World().one(body) == {"1": "ab"}


def test_a_moment_at_one_key_is_overwritten_and_prints_as_seconds() -> None:
    """DATETIME overwrites, and inside a map it is shown as epoch seconds: one day is 86400."""
    body = (
        'MapAccum<STRING, DATETIME> @@m; @@m += ("a" -> to_datetime("1999-01-01")); '
        '@@m += ("a" -> to_datetime("1970-01-02")); PRINT @@m AS x;'
    )
    assert World().one(body) == {"a": 86400}


def test_accumulators_inside_a_map_accumulate() -> None:
    """The inner accumulator takes the value in."""
    body = (
        "MapAccum<INT, SetAccum<STRING>> @@m; S = {Person.*}; "
        "R = SELECT s FROM S:s ACCUM @@m += (s.age -> s.id); "
        "PRINT @@m.get(1).size() AS one, @@m.get(2) AS two, @@m.get(3).size() AS three;"
    )
    world = World().people("ann", "bob", age=1).people("cid", age=2)
    assert world.run(body) == [{"one": 2, "two": ["cid"], "three": 0}]


def test_a_missing_key_of_a_map_gives_the_default() -> None:
    """`.get` of a missing key gives 0, and makes no key."""
    body = (
        'MapAccum<STRING, INT> @@m; PRINT @@m.get("a") AS v, @@m.containsKey("a") AS k, '
        "@@m.size() AS n;"
    )
    assert World().run(body) == [{"v": 0, "k": False, "n": 0}]


def test_a_vertex_is_a_maps_key_by_its_id() -> None:
    """Keys print as text: a vertex by its id."""
    body = (
        "MapAccum<VERTEX<Person>, INT> @@m; " + OVER_ALL + "ACCUM @@m += (s -> 2); PRINT @@m AS x;"
    )
    assert World().people("ann").one(body) == {"ann": 2}


HEAP = "TYPEDEF TUPLE <STRING id, INT age> T; HeapAccum<T>(%s, age DESC, id ASC) @@h; "


def test_a_heap_keeps_the_best_in_order() -> None:
    """Capacity 2, age falling: the oldest first, the youngest left out."""
    world = World().people("ann", age=1).people("bob", age=3).people("cid", age=2)
    body = HEAP % 2 + OVER_ALL + "ACCUM @@h += T(s.id, s.age); PRINT @@h AS x;"
    assert world.one(body) == [{"id": "bob", "age": 3}, {"id": "cid", "age": 2}]


def test_a_heaps_second_key_breaks_ties() -> None:
    """Same age: id rising."""
    world = World().people("dan", "ann", "cid", age=5)
    body = HEAP % 2 + OVER_ALL + "ACCUM @@h += T(s.id, s.age); PRINT @@h AS x;"
    assert [row["id"] for row in world.one(body)] == ["ann", "cid"]


def test_a_heaps_ties_beyond_its_keys_fall_as_chance_has_it() -> None:
    """No key tells ann from bob: over many seeds either is kept."""
    body = (
        "TYPEDEF TUPLE <STRING id, INT age> T; HeapAccum<T>(1, age DESC) @@h; "
        + OVER_ALL
        + "ACCUM @@h += T(s.id, s.age); PRINT @@h AS x;"
    )
    kept = {World(seed).people("ann", "bob", age=5).one(body)[0]["id"] for seed in range(20)}
    assert kept == {"ann", "bob"}


def test_a_heaps_ties_fall_as_chance_has_it_whatever_came_first() -> None:
    """Added one after the other, and still neither is sure to stay."""
    body = (
        "TYPEDEF TUPLE <STRING id, INT age> T; HeapAccum<T>(1, age DESC) @@h; "
        '@@h += T("a", 1); @@h += T("b", 1); PRINT @@h AS x;'
    )
    assert {World(seed).one(body)[0]["id"] for seed in range(20)} == {"a", "b"}


def test_a_heaps_capacity_may_be_a_parameter() -> None:
    """Capacity k."""
    world = World().people("ann", "bob", "cid", age=5)
    body = HEAP % "k" + OVER_ALL + "ACCUM @@h += T(s.id, s.age); PRINT @@h.size() AS x;"
    assert world.one(body, "INT k", k=2) == 2


def test_the_top_of_an_empty_heap_is_the_default_tuple() -> None:
    """Empty `.top()` gives the fields' defaults."""
    assert World().one(HEAP % 2 + "PRINT @@h.top() AS x;") == {"id": "", "age": 0}


def test_popping_a_heap_takes_the_best_away() -> None:
    """After `.pop()` the second is the top."""
    body = HEAP % 3 + '@@h += T("a", 1); @@h += T("b", 2); @@h.pop(); PRINT @@h.top() AS x;'
    assert World().one(body) == {"id": "a", "age": 1}


def test_groups_accumulate_by_their_keys() -> None:
    """One group for each town, with a count and the greatest age."""
    world = World().people("ann", age=1, town="Ulm").people("bob", age=3, town="Ulm")
    world.people("cid", age=2, town="Bonn")
    body = (
        "GroupByAccum<STRING town, SumAccum<INT> n, MaxAccum<INT> most> @@g; "
        + OVER_ALL
        + "ACCUM @@g += (s.town -> 1, s.age); PRINT @@g AS x;"
    )
    found = sorted(world.one(body), key=lambda row: row["town"])
    assert found == [{"town": "Bonn", "n": 1, "most": 2}, {"town": "Ulm", "n": 2, "most": 3}]


def test_a_group_is_read_by_its_keys() -> None:
    """`.get(k1, k2).field`, `.containsKey`."""
    body = (
        "GroupByAccum<INT a, STRING b, SumAccum<INT> n> @@g; "
        '@@g += (1, "x" -> 5); @@g += (1, "x" -> 6); '
        'PRINT @@g.get(1, "x").n AS n, @@g.containsKey(2, "x") AS other, @@g.size() AS size;'
    )
    assert World().run(body) == [{"n": 11, "other": False, "size": 1}]


def test_appends_to_a_list_in_accum_have_no_order() -> None:
    """Rows run in parallel: over many seeds both orders come."""
    body = "ListAccum<STRING> @@l; " + OVER_ALL + "ACCUM @@l += s.id; PRINT @@l AS x;"
    found = {tuple(World(seed).people("ann", "bob").one(body)) for seed in range(20)}
    assert found == {("ann", "bob"), ("bob", "ann")}


def test_clearing_empties_a_collection() -> None:
    """`.clear()` at statement level."""
    assert World().one("SetAccum<INT> @@s; @@s += 1; @@s.clear(); PRINT @@s.size() AS x;") == 0


def test_a_vertex_accumulator_is_cleared_in_post_accum() -> None:
    """What was collected before the clear has gone to the global set already."""
    body = (
        "SetAccum<STRING> @s; SetAccum<STRING> @@all; "
        + OVER_ALL
        + "ACCUM s.@s += s.id POST-ACCUM(s) @@all += s.@s, s.@s.clear(); "
        "PRINT @@all AS all, R[R.@s AS s] AS rows;"
    )
    (found,) = World().people("ann").run(body)
    assert found["all"] == ["ann"]
    assert found["rows"][0]["attributes"] == {"s": []}


def test_a_map_takes_a_collection_in_as_it_is_then() -> None:
    """What is cleared after it was given away has been given away."""
    body = (
        "SetAccum<STRING> @s; MapAccum<STRING, SetAccum<STRING>> @@m; "
        + OVER_ALL
        + 'ACCUM s.@s += s.id POST-ACCUM(s) @@m += ("k" -> s.@s), s.@s.clear(); PRINT @@m AS x;'
    )
    assert World().people("ann").one(body) == {"k": ["ann"]}


def test_a_wrong_operand_is_refused() -> None:
    """A text is no INT."""
    assert "INT is declared" in World().failure('SumAccum<INT> @@n; @@n += "a";')


def test_a_sum_beyond_64_bits_is_refused() -> None:
    """What happens there is not documented."""
    body = "SumAccum<INT> @@n = 9223372036854775807; @@n += 1;"
    assert "64 bits" in World().failure(body)

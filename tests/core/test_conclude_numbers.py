"""Count, Exists, Members and Fold: what is known is the answer, what is not is its range."""

from __future__ import annotations

import pytest
from occam.core.conclude import conclude
from occam.core.evidence import Reached, Row, Rows
from occam.core.gaps import MissingValue, Truncated
from occam.core.plan import (
    Count,
    Exists,
    Fold,
    Hop,
    Members,
    Node,
    Order,
    Predicate,
    Query,
)
from occam.core.schema import EdgeType, Schema, VertexType
from occam.core.values import Cell

MORE = Predicate(attr="size", op="gt", values=(10,))
SILENT = Cell(status="unknown", cause="no field")
NOT_ASKED = Cell(status="not_applicable")


def row(id_: str, truth="yes", size: Cell | int | None = None, **more) -> Row:
    cells = {} if size is None else {"size": size if isinstance(size, Cell) else Cell(size)}
    return Row(id_, f"label {id_}", truth, cells, documents=(id_,), **more)


def ask(answer, *rows: Row, schema: Schema | None = None, hops=()):
    query = Query(root=Node(type="Race", where=(MORE,), hops=hops), answer=answer)
    return conclude(query, (Rows("v", rows),), schema)


def test_a_count_over_known_rows_is_a_plain_number() -> None:
    found = ask(Count(), row("a", size=11), row("b", "no", 9), row("c", size=12))
    assert (found.answer, found.value, found.interval) == (("2",), 2, None)
    assert found.could_change is False


def test_rows_that_might_match_widen_a_count_and_are_named() -> None:
    found = ask(Count(), row("a", size=11), row("b", "unknown", SILENT), row("c", "no", 1))
    assert (found.answer, found.value, found.interval) == (("1",), 1, (1, 2))
    assert [(line.vertex, line.attr, line.cause) for line in found.unknowns] == [
        ("b", "size", "no field")
    ]


def test_nothing_to_count_is_a_proven_zero() -> None:
    found = ask(Count())
    assert (found.answer, found.value, found.gap) == (("0",), 0, None)


def test_a_part_of_a_pool_is_never_concluded_from() -> None:
    query = Query(root=Node(type="Race"), answer=Count())
    found = conclude(query, (Rows("v", (row("a"),), truncated_at=3),))
    assert found.gap == Truncated(got=1, of=3)
    assert found.answer == ()


def winners(*rows: Row, schema: Schema | None = None):
    hop = Hop(edge="WON", direction="out", node=Node(type="Athlete", name="who"))
    return ask(Count(node="who"), *rows, schema=schema, hops=(hop,))


def reached(*ids: str, truth="yes") -> dict[str, tuple[Reached, ...]]:
    return {"who": tuple(Reached(id_, id_.title(), truth) for id_ in ids)}


def schema(single: bool) -> Schema:
    won = EdgeType(source="Race", target="Athlete", single=single, unknown=True)
    ends = {"Race": VertexType(labels=("race",)), "Athlete": VertexType(labels=("athlete",))}
    return Schema(vertices=ends, edges={"WON": won})


def test_distinct_neighbours_are_counted_once() -> None:
    found = winners(row("a", nodes=reached("ann", "bo")), row("b", nodes=reached("bo")))
    assert (found.value, found.interval) == (2, None)


def test_a_neighbour_reached_only_perhaps_widens_the_count() -> None:
    found = winners(
        row("a", nodes=reached("ann")), row("b", "unknown", SILENT, nodes=reached("bo", "ann"))
    )
    assert (found.value, found.interval) == (1, (1, 2))


def test_an_open_hop_may_hide_any_number_of_neighbours() -> None:
    rows = row("a", nodes=reached("ann")), row("b", "unknown", nodes=reached(), open=("who",))
    assert winners(*rows).interval == (1, None)
    assert winners(*rows, schema=schema(single=False)).interval == (1, None)
    assert winners(*rows).unknowns[0].attr == "WON"


def test_an_open_hop_with_one_target_at_most_hides_one() -> None:
    rows = row("a", nodes=reached("ann")), row("b", "unknown", nodes=reached(), open=("who",))
    assert winners(*rows, schema=schema(single=True)).interval == (1, 2)


def test_existence_is_yes_no_or_a_missing_value() -> None:
    assert ask(Exists(), row("a", size=11), row("b", "unknown", SILENT)).answer == ("Yes",)
    none = ask(Exists(), row("a", "no", 1))
    assert (none.answer, none.value, none.gap) == (("No",), False, None)
    open_ = ask(Exists(), row("a", "no", 1), row("b", "unknown", SILENT))
    assert isinstance(open_.gap, MissingValue)
    assert (open_.gap.vertex, open_.gap.attr, open_.gap.documents) == ("b", "size", ("b",))


def test_members_lists_the_known_and_keeps_the_possible_apart() -> None:
    found = ask(Members(), row("b", size=11), row("a", size=12), row("c", "unknown", SILENT))
    assert found.answer == ("label a", "label b")
    assert (found.value, found.interval, found.could_change) == (2, (2, 3), True)
    assert [line.vertex for line in found.unknowns] == ["c"]


def test_members_in_order_put_values_that_nobody_knows_last() -> None:
    rows = row("a", size=SILENT), row("b", size=3), row("c", size=7), row("d", size=7)
    found = ask(Members(order=Order(attr="size")), *rows)
    assert found.answer == ("label c", "label d", "label b", "label a")
    assert found.could_change
    assert ask(Members(order=Order(attr="size"), limit=1), *rows).answer == ("label c",)


def test_an_empty_list_is_an_answer() -> None:
    found = ask(Members())
    assert (found.answer, found.value, found.gap) == ((), 0, None)


FOLDED = row("a", size=11), row("b", size=13), row("c", size=15), row("d", "no", 99)


@pytest.mark.parametrize(("by", "value"), [("sum", 39), ("avg", 13), ("min", 11), ("max", 15)])
def test_a_fold_over_known_values_is_exact(by: str, value: int) -> None:
    found = ask(Fold(attr="size", by=by), *FOLDED)
    assert (found.value, found.answer, found.interval) == (value, (str(value),), None)


@pytest.mark.parametrize(
    ("by", "interval"), [("sum", (39, None)), ("avg", (9.75, None)), ("min", (0, 11)),
                         ("max", (15, None))]
)  # fmt: skip
def test_a_value_nobody_knows_leaves_a_fold_a_range(by: str, interval) -> None:
    found = ask(Fold(attr="size", by=by), *FOLDED, row("e", size=SILENT))
    assert found.interval == interval
    assert [line.vertex for line in found.unknowns] == ["e"]


@pytest.mark.parametrize(
    ("by", "interval"), [("sum", (39, 40)), ("avg", (10, 13)), ("min", (1, 11)), ("max", None)]
)
def test_a_row_that_might_match_moves_a_fold_by_its_own_value(by: str, interval) -> None:
    assert ask(Fold(attr="size", by=by), *FOLDED, row("e", "unknown", 1)).interval == interval


def test_nothing_is_assumed_of_values_that_may_be_negative() -> None:
    found = ask(Fold(attr="size", by="sum"), row("a", size=-4), row("b", size=SILENT))
    assert (found.value, found.interval) == (-4, (None, None))


def test_a_fold_skips_what_does_not_apply() -> None:
    found = ask(Fold(attr="size", by="avg"), row("a", size=10), row("b", size=NOT_ASKED))
    assert (found.value, found.interval, found.unknowns) == (10, None, ())


def test_a_fold_of_nothing_is_zero_or_nothing_and_of_unknowns_a_gap() -> None:
    assert ask(Fold(attr="size", by="sum")).answer == ("0",)
    assert ask(Fold(attr="size", by="avg")).answer == ()
    gap = ask(Fold(attr="size", by="avg"), row("a", size=SILENT), row("b", size=SILENT)).gap
    assert isinstance(gap, MissingValue)
    assert (gap.vertex, gap.documents) == ("a", ("a", "b"))


def test_averages_are_told_to_two_decimals() -> None:
    found = ask(
        Fold(attr="size", by="avg"), row("a", size=10), row("b", size=10), row("c", size=11)
    )
    assert found.answer == ("10.33",)
    assert found.value == pytest.approx(31 / 3)

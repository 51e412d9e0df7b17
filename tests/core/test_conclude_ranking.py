"""Extreme, TopK and Group: every tie is told, and whether an unknown could take a place."""

from __future__ import annotations

import pytest
from occam.core.conclude import conclude
from occam.core.evidence import Reached, Row, Rows
from occam.core.gaps import MissingValue
from occam.core.plan import (
    Extreme,
    ExtremeValues,
    Fold,
    Group,
    Groups,
    Having,
    Holds,
    Hop,
    Node,
    Op,
    Predicate,
    Query,
    TopK,
)
from occam.core.values import Cell

SILENT = Cell(status="unknown", cause="no field")
FLAG = Predicate(attr="flag", op="eq", values=(True,))


def row(id_: str, truth="yes", size: Cell | int = 0, who: str = "", open_: bool = False) -> Row:
    reached = tuple(Reached(name, name.upper()) for name in who.split())
    cells = {"size": size if isinstance(size, Cell) else Cell(size)}
    if truth == "unknown" and not open_:
        cells["flag"] = SILENT
    return Row(id_, id_, truth, cells, {"who": reached}, ("who",) if open_ else (), (id_,))


def ask(answer, *rows: Row):
    hop = Hop(edge="WON", direction="out", node=Node(type="Nation", name="who"))
    query = Query(root=Node(type="Race", where=(FLAG,), hops=(hop,)), answer=answer)
    return conclude(query, (Rows("v", rows),))


MOST, FEWEST = Extreme(attr="size"), Extreme(attr="size", greatest=False)


def test_every_winner_of_a_tie_is_named() -> None:
    found = ask(MOST, row("a", size=5), row("b", size=9), row("c", size=9), row("d", "no", 99))
    assert (found.answer, found.value, found.could_change) == (("b", "c"), 9, False)
    assert ask(FEWEST, row("a", size=5), row("b", size=9)).answer == ("a",)


@pytest.mark.parametrize(
    ("other", "could"),
    [
        (row("x", size=SILENT), True),
        (row("x", "unknown", 9), True),
        (row("x", "unknown", 8), False),
        (row("x", "unknown", SILENT), True),
        (row("x", "unknown", Cell(status="not_applicable")), False),
        (row("x", size=Cell(status="not_applicable")), False),
    ],
)
def test_a_superlative_says_whether_an_unknown_could_beat_or_tie(other: Row, could: bool) -> None:
    found = ask(MOST, row("a", size=9), other)
    assert (found.answer, found.could_change) == (("a",), could)
    assert bool(found.unknowns) == could


def test_no_known_value_is_a_missing_value_and_no_row_a_proven_nothing() -> None:
    gap = ask(MOST, row("a", size=SILENT)).gap
    assert isinstance(gap, MissingValue)
    assert (gap.vertex, gap.attr, gap.cause) == ("a", "size", "no field")
    assert isinstance(ask(MOST, row("a", "unknown", 3)).gap, MissingValue)
    assert (ask(MOST).answer, ask(MOST).gap) == ((), None)


def test_the_first_k_are_extended_by_what_ties_with_the_last() -> None:
    rows = row("a", size=9), row("b", size=7), row("c", size=7), row("d", size=7), row("e", size=1)
    assert ask(TopK(attr="size", k=2), *rows).answer == ("a", "b", "c", "d")
    assert ask(TopK(attr="size", k=1), *rows).answer == ("a",)
    assert ask(TopK(attr="size", k=1, descending=False), *rows).answer == ("e",)
    assert ask(TopK(attr="size", k=9), *rows).answer == ("a", "b", "c", "d", "e")


def test_a_list_with_room_left_could_be_joined_by_any_possible_row() -> None:
    rows = row("a", size=9), row("b", "unknown", 1)
    assert ask(TopK(attr="size", k=2), *rows).could_change
    assert not ask(TopK(attr="size", k=1), *rows).could_change


def shares(found) -> dict[str, tuple]:
    return {share.id: (share.number, share.interval) for share in found.groups}


def test_groups_are_counted_and_ranked_with_ties() -> None:
    rows = row("a", who="x"), row("b", who="x"), row("c", who="y z"), row("d", "no", who="y")
    found = ask(Group(node="who"), *rows)
    assert found.answer == ("X: 2", "Y: 1", "Z: 1")
    assert shares(found) == {"x": (2, None), "y": (1, None), "z": (1, None)}
    assert ask(Group(node="who", k=1), *rows).answer == ("X",)
    assert ask(Group(node="who", k=1), *rows).value == 2
    assert ask(Group(node="who", k=2), *rows).answer == ("X", "Y", "Z")
    assert ask(Group(node="who", k=1, descending=False), *rows).answer == ("Y", "Z")


def test_having_keeps_the_groups_that_pass() -> None:
    rows = row("a", who="x"), row("b", who="x"), row("c", who="y")
    more = Group(node="who", having=Having(op="gt", value=1))
    assert ask(more, *rows).answer == ("X",)
    assert not ask(more, *rows).could_change
    assert ask(more, *rows, row("d", "unknown", who="y")).could_change


def test_an_open_row_may_belong_to_any_group_or_to_an_unseen_one() -> None:
    rows = row("a", who="x"), row("b", who="x"), row("c", who="y"), row("d", "unknown", open_=True)
    found = ask(Group(node="who", k=1), *rows)
    assert shares(found) == {"x": (2, (2, 3)), "y": (1, (1, 2))}
    assert found.interval == (2, 3)
    assert found.could_change
    assert [line.attr for line in found.unknowns] == ["WON"]


def test_a_lead_that_no_unknown_can_close_is_certain() -> None:
    rows = (
        *(row(f"r{i}", who="x") for i in range(5)),
        row("y", who="y"),
        row("o", "unknown", 0, "", True),
    )
    assert not ask(Group(node="who", k=1), *rows).could_change
    assert ask(Group(node="who", k=1, descending=False), *rows).could_change


def test_a_group_that_only_might_exist_is_no_answer_but_a_rival() -> None:
    rows = row("a", who="x"), row("b", "unknown", who="y")
    found = ask(Group(node="who", k=1), *rows)
    assert found.answer == ("X",)
    assert shares(found)["y"] == (None, (0, 1))
    assert found.could_change


def test_groups_can_be_folded() -> None:
    by_size = Group(node="who", fold=Fold(attr="size", by="sum"), k=1)
    rows = row("a", size=3, who="x"), row("b", size=4, who="x"), row("c", size=5, who="y")
    found = ask(by_size, *rows)
    assert (found.answer, found.value) == (("X",), 7)
    silent = ask(by_size, *rows, row("d", size=SILENT, who="y"))
    assert shares(silent)["y"] == (5, (5, None))
    assert silent.could_change
    assert [line.vertex for line in silent.unknowns] == ["d"]


def test_no_group_is_a_proven_nothing() -> None:
    assert ask(Group(node="who", k=1)).answer == ()


def test_what_is_told_of_the_greatest_is_told_of_all_that_tie() -> None:
    rows = row("a", size=9, who="x"), row("b", size=9, who="y"), row("c", size=1, who="z")
    assert ask(ExtremeValues(attr="size", node="who"), *rows).answer == ("X", "Y")
    assert ask(ExtremeValues(attr="size", told="size"), *rows).answer == ("9",)
    fewest = ExtremeValues(attr="size", greatest=False, node="who")
    assert ask(fewest, *rows).answer == ("Z",)


def test_a_greatest_of_which_nothing_is_known_to_be_told_is_a_missing_value() -> None:
    gap = ask(ExtremeValues(attr="size", node="who"), row("a", size=9), row("b", size=1)).gap
    assert isinstance(gap, MissingValue)
    assert gap.vertex == "a"


def test_groups_that_pass_are_counted_from_the_sure_ones_to_the_possible_ones() -> None:
    rows = row("a", who="x"), row("b", who="x"), row("c", who="y")
    more = Groups(node="who", having=Having(op="gt", value=1))
    assert (ask(more, *rows).answer, ask(more, *rows).interval) == (("1",), None)
    tipped = ask(more, *rows, row("d", "unknown", who="y"))
    assert (tipped.value, tipped.interval, tipped.could_change) == (1, (1, 2), True)
    opened = ask(more, *rows, row("e", "unknown", open_=True))
    assert opened.interval == (1, None)


@pytest.mark.parametrize(
    ("op", "bar", "says"),
    [("gt", 1, "Yes"), ("gt", 2, "No"), ("eq", 2, "Yes"), ("le", 1, "No"), ("lt", 3, "Yes")],
)
def test_a_number_is_held_against_a_bar(op: Op, bar: int, says: str) -> None:
    found = ask(Holds(having=Having(op=op, value=bar)), row("a"), row("b"), row("c", "no"))
    assert (found.answer, found.value) == ((says,), says == "Yes")


def test_a_bar_that_an_unknown_could_tip_is_left_open_by_name() -> None:
    rows = row("a"), row("b", "unknown")
    assert ask(Holds(having=Having(op="ge", value=1)), *rows).answer == ("Yes",)
    gap = ask(Holds(having=Having(op="ge", value=2)), *rows).gap
    assert isinstance(gap, MissingValue)
    assert (gap.vertex, gap.attr) == ("b", "flag")
    assert ask(Holds(having=Having(op="eq", value=5)), *rows).answer == ("No",)

"""Values and Compare: one thing is wanted, or two numbers are held against each other."""

from __future__ import annotations

import msgspec
import pytest
from occam.core.conclude import conclude
from occam.core.evidence import Reached, Row, Rows, Source
from occam.core.gaps import Empty, MissingValue, Shortlist
from occam.core.plan import Compare, Count, Hop, Node, Predicate, Query, Values
from occam.core.values import Cell, Period

SILENT = Cell(status="unknown", cause="no field")
SIZE, COUNT = Values(attr="size"), Count()
WHEN = Period(start="2012-08-06", end="2012-08-08", days="2012-08-06/2012-08-08")


def query(answer=SIZE) -> Query:
    hop = Hop(edge="WON", direction="out", node=Node(type="Athlete", name="who"))
    where = Predicate(attr="place", op="eq", values=("lake",))
    return Query(root=Node(type="Race", where=(where,), hops=(hop,)), answer=answer)


def row(id_: str, size: Cell | int = 1, truth="yes", who: str = "ann", hall=None, **more) -> Row:
    cells = {"size": size if isinstance(size, Cell) else Cell(size), "place": Cell("lake")}
    cells |= {"hall": hall} if hall else {}
    if truth == "unknown":
        cells["place"] = SILENT
    reached = tuple(Reached(name, name.title()) for name in who.split())
    return Row(id_, f"Race {id_}", truth, cells, {"who": reached}, documents=(id_,), **more)


def ask(*rows: Row, answer=SIZE):
    return conclude(query(answer), (Rows("v", rows),))


def test_the_value_of_the_one_match_is_the_answer() -> None:
    found = ask(row("a", 26))
    assert (found.answer, found.value, found.could_change) == (("26",), 26, False)


def test_days_are_told_as_people_write_them() -> None:
    assert ask(row("a", Cell(WHEN))).answer == ("6–8 August 2012",)


def test_all_that_stand_at_the_asked_node_are_the_answer() -> None:
    found = ask(row("a", who="ann zoe"), answer=Values(node="who"))
    assert (found.answer, found.value) == (("Ann", "Zoe"), None)


def test_a_roster_is_told_as_its_page_writes_it() -> None:
    sources = [
        Source("a", "WON", "a", 40, 43, "roster", "ann"),
        Source("a", "WON", "a", 20, 23, "roster", "zoe"),
        Source("b", "WON", "b", 1, 3, "roster", "ann"),
    ]
    evidence = (Rows("v", (row("a", who="ann moe zoe"),)),)
    found = conclude(query(Values(node="who")), evidence, sources=sources)
    assert found.answer == ("Zoe", "Ann", "Moe")


def test_several_matches_that_say_the_same_answer_together() -> None:
    assert ask(row("a", 26), row("b", 26)).answer == ("26",)


def test_what_only_might_stand_at_the_node_is_no_answer_but_a_doubt() -> None:
    one = row("a", who="ann")
    may = msgspec.structs.replace(
        one, nodes={"who": (*one.nodes["who"], Reached("bo", "Bo", "unknown"))}
    )
    found = ask(may, answer=Values(node="who"))
    assert (found.answer, found.could_change) == (("Ann",), True)
    assert [(line.vertex, line.attr) for line in found.unknowns] == [("a", "WON")]


def test_matches_with_different_values_are_a_shortlist_that_tells_them_apart() -> None:
    north, south = Cell("north"), Cell("south")
    gap = ask(row("b", 30, hall=south), row("a", 26, hall=north)).gap
    assert isinstance(gap, Shortlist)
    assert [(one.label, one.answer, one.differs, one.documents) for one in gap.candidates] == [
        ("Race a", ("26",), {"hall": "north"}, ("a",)),
        ("Race b", ("30",), {"hall": "south"}, ("b",)),
    ]


def test_a_match_without_a_value_never_vanishes_beside_one_that_has_it() -> None:
    gap = ask(row("a", 26), row("b", SILENT)).gap
    assert isinstance(gap, Shortlist)
    assert [one.answer for one in gap.candidates] == [("26",), ()]


def test_a_match_whose_value_is_unknown_is_a_missing_value() -> None:
    gap = ask(row("a", SILENT)).gap
    assert gap == MissingValue(
        vertex="a", label="Race a", attr="size", cause="no field", documents=("a",)
    )
    open_ = ask(row("a", who="", open=("who",)), answer=Values(node="who")).gap
    assert isinstance(open_, MissingValue)
    assert open_.attr == "WON"


def test_what_only_might_match_does_not_answer_but_is_named() -> None:
    found = ask(row("a", 26), row("b", 30, "unknown"))
    assert (found.answer, found.could_change) == (("26",), True)
    assert [(line.vertex, line.attr) for line in found.unknowns] == [("b", "place")]


def test_no_match_is_empty_and_says_where_and_who_might() -> None:
    gap = ask().gap
    assert gap == Empty(step="races won athletes where place is lake")
    might = ask(row("b", 30, "unknown")).gap
    assert isinstance(might, Empty)
    assert "Race b" in might.step


def compare(left, right, op="gt", names=("left", "right"), clause=COUNT):
    plan = Compare(left=query(clause), right=query(clause), op=op, names=names)
    return conclude(plan, (Rows("v", tuple(left)), Rows("v", tuple(right))))


def some(known: int, unknown: int = 0) -> list[Row]:
    sure = [row(f"k{i}") for i in range(known)]
    return sure + [row(f"u{i}", truth="unknown") for i in range(unknown)]


@pytest.mark.parametrize(
    ("op", "verdicts"),
    [("lt", (True, False, False)), ("le", (True, True, False)), ("eq", (False, True, False)),
     ("ge", (False, True, True)), ("gt", (False, False, True))],
)  # fmt: skip
def test_two_numbers_are_compared(op: str, verdicts) -> None:
    for left, verdict in zip((1, 2, 3), verdicts, strict=True):
        found = compare(some(left), some(2), op)
        assert (found.value, found.answer) == (verdict, ("Yes" if verdict else "No",))
        assert [share.number for share in found.groups] == [left, 2]


def test_named_sides_are_answered_by_name_and_a_tie_by_both() -> None:
    names = ("in 2004", "in 2008")
    assert compare(some(3), some(2), names=names).answer == ("in 2004",)
    assert compare(some(1), some(2), names=names).answer == ("in 2008",)
    assert compare(some(1), some(2), "lt", names).answer == ("in 2004",)
    assert compare(some(2), some(2), names=names).answer == names


def test_ranges_decide_a_comparison_or_leave_it_open() -> None:
    assert compare(some(5), some(2, 2)).answer == ("Yes",)
    assert not compare(some(5), some(2, 2)).could_change
    gap = compare(some(3), some(2, 2)).gap
    assert isinstance(gap, MissingValue)
    assert (gap.vertex, gap.attr) == ("u0", "place")
    assert isinstance(compare(some(3), some(2, 1), names=("a", "b"), op="ge").gap, MissingValue)


def test_a_difference_is_signed_and_carries_both_ranges() -> None:
    found = compare(some(5), some(2), "difference")
    assert (found.answer, found.value, found.interval) == (("3",), 3, None)
    assert compare(some(2), some(5), "difference").value == -3
    assert compare(some(5, 1), some(2, 2), "difference").interval == (1, 4)


def test_a_side_without_a_number_is_the_gap_of_the_whole() -> None:
    clause = Values(attr="size")
    assert compare([row("a", 3)], [row("b", 4)], "lt", clause=clause).answer == ("Yes",)
    assert isinstance(compare([], [row("b", 4)], clause=clause).gap, Empty)
    assert isinstance(compare([row("a", SILENT)], [row("b", 4)], clause=clause).gap, MissingValue)

"""The disambiguator's decision: the letter of the question, never a preference."""

from __future__ import annotations

from occam.core.evidence import Reached, Row, Rows
from occam.core.gaps import Ambiguous, MissingValue, NoSuchChoice, Reading
from occam.core.narrow import narrow
from occam.core.plan import Compare, Hop, Node, Predicate, Query, Values
from occam.core.record import Constraint
from occam.core.values import Cell, Period

DAY = Period(start="2012-07-30", end="2012-07-30", days="2012-07-30/2012-07-30")
WEEK = Period(start="2012-07-28", end="2012-08-03", days="2012-07-28/2012-08-03")
COVERS = Predicate(attr="held", op="covers", values=(DAY,))


def plan(*where: Predicate) -> Query:
    hops = (
        Hop(edge="WON", direction="out", node=Node(type="Athlete", name="who")),
        Hop(edge="AT", direction="out", node=Node(type="Hall", name="hall")),
    )
    return Query(root=Node(type="Event", where=where, hops=hops), answer=Values(node="who"))


def row(id_: str, who: str, *, truth="yes", hall="Old Hall", held=DAY, name="final") -> Row:
    nodes = {
        "who": tuple(Reached(one, one) for one in who.split()),
        "hall": (Reached(hall.lower(), hall),),
    }
    cells = {"held": Cell(held), "name": Cell(name)}
    return Row(id_, f"Event {id_}", truth, cells, nodes, documents=(id_,))


def decide(query: Query, *rows: Row, phrases: tuple[str, ...] = (), choice: str = "", ledger=()):
    constraints = [Constraint(phrase=phrase, became="hop") for phrase in phrases]
    return narrow(query, (Rows("v", rows),), [*constraints, *ledger], choice=choice)


def test_what_nothing_separates_stays_ambiguous_with_every_answer() -> None:
    narrowed = decide(plan(COVERS), row("a", "Ann"), row("b", "Bo"), phrases=("30 July",))
    assert isinstance(narrowed.gap, Ambiguous)
    assert [one.answer for one in narrowed.gap.candidates] == [("Ann",), ("Bo",)]
    assert narrowed.gap.clarify == "Which event do you mean: Event a or b?"
    assert narrowed.plan == plan(COVERS)
    assert narrowed.stated == ()


def test_the_same_days_win_over_days_that_only_cover_them() -> None:
    narrowed = decide(plan(COVERS), row("a", "Ann"), row("b", "Bo", held=WEEK))
    assert narrowed.gap is None
    assert [row.id for row in narrowed.evidence[0].rows] == ["a"]
    assert narrowed.stated == ("held to the day",)


def test_the_remaining_plan_asks_for_the_remaining_rows() -> None:
    narrowed = decide(plan(COVERS), row("a", "Ann"), row("b", "Bo", held=WEEK))
    assert isinstance(narrowed.plan, Query)
    assert narrowed.plan.root.where[-1] == Predicate(attr="id", op="in", values=("a",))


def test_a_name_spelled_to_the_letter_wins_over_one_that_is_only_alike() -> None:
    rows = row("a", "Ann", hall="Hall of Mirrors"), row("b", "Bo", hall="hall of mirrors")
    assert decide(plan(), *rows, phrases=("Hall of Mirrors",)).gap is None
    assert isinstance(decide(plan(), *rows, phrases=("HALL OF MIRRORS",)).gap, Ambiguous)


def test_a_whole_text_wins_over_one_that_only_contains_it() -> None:
    contains = Predicate(attr="name", op="contains", values=("Sprint",))
    rows = row("a", "Ann", name="sprint"), row("b", "Bo", name="team sprint")
    narrowed = decide(plan(contains), *rows)
    assert [row.id for row in narrowed.evidence[0].rows] == ["a"]


def test_an_ignored_phrase_decides_nothing() -> None:
    rows = row("a", "Ann", hall="X"), row("b", "Bo", hall="Y")
    constraints = [Constraint(phrase="X", became="ignored")]
    narrowed = narrow(plan(), (Rows("v", rows),), constraints)
    assert isinstance(narrowed.gap, Ambiguous)


def test_what_only_might_match_stays_in_the_remaining_pool() -> None:
    narrowed = decide(
        plan(COVERS), row("a", "Ann"), row("b", "Bo", held=WEEK), row("c", "Cy", truth="unknown")
    )
    assert [row.id for row in narrowed.evidence[0].rows] == ["a", "c"]


def test_the_remaining_one_may_still_lack_its_value() -> None:
    narrowed = decide(plan(COVERS), row("a", ""), row("b", "Bo", held=WEEK))
    assert isinstance(narrowed.gap, MissingValue)


def test_a_long_shortlist_is_cut_in_the_question_and_not_in_the_answers() -> None:
    rows = [row(f"{number}", f"who{number}") for number in range(9)]
    gap = decide(plan(), *rows).gap
    assert isinstance(gap, Ambiguous)
    assert len(gap.candidates) == 9
    assert gap.clarify.endswith("Event 5 or 3 more?")


TWO = row("a", "Ann"), row("b", "Bo")


def test_what_the_asker_chose_is_taken_and_told_in_the_ledger() -> None:
    narrowed = decide(plan(COVERS), *TWO, choice="b")
    assert narrowed.gap is None
    assert [row.id for row in narrowed.evidence[0].rows] == ["b"]
    assert narrowed.chosen == (Constraint(phrase="b", became="choice", detail="Event b"),)
    assert isinstance(narrowed.plan, Query)
    assert narrowed.plan.root.where[-1] == Predicate(attr="id", op="in", values=("b",))


def test_what_only_might_match_is_out_once_one_was_chosen() -> None:
    narrowed = decide(plan(COVERS), *TWO, row("c", "Cy", truth="unknown"), choice="a")
    assert [row.id for row in narrowed.evidence[0].rows] == ["a"]


def test_a_choice_that_is_no_match_is_refused_with_those_that_are() -> None:
    valid = (Reading("a", "Event a"), Reading("b", "Event b"))
    narrowed = decide(plan(COVERS), *TWO, choice="z")
    assert narrowed.gap == NoSuchChoice(choice="z", valid=valid)
    assert narrowed.chosen == ()


def test_the_letter_of_the_question_goes_before_the_choice() -> None:
    narrowed = decide(plan(COVERS), *TWO, row("c", "Cy", held=WEEK), choice="c")
    assert isinstance(narrowed.gap, NoSuchChoice)
    assert [each.key for each in narrowed.gap.valid] == ["a", "b"]


def test_a_choice_behind_a_reading_starts_where_the_ledger_ends() -> None:
    read = (Constraint(phrase="digest", became="choice", detail="events"),)
    narrowed = decide(plan(COVERS), *TWO, choice="digest > b", ledger=read)
    assert narrowed.gap is None
    wrong = decide(plan(COVERS), *TWO, choice="digest > z", ledger=read).gap
    assert isinstance(wrong, NoSuchChoice)
    assert [each.key for each in wrong.valid] == ["digest > a", "digest > b"]
    assert isinstance(decide(plan(COVERS), *TWO, choice="digest", ledger=read).gap, Ambiguous)


def test_each_side_of_a_comparison_has_its_own_choice() -> None:
    sides = Compare(left=crowd(), right=crowd(), op="gt", names=("left", "right"))
    left = Rows("v", (visited("a", 7), visited("b", 9)))
    right = Rows("v", (visited("c", 1), visited("d", 2)))
    one = narrow(sides, (left, right), choice="b")
    assert isinstance(one.gap, Ambiguous)
    assert [each.id for each in one.gap.candidates] == ["c", "d"]
    both = narrow(sides, (left, right), choice="b > c")
    assert both.gap is None
    assert [row.id for pool in both.evidence for row in pool.rows] == ["b", "c"]


def crowd() -> Query:
    return Query(root=Node(type="Event"), answer=Values(attr="crowd"))


def visited(id_: str, crowd: int) -> Row:
    return Row(id_, f"Event {id_}", "yes", {"crowd": Cell(crowd)}, documents=(id_,))

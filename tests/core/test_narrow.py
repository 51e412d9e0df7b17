"""The disambiguator's decision: the letter of the question, never a preference."""

from __future__ import annotations

from occam.core.evidence import Reached, Row, Rows
from occam.core.gaps import Ambiguous, Candidate, MissingValue
from occam.core.narrow import clarify, narrow
from occam.core.plan import Hop, Node, Predicate, Query, Values
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


def decide(query: Query, *rows: Row, phrases: tuple[str, ...] = ()):
    constraints = [Constraint(phrase=phrase, became="hop") for phrase in phrases]
    return narrow(query, (Rows("v", rows),), constraints)


def test_what_nothing_separates_stays_ambiguous_with_every_answer() -> None:
    narrowed = decide(plan(COVERS), row("a", "Ann"), row("b", "Bo"), phrases=("30 July",))
    assert isinstance(narrowed.gap, Ambiguous)
    assert [one.answer for one in narrowed.gap.candidates] == [("Ann",), ("Bo",)]
    assert narrowed.gap.clarify == "Which event do you mean: Event a or Event b?"
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


def test_equal_labels_are_told_apart_by_what_differs() -> None:
    alike = [Candidate(id_, "Final", {"hall": hall}) for id_, hall in (("a", "X"), ("b", "Y"))]
    assert clarify(alike, plan()) == "Which hall do you mean: X or Y?"
    same = [Candidate(id_, "Final") for id_ in "ab"]
    assert clarify(same, plan()) == "Which event do you mean: Final (a) or Final (b)?"


def test_a_long_shortlist_is_cut_in_the_question_and_not_in_the_answers() -> None:
    rows = [row(f"{number}", f"who{number}") for number in range(9)]
    gap = decide(plan(), *rows).gap
    assert isinstance(gap, Ambiguous)
    assert len(gap.candidates) == 9
    assert gap.clarify.endswith("Event 5 or 3 more?")

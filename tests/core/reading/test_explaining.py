"""How sure a reading is and why, and readings in plain words."""

from __future__ import annotations

import pytest
from occam.core.choice import chosen
from occam.core.gaps import Ambiguous, Candidate, LowConfidence, NoSuchChoice, Reading
from occam.core.language import SENSES
from occam.core.lexicon import HEAD, Term
from occam.core.parse import Parsed, Understood
from occam.core.plan import Count, Node, Query, digest
from occam.core.ports import Decision
from occam.core.reading.conditions import Bound, Check, Condition, Either, Shift, Tie
from occam.core.reading.explaining import Explanation, Heard, explained
from occam.core.reading.items import Amount, Deed, Grade, Named, Place, Thing
from occam.core.reading.saying import SENSES_IN_WORDS, meanings, said
from occam.core.record import Constraint

from tests.core.harbour import SCHEMA

PLAN = Query(root=Node(type="Voyage"), answer=Count())
KEY = digest(PLAN)
COUNT = Constraint(phrase="how many", became="answer", detail="count")


def label(_: str, key: str) -> str:
    return key.upper()


def told(parsed: Parsed, choice: str = "", decision: Decision | None = None) -> Explanation:
    return explained(Heard("how many"), parsed, "schema", SCHEMA, label, choice, decision)


def test_one_reading_of_every_word_is_certain() -> None:
    found = told(Understood(plan=PLAN, constraints=(COUNT,)))
    assert (found.confidence, found.digest, found.chances) == (1.0, KEY, {})
    assert found.plan == "voyages; count"


def test_what_the_asker_chose_is_certain_and_said() -> None:
    line = chosen(KEY, "voyages; count")
    found = told(Understood(plan=PLAN, constraints=(COUNT, line)), KEY)
    assert found.confidence == 1.0
    assert found.why == (
        "The question leaves a choice, and the asker chose “voyages; count”."
    )  # fmt: skip


def test_a_decider_that_is_sure_lends_its_probability() -> None:
    decision = Decision(probabilities={KEY: 0.93, "other": 0.07}, by="local/1")
    found = told(Understood(plan=PLAN, constraints=(COUNT,)), KEY, decision)
    assert (found.confidence, found.chances) == (0.93, decision.probabilities)
    assert found.why == (
        "2 readings cover every word of the question; local/1 gives 0.93 to this one."
    )


def test_readings_that_remain_keep_their_chances_and_there_is_no_plan() -> None:
    readings = (Reading("a", "voyages; count"), Reading("b", "voyages; list all"))
    gap = LowConfidence(choices={"a": 0.5, "b": 0.5}, threshold=0.9, readings=readings)
    found = told(gap)
    assert found.gap is not None
    assert (found.confidence, found.plan, found.gap.readings) == (0.0, "", readings)
    assert found.chances == {"a": 0.5, "b": 0.5}


@pytest.mark.parametrize(
    ("gap", "keys"),
    [
        (Ambiguous(candidates=(Candidate("x", "X"), Candidate("y", "Y")), clarify="?"), ["x", "y"]),
        (NoSuchChoice(choice="z", valid=(Reading("x", "X"),)), ["x"]),
    ],
)
def test_what_can_be_chosen_is_listed_with_keys(
    gap: Ambiguous | NoSuchChoice, keys: list[str]
) -> None:
    found = told(gap)
    assert found.gap is not None
    assert [each.key for each in found.gap.readings] == keys


def test_every_sense_of_a_language_is_said_in_words() -> None:
    senses = {(group, member) for group, members in SENSES.items() for member in members}
    assert not senses - set(SENSES_IN_WORDS)


def test_readings_are_said_once_and_plainly() -> None:
    ships = Term("Ship", "id", ("a", "b", "c", "d"))
    found = list(
        meanings(
            (
                Named(ships),
                Named(Term("Ship", HEAD, ("a",))),
                Named(Term("Year", "number", (2008,))),
                Amount(2.5),
                Place(3),
                Thing("Ship", many=True),
                Thing("Ship", many=True),
                Grade("Voyage", "length", greatest=True),
                Grade("Voyage", "length", greatest=False, compares=True),
                Deed("won", "light"),
            ),
            label,
        )
    )
    assert found == [
        "name of Ship: one of 4",
        "first words of a name of Ship: A",
        "Year.number: 2008",
        "number 2.5",
        "number 3 of an order",
        "noun for Ship, many",
        "most Voyage.length",
        "less Voyage.length",
        "deed won (a verb that needs an object)",
    ]


def test_conditions_are_said_plainly() -> None:
    port = Condition("Port", Check("Port", "id", "in", ("p",)), 0, 1)
    many = Condition("Voyage.cabins", Check("Voyage", "cabins", "between", (3, 9)), 1, 2)
    deed = Condition("deed:won", Tie("won", ("WON_BY",), "Ship", (port,)), 2, 3, absent=True)
    moved = Condition("Year", Shift("Year", 2, True, (port,)), 3, 4)
    either = Condition("either", Either("Voyage", (port, many)), 4, 5)
    after = Condition("Year.number", Bound("Year", "number", "gt", "y"), 5, 6)
    assert [said(each, label) for each in (port, many, deed, moved, either, after)] == [
        "Port is P",
        "Voyage.cabins between 3 and 9",
        "not won of Ship whose Port is P",
        "Year, 2 before Port is P",
        "Port is P or Voyage.cabins between 3 and 9",
        "Year.number > that of Y",
    ]

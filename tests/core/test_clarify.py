"""Questions back: they ask by what really separates, in the words of the schema."""

from __future__ import annotations

import pytest
from occam.core.clarify import either, which_meant, which_one, which_reading
from occam.core.gaps import Candidate, Reading
from occam.core.plan import Hop, Node, Query, Values
from occam.core.schema import Attribute, EdgeType, Schema, VertexType

SCHEMA = Schema(
    vertices={
        "Event": VertexType(
            labels=("contest", "contests"),
            attributes={
                "held_on": Attribute(kind="period", labels=("day", "date")),
                "crowd": Attribute(kind="integer", role="measure", labels=("visitors",)),
            },
        ),
        "Hall": VertexType(labels=("venue", "venues")),
    },
    edges={"AT": EdgeType(source="Event", target="Hall")},
)
AT = Hop(edge="AT", direction="out", node=Node(type="Hall", name="hall"))
PLAN = Query(root=Node(type="Event", hops=(AT,)), answer=Values(attr="crowd"))


def asked(*candidates: tuple[str, dict[str, str]], schema: Schema | None = SCHEMA) -> str:
    made = [Candidate(str(at), label, differs) for at, (label, differs) in enumerate(candidates)]
    return which_one(made, PLAN, schema)


def test_the_attribute_that_differs_is_asked_for_by_its_label() -> None:
    days = ("Final", {"held_on": "29 July 2012"}), ("Heat", {"held_on": "30 July 2012"})
    assert asked(*days) == "Which day do you mean: 29 or 30 July 2012?"
    assert asked(*days, schema=None) == "Which held on do you mean: 29 or 30 July 2012?"


def test_the_neighbour_that_differs_is_asked_for_by_what_it_is() -> None:
    halls = ("Final", {"hall": "Old Hall"}), ("Final", {"hall": "New Hall"})
    assert asked(*halls) == "Which venue do you mean: Old Hall or New Hall?"
    assert asked(*halls, schema=None) == "Which hall do you mean: Old Hall or New Hall?"


def test_what_is_the_same_or_unknown_for_some_does_not_separate() -> None:
    three = [("A", {"hall": "X"}), ("B", {"hall": "X"}), ("C", {"hall": "unknown"})]
    assert asked(*three) == "Which contest do you mean: A, B or C?"
    assert asked(("A", {"hall": "X"}), ("B", {})) == "Which contest do you mean: A or B?"


def test_a_measured_number_is_asked_for_only_where_names_do_not_separate() -> None:
    crowds = [("A", {"crowd": "7"}), ("B", {"crowd": "9"})]
    assert asked(*crowds) == "Which contest do you mean: A or B?"
    same = [("A", {"crowd": "7"}), ("A", {"crowd": "9"})]
    assert asked(*same) == "Which visitors do you mean: 7 or 9?"


def test_what_only_several_things_together_tell_apart_is_asked_for_by_them() -> None:
    four = [
        ("Final", {"hall": hall, "held_on": day})
        for hall in ("Old Hall", "New Hall")
        for day in ("1 May", "2 May")
    ]
    assert asked(*four) == (
        "Which contest do you mean: Final (Old Hall, 1 May), Final (Old Hall, 2 May), "
        "Final (New Hall, 1 May) or Final (New Hall, 2 May)?"
    )


def test_what_nothing_tells_apart_is_asked_for_by_id() -> None:
    assert asked(("Final", {}), ("Final", {})) == (
        "Which contest do you mean: Final (0) or Final (1)?"
    )


def test_what_all_names_begin_with_is_left_out_up_to_a_dash() -> None:
    men, women = "Swimming in 2012 – Men's 10 kilometre", "Swimming in 2012 – Women's 10 kilometre"
    assert asked((men, {}), (women, {})) == (
        "Which contest do you mean: Men's or Women's 10 kilometre?"
    )


def test_more_than_can_be_listed_are_asked_for_by_what_sorts_them() -> None:
    many = [
        (f"{sport} in 2012 – Race {number}", {"hall": f"Hall {number}"})
        for sport in ("Judo", "Rowing")
        for number in range(4)
    ]
    halls = "Hall 0, Hall 1, Hall 2 or Hall 3"
    assert asked(*many) == f"8 fit; which venue do you mean: {halls}?"
    sports = [(label, {}) for label, _ in many]
    assert asked(*sports) == "8 fit; which contest do you mean: Judo or Rowing in 2012?"


@pytest.mark.parametrize(
    ("said", "listed"),
    [
        (["29 July", "30 July", "31 July"], "29, 30 or 31 July"),
        (["Tower of 1818", "Tower of 1883"], "Tower of 1818 or 1883"),
        (["Men's 81 kg", "Women's 63 kg"], "Men's 81 kg or Women's 63 kg"),
        (["29 July", "28 July – 3 August"], "29 July or 28 July – 3 August"),
        ([f"{day} July" for day in range(1, 9)],
         "1 July, 2 July, 3 July, 4 July, 5 July, 6 July or 2 more"),
        (["", "July"], " or July"),
    ],
)  # fmt: skip
def test_shared_words_are_said_once_where_one_word_is_different(said, listed) -> None:
    assert either(said) == listed


def test_a_name_in_the_question_is_quoted() -> None:
    years = [Candidate(year, year) for year in ("1908", "2008")]
    assert which_meant("'08", "year", years) == "Which year does “'08” mean: 1908 or 2008?"
    alike = [Candidate(f"Ann {country}", "Ann") for country in ("CHN", "INA")]
    assert which_meant("ann", "athlete", alike) == (
        "Which athlete does “ann” mean: Ann (Ann CHN) or Ann (Ann INA)?"
    )


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (("races in 2012; count", "races in 2012; is there any"),
         "Which is meant: “count” or “is there any”?"),
        (("races on Como; count", "races on Garda; count"), "Which is meant: “Como” or “Garda”?"),
        (("races; count", "races; count of races"), "Which is meant: “races; count” or "
         "“races; count of races”?"),
    ],
)  # fmt: skip
def test_readings_are_told_apart_by_what_they_do_not_share(words, asked) -> None:
    assert which_reading([Reading(key, key) for key in words]) == asked

"""What a schema tells of itself, and that exactly what is due is told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from occam.core.record import Constraint
from occam.core.schema import Attribute, EdgeType, Schema, VertexType
from occam.core.telling import TOLD, Kind, Topic, lines_of, parts_of, telling

SCHEMA = Schema(
    vertices={
        "Boat": VertexType(
            labels=("boat", "boats"),
            documentary=True,
            attributes={
                "length": Attribute(kind="number", unit="metres", labels=("length",)),
                "crew": Attribute(kind="integer", unit="people", labels=("people",)),
                "flag": Attribute(kind="text"),
            },
        ),
        "Port": VertexType(labels=("port", "ports")),
        "Owner": VertexType(labels=("owner", "owners")),
        "Star": VertexType(labels=("star", "stars")),
    },
    edges={
        "AT": EdgeType(source="Boat", target="Port", labels=("moored at",)),
        "OF": EdgeType(source="Boat", target="Owner"),
        "NEXT": EdgeType(source="Boat", target="Boat", labels=("boat before",)),
    },
)


def told(topic: Topic) -> tuple[str, ...]:
    found = telling([Constraint(phrase="?", became=TOLD, detail=topic.written())], SCHEMA)
    assert found is not None
    assert found.check == "pass"
    return found.answer


def test_kinds_are_the_types_in_peoples_words() -> None:
    assert told(Topic("kinds")) == ("boat", "port", "owner", "star")


def test_help_says_what_is_known_of_every_type() -> None:
    assert told(Topic("help"))[:2] == ("boat: label, length (metres), people, flag", "port: label")


def test_about_one_type_are_its_attributes_and_what_joins_it() -> None:
    assert told(Topic("about", ("Boat",))) == (
        "boat: label, length (metres), people, flag",
        "boat → moored at → port",
        "boat → OF → owner",
        "boat → boat before → boat",
    )


def test_two_types_are_linked_by_the_shortest_way_between_them() -> None:
    assert told(Topic("links", ("Port", "Owner"))) == (
        "boat → moored at → port",
        "boat → OF → owner",
    )
    assert told(Topic("links", ("Boat", "Port"))) == ("boat → moored at → port",)


def test_a_type_is_linked_to_itself_by_its_own_edges() -> None:
    assert told(Topic("links", ("Boat",))) == ("boat → boat before → boat",)


def test_types_without_a_way_between_them_have_nothing_to_tell() -> None:
    assert not list(parts_of(Topic("links", ("Boat", "Star")), SCHEMA))


def test_examples_of_the_ledger_end_the_answer() -> None:
    ledger = [
        Constraint(phrase="what can i ask", became=TOLD, detail="help: Port"),
        Constraint(phrase="List all ports", became="example"),
    ]
    found = telling(ledger, SCHEMA)
    assert found is not None
    assert found.answer == ("port: label", "List all ports")


@pytest.mark.parametrize("detail", ["", "gossip", "about: Dragon", "links"])
def test_a_ledger_that_names_no_part_of_this_schema_tells_nothing(detail: str) -> None:
    assert telling([Constraint(phrase="?", became=TOLD, detail=detail)], SCHEMA) is None


def test_a_question_that_became_no_topic_tells_nothing() -> None:
    assert telling([Constraint(phrase="boat", became="hop", detail="about: Boat")], SCHEMA) is None


kinds = st.sampled_from(("help", "kinds", "about", "links"))
types = st.lists(st.sampled_from(sorted(SCHEMA.vertices)), min_size=1, max_size=2, unique=True)


@given(kinds, types)
def test_whatever_is_asked_exactly_what_is_due_is_told(kind: Kind, names: list[str]) -> None:
    topic = Topic(kind, tuple(names))
    said = {part for line in lines_of(topic, SCHEMA) for part in line.parts}
    assert said == set(parts_of(topic, SCHEMA))

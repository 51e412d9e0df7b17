"""Plans in plain words."""

from __future__ import annotations

import pytest
from occam.core.describe import describe, describe_pattern
from occam.core.plan import (
    AnyOf,
    Branch,
    Compare,
    Count,
    Exists,
    Extreme,
    Fold,
    Group,
    Having,
    Hop,
    Join,
    Members,
    Node,
    Order,
    Predicate,
    Query,
    TopK,
    Values,
)
from occam.core.schema import Attribute, EdgeType, Schema, VertexType
from occam.core.spelling import listed, spell
from occam.core.values import Period

SCHEMA = Schema(
    vertices={
        "Event": VertexType(
            labels=("event", "events"),
            attributes={"competitors": Attribute(kind="integer", role="measure")},
        ),
        "Sport": VertexType(labels=("sport", "sports")),
        "Games": VertexType(labels=("Games",)),
        "Athlete": VertexType(labels=("athlete", "athletes")),
    },
    edges={
        "IN_SPORT": EdgeType(source="Event", target="Sport", labels=("in",)),
        "AT_GAMES": EdgeType(source="Event", target="Games", labels=("at",)),
        "WON": EdgeType(
            source="Event", target="Athlete", labels=("won by",), inverse_labels=("winner of",)
        ),
    },
)


def pinned(edge: str, type_: str, *ids: str) -> Hop:
    where = (Predicate(attr="id", op="in", values=ids),)
    return Hop(edge=edge, direction="out", node=Node(type=type_, where=where))


JUDO, LONDON = pinned("IN_SPORT", "Sport", "Judo"), pinned("AT_GAMES", "Games", "2012 Summer")
MANY = Predicate(attr="competitors", op="gt", values=(32,))
WHO = Hop(edge="WON", direction="out", node=Node(type="Athlete", name="who"))


def events(answer=None, *, where=(), hops=(JUDO, LONDON), **more) -> Query:
    root = Node(type="Event", where=where, hops=hops, **more)
    return Query(root=root, answer=answer or Count())


def test_a_count_reads_like_its_question() -> None:
    said = describe(events(where=(MANY,)), SCHEMA)
    assert said == "events in Judo at 2012 Summer where competitors > 32; count"


def test_without_a_schema_identifiers_are_the_words() -> None:
    said = describe(events(hops=(JUDO,)))
    assert said == "events in sport Judo; count"


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Values(attr="competitors"), "competitors of event"),
        (Values(node="who"), "label of athlete who"),
        (Members(), "list all"),
        (Members(limit=3, order=Order(attr="competitors")), "list 3 by competitors"),
        (Count(node="who"), "count of athlete who"),
        (Extreme(attr="competitors"), "most competitors"),
        (Extreme(attr="competitors", greatest=False), "fewest competitors"),
        (TopK(attr="competitors", k=5), "top 5 by competitors"),
        (Fold(attr="competitors", by="avg"), "average of competitors"),
        (Group(node="who", k=1), "count by athlete who, top 1"),
        (
            Group(
                node="who", fold=Fold(attr="competitors", by="sum"), having=Having(op="gt", value=9)
            ),
            "total of competitors by athlete who, only > 9",
        ),
        (Exists(), "is there any"),
    ],
)
def test_every_clause_has_words(answer, words: str) -> None:
    assert describe(events(answer, hops=(WHO,)), SCHEMA) == f"events won by athletes; {words}"


def test_negation_alternatives_chains_and_joins_are_said() -> None:
    nobody = Hop(edge="WON", direction="out", node=Node(type="Athlete"), absent=True)
    assert describe_pattern(events(hops=(nobody,)), SCHEMA) == "events not won by athletes"
    either = AnyOf(branches=(Branch(hops=(JUDO,)), Branch(where=(MANY,))))
    said = describe_pattern(events(hops=(), any_of=(either,)), SCHEMA)
    assert said == "events (in Judo or where competitors > 32)"
    back = Hop(edge="WON", direction="in", node=Node(type="Event", name="b", hops=(JUDO,)))
    query = Query(
        root=Node(type="Athlete", name="a", hops=(back,)),
        answer=Members(),
        joins=(Join(left="a", right="b", same=False),),
    )
    assert describe_pattern(query, SCHEMA) == (
        "athletes winner of (events in Judo), where athlete a differs from b"
    )


def test_comparisons_name_both_sides() -> None:
    plan = Compare(left=events(), right=events(hops=(LONDON,)), op="gt")
    assert describe(plan, SCHEMA) == (
        "(events in Judo at 2012 Summer; count) > (events at 2012 Summer; count)"
    )


def test_the_pool_leaves_out_the_measures() -> None:
    said = describe_pattern(events(where=(MANY,)), SCHEMA, pool_only=True)
    assert said == "events in Judo at 2012 Summer"


@pytest.mark.parametrize(
    ("days", "words"),
    [
        ("2012-08-06/2012-08-06", "6 August 2012"),
        ("2012-08-06/2012-08-08", "6–8 August 2012"),
        ("2000-09-18/2000-10-01", "18 September – 1 October 2000"),
        ("1999-12-31/2000-01-01", "31 December 1999 – 1 January 2000"),
        ("2000-09-22/2000-09-22;2000-09-25/2000-09-25", "22 September 2000, 25 September 2000"),
    ],
)
def test_days_read_as_people_write_them(days: str, words: str) -> None:
    assert spell(Period(start=days[:10], end=days[-10:], days=days)) == words


@pytest.mark.parametrize(
    ("value", "words"),
    [(5, "5"), (5.0, "5"), (10.333333, "10.33"), (2.5, "2.5"), (True, "Yes"), ("+80 kg", "+80 kg")],
)
def test_values_read_without_noise(value, words: str) -> None:
    assert spell(value) == words


def test_lists_read_as_sentences() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"], "or") == "a, b or c"
    assert listed(["a", "b", "c", "d"], limit=2) == "a, b and 2 more"

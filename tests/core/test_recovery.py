"""A value that was read fills what is unknown, in its kind and of the right thing, or nothing."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from occam.core.evidence import Passage, Quote, Reached, Recovered, Row, Rows
from occam.core.gaps import MissingValue
from occam.core.periods import parse_period
from occam.core.plan import Hop, Node, Query, Values
from occam.core.recovery import Sought, fits, overlaid, sought, value_of
from occam.core.schema import Attribute
from occam.core.values import Cell

from tests.core.harbour import SCHEMA

GUESTS = SCHEMA.vertices["Voyage"].attributes["passengers"]
UNKNOWN = Cell(status="unknown")


def recovered(
    text: str, quote: str = "", attr: str = "passengers", vertex: str = "v1"
) -> Recovered:
    said = quote or f"{text} passengers"
    return Recovered(
        vertex=vertex,
        attr=attr,
        text=text,
        quote=Quote(document="d", title="t", start=0, end=len(said), text=said),
    )


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("integer", "81", 81), ("integer", "0", 0), ("integer", "1,081", 1081),
        ("integer", "1\u00a0081", 1081), ("integer", "12\u202f345\u202f678", 12_345_678),
        ("integer", "-4", -4), ("integer", "\u22124", -4), ("integer", "8,1", None),
        ("integer", ",81", None), ("integer", "81.0", None), ("integer", "8 1", None),
        ("integer", "1_000", None), ("integer", "eighty-one", None), ("integer", "٨١", None),
        ("integer", "1e3", None), ("integer", "", None), ("integer", "81 or 82", None),
        ("number", "81.5", 81.5), ("number", "1,081.25", 1081.25), ("number", "nan", None),
        ("number", "inf", None), ("number", "1e5", None), ("number", "1_0", None),
        ("number", "81.5.2", None), ("period", "4 August 2012", parse_period("4 August 2012")),
        ("period", "once upon a time", None), ("flag", "true", None), ("text", "fog", "fog"),
    ],
)  # fmt: skip
def test_a_text_is_a_value_of_its_kind_or_none(kind: Any, text: str, value: Any) -> None:
    assert value_of(Attribute(kind=kind), text) == value


@given(st.text(), st.sampled_from(["integer", "number", "period", "flag"]))
def test_no_text_raises_or_becomes_no_number(text: str, kind: Any) -> None:
    value = value_of(Attribute(kind=kind), text)
    if isinstance(value, float):
        assert math.isfinite(value)


@given(st.integers(-(10**12), 10**12))
def test_thousands_may_be_set_apart(number: int) -> None:
    for apart in (",", "\u00a0", "\u202f"):
        assert value_of(GUESTS, f"{number:,}".replace(",", apart)) == number


def fits_there(wanted: Sought, found: Recovered) -> bool:
    """On a page that is the quote."""
    text = found.quote.text
    page = Passage(document="d", title="t", start=0, end=len(text), quote=text, score=1.0)
    return fits(wanted, found, [page])


def test_a_measure_has_to_be_counted_as_what_it_is() -> None:
    wanted = Sought(
        vertex="v1", label="v", attr="passengers", words="passengers",
        labels=("passengers", "guests"), attribute=GUESTS,
    )  # fmt: skip
    assert fits_there(wanted, recovered("81"))
    assert fits_there(wanted, recovered("81", "81 guests came aboard"))
    assert not fits_there(wanted, recovered("23", "23 cabins and 81 passengers"))
    assert not fits_there(wanted, recovered("82", "81 passengers"))
    assert not fits_there(wanted, recovered("many", "many passengers"))


WINNERS = Query(
    root=Node(
        type="Voyage",
        hops=(Hop(edge="WON_BY", direction="out", node=Node(type="Ship", name="who")),),
    ),
    answer=Values(node="who"),
)
PORTS = Query(
    root=Node(
        type="Voyage", hops=(Hop(edge="TO", direction="out", node=Node(type="Port", name="where")),)
    ),
    answer=Values(node="where"),
)
COUNTED = Query(root=Node(type="Voyage"), answer=Values(attr="passengers"))


def rows(**row: Any) -> tuple[Rows, ...]:
    return (Rows(version="v", rows=(Row(id="v1", label="Voyage 1", **row),)),)


@pytest.mark.parametrize(
    ("plan", "edge", "name"), [(WINNERS, "WON_BY", "who"), (PORTS, "TO", "where")]
)
def test_what_stands_at_the_far_end_is_filled_in_where_nothing_stands(
    plan: Query, edge: str, name: str
) -> None:
    missing = MissingValue(vertex="v1", attr=edge, documents=("d",), label="Voyage 1")
    wanted = sought(missing, plan, SCHEMA)
    assert wanted
    assert wanted.attribute is None
    found = recovered("Sea Wolf", "won by Sea Wolf", edge)
    (pool,) = overlaid(plan, rows(open=(name,)), [found], SCHEMA)
    (row,) = pool.rows
    assert row.nodes[name] == (Reached(id="read:Sea Wolf", label="Sea Wolf"),)
    assert row.open == ()


def test_who_is_known_to_stand_there_stays() -> None:
    known = (Reached(id="Étoile", label="Étoile"),)
    held = rows(nodes={"who": known})
    found = recovered("Sea Wolf", "won by Sea Wolf", "WON_BY")
    assert overlaid(WINNERS, held, [found], SCHEMA) == held


@given(st.integers(), st.sampled_from(["v1", "v2"]), st.sampled_from(["passengers", "cabins"]))
def test_a_known_value_is_never_overwritten(number: int, vertex: str, attr: str) -> None:
    held = rows(cells={"passengers": Cell(value=number)})
    found = recovered("81", vertex=vertex, attr=attr)
    assert overlaid(COUNTED, held, [found], SCHEMA) == held


def test_an_unknown_value_of_that_very_vertex_is_filled_in() -> None:
    held = rows(cells={"passengers": UNKNOWN})
    (pool,) = overlaid(COUNTED, held, [recovered("81")], SCHEMA)
    assert pool.rows[0].cells["passengers"] == Cell(value=81)
    assert overlaid(COUNTED, held, [recovered("81", vertex="v2")], SCHEMA) == held
    assert overlaid(COUNTED, held, [recovered("many")], SCHEMA) == held


def test_values_of_reached_vertices_are_filled_in_too() -> None:
    before = Query(
        root=Node(
            type="Voyage",
            hops=(Hop(edge="BEFORE", direction="out", node=Node(type="Voyage", name="then")),),
        ),
        answer=Values(attr="passengers", node="then"),
    )
    reached = Reached(id="v0", label="Voyage 0", cells={"passengers": UNKNOWN})
    held = rows(nodes={"then": (reached,)})
    (pool,) = overlaid(before, held, [recovered("81", vertex="v0")], SCHEMA)
    assert pool.rows[0].nodes["then"][0].cells["passengers"] == Cell(value=81)
    assert overlaid(before, held, [recovered("81", vertex="v1")], SCHEMA) == held


def test_nothing_is_sought_that_the_plan_does_not_say() -> None:
    missing = MissingValue(vertex="v1", attr="depth", documents=("d",), label="Voyage 1")
    assert sought(missing, COUNTED, SCHEMA) is None

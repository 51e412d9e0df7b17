"""Every comparison, once true, once false, and what it makes of a missing value."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from occam.core.judge import satisfied, stretches
from occam.core.plan import Predicate
from occam.core.values import Cell, Period

from tests.graph.races import days
from tests.strategies.values import OPS, VALUES, predicates

MAY = days(("03", "05"), ("08", "09"))

TRUE = [
    (3, "eq", (3,)),
    (3, "ne", (4,)),
    (3, "lt", (4,)),
    (3, "le", (3,)),
    (3, "gt", (2.5,)),
    (3, "ge", (3,)),
    (3, "in", (1, 3)),
    (3, "between", (3, 5)),
    ("Straße", "contains", ("STRASSE",)),
    (MAY, "on", (days(("03", "05"), ("08", "09")),)),
    (MAY, "covers", (days(("04", "05"), ("08", "08")),)),
    (days(("04", "04")), "within", (MAY,)),
    (MAY, "before", (days(("10", "12")),)),
    (MAY, "after", (days(("01", "02")),)),
    (False, "eq", (False,)),
]
FALSE = [
    (3, "eq", (4,)),
    (3, "ne", (3,)),
    (3, "lt", (3,)),
    (3, "le", (2,)),
    (3, "gt", (3,)),
    (3, "ge", (3.5,)),
    (3, "in", (1, 2)),
    (3, "between", (4, 5)),
    ("Straße", "contains", ("gasse",)),
    (MAY, "on", (days(("03", "09")),)),
    (MAY, "covers", (days(("05", "08")),)),
    (days(("05", "08")), "within", (MAY,)),
    (MAY, "before", (days(("09", "12")),)),
    (MAY, "after", (days(("01", "03")),)),
    (True, "ne", (True,)),
]


@pytest.mark.parametrize(("value", "op", "given_"), TRUE)
def test_a_comparison_holds(value: object, op: str, given_: tuple[object, ...]) -> None:
    predicate = Predicate(attr="x", op=op, values=given_)  # type: ignore[arg-type]
    assert satisfied(predicate, Cell(value)) == "yes"  # type: ignore[arg-type]


@pytest.mark.parametrize(("value", "op", "given_"), FALSE)
def test_a_comparison_does_not_hold(value: object, op: str, given_: tuple[object, ...]) -> None:
    predicate = Predicate(attr="x", op=op, values=given_)  # type: ignore[arg-type]
    assert satisfied(predicate, Cell(value)) == "no"  # type: ignore[arg-type]


@given(st.data())
def test_an_unknown_value_may_satisfy_and_a_missing_one_never_does(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(sorted(OPS)))
    predicate = data.draw(predicates("x", kind, VALUES[kind]))
    asks = predicate.op == "is_unknown"
    assert satisfied(predicate, Cell(status="unknown")) == ("yes" if asks else "unknown")
    assert satisfied(predicate, Cell(status="not_applicable")) == "no"


def test_a_known_value_is_not_unknown() -> None:
    assert satisfied(Predicate(attr="x", op="is_unknown"), Cell(0)) == "no"


def test_a_period_is_read_run_by_run() -> None:
    period = Period(
        start="2000-01-01", end="2000-01-04", days="2000-01-01/2000-01-02;2000-01-04/2000-01-04"
    )
    assert stretches(period) == (("2000-01-01", "2000-01-02"), ("2000-01-04", "2000-01-04"))

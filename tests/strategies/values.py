"""Attribute values and predicates over them, from small domains so that ties and hits happen."""

from __future__ import annotations

from hypothesis import strategies as st
from occam.core.plan import Predicate
from occam.core.schema import Attribute
from occam.core.values import Cell, Kind, Period, Scalar

ODD_TEXTS = (
    "",
    "a",
    "A",
    "ß",
    "it's",
    'say "no"',
    "-- x",
    "`b`",
    "$p0",
    "漢字",
    "a,b\nc",
    "\\N",
    "null",
)


@st.composite
def periods(draw: st.DrawFn) -> Period:
    """One or two runs of days in a short month."""
    days = sorted(draw(st.sets(st.integers(1, 9), min_size=2, max_size=4)))
    runs = [(days[0], days[1])]
    if len(days) == 4 and days[2] > days[1] + 1:
        runs.append((days[2], days[3]))
    spelt = ";".join(f"2000-01-0{first}/2000-01-0{last}" for first, last in runs)
    return Period(start=f"2000-01-0{runs[0][0]}", end=f"2000-01-0{runs[-1][1]}", days=spelt)


VALUES: dict[Kind, st.SearchStrategy[Scalar]] = {
    "integer": st.integers(-2, 3),
    "number": st.sampled_from((-1.5, 0.0, 1.0, 2.5)),
    "text": st.sampled_from(ODD_TEXTS),
    "period": periods(),
    "flag": st.booleans(),
}

_NUMERIC_OPS = ("eq", "ne", "lt", "le", "gt", "ge", "in", "between", "is_unknown")
OPS: dict[Kind, tuple[str, ...]] = {
    "integer": _NUMERIC_OPS,
    "number": _NUMERIC_OPS,
    "text": ("eq", "ne", "in", "contains", "is_unknown"),
    "period": ("on", "covers", "within", "before", "after", "is_unknown"),
    "flag": ("eq", "ne", "is_unknown"),
}


@st.composite
def cells(draw: st.DrawFn, attribute: Attribute) -> Cell:
    """A value, a missing value, or (where allowed) an unknown one."""
    kinds = ["known", "known", "known", "not_applicable"]
    status = draw(st.sampled_from(kinds + ["unknown"] * (2 if attribute.unknown else 0)))
    if status == "known":
        return Cell(draw(VALUES[attribute.kind]))
    return Cell(status=status, cause=draw(st.sampled_from(("", "left out"))))


@st.composite
def predicates(
    draw: st.DrawFn, attr: str, kind: Kind, values: st.SearchStrategy[Scalar]
) -> Predicate:
    """A predicate that fits the attribute's kind."""
    op = draw(st.sampled_from(OPS[kind]))
    if op == "is_unknown":
        given: tuple[Scalar, ...] = ()
    elif op == "in":
        given = tuple(draw(st.lists(values, min_size=1, max_size=3)))
    elif op == "between":
        given = tuple(sorted((draw(values), draw(values))))  # type: ignore[type-var]
    else:
        given = (draw(values),)
    return Predicate(attr=attr, op=op, values=given)  # type: ignore[arg-type]

"""Whether one predicate holds of one cell: the only place where values are compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from occam.core.plan import Predicate
from occam.core.values import Cell, Period, Scalar, Truth


def satisfied(predicate: Predicate, cell: Cell) -> Truth:
    """Kleene truth: an unknown value may satisfy anything, a value that cannot exist nothing."""
    if predicate.op == "is_unknown":
        return "yes" if cell.status == "unknown" else "no"
    if cell.status == "not_applicable":
        return "no"
    if cell.status == "unknown":
        return "unknown"
    return "yes" if _TESTS[predicate.op](cell.value, predicate.values) else "no"


def stretches(period: Period) -> tuple[tuple[str, str], ...]:
    """The maximal runs of days, each as first and last day."""
    found: list[tuple[str, str]] = []
    for run in period.days.split(";"):
        first, _, last = run.partition("/")
        found.append((first, last))
    return tuple(found)


def _includes(outer: Period, inner: Period) -> bool:
    """Every day of `inner` is a day of `outer`; runs are maximal, so run by run is enough."""
    runs = stretches(outer)
    return all(
        any(first <= start and end <= last for first, last in runs)
        for start, end in stretches(inner)
    )


def _folded(text: Any) -> str:
    return str(text).casefold()


_TESTS: dict[str, Callable[[Any, tuple[Scalar, ...]], bool]] = {
    "eq": lambda held, given: held == given[0],
    "ne": lambda held, given: held != given[0],
    "lt": lambda held, given: held < given[0],
    "le": lambda held, given: held <= given[0],
    "gt": lambda held, given: held > given[0],
    "ge": lambda held, given: held >= given[0],
    "in": lambda held, given: held in given,
    "between": lambda held, given: given[0] <= held <= given[1],
    "contains": lambda held, given: _folded(given[0]) in _folded(held),
    "on": lambda held, given: held.days == given[0].days,  # type: ignore[union-attr]
    "covers": lambda held, given: _includes(held, given[0]),  # type: ignore[arg-type]
    "within": lambda held, given: _includes(given[0], held),  # type: ignore[arg-type]
    "before": lambda held, given: held.end < given[0].start,  # type: ignore[union-attr]
    "after": lambda held, given: held.start > given[0].end,  # type: ignore[union-attr]
}

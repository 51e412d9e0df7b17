"""How values read in an answer: numbers without noise, days as people write them, lists."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Literal

from occam.core.values import Period, Scalar

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July",
    "August", "September", "October", "November", "December",
)  # fmt: skip


def spell(value: Scalar) -> str:
    """A value as a reader would write it."""
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, Period):
        return ", ".join(_run(*run.split("/")) for run in value.days.split(";"))
    if isinstance(value, float):
        return spell_number(value)
    return str(value)


def spell_number(value: float) -> str:
    """Integers without a point, everything else to two decimals at most."""
    if float(value).is_integer():
        return str(int(value))
    return f"{value:.2f}".rstrip("0").rstrip(".")


def listed(words: Sequence[str], last: Literal["and", "or"] = "and", limit: int = 0) -> str:
    """`A, B and C`; beyond `limit` the rest is counted instead of named."""
    shown = list(words)
    if limit and len(shown) > limit:
        shown = [*shown[:limit], f"{len(words) - limit} more"]
    if len(shown) < 2:
        return "".join(shown)
    return f"{', '.join(shown[:-1])} {last} {shown[-1]}"


def _run(start: str, end: str) -> str:
    first, final = date.fromisoformat(start), date.fromisoformat(end)
    if first == final:
        return _day(first)
    if first.year != final.year:
        return f"{_day(first)} – {_day(final)}"
    if first.month != final.month:
        return f"{first.day} {MONTHS[first.month - 1]} – {_day(final)}"
    return f"{first.day}–{_day(final)}"


def _day(day: date) -> str:
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"

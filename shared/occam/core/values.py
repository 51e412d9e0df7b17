"""What a value is: scalars, periods of days, three truth values, and a cell that may be unknown."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

Truth = Literal["yes", "no", "unknown"]
Status = Literal["known", "unknown", "not_applicable"]
Kind = Literal["integer", "number", "text", "period", "flag"]
KINDS: tuple[str, ...] = get_args(Kind)


class Period(msgspec.Struct, frozen=True, order=True):
    """One or more stretches of days, ISO dates, both ends included.

    `days` is the canonical spelling: maximal runs `start/end` in order, joined by `;`. Two periods
    are the same when `days` is the same; `start` and `end` are the first and the last day.
    """

    start: str
    end: str
    days: str


Scalar = bool | int | float | str | Period


class Cell(msgspec.Struct, frozen=True):
    """An attribute of one vertex: a value, or the reason why there is none."""

    value: Scalar | None = None
    status: Status = "known"
    cause: str = ""

    def __post_init__(self) -> None:
        if (self.value is None) == (self.status == "known"):
            raise ValueError("a cell holds a value exactly when its status is known")


def both(left: Truth, right: Truth) -> Truth:
    """Kleene conjunction: `no` wins, then `unknown`."""
    if "no" in (left, right):
        return "no"
    return "unknown" if "unknown" in (left, right) else "yes"


def either(left: Truth, right: Truth) -> Truth:
    """Kleene disjunction: `yes` wins, then `unknown`."""
    if "yes" in (left, right):
        return "yes"
    return "unknown" if "unknown" in (left, right) else "no"


def negate(truth: Truth) -> Truth:
    """Kleene negation: unknown stays unknown."""
    return {"yes": "no", "no": "yes", "unknown": "unknown"}[truth]  # type: ignore[return-value]

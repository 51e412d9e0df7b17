"""Expressions in two stages: once for a clause, then once for each row.

While a clause runs, nothing outside its rows changes: accumulators and variables take their new
values when it ends. So the first stage computes everything that no row decides, and leaves a
function of the row, or a `Const`. That is the snapshot rule, and it is fast as well.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tigergraph_emulator.engine.errors import RunError, RuntimeFailure
from tigergraph_emulator.engine.frame import Frame

Row = Any
"""A list or a tuple: what is bound, by slot."""
RowFunction = Callable[[Row], Any]
Staged = Callable[[Frame], RowFunction]


class Const:
    """A function of the row that is the same for all."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __call__(self, row: Row) -> Any:
        return self.value


def failing(error: RunError) -> RowFunction:
    """Fails when a row asks, so that what no row asks for fails nothing."""

    def fail(row: Row) -> Any:
        raise error

    return fail


def constant(value: Any) -> Staged:
    """The same value whatever the clause."""
    made = Const(value)
    return lambda frame: made


def from_frame(read: Callable[[Frame], Any]) -> Staged:
    """A value that is read once for a clause."""

    def stage(frame: Frame) -> RowFunction:
        try:
            return Const(read(frame))
        except RunError as error:
            return failing(error)

    return stage


def from_row(read: RowFunction) -> Staged:
    """A value that each row has."""
    return lambda frame: read


def lifted(function: Callable[..., Any], *parts: Staged) -> Staged:
    """A function applied to the values of parts."""

    def stage(frame: Frame) -> RowFunction:
        ready = [part(frame) for part in parts]
        if all(isinstance(part, Const) for part in ready):
            try:
                return Const(function(*(part(()) for part in ready)))
            except RunError as error:
                return failing(error)
        return _applied(function, ready)

    return stage


def _applied(function: Callable[..., Any], parts: list[RowFunction]) -> RowFunction:
    match parts:
        case [one]:
            return lambda row: function(one(row))
        case [left, Const(value=right)]:
            return lambda row: function(left(row), right)
        case [left, right]:
            return lambda row: function(left(row), right(row))
        case _:
            return lambda row: function(*[part(row) for part in parts])


def both(left: Staged, right: Staged) -> Staged:
    """AND: the right side is not looked at where the left one is false."""

    def stage(frame: Frame) -> RowFunction:
        first = left(frame)
        if isinstance(first, Const):
            return _truth(right(frame)) if truth(first.value) else first
        second = right(frame)
        if isinstance(second, Const) and truth(second.value):
            return _truth(first)

        def conjunction(row: Row) -> bool:
            held = first(row)
            if held is True:
                held = second(row)
            return held if held is True or held is False else truth(held)

        return conjunction

    return stage


def either(left: Staged, right: Staged) -> Staged:
    """OR: the right side is not looked at where the left one is true."""

    def stage(frame: Frame) -> RowFunction:
        first = left(frame)
        if isinstance(first, Const):
            return first if truth(first.value) else _truth(right(frame))
        second = right(frame)
        if isinstance(second, Const) and not truth(second.value):
            return _truth(first)

        def disjunction(row: Row) -> bool:
            held = first(row)
            if held is False:
                held = second(row)
            return held if held is True or held is False else truth(held)

        return disjunction

    return stage


def truth(value: Any) -> bool:
    """A BOOL, and nothing else, decides."""
    if value is True or value is False:
        return value
    raise RuntimeFailure("a condition is not BOOL")


def _truth(function: RowFunction) -> RowFunction:
    if isinstance(function, Const):
        truth(function.value)
        return function
    return lambda row: truth(function(row))


def now(staged: Staged, frame: Frame) -> Any:
    """The value outside any clause, where there is no row."""
    return staged(frame)(())

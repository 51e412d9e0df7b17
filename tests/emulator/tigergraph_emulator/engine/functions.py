"""The functions that the documentation lists, with its index bases and its "not found"."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from tigergraph_emulator.engine import moments
from tigergraph_emulator.engine.errors import RuntimeFailure, Undocumented
from tigergraph_emulator.engine.values import Single, VertexSet, kind_of

Function = Callable[..., Any]


def _typed(function: Function, *kinds: type) -> Function:
    def checked(*args: Any) -> Any:
        for value, kind in zip(args, kinds, strict=False):
            if not isinstance(value, kind) or (kind is int and type(value) is bool):
                raise RuntimeFailure(f"a function is given a {kind_of(value)}")
        try:
            return function(*args)
        except TypeError:
            raise RuntimeFailure("a function is given the wrong number of arguments") from None

    return checked


def _substring(text: str, start: int, length: int | None = None) -> str:
    begin = start if start >= 0 else max(len(text) + start, 0)
    return text[begin:] if length is None else text[begin : begin + length]


def _find_in_set(text: str, joined: str) -> int:
    parts = joined.split(",")
    return parts.index(text) if text in parts else -1


def _to_int(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise Undocumented(f"str_to_int of {text!r}: no number, and no documented value") from None


def _to_string(value: Any) -> str:
    if type(value) is str:
        return value
    if type(value) is int:
        return str(value)
    raise Undocumented(f"how to_string writes a {kind_of(value)} is not documented exactly")


def _to_datetime(text: str) -> datetime:
    found = moments.moment(text)
    if found is None:
        raise RuntimeFailure(f"to_datetime of {text!r}")
    return found


def _float_to_int(value: Any) -> int:
    if type(value) not in (float, Single):
        raise RuntimeFailure("float_to_int takes a FLOAT or a DOUBLE")
    return int(value)


def _moved(sign: int) -> Function:
    def move(value: datetime, by: timedelta) -> datetime:
        return moments.within(value + sign * by)

    return move


def _members(value: Any) -> list[Any]:
    if isinstance(value, VertexSet):
        return list(value.members)
    if isinstance(value, list | set):
        return list(value)
    raise RuntimeFailure(f"an aggregate of a {kind_of(value)}")


def _some(function: Function) -> Function:
    def aggregate(value: Any) -> Any:
        members = _members(value)
        if not members:
            raise Undocumented("an aggregate of an empty set has no documented value")
        return function(members)

    return aggregate


def _coalesce(*values: Any) -> Any:
    raise Undocumented("COALESCE: there is no missing value outside experimental tables")


FUNCTIONS: dict[str, Function] = {
    "length": _typed(len, str),
    "lower": _typed(str.lower, str),
    "upper": _typed(str.upper, str),
    "trim": _typed(lambda text: text.strip(" "), str),
    "ltrim": _typed(lambda text: text.lstrip(" "), str),
    "rtrim": _typed(lambda text: text.rstrip(" "), str),
    "left": _typed(lambda text, count: text[:count], str, int),
    "right": _typed(lambda text, count: text[-count:] if count else "", str, int),
    "replace": _typed(lambda text, old, new: text.replace(old, new), str, str, str),
    "repeat": _typed(lambda text, count: text * count, str, int),
    "reverse": _typed(lambda text: text[::-1], str),
    "substr": _typed(_substring, str, int, int),
    "instr": _typed(lambda text, part, begin=0: text.find(part, begin), str, str, int),
    "find_in_set": _typed(_find_in_set, str, str),
    "str_to_int": _typed(_to_int, str),
    "to_string": _to_string,
    "to_datetime": _typed(_to_datetime, str),
    "float_to_int": _float_to_int,
    "now": moments.now,
    "year": _typed(lambda value: value.year, datetime),
    "month": _typed(lambda value: value.month, datetime),
    "day": _typed(lambda value: value.day, datetime),
    "hour": _typed(lambda value: value.hour, datetime),
    "minute": _typed(lambda value: value.minute, datetime),
    "second": _typed(lambda value: value.second, datetime),
    "datetime_add": _typed(_moved(1), datetime, timedelta),
    "datetime_sub": _typed(_moved(-1), datetime, timedelta),
    "datetime_diff": _typed(
        lambda left, right: int((left - right).total_seconds()), datetime, datetime
    ),
    "datetime_to_epoch": _typed(moments.to_epoch, datetime),
    "epoch_to_datetime": _typed(moments.from_epoch, int),
    "count": lambda value: len(_members(value)),
    "min": _some(min),
    "max": _some(max),
    "sum": _some(sum),
    "avg": _some(lambda members: float(statistics.fmean(members))),
    "isempty": lambda value: not _members(value),
    "coalesce": _coalesce,
}

"""Operators over values: whole division, text order by bytes, sets, LIKE."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from datetime import datetime
from functools import lru_cache
from typing import Any

from tigergraph_emulator.engine.accumulators import HeapValue, MapValue
from tigergraph_emulator.engine.errors import RuntimeFailure, Undocumented
from tigergraph_emulator.engine.values import Record, Single, VertexSet, checked_int, kind_of

_NUMBERS = (int, float, Single)
_ORDERED = (str, datetime)


def _numbers(left: Any, right: Any, sign: str) -> None:
    if type(left) not in _NUMBERS or type(right) not in _NUMBERS:
        raise RuntimeFailure(f"{kind_of(left)} {sign} {kind_of(right)} is not arithmetic")


def _result(value: Any, left: Any, right: Any) -> Any:
    if type(value) is int:
        return checked_int(value)
    if not math.isfinite(value):
        raise Undocumented("a DOUBLE that is no finite number")
    if type(left) is not float and type(right) is not float:
        return Single(value)
    return value


def plus(left: Any, right: Any) -> Any:
    """Adds numbers, joins texts; a number joins no text."""
    if type(left) is str and type(right) is str:
        return left + right
    if str in (type(left), type(right)):
        raise RuntimeFailure("STRING + number: use to_string()")
    _numbers(left, right, "+")
    return _result(left + right, left, right)


def minus(left: Any, right: Any) -> Any:
    """Subtracts."""
    _numbers(left, right, "-")
    return _result(left - right, left, right)


def times(left: Any, right: Any) -> Any:
    """Multiplies."""
    _numbers(left, right, "*")
    return _result(left * right, left, right)


def divided(left: Any, right: Any) -> Any:
    """INT by INT stays INT: the fraction is cut off, towards zero."""
    _numbers(left, right, "/")
    if right == 0:
        raise RuntimeFailure("divided by zero")
    if type(left) is int and type(right) is int:
        whole = abs(left) // abs(right)
        return checked_int(whole if (left < 0) == (right < 0) else -whole)
    return _result(left / right, left, right)


def remainder(left: Any, right: Any) -> Any:
    """What a whole division leaves."""
    if type(left) is not int or type(right) is not int:
        raise RuntimeFailure("% takes INT")
    if right == 0:
        raise RuntimeFailure("divided by zero")
    if left < 0 or right < 0:
        raise Undocumented("% of a negative number")
    return left % right


def _bits(combine: Callable[[int, int], int], sign: str) -> Callable[[Any, Any], Any]:
    def combined(left: Any, right: Any) -> Any:
        if type(left) is not int or type(right) is not int:
            raise RuntimeFailure(f"{sign} takes INT")
        return checked_int(combine(left, right))

    return combined


def same(left: Any, right: Any) -> bool:
    """Equality of two values of one kind."""
    if type(left) is not type(right) and not _comparable(left, right):
        raise RuntimeFailure(f"{kind_of(left)} is compared with {kind_of(right)}")
    return bool(left == right)


def _comparable(left: Any, right: Any) -> bool:
    return type(left) in _NUMBERS and type(right) in _NUMBERS


def _order(compare: Callable[[Any, Any], bool], sign: str) -> Callable[[Any, Any], bool]:
    def compared(left: Any, right: Any) -> bool:
        alike = type(left) is type(right) and type(left) in _ORDERED
        if not alike and not _comparable(left, right):
            raise RuntimeFailure(f"{kind_of(left)} {sign} {kind_of(right)} is no comparison")
        return compare(left, right)

    return compared


less = _order(lambda left, right: left < right, "<")
at_most = _order(lambda left, right: left <= right, "<=")


def within(value: Any, low: Any, high: Any) -> bool:
    """BETWEEN: both ends belong."""
    return at_most(low, value) and at_most(value, high)


def contained(value: Any, collection: Any) -> bool:
    """IN: a list, a set, an accumulator of values, or a vertex set."""
    if isinstance(collection, MapValue | HeapValue | Record):
        raise Undocumented(f"IN over a {kind_of(collection)}")
    if not isinstance(collection, list | set | tuple | VertexSet):
        raise RuntimeFailure(f"IN over a {kind_of(collection)}")
    return value in collection


def _sets(combine: Callable[[Any, Any], Any], name: str) -> Callable[[Any, Any], Any]:
    def combined(left: Any, right: Any) -> VertexSet:
        if not isinstance(left, VertexSet) or not isinstance(right, VertexSet):
            raise RuntimeFailure(f"{name} takes vertex sets")
        return VertexSet(combine(left.members, right.members))

    return combined


BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "+": plus,
    "-": minus,
    "*": times,
    "/": divided,
    "%": remainder,
    "&": _bits(lambda left, right: left & right, "&"),
    "|": _bits(lambda left, right: left | right, "|"),
    "==": same,
    "!=": lambda left, right: not same(left, right),
    "<": less,
    "<=": at_most,
    ">": _order(lambda left, right: left > right, ">"),
    ">=": _order(lambda left, right: left >= right, ">="),
    "IN": contained,
    "NOT IN": lambda value, collection: not contained(value, collection),
    "UNION": _sets(lambda left, right: {**left, **right}, "UNION"),
    "INTERSECT": _sets(lambda left, right: [v for v in left if v in right], "INTERSECT"),
    "MINUS": _sets(lambda left, right: [v for v in left if v not in right], "MINUS"),
}


def negative(value: Any) -> Any:
    """The minus sign."""
    return minus(0, value) if type(value) is int else times(-1, value)


def opposite(value: Any) -> bool:
    """NOT."""
    if type(value) is not bool:
        raise RuntimeFailure("NOT of a value that is not BOOL")
    return not value


def like(value: Any, pattern: Any, escape: Any = "") -> bool:
    """LIKE: `%` is any text, `_` any character, `[a-z]` one of a class; case counts."""
    if type(value) is not str or type(pattern) is not str:
        raise RuntimeFailure("LIKE takes STRING")
    return _pattern(pattern, escape).fullmatch(value) is not None


@lru_cache(maxsize=256)
def _pattern(text: str, escape: str) -> re.Pattern[str]:
    parts: list[str] = []
    index = 0
    while index < len(text):
        character = text[index]
        close = text.find("]", index) if character == "[" else -1
        if escape and character == escape and index + 1 < len(text):
            index += 1
            parts.append(re.escape(text[index]))
        elif close > index:
            parts.append("[" + re.escape(text[index + 1 : close]).replace(r"\-", "-") + "]")
            index = close
        else:
            parts.append({"%": ".*", "_": "."}.get(character, re.escape(character)))
        index += 1
    return re.compile("".join(parts), re.DOTALL)

"""Accumulators that hold one value: sums, extremes, truth, bits, means."""

from __future__ import annotations

import sys
from datetime import datetime
from typing import Any, Protocol

from tigergraph_emulator.engine.errors import RuntimeFailure, Undocumented
from tigergraph_emulator.engine.values import (
    INT_MAX,
    INT_MIN,
    Cast,
    RecordType,
    Single,
    checked_int,
)

_SINGLE_MAX = 3.4028234663852886e38


class Accumulator(Protocol):
    """What takes values in with `+=`, holds one, and can be set to another."""

    def add(self, value: Any) -> None:
        """`+=`."""
        ...

    def assign(self, value: Any) -> None:
        """`=`."""
        ...

    def read(self) -> Any:
        """What it holds; collections hand out the very collection."""
        ...


class Held:
    """Holds one value behind a type."""

    __slots__ = ("_cast", "value")

    def __init__(self, cast: Cast, start: Any) -> None:
        self._cast = cast
        self.value = start

    def assign(self, value: Any) -> None:
        """Takes the place of what is held."""
        self.value = self._cast(value)

    def read(self) -> Any:
        """What is held."""
        return self.value


class Sum(Held):
    """Adds numbers, joins texts."""

    __slots__ = ()

    def add(self, value: Any) -> None:
        total = self.value + self._cast(value)
        if type(total) is int:
            checked_int(total)
        self.value = Single(total) if type(self.value) is Single else total


class Min(Held):
    """Keeps the least; untouched, it holds the greatest value of its type."""

    __slots__ = ()

    def add(self, value: Any) -> None:
        given = self._cast(value)
        if self.value is None or given < self.value:
            self.value = given

    def read(self) -> Any:
        return _touched(self.value)


class Max(Held):
    """Keeps the greatest; untouched, it holds the least value of its type."""

    __slots__ = ()

    def add(self, value: Any) -> None:
        given = self._cast(value)
        if self.value is None or given > self.value:
            self.value = given

    def read(self) -> Any:
        return _touched(self.value)


def _touched(value: Any) -> Any:
    if value is None:
        raise Undocumented("what a Min/MaxAccum<DATETIME> holds before `+=` is not documented")
    return value


class Average:
    """A running mean."""

    __slots__ = ("_count", "_total")

    def __init__(self) -> None:
        self._count, self._total = 0, 0.0

    def add(self, value: Any) -> None:
        if type(value) not in (int, float, Single):
            raise RuntimeFailure("an AvgAccum takes numbers")
        self._count += 1
        self._total += value

    def assign(self, value: Any) -> None:
        raise Undocumented("`=` on an AvgAccum is not documented")

    def read(self) -> float:
        return self._total / self._count if self._count else 0.0


class Or(Held):
    """True once a true was added."""

    __slots__ = ()

    def add(self, value: Any) -> None:
        self.value = self._cast(value) or self.value


class And(Held):
    """False once a false was added."""

    __slots__ = ()

    def add(self, value: Any) -> None:
        self.value = self._cast(value) and self.value


class BitOr(Held):
    """Every bit that was ever set."""

    __slots__ = ()

    def add(self, value: Any) -> None:
        self.value |= self._cast(value)


class BitAnd(Held):
    """The bits that were always set."""

    __slots__ = ()

    def add(self, value: Any) -> None:
        self.value &= self._cast(value)


class Last(Held):
    """A map's value of a type that has no sum: DATETIME is overwritten, others are refused."""

    __slots__ = ("_given",)

    def __init__(self, cast: Cast, start: Any) -> None:
        super().__init__(cast, start)
        self._given = False

    def add(self, value: Any) -> None:
        if self._given and not isinstance(value, datetime):
            raise Undocumented("adding to a map's key that has a value of this type already")
        self._given = True
        self.assign(value)


def extreme(least: bool, type_name: str, cast: Cast, tuples: dict[str, RecordType]) -> Min | Max:
    """A MinAccum or a MaxAccum as it starts."""
    made = Min if least else Max
    sign = 1 if least else -1
    starts: dict[str, Any] = {
        "INT": INT_MAX if least else INT_MIN,
        "DOUBLE": sign * sys.float_info.max,
        "FLOAT": Single(sign * _SINGLE_MAX),
        "STRING": "",
        "DATETIME": None,
    }
    if type_name in tuples:
        return made(cast, tuples[type_name].default())
    if type_name not in starts:
        raise Undocumented(f"Min/MaxAccum<{type_name}> is not documented")
    return made(cast, starts[type_name])

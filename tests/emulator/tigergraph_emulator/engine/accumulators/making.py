"""From a declared type to the accumulator it makes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tigergraph_emulator.engine.accumulators.collections import (
    Bagged,
    Distinct,
    Grouped,
    Listed,
    Make,
    Mapped,
)
from tigergraph_emulator.engine.accumulators.heaps import Heap
from tigergraph_emulator.engine.accumulators.simple import (
    And,
    Average,
    BitAnd,
    BitOr,
    Last,
    Or,
    Sum,
    extreme,
)
from tigergraph_emulator.engine.errors import Undocumented
from tigergraph_emulator.engine.values import BASE_DEFAULTS, RecordType, Single, cast_to
from tigergraph_emulator.tree import Expr, TypeRef

_SUMMED: dict[str, Any] = {"INT": 0, "DOUBLE": 0.0, "FLOAT": Single(0.0), "STRING": ""}


class Makers:
    """Makes accumulators for one run: tuples by name, heap capacities by the run's values."""

    def __init__(
        self, tuples: dict[str, RecordType], capacity: Callable[[Expr], int], chance: Random
    ) -> None:
        self._tuples, self._capacity, self._chance = tuples, capacity, chance

    def of(self, type_: TypeRef) -> Make:
        """What makes a fresh accumulator of the type."""
        inner = type_.of[0] if type_.of else TypeRef("BOOL")
        match type_.name:
            case "SumAccum":
                return self._sum(inner)
            case "MinAccum" | "MaxAccum":
                least, cast = type_.name == "MinAccum", self._cast(inner)
                return lambda: extreme(least, inner.name, cast, self._tuples)
            case "AvgAccum":
                return Average
            case "OrAccum" | "AndAccum" if inner.name == "BOOL":
                made, cast = Or if type_.name == "OrAccum" else And, self._cast(inner)
                start = type_.name == "AndAccum"
                return lambda: made(cast, start)
            case "BitwiseOrAccum" | "BitwiseAndAccum":
                bits, cast = type_.name == "BitwiseOrAccum", self._cast(TypeRef("INT"))
                return lambda: BitOr(cast, 0) if bits else BitAnd(cast, -1)
            case "ListAccum":
                return self._list(inner)
            case "SetAccum" | "BagAccum":
                made = Distinct if type_.name == "SetAccum" else Bagged
                cast = self._cast(inner)
                return lambda: made(cast)
            case "MapAccum":
                cast, fresh = self._cast(inner), self._at_key(type_.of[1])
                return lambda: Mapped(cast, fresh)
            case "GroupByAccum":
                return self._groups(type_)
            case "HeapAccum" if type_.capacity is not None:
                tuple_, size = self._tuples[inner.name], self._capacity(type_.capacity)
                return lambda: Heap(tuple_, size, type_.order, self._chance)
            case _:
                raise Undocumented(f"{type_.name} is not supported here")

    def _cast(self, type_: TypeRef) -> Callable[[Any], Any]:
        return cast_to(type_, self._tuples)

    def _sum(self, inner: TypeRef) -> Make:
        if inner.name not in _SUMMED:
            raise Undocumented(f"SumAccum<{inner.name}> is not documented")
        cast, start = self._cast(inner), _SUMMED[inner.name]
        return lambda: Sum(cast, start)

    def _list(self, inner: TypeRef) -> Make:
        default = BASE_DEFAULTS.get(inner.name)
        if inner.name in self._tuples:
            default = self._tuples[inner.name].default()
        cast = self._cast(inner)
        return lambda: Listed(cast, default)

    def _at_key(self, type_: TypeRef) -> Make:
        if type_.name.endswith("Accum"):
            if type_.name == "HeapAccum":
                raise Undocumented("a MapAccum of HeapAccum is not documented")
            return self.of(type_)
        if type_.name in _SUMMED:
            return self._sum(type_)
        cast, start = self._cast(type_), BASE_DEFAULTS.get(type_.name)
        return lambda: Last(cast, start)

    def _groups(self, type_: TypeRef) -> Make:
        named = list(zip(type_.names, type_.of, strict=True))
        keys = tuple((name, each) for name, each in named if not each.name.endswith("Accum"))
        accumulators = {name: self.of(each) for name, each in named[len(keys) :]}
        names = tuple(name for name, _ in keys)
        casts = tuple(self._cast(each) for _, each in keys)
        return lambda: Grouped(names, casts, accumulators)


def is_order_free(type_: TypeRef) -> bool:
    """Whether the order of `+=` cannot be seen in what the accumulator holds."""
    if type_.name == "MapAccum":
        return is_order_free(type_.of[1])
    if type_.name == "SumAccum":
        return type_.of[0].name == "INT"
    return type_.name in ("INT", "MinAccum", "MaxAccum", "OrAccum", "AndAccum", "SetAccum")

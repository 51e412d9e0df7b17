"""HeapAccum: the best tuples by declared keys; ties beyond them fall as chance has it."""

from __future__ import annotations

from random import Random
from typing import Any

from tigergraph_emulator.engine.errors import RuntimeFailure, Undocumented
from tigergraph_emulator.engine.values import Record, RecordType
from tigergraph_emulator.tree import FieldOrder


class HeapValue(list[Record]):
    """What a HeapAccum holds, best first; `empty` is what `top` gives when there is nothing."""

    empty: Record


class Heap:
    """Keeps the best `capacity` tuples."""

    __slots__ = ("_capacity", "_chance", "_keys", "_loose", "_type", "value")

    def __init__(
        self, type_: RecordType, capacity: int, order: tuple[FieldOrder, ...], chance: Random
    ) -> None:
        if type(capacity) is not int or capacity < 1:
            raise Undocumented(f"a HeapAccum of capacity {capacity}")
        self._type, self._capacity, self._chance = type_, capacity, chance
        self._keys = [(type_.fields.index(key.name), key.descending) for key in order]
        self._loose = False
        self.value = HeapValue()
        self.value.empty = type_.default()

    def add(self, value: Any) -> None:
        if not isinstance(value, Record) or value.type.name != self._type.name:
            raise RuntimeFailure(f"the HeapAccum takes tuples {self._type.name}")
        self.value.append(value)
        self._loose = True
        if len(self.value) > 2 * self._capacity + 64:
            self._settle()

    def assign(self, value: Any) -> None:
        raise Undocumented("`=` on a HeapAccum")

    def read(self) -> HeapValue:
        self._settle()
        return self.value

    def pop(self) -> Record:
        """The best tuple, which leaves."""
        self._settle()
        return self.value.pop(0) if self.value else self.value.empty

    def resize(self, capacity: int) -> None:
        """Another capacity; what no longer fits leaves."""
        if capacity < 1:
            raise Undocumented(f"a HeapAccum of capacity {capacity}")
        self._capacity = capacity
        self._loose = True

    def _settle(self) -> None:
        if not self._loose:
            return
        self._chance.shuffle(self.value)
        for index, descending in reversed(self._keys):
            self.value.sort(key=lambda record: record[index], reverse=descending)
        del self.value[self._capacity :]
        self._loose = False

"""The accumulators, with their start values and what `+=` and `=` do to each."""

from tigergraph_emulator.engine.accumulators.collections import (
    Group,
    Groups,
    ListValue,
    MapValue,
    Pair,
    items,
    kept,
    many,
)
from tigergraph_emulator.engine.accumulators.heaps import Heap, HeapValue
from tigergraph_emulator.engine.accumulators.making import Makers, is_order_free
from tigergraph_emulator.engine.accumulators.simple import Accumulator

__all__ = [
    "Accumulator",
    "Group",
    "Groups",
    "Heap",
    "HeapValue",
    "ListValue",
    "Makers",
    "MapValue",
    "Pair",
    "is_order_free",
    "items",
    "kept",
    "many",
]

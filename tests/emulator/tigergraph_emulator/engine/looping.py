"""What FOREACH goes through: lists in their order, everything else as chance has it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from tigergraph_emulator.engine.accumulators import Group, Groups, MapValue
from tigergraph_emulator.engine.calls import group_fields
from tigergraph_emulator.engine.errors import RuntimeFailure
from tigergraph_emulator.engine.values import Bag, Record, VertexSet, kind_of


def in_chance_order(source: Any, names: int, chance: Random) -> Iterator[tuple[Any, ...]]:
    """The values of a collection, each as what the loop's names stand for."""
    for item in _items(source, chance):
        yield (item,) if names == 1 else _apart(item, names)


def shuffled(values: Any, chance: Random) -> list[Any]:
    """The values in an order of no meaning."""
    found = list(values)
    chance.shuffle(found)
    return found


def _items(source: Any, chance: Random) -> list[Any]:
    match source:
        case MapValue():
            return shuffled([(key, value.read()) for key, value in source.items()], chance)
        case Groups():
            return shuffled(source.values(), chance)
        case VertexSet():
            return shuffled(source.members, chance)
        case set() | Bag():
            return shuffled(source, chance)
        case list():
            return list(source)
        case _:
            raise RuntimeFailure(f"FOREACH over a {kind_of(source)}")


def _apart(item: Any, names: int) -> tuple[Any, ...]:
    if isinstance(item, Group):
        item = tuple(group_fields(item))
    if not isinstance(item, tuple | Record) or len(item) != names:
        raise RuntimeFailure(f"FOREACH takes {names} values from a {kind_of(item)}")
    return tuple(item)

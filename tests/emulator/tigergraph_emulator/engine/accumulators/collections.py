"""Accumulators that hold many values: lists, sets, bags, maps, groups."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tigergraph_emulator.engine.accumulators.simple import Accumulator
from tigergraph_emulator.engine.elements import Vertex
from tigergraph_emulator.engine.errors import RuntimeFailure, Undocumented
from tigergraph_emulator.engine.values import Bag, Cast, VertexSet

Make = Callable[[], Accumulator]


_SINGLE = frozenset({Vertex, int, str, float, bool})


def many(value: Any) -> bool:
    """Whether a value is a collection, whose values are added one by one."""
    if type(value) in _SINGLE:
        return False
    return isinstance(value, list | set | VertexSet) or type(value) is tuple


def items(value: Any) -> Iterable[Any]:
    """The values of a collection."""
    return value.members if isinstance(value, VertexSet) else value


class ListValue(list[Any]):
    """What a ListAccum holds; `default` is what stands beyond its end, None if that is unknown."""

    default: Any = None


class Listed:
    """A ListAccum: appends, in the order in which values arrive."""

    __slots__ = ("_cast", "_default", "value")

    def __init__(self, cast: Cast, default: Any) -> None:
        self._cast, self._default = cast, default
        self.value = self._empty()

    def _empty(self) -> ListValue:
        made = ListValue()
        made.default = self._default
        return made

    def add(self, value: Any) -> None:
        if many(value):
            if not isinstance(value, list | tuple) or isinstance(value, Bag):
                raise Undocumented("a ListAccum takes one value or a list: a set has no order")
            self.value.extend(self._cast(item) for item in value)
        else:
            self.value.append(self._cast(value))

    def assign(self, value: Any) -> None:
        if not many(value):
            raise RuntimeFailure("a ListAccum is assigned a list")
        self.value = self._empty()
        self.add(value)

    def read(self) -> ListValue:
        return self.value


class Distinct:
    """A SetAccum: each value once."""

    __slots__ = ("_cast", "value")

    def __init__(self, cast: Cast) -> None:
        self._cast = cast
        self.value: set[Any] = set()

    def add(self, value: Any) -> None:
        if many(value):
            self.value.update(self._cast(item) for item in items(value))
        else:
            self.value.add(self._cast(value))

    def assign(self, value: Any) -> None:
        if not many(value):
            raise RuntimeFailure("a SetAccum is assigned a set")
        self.value = {self._cast(item) for item in items(value)}

    def read(self) -> set[Any]:
        return self.value


class Bagged:
    """A BagAccum: each value as often as it was added."""

    __slots__ = ("_cast", "value")

    def __init__(self, cast: Cast) -> None:
        self._cast = cast
        self.value = Bag()

    def add(self, value: Any) -> None:
        if many(value):
            self.value.extend(self._cast(item) for item in items(value))
        else:
            self.value.append(self._cast(value))

    def assign(self, value: Any) -> None:
        if not many(value):
            raise RuntimeFailure("a BagAccum is assigned a collection")
        self.value = Bag(self._cast(item) for item in items(value))

    def read(self) -> Bag:
        return self.value


class Pair(tuple[tuple[Any, ...], tuple[Any, ...]]):
    """What `(keys -> values)` evaluates to."""


class MapValue(dict[Any, Accumulator]):
    """What a MapAccum holds; `fresh` makes what stands at a key that is not there."""

    fresh: Make


class Mapped:
    """A MapAccum: every key has an accumulator of its own."""

    __slots__ = ("_key", "value")

    def __init__(self, key: Cast, fresh: Make) -> None:
        self._key = key
        self.value = MapValue()
        self.value.fresh = fresh

    def add(self, value: Any) -> None:
        if not isinstance(value, Pair) or len(value[0]) != 1 or len(value[1]) != 1:
            raise Undocumented("a MapAccum takes `(key -> value)`")
        key = self._key(value[0][0])
        held = self.value.get(key)
        if held is None:
            held = self.value[key] = self.value.fresh()
        held.add(value[1][0])

    def assign(self, value: Any) -> None:
        raise Undocumented("`=` on a MapAccum: build it with `+= (key -> value)`")

    def read(self) -> MapValue:
        return self.value


class Group:
    """One group's accumulators, read as fields."""

    __slots__ = ("fields",)

    def __init__(self, fields: dict[str, Any]) -> None:
        self.fields = fields

    def get(self, name: str) -> Any:
        """A key, or what an accumulator holds."""
        if name not in self.fields:
            raise RuntimeFailure(f"the group has no field {name}")
        held = self.fields[name]
        return held.read() if hasattr(held, "read") else held


class Groups(dict[tuple[Any, ...], Group]):
    """What a GroupByAccum holds: a group for each combination of keys."""

    keys_are: tuple[str, ...]
    fresh: Callable[[tuple[Any, ...]], Group]


class Grouped:
    """A GroupByAccum."""

    __slots__ = ("_accumulators", "_casts", "_keys", "value")

    def __init__(
        self, keys: tuple[str, ...], casts: tuple[Cast, ...], accumulators: dict[str, Make]
    ) -> None:
        self._keys, self._casts, self._accumulators = keys, casts, accumulators
        self.value = Groups()
        self.value.keys_are = keys
        self.value.fresh = self._fresh

    def _fresh(self, keys: tuple[Any, ...]) -> Group:
        made = {name: make() for name, make in self._accumulators.items()}
        return Group(dict(zip(self._keys, keys, strict=True)) | made)

    def add(self, value: Any) -> None:
        if not isinstance(value, Pair):
            raise RuntimeFailure("a GroupByAccum takes `(keys -> values)`")
        keys, given = value
        if len(keys) != len(self._keys) or len(given) != len(self._accumulators):
            raise RuntimeFailure(
                f"the GroupByAccum has {len(self._keys)} keys and {len(self._accumulators)} values"
            )
        taken = tuple(cast(key) for cast, key in zip(self._casts, keys, strict=True))
        if taken not in self.value:
            self.value[taken] = self._fresh(taken)
        group = self.value[taken]
        for name, each in zip(self._accumulators, given, strict=True):
            group.fields[name].add(each)

    def assign(self, value: Any) -> None:
        raise Undocumented("`=` on a GroupByAccum: build it with `+= (keys -> values)`")

    def read(self) -> Groups:
        return self.value


def kept(value: Any) -> Any:
    """The value as it is now, whatever happens to the accumulator that it was read from."""
    if type(value) in _SINGLE:
        return value
    if isinstance(value, Bag):
        return Bag(value)
    if isinstance(value, list):
        return list(value)
    return set(value) if isinstance(value, set) else value

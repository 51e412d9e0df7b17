"""What one run of a query holds: variables, accumulators, writes to come, results."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tigergraph_emulator.engine.accumulators import Accumulator, kept
from tigergraph_emulator.engine.accumulators.collections import Make
from tigergraph_emulator.engine.elements import Vertex
from tigergraph_emulator.engine.errors import RuntimeFailure, TimedOut
from tigergraph_emulator.engine.storage import Store
from tigergraph_emulator.engine.values import RecordType


class Kept:
    """What an accumulator held."""

    __slots__ = ("_value",)

    def __init__(self, value: Any) -> None:
        self._value = value

    def add(self, value: Any) -> None:
        raise AssertionError("the past takes nothing in")

    assign = add

    def read(self) -> Any:
        """What was held."""
        return self._value


class Own:
    """A vertex accumulator: one for each vertex, made when the vertex first takes something in."""

    __slots__ = ("_make", "_untouched", "held")

    def __init__(self, make: Make) -> None:
        self._make = make
        self._untouched = make()
        self.held: dict[Vertex, Accumulator] = {}

    def read(self, vertex: Vertex) -> Any:
        """What a vertex's accumulator holds."""
        found = self.held.get(vertex)
        return self._untouched.read() if found is None else found.read()

    def frozen(self) -> Own:
        """What all vertices hold now, whatever they take in later."""
        copy = Own(self._make)
        copy.held = {vertex: Kept(kept(held.read())) for vertex, held in self.held.items()}
        return copy

    def of(self, vertex: Vertex) -> Accumulator:
        """The vertex's accumulator itself."""
        found = self.held.get(vertex)
        if found is None:
            found = self.held[vertex] = self._make()
        return found


@dataclass(slots=True)
class Frame:
    """`writes` change the graph after the query has ended, if it ends well."""

    store: Store
    chance: Random
    tuples: dict[str, RecordType]
    packages: frozenset[str]
    deadline: float | None = None
    variables: dict[str, Any] = field(default_factory=dict[str, Any])
    shared: dict[str, Accumulator] = field(default_factory=dict[str, Accumulator])
    own: dict[str, Own] = field(default_factory=dict[str, Own])
    writes: list[Callable[[], None]] = field(default_factory=list[Callable[[], None]])
    results: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])

    def variable(self, name: str) -> Any:
        """What a variable, a parameter or a vertex set holds."""
        try:
            return self.variables[name]
        except KeyError:
            raise RuntimeFailure(f"{name} was never given a value") from None

    def accumulator(self, name: str) -> Accumulator:
        """The global accumulator of that name."""
        try:
            return self.shared[name]
        except KeyError:
            raise RuntimeFailure(f"@@{name} is used before its declaration has run") from None

    def own_accumulator(self, name: str) -> Own:
        """The vertex accumulator of that name."""
        try:
            return self.own[name]
        except KeyError:
            raise RuntimeFailure(f"@{name} is used before its declaration has run") from None

    def still_in_time(self) -> None:
        """Ends a query that has had its time."""
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise TimedOut

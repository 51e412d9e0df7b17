"""Reads the compiled names where they lie: what words stand for, who holds what, their labels."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cache, cached_property, lru_cache

import msgspec

from occam.core.gazetteer.compiling import Layout
from occam.core.gazetteer.flat import Flat, place
from occam.core.gazetteer.trie import Trie
from occam.core.lexicon import HEAD, Key, Term, Value

UNKNOWN = 2**32 - 1
"""A word that no name has: no step of a trie leads over it."""


class Gazetteer:
    """What stretches of words stand for in one version of a graph."""

    def __init__(self, flat: Flat) -> None:
        self.flat = flat
        self.layout = msgspec.msgpack.decode(flat.bytes("layout"), type=Layout)
        self.words, self.texts = flat.strings("words"), flat.strings("texts")
        self.trie, self._bags = Trie(flat, "names"), Trie(flat, "bags")
        self.slots = {
            (type_name, attr): at for at, (type_name, attr, _) in enumerate(self.layout.slots)
        }
        self._of_node = flat.numbers("readings.of_node")
        self._slots = flat.numbers("readings.slots")
        self._values, self._ends = flat.numbers("readings.items"), flat.numbers("readings.ends")
        self._bag_items, self._bag_ends = flat.numbers("bags.items"), flat.numbers("bags.ends")
        self._bagged = flat.bytes("bags.marks")
        self._ids, self._labels = flat.numbers("vertices.ids"), flat.numbers("vertices.labels")
        self.number = lru_cache(maxsize=65536)(self._number)
        self.term = lru_cache(maxsize=65536)(self._term)
        self.terms = lru_cache(maxsize=65536)(self._terms)
        self.valued = cache(self.values)

    def _number(self, word: str) -> int:
        found = self.words.number(word)
        return UNKNOWN if found < 0 else found

    def numbers(self, words: Sequence[str]) -> list[int]:
        """Each word's number."""
        return [self.number(word) for word in words]

    def is_key(self, node: int) -> bool:
        """True where a name ends at the node."""
        return self._of_node[node] < self._of_node[node + 1]

    def _terms(self, node: int) -> tuple[Term, ...]:
        """All that a node of the trie stands for, by slot."""
        readings = range(self._of_node[node], self._of_node[node + 1])
        return tuple(self.term(reading) for reading in readings)

    def _term(self, reading: int) -> Term:
        type_name, attr, integer = self.layout.slots[self._slots[reading]]
        start, middle, end = self._ends[2 * reading : 2 * reading + 3]
        return Term(
            type_name,
            attr,
            tuple(self._value(number, integer) for number in self._values[start:middle]),
            tuple(self._value(number, integer) for number in self._values[middle:end]),
        )

    def _value(self, number: int, integer: bool) -> Value:
        text = self.texts[number]
        return int(text) if integer else text

    def readings(self, node: int) -> Iterator[tuple[int, Sequence[int]]]:
        """What a node stands for, in numbers: a slot and its texts."""
        for reading in range(self._of_node[node], self._of_node[node + 1]):
            start, end = self._ends[2 * reading], self._ends[2 * reading + 1]
            yield self._slots[reading], self._values[start:end]

    def starting(
        self, numbers: Sequence[int], start: int
    ) -> Iterator[tuple[int, tuple[Term, ...]]]:
        """The names that begin at a word: where each ends and what it stands for."""
        if numbers[start] != UNKNOWN:
            for end, node in self.trie.walk(numbers, start):
                if terms := self.terms(node):
                    yield end, terms

    def exact(self, numbers: Sequence[int]) -> tuple[Term, ...]:
        """What precisely these words stand for."""
        node = self.trie.find(numbers)
        return self.terms(node) if node else ()

    def bagged(self, number: int) -> bool:
        """True for a word of a value of several words."""
        return number != UNKNOWN and bool(self._bagged[number])

    def bag(self, numbers: Sequence[int]) -> tuple[Term, ...]:
        """The values of several words that consist of these, in whatever order."""
        node = self._bags.find(sorted(numbers))
        if not node:
            return ()
        readings = self._bag_items[self._bag_ends[node] : self._bag_ends[node + 1]]
        return tuple(self.term(reading) for reading in readings)

    def vertex(self, type_name: str, identifier: str) -> int:
        """The number of a vertex; -1 where there is none."""
        if type_name not in self.layout.types:
            return -1
        at = self.layout.types.index(type_name)
        low, high = self.layout.starts[at : at + 2]
        text = self.texts.number(identifier)
        return -1 if text < 0 else place(self._ids, text, low, high)

    def identifier(self, vertex: int) -> str:
        """The id of a vertex."""
        return self.texts[self._ids[vertex]]

    def label(self, type_name: str, identifier: str) -> str:
        """What a vertex is called."""
        vertex = self.vertex(type_name, identifier)
        return identifier if vertex < 0 else self.texts[self._labels[vertex]]

    def called(self, vertex: int) -> str:
        """The label of a vertex."""
        return self.texts[self._labels[vertex]]

    def holders(self, type_name: str, attr: str, value: Value) -> Sequence[int]:
        """The vertices that have a value."""
        slot = self.slots.get((type_name, attr), -1)
        text = self.texts.number(str(value))
        if slot < 0 or text < 0:
            return ()
        values = self.flat.numbers(f"slot{slot}.values")
        low, high = bisect_left(values, text), bisect_right(values, text)
        return self.flat.numbers(f"slot{slot}.holders")[low:high]

    def ids(self, term: Term) -> frozenset[str]:
        """The vertices of the term's type that have one of its values."""
        if term.attr == HEAD:
            return frozenset(map(str, term.values))
        if term.attr == "id":
            known = (value for value in map(str, term.values) if self.vertex(term.type, value) >= 0)
            return frozenset(known)
        held = (self.holders(term.type, term.attr, value) for value in term.values)
        return frozenset(self.identifier(vertex) for holders in held for vertex in holders)

    def values(self, type_name: str, attr: str) -> dict[str, str]:
        """The value of an attribute of each vertex of a type that has one."""
        slot = self.slots.get((type_name, attr), -1)
        if slot < 0 or attr in ("id", HEAD):
            return {}
        values = self.flat.numbers(f"slot{slot}.values")
        holders = self.flat.numbers(f"slot{slot}.holders")
        return {
            self.identifier(holder): self.texts[value]
            for value, holder in zip(values, holders, strict=True)
        }

    def spelled(self, node: int) -> Key:
        """The words of a name."""
        return tuple(self.words[number] for number in self.trie.words(node))

    def spellings(self, slot: str) -> dict[Key, tuple[Value, ...]]:
        """Every spelling of the values of one attribute."""
        if slot not in self._spellings:
            type_name, _, attr = slot.partition(".")
            name = f"slot{self.slots.get((type_name, attr), -1)}.nodes"
            nodes = self.flat.numbers(name) if name in self.flat else ()
            self._spellings[slot] = {
                self.spelled(node): term.values
                for node in nodes
                for term in self.terms(node)
                if term.slot == slot
            }
        return self._spellings[slot]

    @cached_property
    def _spellings(self) -> dict[str, dict[Key, tuple[Value, ...]]]:
        return {}

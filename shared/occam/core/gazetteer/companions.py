"""Which documents mention what: "X at the 2001 Y" joins X, 2001 and Y."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, chain

from occam.core.gazetteer.flat import Flat, Section, packed, place
from occam.core.gazetteer.reading import Gazetteer
from occam.core.lexicon import Term, Value
from occam.core.words import Words

SHIFT = 32


class Companions:
    """Documents by what their own names and values mention."""

    def __init__(self, gazetteer: Gazetteer, words: Words) -> None:
        self._gazetteer = gazetteer
        flat = gazetteer.flat
        if "companions.keys" not in flat:
            flat = Flat(packed(companions(gazetteer, words)))
        self._keys = flat.wide("companions.keys")
        self._ends, self._items = flat.numbers("companions.ends"), flat.numbers("companions.items")
        self.about = lru_cache(maxsize=256)(self._about)

    def together(self, terms: Iterable[Term]) -> bool:
        """False when no document's own name and values mention all these terms at once."""
        common = self._common(terms)
        return common is None or bool(common)

    def _about(self, terms: tuple[Term, ...]) -> frozenset[str]:
        return frozenset(map(self._gazetteer.identifier, self._common(terms) or ()))

    def _common(self, terms: Iterable[Term]) -> set[int] | None:
        common: set[int] | None = None
        for term in terms:
            held = {vertex for value in term.values for vertex in self._documents(term, value)}
            common = held if common is None else common & held
        return common

    def mention(self, type_name: str) -> bool:
        """True where some document's name mentions a vertex of the type."""
        slot = self._gazetteer.slots.get((type_name, "id"), -1)
        at = bisect_left(self._keys, slot << SHIFT) if slot >= 0 else len(self._keys)
        return at < len(self._keys) and self._keys[at] >> SHIFT == slot

    def _documents(self, term: Term, value: Value) -> Iterator[int]:
        read = self._gazetteer
        slot = read.slots.get((term.type, term.attr), -1)
        text = read.texts.number(str(value))
        at = place(self._keys, (slot << SHIFT) + text) if slot >= 0 and text >= 0 else -1
        if at >= 0:
            yield from self._items[self._ends[at] : self._ends[at + 1]]
        if term.type in read.layout.documentary:
            if term.attr == "id":
                own = read.vertex(term.type, str(value))
                yield from [own] if own >= 0 else []
            else:
                yield from read.holders(term.type, term.attr, value)


def companions(gazetteer: Gazetteer, words: Words) -> dict[str, Section]:
    """The sections that say which documents' names mention each value."""
    found: dict[int, array[int]] = {}
    for vertex, label in _documentary(gazetteer):
        for mentioned in _mentioned(gazetteer, words.key(label)):
            held = found.setdefault(mentioned, array("I"))
            if not held or held[-1] != vertex:
                held.append(vertex)
    keys = sorted(found)
    return {
        "companions.keys": array("Q", keys),
        "companions.ends": array("I", accumulate((len(found[key]) for key in keys), initial=0)),
        "companions.items": array("I", chain.from_iterable(found[key] for key in keys)),
    }


def _documentary(gazetteer: Gazetteer) -> Iterator[tuple[int, str]]:
    layout = gazetteer.layout
    for at, type_name in enumerate(layout.types):
        if type_name in layout.documentary:
            for vertex in range(*layout.starts[at : at + 2]):
                yield vertex, gazetteer.called(vertex)


def _mentioned(gazetteer: Gazetteer, key: Sequence[str]) -> Iterator[int]:
    """The longest mentions inside a name, from left to right; the whole name is none."""
    numbers = gazetteer.numbers(key)
    start = 0
    while start < len(numbers):
        last, meant = start + 1, 0
        for end, node in gazetteer.trie.walk(numbers, start):
            if end - start < len(numbers) and gazetteer.is_key(node):
                last, meant = end, node
        if meant:
            for slot, values in gazetteer.readings(meant):
                yield from ((slot << SHIFT) + value for value in values)
        start = last

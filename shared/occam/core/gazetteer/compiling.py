"""Names and word lore become flat arrays: done once, wherever it is done."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import accumulate

import msgspec

from occam.core.dataset import Name
from occam.core.gazetteer.flat import Section, strings
from occam.core.gazetteer.spelled import Slot, Spelled, is_integer, spell
from occam.core.gazetteer.trie import trie
from occam.core.lexicon import HEAD, Key, Lexicon, Term
from occam.core.schema import Schema
from occam.core.words import Words

LONGEST_BAG = 9
Numbered = tuple[int, ...]


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """What the arrays are about: slots (type, attribute, whole numbers?) and vertex types in the
    order of their numbers, and where each type's vertices begin."""

    slots: tuple[tuple[str, str, bool], ...]
    types: tuple[str, ...]
    starts: tuple[int, ...]
    documentary: tuple[str, ...]


class _Numbers:
    """Texts numbered in the order in which they come."""

    def __init__(self) -> None:
        self.texts: dict[str, int] = {}

    def __call__(self, text: object) -> int:
        return self.texts.setdefault(str(text), len(self.texts))


class _Columns:
    """Growing rows of numbers, laid behind one another."""

    def __init__(self) -> None:
        self.items, self.ends = array("I"), array("I", [0])

    def row(self, numbers: Iterable[int]) -> None:
        self.items.extend(numbers)
        self.ends.append(len(self.items))

    def sections(self, name: str) -> dict[str, Section]:
        return {f"{name}.items": self.items, f"{name}.ends": self.ends}


def compiled(
    names: Sequence[Name], schema: Schema, lexicon: Lexicon, words: Words
) -> dict[str, Section]:
    """The sections that `Gazetteer` reads."""
    return _Compiler(names, schema).sections(spell(names, schema, lexicon, words), lexicon)


class _Compiler:
    def __init__(self, names: Sequence[Name], schema: Schema) -> None:
        self._names, self._schema = names, schema
        self._text, self._word = _Numbers(), _Numbers()
        slots = {(name.type, attr) for name in names for attr in ("id", *name.values)}
        heads = {(name.type, HEAD) for name in names}
        self._slots: dict[Slot, int] = {slot: at for at, slot in enumerate(sorted(slots | heads))}

    def sections(self, spelled: Spelled, lexicon: Lexicon) -> dict[str, Section]:
        found = self._vertices()
        keys = sorted((tuple(map(self._word, key)), key) for key in sorted(spelled.values))
        nodes, at = trie("names", [numbers for numbers, _ in keys])
        found |= nodes
        found |= self._readings(keys, at, spelled, lexicon)
        found |= strings("texts", self._text.texts)
        found |= strings("words", self._word.texts)
        return found

    def _vertices(self) -> dict[str, Section]:
        """Vertices by type and id, and who has which value."""
        rows: list[tuple[str, int, int]] = []
        held: dict[int, list[tuple[int, str, int]]] = {at: [] for at in self._slots.values()}
        for name in self._names:
            identifier = self._text(name.id)
            rows.append((name.type, identifier, self._text(name.label)))
            for attr, text in name.values.items():
                value = int(text) if is_integer(self._schema, name.type, attr) else text
                slot = self._slots[name.type, attr]
                held[slot].append((self._text(value), name.type, identifier))
        rows = sorted(set(rows))
        vertex = {(type_name, identifier): at for at, (type_name, identifier, _) in enumerate(rows)}
        found: dict[str, Section] = {
            "vertices.ids": array("I", (identifier for _, identifier, _ in rows)),
            "vertices.labels": array("I", (label for _, _, label in rows)),
        }
        for slot, values in held.items():
            pairs = sorted({(value, vertex[type_name, it]) for value, type_name, it in values})
            found[f"slot{slot}.values"] = array("I", (value for value, _ in pairs))
            found[f"slot{slot}.holders"] = array("I", (holder for _, holder in pairs))
        found["layout"] = msgspec.msgpack.encode(self._layout([row[0] for row in rows]))
        return found

    def _layout(self, types: Sequence[str]) -> Layout:
        known = tuple(dict.fromkeys(types))
        sizes = dict.fromkeys(known, 0)
        for name in types:
            sizes[name] += 1
        return Layout(
            slots=tuple((*slot, is_integer(self._schema, *slot)) for slot in self._slots),
            types=known,
            starts=tuple(accumulate((sizes[name] for name in known), initial=0)),
            documentary=tuple(
                name for name, vertex in sorted(self._schema.vertices.items()) if vertex.documentary
            ),
        )

    def _readings(
        self,
        keys: Sequence[tuple[Numbered, Key]],
        at: Sequence[int],
        spelled: Spelled,
        lexicon: Lexicon,
    ) -> dict[str, Section]:
        """What each node stands for: a slot, its values, and what these widen to."""
        slots, values, of_node = array("I"), _Columns(), array("I", [0])
        bags: dict[Numbered, list[int]] = {}
        valued: dict[int, list[int]] = {}
        yields = {name: frozenset(others) for name, others in lexicon.yields.items()}
        for index in sorted(range(len(keys)), key=at.__getitem__):
            numbers, key = keys[index]
            of_node.extend([len(slots)] * (at[index] - len(of_node) + 1))
            for term in _unyielded(spelled.terms(key), yields):
                slot = self._slots[term.type, term.attr]
                if term.attr not in ("id", HEAD):
                    valued.setdefault(slot, []).append(at[index])
                    if 1 < len(key) <= LONGEST_BAG:
                        bags.setdefault(tuple(sorted(numbers)), []).append(len(slots))
                slots.append(slot)
                values.row(map(self._text, term.values))
                values.row(map(self._text, term.wider))
        of_node.append(len(slots))
        found: dict[str, Section] = {"readings.slots": slots, "readings.of_node": of_node}
        found |= values.sections("readings")
        found |= _bags(bags, len(self._word.texts))
        found |= {f"slot{slot}.nodes": array("I", nodes) for slot, nodes in valued.items()}
        return found | _postings(keys, at, len(self._word.texts))


def _unyielded(terms: tuple[Term, ...], yields: dict[str, frozenset[str]]) -> Iterable[Term]:
    slots = {term.slot for term in terms}
    return (term for term in terms if slots.isdisjoint(yields.get(term.slot, ())))


def _bags(bags: dict[Numbered, list[int]], words: int) -> dict[str, Section]:
    """Values by their words in any order, and which words these are."""
    keys = sorted(bags)
    found, at = trie("bags", keys)
    rows = _Columns()
    by_node = dict(zip(at, keys, strict=True))
    for node in range(max(at, default=0) + 1):
        rows.row(bags.get(by_node.get(node, ()), ()))
    marks = bytearray(words)
    for key in keys:
        for word in key:
            marks[word] = 1
    return found | rows.sections("bags") | {"bags.marks": bytes(marks)}


def _postings(
    keys: Sequence[tuple[Numbered, Key]], at: Sequence[int], words: int
) -> dict[str, Section]:
    """For each word the nodes of the keys with it, those of few words first."""
    ends = array("I", bytes(4 * (words + 1)))
    for numbers, _ in keys:
        for word in set(numbers):
            ends[word + 1] += 1
    ends = array("I", accumulate(ends))
    free, items = ends[:], array("I", bytes(4 * ends[-1]))
    for index in sorted(range(len(keys)), key=at.__getitem__):
        for word in set(keys[index][0]):
            items[free[word]] = at[index]
            free[word] += 1
    return {"postings.ends": ends, "postings.items": items}

"""Which values each spelling stands for once a pack's word lore is applied to the names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from occam.core.dataset import Name
from occam.core.gazetteer.series import Cutter, Series
from occam.core.lexicon import HEAD, Droppable, Key, Lexicon, Term, Value, ordered
from occam.core.schema import Schema
from occam.core.words import Words, has_camel

MOST_HEADED = 6
Slot = tuple[str, str]


class Spelled:
    """Which values each key spells, before and after droppable words are dropped.

    Millions of keys pass through: most have one value, so each holds a short list and words are
    kept once.
    """

    def __init__(self, words: Words) -> None:
        self.words = words
        self.values: dict[Key, list[tuple[Slot, Value]]] = {}
        self.wider: dict[tuple[Key, Slot], frozenset[Value]] = {}
        self._once: dict[str, str] = {}

    def add(self, text: str, slot: Slot, value: Value) -> None:
        keys = {self.words.key(text)}
        if has_camel(text):
            keys.add(self.words.key(text, split_camel=True))
        for key in keys - {()}:
            self._put(key, slot, value)

    def _put(self, key: Key, slot: Slot, value: Value) -> None:
        held = self.values.get(key)
        if held is None:
            once = self._once.setdefault
            self.values[tuple([once(word, word) for word in key])] = [(slot, value)]
        elif held[-1] != (slot, value):
            held.append((slot, value))

    def held(self, key: Key, slot: Slot) -> set[Value]:
        """What the key stands for in one slot."""
        return {value for other, value in self.values.get(key, ()) if other == slot}

    def alias(self, slot: Slot, known: str, others: Iterable[str]) -> None:
        """Further spellings of whatever a text stands for."""
        for value in ordered(self.held(self.words.key(known), slot)):
            for other in others:
                self.add(other, slot, value)

    def shorten(self, series: Series) -> None:
        """Where a label ends in a value, an alias that begins like the label has a tail that may
        stand for the vertex and its other editions too, unless it is a value itself."""
        for slot, tail in series.tails():
            if self.held(tail.key, slot):
                continue
            ids = (slot[0], "id")
            for value in ordered(tail.meant):
                self._put(tail.key, ids, value)
            if len(tail.wider) > len(tail.meant):
                self.wider[tail.key, ids] = tail.wider

    def drop(self, droppable: Droppable) -> None:
        """Adds the bare spellings, and what each full spelling widens to."""
        type_name, _, attr = droppable.attribute.partition(".")
        slot = (type_name, attr)
        dropped = [self.words.key(word) for word in droppable.words]
        exact = {key: frozenset(values) for key, values in self._in(slot)}
        for key, values in exact.items():
            bare = _without(key, dropped)
            if bare and bare != key:
                for value in ordered(values):
                    self._put(bare, slot, value)
                self.wider[key, slot] = values | exact.get(bare, frozenset())

    def behead(self, type_name: str) -> None:
        """Lets the first words of few names, which mean nothing else, stand for all of them."""
        begun: dict[Key, set[Value]] = {}
        for key, values in self._in((type_name, "id")):
            for length in range(1, len(key)):
                held = begun.setdefault(key[:length], set())
                if len(held) <= MOST_HEADED:
                    held |= values
        for head, values in begun.items():
            if len(values) <= MOST_HEADED and head not in self.values:
                for value in ordered(values):
                    self._put(head, (type_name, HEAD), value)

    def distinguish(self, common: Iterable[str], names: Iterable[Name]) -> None:
        """Takes readings from stretches of common words or numbers, except a vertex's full name."""
        words = {word for text in common for word in self.words.key(text)}
        vague = {key for key in self.values if words.issuperset(key) or _number(key)}
        meant = {(slot[0], value) for key in vague for slot, value in self.values[key]}
        full = {
            (self.words.key(text), name.type, name.id)
            for name in names
            if (name.type, name.id) in meant
            for text in (name.id, name.label)
        }
        for key in vague:
            numeric = {
                slot
                for slot, _ in self.values[key]
                if slot[1] != HEAD and all(isinstance(each, int) for each in self.held(key, slot))
            }
            kept = [
                (slot, value)
                for slot, value in self.values[key]
                if slot in numeric or (slot[1] == "id" and (key, slot[0], value) in full)
            ]
            if kept:
                self.values[key] = kept
            else:
                del self.values[key]

    def _in(self, slot: Slot) -> Iterator[tuple[Key, set[Value]]]:
        for key, held in self.values.items():
            if values := {value for other, value in held if other == slot}:
                yield key, values

    def terms(self, key: Key) -> tuple[Term, ...]:
        """All that a key stands for, by slot."""
        if len(self.values[key]) == 1:
            ((slot, value),) = self.values[key]
            return (Term(*slot, (value,), self._wider(key, slot, 1)),)
        by_slot: dict[Slot, set[Value]] = {}
        for slot, value in self.values[key]:
            by_slot.setdefault(slot, set()).add(value)
        found: list[Term] = []
        for slot, values in sorted(by_slot.items()):
            found.append(Term(*slot, ordered(values), self._wider(key, slot, len(values))))
        return tuple(found)

    def _wider(self, key: Key, slot: Slot, known: int) -> tuple[Value, ...]:
        wider = self.wider.get((key, slot), ())
        return ordered(wider) if len(wider) > known else ()


def spell(names: Sequence[Name], schema: Schema, lexicon: Lexicon, words: Words) -> Spelled:
    """The names of a graph under a pack's word lore."""
    spelled = Spelled(words)
    once: set[tuple[str, str, str]] = set()
    for name in names:
        for text in dict.fromkeys((name.id, name.label, *name.aliases)):
            spelled.add(text, (name.type, "id"), name.id)
        for attr, text in name.values.items():
            if (name.type, attr, text) not in once:
                once.add((name.type, attr, text))
                _spell_value(spelled, (name.type, attr), text, is_integer(schema, name.type, attr))
    spelled.shorten(Series(names, Cutter(schema, lexicon, words), words))
    for slot, aliases in lexicon.aliases.items():
        type_name, _, attr = slot.partition(".")
        for known, others in aliases.items():
            spelled.alias((type_name, attr or "id"), known, others)
    for droppable in lexicon.droppable:
        spelled.drop(droppable)
    for type_name in lexicon.heads:
        spelled.behead(type_name)
    spelled.distinguish(lexicon.common, names)
    return spelled


def is_integer(schema: Schema, type_name: str, attr: str) -> bool:
    """True where the values of an attribute are whole numbers."""
    found = schema.attribute(type_name, attr)
    return found is not None and found.kind == "integer"


def _spell_value(spelled: Spelled, slot: Slot, text: str, integer: bool) -> None:
    value = int(text) if integer else text
    spelled.add(text, slot, value)
    if integer and len(text) == 4:
        spelled.add(f"'{text[2:]}", slot, value)


def _number(key: Key) -> bool:
    return all(word.isdigit() for word in key)


def _without(key: Key, dropped: Iterable[Key]) -> Key:
    for words in dropped:
        for at in range(len(key) - len(words) + 1):
            if key[at : at + len(words)] == words:
                return key[:at] + key[at + len(words) :]
    return key

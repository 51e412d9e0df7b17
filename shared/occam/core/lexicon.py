"""A pack's word lore, and which values each spelling stands for once it is applied to the names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import msgspec

from occam.core.dataset import Name
from occam.core.words import Spelling, Words, has_camel

Value = str | int
Key = tuple[str, ...]
MOST_HEADED = 6
HEAD = "head"


class Term(msgspec.Struct, frozen=True):
    """What a stretch may stand for: values of one attribute (`id`: vertices) of one type.

    `wider` holds what else the words mean where the exact values do not exist.
    """

    type: str
    attr: str
    values: tuple[Value, ...]
    wider: tuple[Value, ...] = ()

    @property
    def slot(self) -> str:
        """The slot that this term fills: `Type`, or `Type.attr` for a value."""
        return self.type if self.attr == "id" else f"{self.type}.{self.attr}"


class Droppable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Words that the values of `attribute` may go without ("women's" in a name with a gender)."""

    attribute: str
    words: tuple[str, ...]


class Relation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Words for one or more edges that mean the same deed, told apart by who stands at the far end.

    `verbs` tie the two ends ("won by"), `objects` are what is had by it and can be counted ("gold
    medals"), `roles` name the far end ("winner"). `light` words are verbs that mean this relation
    only where no object says which ("won", beside "silver").
    """

    edges: tuple[str, ...]
    verbs: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    light: tuple[str, ...] = ()


class Property(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Words for one attribute: `nouns` name it ("date"), `cues` only go with it ("took part"),
    `most` and `least` are its own superlatives ("tallest"), `more` and `less` its comparatives.

    `unsummable` values count the same thing again elsewhere: they have no sum.
    """

    nouns: tuple[str, ...] = ()
    cues: tuple[str, ...] = ()
    most: tuple[str, ...] = ()
    least: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    less: tuple[str, ...] = ()
    unsummable: bool = False


class Noun(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Words for a vertex type. A `person` answers to "who", a `place` to "where"."""

    one: tuple[str, ...] = ()
    many: tuple[str, ...] = ()
    person: bool = False
    place: bool = False


class Lexicon(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A pack's word lore: spelling, further names of vertices and values, droppable words.

    `aliases` maps a slot (`Type` or `Type.attr`) to {name in the graph: other names}. A slot of
    `yields` is not meant by words that also fill one of the slots it yields to. The vertices of a
    type in `heads` also go by their first words (the slot `Type.head`), where these begin few names
    and mean nothing else. Words of `common` name nothing by themselves: a stretch of nothing else
    means a vertex only by its full name, and never a value.

    `nouns` (by type), `properties` (by `Type.attr`) and `relations` (by a name of its own)
    say how people speak of the schema; `senses`, `glue`, `openings` and `closings` add to those of
    the language. `year_of` is the attribute that lends a day without a year its year.
    """

    spelling: Spelling = Spelling()
    aliases: dict[str, dict[str, tuple[str, ...]]] = {}
    droppable: tuple[Droppable, ...] = ()
    yields: dict[str, tuple[str, ...]] = {}
    heads: tuple[str, ...] = ()
    common: tuple[str, ...] = ()
    nouns: dict[str, Noun] = {}
    properties: dict[str, Property] = {}
    relations: dict[str, Relation] = {}
    senses: dict[str, dict[str, tuple[str, ...]]] = {}
    glue: tuple[str, ...] = ()
    openings: tuple[str, ...] = ()
    closings: tuple[str, ...] = ()
    year_of: str = ""


NO_LEXICON = Lexicon()
"""For packs that say nothing of words."""


class Spelled:
    """Which values each key spells, before and after droppable words are dropped."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.values: dict[Key, dict[tuple[str, str], set[Value]]] = defaultdict(dict)
        self.wider: dict[tuple[Key, str, str], frozenset[Value]] = {}

    def add(self, text: str, slot: tuple[str, str], value: Value) -> None:
        keys = {self.words.key(text)}
        if has_camel(text):
            keys.add(self.words.key(text, split_camel=True))
        for key in keys - {()}:
            self.values[key].setdefault(slot, set()).add(value)

    def alias(self, slot: tuple[str, str], known: str, others: Iterable[str]) -> None:
        for value in tuple(self.values.get(self.words.key(known), {}).get(slot, ())):
            for other in others:
                self.add(other, slot, value)

    def shorten(self, name: Name) -> None:
        """Where a label ends in a value, an alias that begins like the label has a tail that may
        stand for the vertex too, unless it is a value itself."""
        for attr, value in name.values.items():
            head = name.label.removesuffix(value)
            if not head or head == name.label:
                continue
            for tail in (
                alias.removeprefix(head) for alias in name.aliases if head in alias[: len(head)]
            ):
                if (name.type, attr) not in self.values.get(self.words.key(tail), {}):
                    self.add(tail, (name.type, "id"), name.id)

    def drop(self, droppable: Droppable) -> None:
        """Adds the bare spellings, and what each full spelling widens to."""
        type_name, _, attr = droppable.attribute.partition(".")
        slot = (type_name, attr)
        dropped = [self.words.key(word) for word in droppable.words]
        exact = {key: frozenset(terms[slot]) for key, terms in self.values.items() if slot in terms}
        for key, values in exact.items():
            bare = _without(key, dropped)
            if bare and bare != key:
                self.values[bare].setdefault(slot, set()).update(values)
                self.wider[key, type_name, attr] = values | exact.get(bare, frozenset())

    def behead(self, type_name: str) -> None:
        """Lets the first words of few names, which mean nothing else, stand for all of them."""
        begun: dict[Key, set[Value]] = defaultdict(set)
        for key, slots in self.values.items():
            for length in range(1, len(key)):
                begun[key[:length]] |= slots.get((type_name, "id"), set())
        for head, values in begun.items():
            if 0 < len(values) <= MOST_HEADED and head not in self.values:
                self.values[head][type_name, HEAD] = values

    def distinguish(self, common: Iterable[str], names: Iterable[Name]) -> None:
        """Takes readings from stretches of common words or numbers, except a vertex's full name."""
        words = {word for text in common for word in self.words.key(text)}
        full: dict[Key, set[tuple[str, str]]] = defaultdict(set)
        for name in names:
            for text in (name.id, name.label):
                full[self.words.key(text)].add((name.type, name.id))
        for key in tuple(self.values):
            vague, number = words.issuperset(key), all(word.isdigit() for word in key)
            if not (vague or number):
                continue
            for (type_name, attr), values in tuple(self.values[key].items()):
                if attr == HEAD or not all(isinstance(value, int) for value in values):
                    named = {each for each in values if (type_name, each) in full.get(key, ())}
                    self._replace(key, (type_name, attr), named if attr == "id" else set())

    def _replace(self, key: Key, slot: tuple[str, str], values: set[Value]) -> None:
        self.values[key][slot] = values
        self.values[key] = {slot: kept for slot, kept in self.values[key].items() if kept}
        if not self.values[key]:
            del self.values[key]

    def terms(self, key: Key) -> tuple[Term, ...]:
        found: list[Term] = []
        for (type_name, attr), values in sorted(self.values[key].items()):
            wider = self.wider.get((key, type_name, attr), frozenset[Value]())
            wider = wider if len(wider) > len(values) else frozenset[Value]()
            found.append(Term(type_name, attr, ordered(values), ordered(wider)))
        return tuple(found)


def ordered(values: Iterable[Value]) -> tuple[Value, ...]:
    """Values in their total order."""
    return tuple(sorted(values, key=str))


def _without(key: Key, dropped: Iterable[Key]) -> Key:
    for words in dropped:
        for at in range(len(key) - len(words) + 1):
            if key[at : at + len(words)] == words:
                return key[:at] + key[at + len(words) :]
    return key

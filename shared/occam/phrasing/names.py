"""What each vertex may be called without being taken for another, and which names several share."""

from __future__ import annotations

import random
import re
from collections import defaultdict

from occam.core.values import Scalar
from occam.phrasing.book import Book
from occam.phrasing.stock import Stock, Vertex

Meaning = tuple[str, str, Scalar]
"""Type, attribute (`id`: the vertex itself) and value."""


class Names:
    """Every name and vocabulary value of a stock, by its comparable words."""

    def __init__(self, stock: Stock, book: Book) -> None:
        self._stock = stock
        self._book = book
        self._keys: dict[str, tuple[str, ...]] = {}
        self._spellings = dict(book.grammar.spellings)
        self._telling: dict[Meaning, bool] = {}
        self._meanings: dict[tuple[str, ...], set[Meaning]] = defaultdict(set)
        for (type_, id_), label in stock.labels.items():
            for text in (label, id_, *stock.aliases.get((type_, id_), ())):
                self._meanings[self.key(text)].add((type_, "id", id_))
        for (type_, attr), values in stock.values.items():
            found = stock.schema.vertices[type_].attributes.get(attr)
            if found and found.vocabulary:
                for value in values:
                    self._meanings[self.key(str(value))].add((type_, attr, value))
        self.known = frozenset(word for key in self._meanings for word in key)

    def key(self, text: str) -> tuple[str, ...]:
        """The comparable words of a text, whichever side of the ocean spelled it."""
        if text not in self._keys:
            words = self._book.words.key(text)
            self._keys[text] = tuple(self._spellings.get(word, word) for word in words)
        return self._keys[text]

    def meanings(self, text: str) -> set[Meaning]:
        """Everything the text names."""
        return self._meanings.get(self.key(text), set())

    def spelled(self, vertex: Vertex, chance: random.Random) -> str | None:
        """One of the names that mean this vertex and no other of its type, as it is said."""
        wording = self._book.wording.vertex(vertex[0])
        label = self._stock.labels[vertex]
        patterns = [re.compile(pattern) for pattern in self._book.said(wording.said)]
        aliases = self._stock.aliases.get(vertex, ())
        further = [text for text in aliases if any(each.search(text) for each in patterns)]
        fit = [text for text in (label, *further) if self._means(text, vertex)]
        if not fit:
            return None
        others = [text for text in fit if text != label]
        name = chance.choice(others) if others and chance.randrange(3) else fit[0]
        return self.articled(vertex[0], name)

    def alone(self, text: str, type_: str) -> bool:
        """Whether nothing of another type has this name."""
        return all(kind == type_ for kind, attr, _ in self.meanings(text) if attr == "id")

    def values(self, text: str, type_: str) -> bool:
        """Whether the text is also a value that things of another type are told by."""
        return any(
            kind != type_ and not self._book.wording.attribute(kind, attr).hidden
            for kind, attr, _ in self.meanings(text)
            if attr != "id"
        )

    def tells(self, type_: str, attr: str, value: Scalar) -> bool:
        """Whether the value means one thing in the words of a question."""
        key = type_, attr, value
        if key not in self._telling:
            named = bool(self._book.said(self._book.wording.attribute(type_, attr).head))
            vague = named and self._vague(type_, attr, value)
            self._telling[key] = self.alone(str(value), type_) and not vague
        return self._telling[key]

    def _vague(self, type_: str, attr: str, value: Scalar) -> bool:
        """Whether the value says no more than another attribute's, or another value is the same
        with a word of such an attribute before it: "middleweight" beside "men's middleweight"."""
        others, words = self._told_apart(type_, attr), self._bare(str(value))
        return words <= others or any(
            words < bare and bare - words <= others
            for bare in map(self._bare, map(str, self._stock.values[type_, attr]))
        )

    def _told_apart(self, type_: str, attr: str) -> set[str]:
        attributes = self._stock.schema.vertices[type_].attributes.items()
        other = [name for name, each in attributes if each.vocabulary and name != attr]
        values = {str(value) for name in other for value in self._stock.values[type_, name]}
        return {word for value in values for word in self._bare(value)}

    def _bare(self, text: str) -> set[str]:
        return {word.removesuffix("'s") for word in self.key(text)}

    def articled(self, type_: str, name: str) -> str:
        """The name with "the" where its words want one."""
        words = self._book.wording.vertex(type_).articled
        wants = any(word in name.split() for word in words) and not name.startswith("The ")
        return f"the {name}" if wants else name

    def shared(self, type_: str) -> list[tuple[str, tuple[str, ...]]]:
        """Names of several vertices of one type, each with their ids."""
        found: list[tuple[str, tuple[str, ...]]] = []
        for (other, id_), aliases in self._stock.aliases.items():
            if other != type_:
                continue
            for text in (self._stock.labels.get((type_, id_), ""), *aliases):
                meant = self.meanings(text)
                ids = {str(value) for kind, attr, value in meant if (kind, attr) == (type_, "id")}
                if len(ids) > 1 and text:
                    found.append((text, tuple(sorted(ids))))
        return sorted(set(found))

    def _means(self, text: str, vertex: Vertex) -> bool:
        own = {
            value
            for type_, attr, value in self.meanings(text)
            if (type_, attr) == (vertex[0], "id")
        }
        return own == {vertex[1]} and bool(self.key(text)) and not self.values(text, vertex[0])

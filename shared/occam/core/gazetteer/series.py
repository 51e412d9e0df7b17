"""Names of one thing in all its editions: equal once the words that say its kind and what else its
document is about are taken out ("Heavyweight" and "Men's heavyweight boxing", both of boxing)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import msgspec

from occam.core.dataset import Name
from occam.core.lexicon import Key, Lexicon, Value
from occam.core.schema import Schema
from occam.core.words import Words

Slot = tuple[str, str]


class Edition(msgspec.Struct, frozen=True):
    """One vertex by the value its label ends in: `about` are the words in front of it, `kinds` the
    words of a kind in any of its values, `core` what is left of the value without both; `named`
    says that the value itself has the word of a kind."""

    id: str
    about: frozenset[str]
    kinds: frozenset[str]
    core: Key
    named: bool

    def may_be(self, other: Edition) -> bool:
        """True where the other may be this thing under another name: of kinds that do not differ,
        with all words of this name."""
        differ = self.kinds and other.kinds and self.kinds != other.kinds
        return bool(self.core) and not differ and set(self.core) <= set(other.core)


class Tail(msgspec.Struct, frozen=True):
    """What further words for a vertex stand for: the vertices `meant` for certain, and all that the
    words may be known of, `wider`."""

    key: Key
    meant: frozenset[Value]
    wider: frozenset[Value]


class Cutter:
    """Takes names apart: what a document is about, words of a kind, and the core."""

    def __init__(self, schema: Schema, lexicon: Lexicon, words: Words) -> None:
        self._key = lru_cache(maxsize=65536)(words.key)
        self._about = lru_cache(maxsize=4096)(self._told)
        self._kinds = {
            each.attribute: frozenset(word for kind in each.words for word in words.key(kind))
            for each in lexicon.droppable
        }
        self._idle = {kind: _idle(schema, lexicon, words, kind) for kind in schema.vertices}

    def cut(self, name: Name, attr: str) -> Edition | None:
        """A vertex by one of its values, where its label ends in it and begins with more."""
        value = name.values.get(attr, "")
        head = name.label.removesuffix(value)
        if not head or head == name.label:
            return None
        slot = (name.type, attr)
        said = {word for text in name.values.values() for word in self._key(text)}
        about = self._about(head)
        whole, kinds = self._key(value), self.kinds(slot)
        core = self.core(whole, about, slot)
        return Edition(name.id, about, kinds & said, core, not kinds.isdisjoint(whole))

    def _told(self, head: str) -> frozenset[str]:
        """What a label says in front of the value, whichever edition it is."""
        return frozenset(word for word in self._key(head) if not word.isdigit())

    def kinds(self, slot: Slot) -> frozenset[str]:
        """The words of a kind that values of the slot may go without."""
        return self._kinds.get(f"{slot[0]}.{slot[1]}", frozenset())

    def core(self, key: Key, about: frozenset[str], slot: Slot) -> Key:
        """What is left of a name without words of a kind and what else the document is about."""
        aside = about | self.kinds(slot) | self._idle.get(slot[0], frozenset())
        return tuple(sorted(word for word in key if word not in aside))


class Series:
    """The vertices of a graph whose labels end in one of their values, by that value."""

    def __init__(self, names: Iterable[Name], cutter: Cutter, words: Words) -> None:
        self._cutter, self._words = cutter, words
        self._by_core: dict[tuple[Slot, Key], list[Edition]] = defaultdict(list)
        self._tails: dict[tuple[Slot, Key], list[Edition]] = defaultdict(list)
        for name in names:
            self._add(name)

    def _add(self, name: Name) -> None:
        for attr, value in name.values.items():
            edition = self._cutter.cut(name, attr)
            if edition is None:
                continue
            slot = (name.type, attr)
            self._by_core[slot, edition.core].append(edition)
            head = name.label.removesuffix(value)
            for alias in name.aliases:
                if alias.startswith(head):
                    self._tails[slot, self._words.key(alias.removeprefix(head))].append(edition)

    def tails(self) -> Iterator[tuple[Slot, Tail]]:
        """What aliases say behind the words that their label begins with."""
        for (slot, key), editions in self._tails.items():
            if key:
                yield slot, self._tail(slot, key, editions)

    def _tail(self, slot: Slot, key: Key, editions: Sequence[Edition]) -> Tail:
        said = self._cutter.kinds(slot).intersection(key)
        meant: set[Value] = {edition.id for edition in editions}
        wider: set[Value] = set()
        for edition in editions:
            about = edition.about.intersection(key)
            same = edition.core == self._cutter.core(key, edition.about, slot)
            same = same and bool(edition.core or about)
            beside = about if same else edition.about
            others = [each for each in self._by_core[slot, edition.core] if beside <= each.about]
            fitting = [each for each in others if not said or said == each.kinds]
            rest = [each for each in others if said and said != each.kinds]
            if not any(each.kinds for each in rest):
                fitting, rest = [*fitting, *rest], []
            (meant if same else wider).update(each.id for each in fitting)
            wider.update(each.id for each in rest if not each.named)
        return Tail(key, frozenset(meant), frozenset(meant | wider))


def _idle(schema: Schema, lexicon: Lexicon, words: Words, type_name: str) -> frozenset[str]:
    """Words that say no more than that a thing is of its type ("event", "class")."""
    noun = lexicon.nouns.get(type_name)
    said = [*schema.vertices[type_name].labels, *lexicon.glue]
    said += [*noun.one, *noun.many] if noun else []
    keys = map(words.key, said)
    return frozenset(key[0] for key in keys if len(key) == 1)

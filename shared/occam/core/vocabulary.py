"""The graph's own words: every name, alias and vocabulary value, found in a text in one pass.

A mention says which vertices or values a stretch of words may stand for. It never chooses: all
readings of a stretch are kept, with all their candidates.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

import msgspec

from occam.core.dataset import Name
from occam.core.lexicon import HEAD, Key, Lexicon, Spelled, Term, Value, ordered
from occam.core.schema import Schema
from occam.core.words import Token, Words, similarity

LONGEST_BAG = 9
CONJUNCTIONS = ("and", "or")


class Mention(msgspec.Struct, frozen=True):
    """Tokens [start, end) read as a term; `inside` is a vertex mention that interrupts them."""

    start: int
    end: int
    term: Term
    inside: tuple[int, int] | None = None


class _Branch:
    """One word further into the trie."""

    __slots__ = ("next", "terms")

    def __init__(self) -> None:
        self.next: dict[str, _Branch] = {}
        self.terms: tuple[Term, ...] = ()


class Vocabulary:
    """Everything a question may mention, over one version of the graph."""

    def __init__(self, names: Sequence[Name], schema: Schema, lexicon: Lexicon) -> None:
        self.words = Words(lexicon.spelling)
        self._names = tuple(names)
        self._valued: dict[tuple[str, str], dict[str, str]] = {}
        self._documentary = frozenset(
            name for name, vertex in schema.vertices.items() if vertex.documentary
        )
        self._labels = {(name.type, name.id): name.label for name in names}
        self._holders: dict[tuple[str, str, Value], set[str]] = defaultdict(set)
        spelled = Spelled(self.words)
        for name in names:
            self._read(name, schema, spelled)
        for name in names:
            spelled.shorten(name)
        for slot, aliases in lexicon.aliases.items():
            type_name, _, attr = slot.partition(".")
            for known, others in aliases.items():
                spelled.alias((type_name, attr or "id"), known, others)
        for droppable in lexicon.droppable:
            spelled.drop(droppable)
        for type_name in lexicon.heads:
            spelled.behead(type_name)
        spelled.distinguish(lexicon.common, names)
        self._values_by_slot: dict[str, dict[Key, tuple[Value, ...]]] = defaultdict(dict)
        self._yields = {name: frozenset(others) for name, others in lexicon.yields.items()}
        self._root = _Branch()
        self._bags: dict[Key, tuple[Term, ...]] = {}
        for key in spelled.values:
            self._plant(key, self._unyielded(spelled.terms(key)))
        self._bag_words = frozenset(word for bag in self._bags for word in bag)

    def _read(self, name: Name, schema: Schema, spelled: Spelled) -> None:
        self._holders[name.type, "id", name.id].add(name.id)
        for text in (name.id, name.label, *name.aliases):
            spelled.add(text, (name.type, "id"), name.id)
        for attr, text in name.values.items():
            found = schema.attribute(name.type, attr)
            value = int(text) if found and found.kind == "integer" else text
            self._holders[name.type, attr, value].add(name.id)
            spelled.add(text, (name.type, attr), value)
            if isinstance(value, int) and len(text) == 4:
                spelled.add(f"'{text[2:]}", (name.type, attr), value)

    def _unyielded(self, terms: tuple[Term, ...]) -> tuple[Term, ...]:
        slots = {term.slot for term in terms}
        return tuple(term for term in terms if slots.isdisjoint(self._yields.get(term.slot, ())))

    def _plant(self, key: Key, terms: tuple[Term, ...]) -> None:
        branch = self._root
        for word in key:
            branch = branch.next.setdefault(word, _Branch())
        branch.terms = terms
        values = tuple(term for term in terms if term.attr not in ("id", HEAD))
        for term in values:
            self._values_by_slot[term.slot][key] = term.values
        if values and 1 < len(key) <= LONGEST_BAG:
            bag = tuple(sorted(key))
            self._bags[bag] = self._bags.get(bag, ()) + values

    def scan(self, tokens: Sequence[Token]) -> list[Mention]:
        """Every mention in these tokens, the overlapping ones included."""
        texts = [token.text for token in tokens]
        found = [
            Mention(start, end, term)
            for start in range(len(texts))
            for end, terms in self._walk(texts, start)
            for term in terms
        ]
        exact = {(mention.start, mention.end, mention.term.slot) for mention in found}
        for mention in (*self._reordered(texts), *self._interrupted(texts, found)):
            if (mention.start, mention.end, mention.term.slot) not in exact:
                found.append(mention)
        found.extend(self._elided(texts, found))
        return found

    def _walk(self, texts: Sequence[str], start: int) -> Iterator[tuple[int, tuple[Term, ...]]]:
        branch = self._root
        for end in range(start, len(texts)):
            following = branch.next.get(texts[end])
            if following is None:
                return
            branch = following
            if branch.terms:
                yield end + 1, branch.terms

    def _exact(self, key: Sequence[str]) -> tuple[Term, ...]:
        return next((terms for end, terms in self._walk(key, 0) if end == len(key)), ())

    def _reordered(self, texts: Sequence[str]) -> Iterator[Mention]:
        """Values whose words stand together in another order."""
        for start, text in enumerate(texts):
            if text not in self._bag_words:
                continue
            for end in range(start + 1, min(start + LONGEST_BAG, len(texts))):
                if texts[end] not in self._bag_words:
                    break
                for term in self._bags.get(tuple(sorted(texts[start : end + 1])), ()):
                    yield Mention(start, end + 1, term)

    def _interrupted(self, texts: Sequence[str], found: Iterable[Mention]) -> Iterator[Mention]:
        """Values whose words stand on both sides of a vertex ("freestyle wrestling 82 kg")."""
        spans = {(m.start, m.end) for m in found if m.term.attr == "id"}
        for start, end in spans:
            for left in range(start - 1, max(start - 5, -1), -1):
                if texts[left] not in self._bag_words:
                    break
                for right in range(end + 1, min(end + 6, len(texts) + 1)):
                    if texts[right - 1] not in self._bag_words:
                        break
                    bag = tuple(sorted((*texts[left:start], *texts[end:right])))
                    for term in self._bags.get(bag, ()):
                        yield Mention(left, right, term, (start, end))

    def _elided(self, texts: Sequence[str], found: Iterable[Mention]) -> list[Mention]:
        """A number that shares its tail with what follows: "the 5000 and 10,000 metres"."""
        elided: list[Mention] = []
        for mention in found:
            at = mention.start - 2
            if at < 0 or texts[at + 1] not in CONJUNCTIONS or not texts[at][0].isdigit():
                continue
            for tail in range(mention.start + 1, mention.end):
                for term in self._exact((texts[at], *texts[tail : mention.end])):
                    if term.slot == mention.term.slot:
                        elided.append(Mention(at, at + 1, term))
        return elided

    def ids(self, term: Term) -> frozenset[str]:
        """The vertices of the term's type that have one of its values."""
        if term.attr == HEAD:
            return frozenset(str(value) for value in term.values)
        held = (self._holders.get((term.type, term.attr, value), set()) for value in term.values)
        return frozenset[str]().union(*held)

    def values(self, type_name: str, attr: str) -> dict[str, str]:
        """The value of an attribute of each vertex of a type that has one."""
        if (type_name, attr) not in self._valued:
            self._valued[type_name, attr] = {
                name.id: name.values[attr]
                for name in self._names
                if name.type == type_name and attr in name.values
            }
        return self._valued[type_name, attr]

    def label(self, type_name: str, identifier: str) -> str:
        """What the vertex is called."""
        return self._labels.get((type_name, identifier), identifier)

    def nearest(self, text: str, slot: str, limit: int = 3) -> tuple[str, ...]:
        """Names of that slot that look most like the text: proposals for a reader."""
        wanted = " ".join(self.words.key(text))
        scored = ((similarity(wanted, spelled), label) for label, spelled in self._names_of(slot))
        best: dict[str, float] = {}
        for score, label in scored:
            if score >= 0.4:
                best[label] = max(score, best.get(label, 0.0))
        return tuple(sorted(best, key=lambda label: (-best[label], label))[:limit])

    def _names_of(self, slot: str) -> list[tuple[str, str]]:
        type_name, _, attr = slot.partition(".")
        known = self._spelled_by_slot.setdefault(slot, [])
        if not known:
            for name in self._names:
                if name.type == type_name:
                    texts = [name.values.get(attr, "")] if attr else [name.label, *name.aliases]
                    shown = texts[0] if attr else name.label
                    known.extend((shown, " ".join(self.words.key(text))) for text in texts if text)
            known[:] = sorted(set(known))
        return known

    @cached_property
    def _spelled_by_slot(self) -> dict[str, list[tuple[str, str]]]:
        return {}

    def classed(self, term: Term, beside: Sequence[Term]) -> Term | None:
        """The values that contain the term's words, where none is spelled just so beside the
        given terms; the term itself where nothing else contains them; None where both or neither
        exist."""
        keys = [
            key for key, values in self._values_by_slot[term.slot].items() if values == term.values
        ]
        spelled = min(keys, key=len, default=())
        wider = {
            value
            for key, values in self._values_by_slot[term.slot].items()
            if _contains(key, spelled)
            for value in values
        }
        real = {value for value in wider if self.together([_one(term, value), *beside])}
        exact = real & set(term.values)
        if real and exact == real:
            return term
        return None if exact or not real else Term(term.type, term.attr, ordered(real))

    def together(self, terms: Iterable[Term]) -> bool:
        """False when no document's own name and values mention all these terms at once."""
        common: set[str] | None = None
        for term in terms:
            held = set[str]().union(
                *(self._companions.get((term.type, term.attr, value), ()) for value in term.values)
            )
            common = held if common is None else common & held
        return common is None or bool(common)

    def _longest(self, texts: Key) -> Iterator[tuple[Term, ...]]:
        """The longest mentions inside a name, from left to right; the whole name is none."""
        start = 0
        while start < len(texts):
            spans = [hit for hit in self._walk(texts, start) if hit[0] - start < len(texts)]
            if spans:
                yield spans[-1][1]
            start = spans[-1][0] if spans else start + 1

    @cached_property
    def _companions(self) -> dict[tuple[str, str, Value], set[str]]:
        """Which vertices' names or values mention a term: "X at the 2001 Y" joins X, 2001, Y."""
        found: dict[tuple[str, str, Value], set[str]] = defaultdict(set)
        for (type_name, attr, value), holders in self._holders.items():
            if type_name in self._documentary:
                found[type_name, attr, value].update(f"{type_name}/{each}" for each in holders)
        for name in self._names:
            if name.type not in self._documentary:
                continue
            for terms in self._longest(self.words.key(name.label)):
                for term in terms:
                    for value in term.values:
                        found[term.type, term.attr, value].add(f"{name.type}/{name.id}")
        return found


def _one(term: Term, value: Value) -> Term:
    return Term(term.type, term.attr, (value,))


def _contains(key: Key, part: Key) -> bool:
    """True when all words of `part` stand in `key`, in this order."""
    rest = iter(key)
    return all(word in rest for word in part)

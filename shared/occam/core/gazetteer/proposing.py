"""Names that mistyped words may have been meant for: proposals with their distance, best first."""

from __future__ import annotations

import heapq
from array import array
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from zlib import crc32

import msgspec

from occam.core.fuzzy import LONG, SHORTEST, distance, edits, shortened
from occam.core.gazetteer.flat import Flat, Section, grouped, packed, power
from occam.core.gazetteer.reading import UNKNOWN, Gazetteer
from occam.core.gazetteer.trie import ROOT
from occam.core.lexicon import HEAD, Key, Term
from occam.core.words import similarity

LIKE = 0.4
MOST_NEAR = 8
MOST_PATHS = 64
MOST_LOOKED_AT = 2000
MOST_COMPARED = 120
Near = tuple[int, int]


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """A name that some words may have been meant for: what it is called, what it would stand for,
    the edits from the words to its nearest spelling, and the share of letter pairs in common."""

    name: str
    term: Term
    distance: int
    similarity: float


class Proposer:
    """Finds names near to words that no name has."""

    def __init__(self, gazetteer: Gazetteer, key: Callable[[str], Key]) -> None:
        self._read, self._key = gazetteer, key
        flat = gazetteer.flat
        if "near.starts" not in flat:
            flat = Flat(packed(neighbours(gazetteer)))
        self._starts, self._items = flat.numbers("near.starts"), flat.numbers("near.items")
        self._postings = gazetteer.flat.numbers("postings.items")
        self._ends = gazetteer.flat.numbers("postings.ends")
        self.near = lru_cache(maxsize=4096)(self._near)

    def proposals(
        self, words: Sequence[str], slots: Collection[str] | None, limit: int
    ) -> list[Proposal]:
        """The names nearest to these words, of these slots; none where a name is spelled so."""
        read = self._read
        exact = read.exact(read.numbers(words))
        if not words or any(slots is None or term.slot in slots for term in exact):
            return []
        options = [self.near(word) for word in words]
        if nodes := self._whole(options, slots):
            found = [each for node in nodes for each in self._proposed(node, slots, words)]
            found.sort(key=lambda each: (each.distance, -each.similarity, each.name))
        else:
            found = self._partly(words, options, slots, limit)
        first: dict[tuple[str, str], Proposal] = {}
        for each in found:
            first.setdefault((each.name, each.term.slot), each)
        return list(first.values())[:limit]

    def corrections(self, word: str) -> tuple[str, ...]:
        """Words of names that a word of no name may have been meant for, the nearest first."""
        if self._read.number(word) != UNKNOWN:
            return ()
        return tuple(self._read.words[number] for number, _ in self.near(word))

    def _partly(
        self,
        words: Sequence[str],
        options: Sequence[Sequence[Near]],
        slots: Collection[str] | None,
        limit: int,
    ) -> list[Proposal]:
        """Names of some of these words, or with one: the most alike once each word is mended."""
        mended = [
            self._read.words[near[0][0]] if near else word
            for word, near in zip(words, options, strict=True)
        ]
        nodes = dict.fromkeys((*self._inside(options, slots), *self._sharing(options, slots)))
        like = {node: _similar(mended, self._read.spelled(node)) for node in nodes}
        best = heapq.nsmallest(4 * limit, nodes, key=lambda node: (-like[node], node))
        found = [
            (self._alike(mended, each) if each.term.attr != "id" else like[node], each)
            for node in best
            if like[node] >= LIKE
            for each in self._proposed(node, slots, words)
        ]
        found.sort(key=lambda scored: (-scored[0], scored[1].distance, scored[1].name))
        return [each for _, each in found]

    def _alike(self, words: Sequence[str], proposal: Proposal) -> float:
        return _similar(words, self._key(proposal.name))

    def _proposed(
        self, node: int, slots: Collection[str] | None, words: Sequence[str]
    ) -> Iterator[Proposal]:
        wanted, spelled = " ".join(words), " ".join(self._read.spelled(node))
        apart = distance(wanted, spelled, max(len(wanted), len(spelled)))
        like = round(similarity(wanted, spelled), 3)
        for term in self._read.terms(node):
            if _allowed(term.type, term.attr, slots):
                yield Proposal(name=self._name(term), term=term, distance=apart, similarity=like)

    def _name(self, term: Term) -> str:
        first = str(term.values[0])
        return self._read.label(term.type, first) if term.attr == "id" else first

    def _near(self, word: str) -> tuple[Near, ...]:
        """Known words that this one may have been meant for, the nearest first."""
        number = self._read.number(word)
        found = [] if number == UNKNOWN else [(number, 0)]
        if most := edits(word):
            candidates = {each for part in shortened(word, most) for each in self._bucket(part)}
            for each in candidates - {number}:
                apart = distance(word, self._read.words[each], most)
                if apart <= most:
                    found.append((each, apart))
        return tuple(sorted(found, key=lambda near: (near[1], near[0]))[:MOST_NEAR])

    def _bucket(self, part: str) -> Sequence[int]:
        group = _hash(part) & (len(self._starts) - 2)
        return self._items[self._starts[group] : self._starts[group + 1]]

    def _whole(
        self, options: Sequence[Sequence[Near]], slots: Collection[str] | None
    ) -> dict[int, None]:
        """Names of just these words, each within its edits."""
        ends = dict(self._paths(options, 0))
        nodes = ends.get(len(options), ())
        return dict.fromkeys(node for node in nodes if self._has(node, slots))

    def _inside(
        self, options: Sequence[Sequence[Near]], slots: Collection[str] | None
    ) -> Iterator[int]:
        """Names of some of these words that stand together."""
        for start in range(len(options)):
            for _, nodes in self._paths(options, start):
                yield from (node for node in nodes if self._has(node, slots))

    def _paths(
        self, options: Sequence[Sequence[Near]], start: int
    ) -> Iterator[tuple[int, list[int]]]:
        nodes = [ROOT]
        for end in range(start, len(options)):
            steps = (self._read.trie.step(node, it) for node in nodes for it, _ in options[end])
            nodes = list(islice((node for node in steps if node != ROOT), MOST_PATHS))
            if not nodes:
                return
            yield end + 1, nodes

    def _sharing(
        self, options: Sequence[Sequence[Near]], slots: Collection[str] | None
    ) -> Iterator[int]:
        """Names with one of these words: the nearest, then the rarest, then the shortest names."""
        shared = sorted(
            (apart, self._ends[number + 1] - self._ends[number], number)
            for near in options
            for number, apart in near
        )
        looked = (
            self._postings[at]
            for *_, number in shared
            for at in range(self._ends[number], self._ends[number + 1])
        )
        kept = (node for node in islice(looked, MOST_LOOKED_AT) if self._has(node, slots))
        return islice(kept, MOST_COMPARED)

    def _has(self, node: int, slots: Collection[str] | None) -> bool:
        layout = self._read.layout.slots
        return any(
            _allowed(layout[slot][0], layout[slot][1], slots)
            for slot, _ in self._read.readings(node)
        )


def _allowed(type_name: str, attr: str, slots: Collection[str] | None) -> bool:
    if attr == HEAD:
        return False
    return slots is None or (type_name if attr == "id" else f"{type_name}.{attr}") in slots


def _similar(words: Sequence[str], others: Sequence[str]) -> float:
    return similarity(" ".join(words), " ".join(others))


def neighbours(gazetteer: Gazetteer) -> dict[str, Section]:
    """The sections that find words by what is left of them without a letter or two."""
    hashes, owners = array("I"), array("I")
    for number in range(len(gazetteer.words)):
        word = gazetteer.words[number]
        if len(word) >= SHORTEST - 1 and word.isalpha():
            parts = [_hash(part) for part in shortened(word, 2 if len(word) >= LONG - 1 else 1)]
            hashes.extend(parts)
            owners.extend([number] * len(parts))
    starts, items = grouped(hashes, owners, power(len(hashes)))
    return {"near.starts": starts, "near.items": items}


def _hash(part: str) -> int:
    return crc32(part.encode("utf-8", "surrogatepass"))

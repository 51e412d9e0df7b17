"""A trie over numbered words as three arrays: one search a word, whatever else is in it."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from occam.core.gazetteer.flat import Flat, Section

ROOT = 0


class Trie:
    """Nodes are numbered level by level, so that the children of one stand together, sorted."""

    def __init__(self, flat: Flat, name: str) -> None:
        self._words = flat.numbers(f"{name}.words")
        self._first = flat.numbers(f"{name}.first")

    def step(self, node: int, word: int) -> int:
        """The node one word further; 0, which no step leads to, where there is none."""
        words, end = self._words, self._first[node + 1]
        at = bisect_left(words, word, self._first[node], end)
        return at if at < end and words[at] == word else ROOT

    def walk(self, words: Sequence[int], start: int) -> Iterator[tuple[int, int]]:
        """The nodes along these words from `start`, each with the end of the stretch."""
        node = ROOT
        for end in range(start, len(words)):
            node = self.step(node, words[end])
            if node == ROOT:
                return
            yield end + 1, node

    def find(self, words: Sequence[int]) -> int:
        """The node that these words lead to; 0 where there is none."""
        node = ROOT
        for word in words:
            node = self.step(node, word)
            if node == ROOT:
                return ROOT
        return node

    def words(self, node: int) -> tuple[int, ...]:
        """The words that lead to a node."""
        found: list[int] = []
        while node != ROOT:
            found.append(self._words[node])
            node = bisect_right(self._first, node) - 1
        return tuple(reversed(found))


def trie(name: str, keys: Sequence[tuple[int, ...]]) -> tuple[dict[str, Section], array[int]]:
    """The sections of a trie over sorted, distinct, non-empty keys, and the node of each key."""
    words, children = array("I", [0]), array("I", [0])
    at = array("I", bytes(4 * len(keys)))
    live: Sequence[int] = range(len(keys))
    depth = 0
    while live:
        deeper: list[int] = []
        last = (-1, -1)
        for index in live:
            key = keys[index]
            step = (at[index], key[depth])
            if step != last:
                words.append(step[1])
                children.append(0)
                children[step[0]] += 1
                last = step
            at[index] = len(words) - 1
            if len(key) > depth + 1:
                deeper.append(index)
        live, depth = deeper, depth + 1
    first = array("I", accumulate(children, initial=1))
    return {f"{name}.words": words, f"{name}.first": first}, at

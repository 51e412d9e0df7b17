"""Words that were mistyped: how far two spellings lie apart, and which known ones lie near.

It proposes and never replaces. A word that is itself known, or a number, is no mistake.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache

SHORTEST, LONG = 4, 8
PREFIX = 7


def edits(word: str) -> int:
    """How many edits a word of this length may be away from what was meant."""
    if len(word) < SHORTEST or any(char.isdigit() for char in word):
        return 0
    return 1 if len(word) < LONG else 2


def distance(left: str, right: str, limit: int) -> int:
    """Letters inserted, dropped, changed or swapped with their neighbour, no stretch edited twice
    (restricted Damerau-Levenshtein); `limit + 1` where it takes more."""
    left, right = _differing(left, right)
    if abs(len(left) - len(right)) > limit:
        return limit + 1
    if not left or not right:
        return len(left) + len(right)
    older: list[int] = []
    before = list(range(len(right) + 1))
    for row, letter in enumerate(left, 1):
        now = [row]
        for column, other in enumerate(right, 1):
            cost = before[column - 1]
            if letter != other:
                cost = min(cost, before[column], now[column - 1]) + 1
                swapped = row > 1 and column > 1 and letter == right[column - 2]
                if swapped and left[row - 2] == other:
                    cost = min(cost, older[column - 2] + 1)
            now.append(cost)
        if min(now) > limit and min(before) > limit:
            return limit + 1
        older, before = before, now
    return min(before[-1], limit + 1)


def _differing(left: str, right: str) -> tuple[str, str]:
    """Both without the beginning and the end that they share."""
    shorter = min(len(left), len(right))
    start = 0
    while start < shorter and left[start] == right[start]:
        start += 1
    end = 0
    while end < shorter - start and left[-1 - end] == right[-1 - end]:
        end += 1
    return left[start : len(left) - end], right[start : len(right) - end]


def shortened(word: str, most: int) -> Iterator[str]:
    """The beginning of a word, and what is left of it without up to `most` letters: two words that
    lie within `most` edits have one of these in common."""
    found = {word[:PREFIX]}
    last = found
    for _ in range(most):
        last = {each[:at] + each[at + 1 :] for each in last for at in range(len(each))}
        found = found | last
    return iter(found)


def closest(word: str, known: frozenset[str]) -> str | None:
    """The known word that this one was meant to be: same first letter, within its edits;
    None where it is known itself, and where no word or more than one is nearest."""
    most = edits(word)
    if not most or word in known:
        return None
    by_distance: dict[int, set[str]] = {}
    for other in _candidates(word, most, known):
        by_distance.setdefault(distance(word, other, most), set()).add(other)
    nearest = by_distance[min(by_distance)] if by_distance else set[str]()
    near = bool(nearest) and min(by_distance) <= most
    return next(iter(nearest)) if near and len(nearest) == 1 else None


def near(word: str, known: frozenset[str]) -> list[str]:
    """The known words within this one's edits."""
    most = edits(word)
    if not most or word in known:
        return []
    found = _candidates(word, most, known)
    return sorted(other for other in found if distance(word, other, most) <= most)


def _candidates(word: str, most: int, known: frozenset[str]) -> Iterable[str]:
    index = _index(known)
    return {
        other
        for part in shortened(word, most)
        for other in index.get(part, ())
        if other[0] == word[0]
    }


@lru_cache(maxsize=32)
def _index(known: frozenset[str]) -> dict[str, list[str]]:
    """Known words by their shortened forms; a frozenset knows its hash, so this is found fast."""
    index: dict[str, list[str]] = {}
    for word in sorted(known):
        if len(word) >= SHORTEST - 1 and not _numeric(word):
            for part in shortened(word, 2):
                index.setdefault(part, []).append(word)
    return index


def _numeric(word: Collection[str]) -> bool:
    return any(char.isdigit() for char in word)

"""Several rankings of passages as one: reciprocal rank fusion.

G. V. Cormack, C. L. A. Clarke and S. Büttcher, "Reciprocal rank fusion outperforms Condorcet and
individual rank learning methods", SIGIR 2009. Ranks compare where scores of two methods do not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from occam.core.evidence import Passage

DIGITS = 12
"""Digits of a score: a sum must not depend on the order of what is added."""
RANK = 60
"""The paper's constant: how little the first ranks stand out from those behind them."""
AGAIN = 0.8
"""What a document's next passage still scores: another document's says a little more than one more
of the same. docs/documents.md says on what it was chosen."""


def fused(
    rankings: Iterable[Iterable[tuple[float, Passage]]],
    limit: int,
    rank: int = RANK,
    again: float = AGAIN,
) -> tuple[Passage, ...]:
    """The best passages of all rankings of weighed passages, best first.

    A passage scores its weight over `rank` and its place, summed over the rankings that have it,
    times `again` for each passage of its document before it; equal scores go by document and start.
    """
    scores: dict[tuple[str, int], float] = {}
    passages: dict[tuple[str, int], Passage] = {}
    for ranking in rankings:
        for place, (weight, passage) in enumerate(ranking, 1):
            key = (passage.document, passage.start)
            scores[key] = scores.get(key, 0.0) + weight / (rank + place)
            passages.setdefault(key, passage)
    spread: dict[tuple[str, int], float] = {}
    before: Counter[str] = Counter()
    for key in sorted(scores, key=lambda key: (-round(scores[key], DIGITS), key)):
        spread[key] = round(scores[key] * again ** before[key[0]], DIGITS)
        before[key[0]] += 1
    best = sorted(spread, key=lambda key: (-spread[key], key))[: max(limit, 0)]
    return tuple(msgspec.structs.replace(passages[key], score=spread[key]) for key in best)

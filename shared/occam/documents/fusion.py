"""Several rankings of passages as one: reciprocal rank fusion.

G. V. Cormack, C. L. A. Clarke and S. Büttcher, "Reciprocal rank fusion outperforms Condorcet and
individual rank learning methods", SIGIR 2009. Ranks compare where scores of two methods do not.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from occam.core.evidence import Passage

DIGITS = 12
"""Digits of a score: a sum must not depend on the order of what is added."""
RANK = 60
"""The paper's constant: how little the first ranks stand out from those behind them."""


def fused(
    rankings: Sequence[tuple[float, Sequence[Passage]]], limit: int, rank: int = RANK
) -> tuple[Passage, ...]:
    """The best passages of all rankings, each with its weight, best first.

    A passage scores its weight over `rank` and its place, summed over the rankings that have it;
    equal scores go by document and start.
    """
    scores: dict[tuple[str, int], float] = {}
    passages: dict[tuple[str, int], Passage] = {}
    for weight, ranking in rankings:
        for place, passage in enumerate(ranking, 1):
            key = (passage.document, passage.start)
            scores[key] = scores.get(key, 0.0) + weight / (rank + place)
            passages.setdefault(key, passage)
    summed = {key: round(score, DIGITS) for key, score in scores.items()}
    best = sorted(passages, key=lambda key: (-summed[key], key))[: max(limit, 0)]
    return tuple(msgspec.structs.replace(passages[key], score=summed[key]) for key in best)

"""Recall and rank of gold documents, with paired intervals of the differences.

Recall at k is the share of a question's gold documents among the documents of the first k passages,
the mean over all questions; where one passage is gold, it is looked for itself. Rank is the mean of
one over the place of the first gold passage, 0 where none is among those looked at.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from occam.core.errors import BadInput

RESAMPLES = 2000
SEED = 20261130
_LOW, _HIGH = 0.025, 0.975

Ranking = Sequence[str]


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """A question, and the documents that show its answer."""

    id: str
    question: str
    gold: frozenset[str]


class Difference(msgspec.Struct, frozen=True):
    """A mean of differences with its 95 % bootstrap interval, paired by question."""

    mean: float
    low: float
    high: float


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """One source of questions: `asked` of `of` count, those whose gold documents are known."""

    source: str
    asked: int
    of: int
    figures: dict[str, dict[str, float]]
    differences: dict[str, dict[str, Difference]]


def recall(gold: frozenset[str], ranking: Ranking, k: int) -> float:
    """The share of the gold documents among the documents of the first k passages."""
    return len(gold & set(ranking[:k])) / len(gold)


def first(gold: frozenset[str], ranking: Ranking) -> float:
    """One over the place of the first passage of a gold document."""
    places = (place for place, document in enumerate(ranking, 1) if document in gold)
    return 1 / place if (place := next(places, 0)) else 0.0


def difference(pairs: Sequence[float], seed: int = SEED) -> Difference:
    """The mean of paired differences, and how far it moves when the questions are drawn anew."""
    chance, size = random.Random(seed), len(pairs)  # noqa: S311
    means = sorted(sum(chance.choices(pairs, k=size)) / size for _ in range(RESAMPLES))
    low, high = (means[int(end * (RESAMPLES - 1))] for end in (_LOW, _HIGH))
    return Difference(sum(pairs) / size, low, high)


def report(
    source: str,
    asked: Sequence[Asked],
    of: int,
    found: Mapping[str, Sequence[Ranking]],
    at: Sequence[int],
    ours: str = "hybrid",
) -> Report:
    """The figures of every method, and of ours minus each other."""
    if not asked:
        raise BadInput(f"{source}: no question has all its gold documents in the corpus")
    scores = {
        name: {
            **{
                f"recall@{k}": [recall(q.gold, r, k) for q, r in zip(asked, rankings, strict=True)]
                for k in at
            },
            "MRR": [first(q.gold, r) for q, r in zip(asked, rankings, strict=True)],
        }
        for name, rankings in found.items()
    }
    return Report(
        source=source,
        asked=len(asked),
        of=of,
        figures={
            name: {metric: sum(each) / len(each) for metric, each in metrics.items()}
            for name, metrics in scores.items()
        },
        differences={
            name: {
                metric: difference([a - b for a, b in zip(scores[ours][metric], each, strict=True)])
                for metric, each in metrics.items()
            }
            for name, metrics in scores.items()
            if name != ours
        },
    )


def lines(report: Report) -> Iterator[str]:
    """The tables for people, in percent."""
    metrics = list(next(iter(report.figures.values())))
    yield f"{report.source}: {report.asked} of {report.of} questions"
    yield "  " + " " * 18 + "".join(f"{metric:>22}" for metric in metrics)
    for name, figures in report.figures.items():
        cells = "".join(f"{100 * figures[metric]:22.1f}" for metric in metrics)
        yield f"  {name:18}{cells}"
    for name, differences in report.differences.items():
        cells = "".join(f"{_told(differences[metric]):>22}" for metric in metrics)
        yield f"  {'hybrid − ' + name:18}{cells}"


def _told(found: Difference) -> str:
    mean, low, high = (100 * number for number in (found.mean, found.low, found.high))
    return f"{mean:+.1f} [{low:+.1f}, {high:+.1f}]"

"""How far stated probabilities can be trusted, measured on questions whose kind is known.

Confidence is the probability of the kind that was chosen. Every figure comes with the middle 95 %
of seeded resamples.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import numpy as np
from numpy.typing import NDArray

from occam.deciding.head import UNLEARNT, Array, Places

BINS = 10
PRECISIONS = (0.95, 0.98, 0.99)
RESAMPLES = 1000
LEAST = 1e-12
"""A probability that has shrunk to nothing still says which of two is less probable."""
_LOW, _HIGH = 2.5, 97.5


class Outcomes(msgspec.Struct, frozen=True, kw_only=True):
    """What a head said of some questions: one row of probabilities each, and the right places."""

    kinds: tuple[str, ...]
    probabilities: Array
    wanted: Places

    @property
    def chosen(self) -> Places:
        """The likeliest place; of equals the first."""
        return self.probabilities.argmax(axis=1)

    def some(self, rows: NDArray[np.intp] | NDArray[np.bool_]) -> Outcomes:
        """The outcomes of these rows."""
        return Outcomes(
            kinds=self.kinds, probabilities=self.probabilities[rows], wanted=self.wanted[rows]
        )


class Decided(msgspec.Struct, frozen=True):
    """What remains of outcomes to be measured: how sure, whether right, and the squared error."""

    confidence: Array
    right: NDArray[np.bool_]
    error: Array

    def some(self, rows: NDArray[np.intp] | NDArray[np.bool_]) -> Decided:
        """Those of these rows."""
        return Decided(self.confidence[rows], self.right[rows], self.error[rows])


def decided(outcomes: Outcomes) -> Decided:
    """The choices of the likeliest kinds. The error is the squared distance from certainty about
    the right kind."""
    learnt = outcomes.wanted != UNLEARNT
    hit = np.zeros(len(learnt))
    hit[learnt] = outcomes.probabilities[learnt, outcomes.wanted[learnt]]
    error = (outcomes.probabilities**2).sum(axis=1) - 2 * hit + 1
    chosen = outcomes.chosen
    confidence = outcomes.probabilities.max(axis=1, initial=0.0)
    return Decided(confidence, chosen == outcomes.wanted, error)


class Bin(msgspec.Struct, frozen=True, kw_only=True):
    """Decisions of about one confidence."""

    low: float
    high: float
    number: int
    confidence: float
    accuracy: float


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """A measured number and the interval around it."""

    name: str
    value: float
    low: float
    high: float


def between_two(outcomes: Outcomes, seed: int) -> Outcomes:
    """Each question once more as a choice between its own kind and one other.

    That is what a decider is asked: which of the readings that remain. The other kind is drawn by
    how probable such questions make it on the whole, so that near ones are met more often.
    """
    learnt = outcomes.some(outcomes.wanted != UNLEARNT)
    chance = np.random.default_rng(seed)
    offered = np.zeros_like(learnt.probabilities, dtype=bool)
    for kind in np.unique(learnt.wanted):
        rows = np.flatnonzero(learnt.wanted == kind)
        weights = learnt.probabilities[rows].mean(axis=0)
        weights[kind] = 0.0
        offered[rows, kind] = True
        if weights.sum() > 0:
            rivals = chance.choice(len(weights), len(rows), p=weights / weights.sum())
            offered[rows, rivals] = True
    shares = np.where(offered, np.maximum(learnt.probabilities, LEAST), 0.0)
    shares /= shares.sum(axis=1, keepdims=True)
    return Outcomes(kinds=learnt.kinds, probabilities=shares, wanted=learnt.wanted)


def bins(outcomes: Outcomes) -> tuple[Bin, ...]:
    """Ten bins of equal width; the last one holds a confidence of 1."""
    made = decided(outcomes)
    confidence, right = made.confidence, made.right
    at = _binned(confidence)
    found: list[Bin] = []
    for place in range(BINS):
        inside = at == place
        number = int(inside.sum())
        found.append(
            Bin(
                low=place / BINS,
                high=(place + 1) / BINS,
                number=number,
                confidence=float(confidence[inside].mean()) if number else 0.0,
                accuracy=float(right[inside].mean()) if number else 0.0,
            )
        )
    return tuple(found)


def figures(outcomes: Outcomes, seed: int) -> tuple[Figure, ...]:
    """Accuracy, calibration error, ranking, Brier score and coverages, with their intervals."""
    measures: dict[str, Callable[[Decided], float]] = {
        "accuracy": accuracy,
        "ECE": calibration_error,
        "AUROC": ranking,
        "Brier": brier,
    }
    for precision in PRECISIONS:
        measures[f"coverage at precision {precision}"] = _Coverage(precision)
    whole = decided(outcomes)
    size = len(whole.right)
    chance = np.random.default_rng(seed)
    samples = [whole.some(chance.integers(0, size, size)) for _ in range(RESAMPLES if size else 0)]
    made: list[Figure] = []
    for name, measure in measures.items():
        again = [measure(sample) for sample in samples] or [0.0]
        low, high = np.nanpercentile(again, (_LOW, _HIGH)) if not np.isnan(again).all() else (0, 0)
        made.append(Figure(name=name, value=measure(whole), low=float(low), high=float(high)))
    return tuple(made)


def accuracy(made: Decided) -> float:
    """The share of right choices."""
    return float(made.right.mean()) if len(made.right) else 0.0


def calibration_error(made: Decided) -> float:
    """Expected calibration error: how far accuracy lies from confidence, over the ten bins."""
    if not len(made.right):
        return 0.0
    gaps = made.confidence - made.right
    sums = np.bincount(_binned(made.confidence), weights=gaps, minlength=BINS)
    return float(np.abs(sums).sum() / len(gaps))


def ranking(made: Decided) -> float:
    """AUROC: how often a right choice is more confident than a wrong one; ties count half. Not a
    number where all are right, or all wrong."""
    confidence, right = made.confidence, made.right
    good, bad = int(right.sum()), int((~right).sum())
    if not good or not bad:
        return float("nan")
    _, at, each = np.unique(confidence, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(each) - (each - 1) / 2)[at]
    return float((ranks[right].sum() - good * (good + 1) / 2) / (good * bad))


def brier(made: Decided) -> float:
    """Mean squared distance from certainty about the right kind: 0 at best, 2 at worst."""
    return float(made.error.mean()) if len(made.error) else 0.0


def coverage(made: Decided, precision: float) -> float:
    """The largest share that can be decided, most confident first, at that precision."""
    return _reach(made, precision)[0]


def threshold(made: Decided, precision: float) -> float | None:
    """The least confidence from which on that precision holds; none where no stretch is long
    enough to show it."""
    return _reach(made, precision)[1]


def fewest(precision: float) -> int:
    """How many decisions it takes to tell that precision from certainty."""
    return round(1 / (1 - precision)) if precision < 1 else 1


class _Coverage(msgspec.Struct, frozen=True):
    precision: float

    def __call__(self, made: Decided) -> float:
        return coverage(made, self.precision)


def _reach(made: Decided, precision: float) -> tuple[float, float | None]:
    order = np.argsort(-made.confidence, kind="stable")
    confidence, right = made.confidence[order], made.right[order]
    counted = np.arange(1, len(order) + 1)
    last_of_its_confidence = np.append(confidence[1:] < confidence[:-1], True)[: len(order)]
    holds = np.cumsum(right) >= precision * counted - 1e-12
    good = np.flatnonzero(holds & last_of_its_confidence & (counted >= fewest(precision)))
    if not len(good):
        return 0.0, None
    return float((good[-1] + 1) / len(order)), float(confidence[good[-1]])


def _binned(confidence: Array) -> Places:
    return np.minimum((confidence * BINS).astype(np.intp), BINS - 1)


def confusion(outcomes: Outcomes) -> dict[str, dict[str, int]]:
    """How often each kind was taken for which, by the right one; unlearnt ones are out."""
    table: dict[str, dict[str, int]] = {}
    for wanted, chosen in zip(outcomes.wanted, outcomes.chosen, strict=True):
        if wanted != UNLEARNT:
            row = table.setdefault(outcomes.kinds[int(wanted)], {})
            name = outcomes.kinds[int(chosen)]
            row[name] = row.get(name, 0) + 1
    return {kind: dict(sorted(row.items())) for kind, row in sorted(table.items())}

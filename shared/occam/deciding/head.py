"""A linear head over vectors: multinomial logistic regression with L2, by accelerated descent.

The loss is strictly convex, so there is one best head: no seed, no shuffling, and the same vectors
give the same head.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from occam.core.ports import Embedder

Array = NDArray[np.float64]
Places = NDArray[np.intp]

PENALTY = 1e-4
STEPS = 3000
CLOSE = 1e-6
UNLEARNT = -1
_COOLEST, _HOTTEST = 0.05, 20.0
_GOLDEN = (5**0.5 - 1) / 2


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """A row of weights for each kind, the last column for a constant, and the temperature."""

    kinds: tuple[str, ...]
    weights: Array
    temperature: float = 1.0

    def scores(self, vectors: Array) -> Array:
        """How much speaks for each kind, one row a vector, before the temperature."""
        return _with_constant(vectors) @ self.weights.T

    def probabilities(self, vectors: Array) -> Array:
        """How probable each kind is, one row a vector."""
        return softmax(self.scores(vectors) / self.temperature)


def vectors(embedder: Embedder, texts: Sequence[str]) -> Array:
    """What the embedding model makes of the texts, one row a text."""
    return np.array(embedder.embed(texts).vectors, dtype=np.float64).reshape(-1, embedder.dimension)


def softmax(scores: Array) -> Array:
    """Rows that sum to one."""
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


def fit(vectors: Array, kinds: Sequence[str], penalty: float = PENALTY) -> Head:
    """The head with the least mean loss and penalty over these vectors and their kinds."""
    names = tuple(sorted(set(kinds)))
    inputs = _with_constant(vectors)
    wanted = np.eye(len(names))[places(names, kinds)]
    weights = np.zeros((len(names), inputs.shape[1]))
    held = penalty * np.append(np.ones(inputs.shape[1] - 1), 0.0)
    steepest = 0.5 * np.linalg.norm(inputs, 2) ** 2 / len(inputs) + penalty
    ratio = (penalty / steepest) ** 0.5
    momentum, ahead = (1 - ratio) / (1 + ratio), weights
    for _ in range(STEPS):
        error = softmax(inputs @ ahead.T) - wanted
        slope = error.T @ inputs / len(inputs) + ahead * held
        before, weights = weights, ahead - slope / steepest
        ahead = weights + momentum * (weights - before)
        if np.abs(slope).max() < CLOSE:
            break
    return Head(kinds=names, weights=weights)


def fit_temperature(scores: Array, wanted: Places) -> float:
    """The temperature under which the wanted kinds are most probable, by golden section; 1 where
    none of them was learnt."""
    scores, wanted = scores[wanted != UNLEARNT], wanted[wanted != UNLEARNT]
    if not len(wanted):
        return 1.0
    low, high = float(np.log(_COOLEST)), float(np.log(_HOTTEST))
    while high - low > CLOSE:
        left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
        if _loss(scores / np.exp(left), wanted) <= _loss(scores / np.exp(right), wanted):
            high = right
        else:
            low = left
    return round(float(np.exp((low + high) / 2)), 6)


def places(names: Sequence[str], kinds: Sequence[str]) -> Places:
    """Where each kind stands among the names; -1 for one that is not there."""
    known = {name: place for place, name in enumerate(names)}
    return np.array([known.get(kind, UNLEARNT) for kind in kinds], dtype=np.intp)


def _loss(scores: Array, wanted: Places) -> float:
    highest = scores.max(axis=1)
    total = highest + np.log(np.exp(scores - highest[:, None]).sum(axis=1))
    return float((total - scores[np.arange(len(scores)), wanted]).mean())


def _with_constant(vectors: Array) -> Array:
    return np.hstack([vectors, np.ones((len(vectors), 1))])

"""The head: a distribution, found without chance, and cooled or warmed to fit."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from occam.deciding.head import UNLEARNT, Array, Head, fit, fit_temperature, places, softmax

RNG = np.random.default_rng(7)
CENTRES = RNG.normal(size=(3, 8))
KINDS = [("count", "list", "fold")[at % 3] for at in range(120)]
VECTORS: Array = np.array([CENTRES[at % 3] for at in range(120)]) + RNG.normal(size=(120, 8)) / 2


def test_the_same_vectors_give_the_same_head() -> None:
    first, second = fit(VECTORS, KINDS), fit(VECTORS, KINDS)
    assert np.array_equal(first.weights, second.weights)
    assert first.kinds == ("count", "fold", "list")


def test_what_was_learnt_is_told_apart() -> None:
    head = fit(VECTORS, KINDS)
    chosen = head.probabilities(VECTORS).argmax(axis=1)
    assert (chosen == places(head.kinds, KINDS)).mean() > 0.95


def test_the_order_of_examples_does_not_matter() -> None:
    order = RNG.permutation(len(KINDS))
    shuffled = fit(VECTORS[order], [KINDS[at] for at in order])
    assert np.allclose(fit(VECTORS, KINDS).weights, shuffled.weights, atol=1e-4)


def test_the_slope_at_the_head_is_flat() -> None:
    penalty = 1e-2
    head = fit(VECTORS, KINDS, penalty)
    inputs = np.hstack([VECTORS, np.ones((len(VECTORS), 1))])
    wanted = np.eye(3)[places(head.kinds, KINDS)]
    slope = (head.probabilities(VECTORS) - wanted).T @ inputs / len(VECTORS)
    slope[:, :-1] += penalty * head.weights[:, :-1]
    assert np.abs(slope).max() < 1e-5


def test_more_penalty_makes_smaller_weights() -> None:
    sizes = [np.linalg.norm(fit(VECTORS, KINDS, each).weights[:, :-1]) for each in (1e-4, 1e-1)]
    assert sizes[0] > sizes[1]


def test_one_kind_alone_is_certain() -> None:
    head = fit(VECTORS[:4], ["count"] * 4)
    assert np.array_equal(head.probabilities(VECTORS[:2]), [[1.0], [1.0]])


SCORES = arrays.arrays(np.float64, (5, 4), elements=st.floats(-1e3, 1e3))


@given(SCORES)
def test_rows_are_distributions(scores: Array) -> None:
    found = softmax(scores)
    assert np.isfinite(found).all()
    assert found.sum(axis=1) == pytest.approx(np.ones(5))


@given(SCORES, st.floats(-100, 100))
def test_adding_the_same_to_all_scores_changes_nothing(scores: Array, more: float) -> None:
    assert softmax(scores + more) == pytest.approx(softmax(scores), abs=1e-9)


@given(SCORES, st.floats(0.1, 10))
def test_a_temperature_never_changes_what_is_likeliest(scores: Array, warmth: float) -> None:
    weights = np.hstack([scores, np.zeros((5, 1))])
    hot = Head(kinds=tuple("abcde"), weights=weights, temperature=warmth)
    cold = Head(kinds=tuple("abcde"), weights=weights)
    inputs = np.eye(4)
    ahead = hot.scores(inputs).argmax(axis=1)
    assert np.array_equal(ahead, cold.scores(inputs).argmax(axis=1))
    best = hot.probabilities(inputs)
    assert (best[np.arange(4), ahead] == best.max(axis=1)).all()


@pytest.mark.parametrize("truth", [0.5, 1.0, 3.0])
def test_the_temperature_that_made_the_answers_is_found(truth: float) -> None:
    scores = RNG.normal(size=(20_000, 3)) * 2
    shares = softmax(scores / truth).cumsum(axis=1)
    wanted = (RNG.random((20_000, 1)) > shares).sum(axis=1)
    assert fit_temperature(scores, wanted) == pytest.approx(truth, rel=0.1)


def test_what_was_never_learnt_takes_no_part_in_the_temperature() -> None:
    scores = RNG.normal(size=(50, 3))
    wanted = RNG.integers(0, 3, 50)
    more = np.vstack([scores, [[9.0, 0, 0]]]), np.append(wanted, UNLEARNT)
    assert fit_temperature(*more) == fit_temperature(scores, wanted)
    assert fit_temperature(scores[:1], np.array([UNLEARNT])) == 1.0

"""Measures of calibration, against values worked out by hand and laws."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from occam.deciding.head import UNLEARNT
from occam.deciding.reliability import (
    Outcomes,
    accuracy,
    between_two,
    bins,
    brier,
    calibration_error,
    confusion,
    coverage,
    decided,
    fewest,
    figures,
    ranking,
    threshold,
)


def outcomes(*drawn: tuple[float, bool]) -> Outcomes:
    """Decisions between two kinds: how confident, and whether right."""
    rows = [(confidence, 1 - confidence) for confidence, _ in drawn]
    wanted = [0 if right else 1 for _, right in drawn]
    return Outcomes(
        kinds=("count", "list"),
        probabilities=np.array(rows, dtype=np.float64).reshape(-1, 2),
        wanted=np.array(wanted, dtype=np.intp),
    )


FOUR = outcomes((0.95, True), (0.85, True), (0.85, False), (0.65, False))
SOME = st.lists(st.tuples(st.floats(0.51, 1.0), st.booleans()), min_size=1, max_size=60)


def test_the_measures_of_four_decisions() -> None:
    assert accuracy(decided(FOUR)) == 0.5
    assert calibration_error(decided(FOUR)) == pytest.approx((0.05 + 2 * 0.35 + 0.65) / 4)
    assert ranking(decided(FOUR)) == pytest.approx((1 + 1 + 1 + 0.5) / 4)
    squares = [0.05**2, 0.15**2, 0.85**2, 0.65**2]
    assert brier(decided(FOUR)) == pytest.approx(2 * sum(squares) / 4)


def test_ten_bins_hold_every_decision() -> None:
    found = bins(FOUR)
    assert [each.number for each in found] == [0, 0, 0, 0, 0, 0, 1, 0, 2, 1]
    assert (found[8].confidence, found[8].accuracy) == (pytest.approx(0.85), 0.5)
    assert (found[0].low, found[9].high) == (0.0, 1.0)


def test_certainty_falls_into_the_last_bin() -> None:
    assert bins(outcomes((1.0, True)))[9].number == 1


def test_ranking_says_nothing_where_all_are_right_or_all_wrong() -> None:
    assert math.isnan(ranking(decided(outcomes((0.9, True), (0.8, True)))))
    assert math.isnan(ranking(decided(outcomes((0.9, False)))))


def test_coverage_is_the_longest_stretch_that_holds_the_precision() -> None:
    sure = [(0.99 - at / 1000, True) for at in range(30)]
    mixed = [(0.9 - at / 1000, at % 2 == 0) for at in range(30)]
    found = outcomes(*sure, *mixed)
    assert coverage(decided(found), 0.95) == pytest.approx(33 / 60)
    assert threshold(decided(found), 0.95) == pytest.approx(0.898)


def test_equal_confidences_are_decided_together() -> None:
    found = outcomes(*[(0.9, True)] * 30, *[(0.9, False)] * 10)
    assert coverage(decided(found), 0.95) == 0
    assert threshold(decided(found), 0.95) is None
    assert coverage(decided(found), 0.75) == 1


def test_a_few_right_ones_show_no_precision() -> None:
    few = outcomes(*[(0.99, True)] * (fewest(0.98) - 1))
    assert fewest(0.98) == 50
    assert threshold(decided(few), 0.98) is None
    assert threshold(decided(outcomes(*[(0.99, True)] * 50)), 0.98) == pytest.approx(0.99)


def test_a_kind_that_was_never_learnt_counts_as_wrong() -> None:
    found = Outcomes(kinds=("count",), probabilities=np.array([[1.0]]), wanted=np.array([UNLEARNT]))
    assert (accuracy(decided(found)), brier(decided(found))) == (0.0, 2.0)
    assert confusion(found) == {}


def test_the_confusion_table_counts_what_was_taken_for_what() -> None:
    assert confusion(FOUR) == {"count": {"count": 2}, "list": {"count": 2}}


def test_no_decision_has_no_error() -> None:
    none = outcomes()
    assert (accuracy(decided(none)), calibration_error(decided(none)), brier(decided(none))) == (
        0.0,
        0.0,
        0.0,
    )
    assert coverage(decided(none), 0.95) == 0
    assert [each.value for each in figures(none, 1)][:2] == [0.0, 0.0]


def test_the_same_seed_gives_the_same_intervals() -> None:
    found = outcomes(*[(0.6 + at / 100, at % 3 > 0) for at in range(40)])
    assert figures(found, 3) == figures(found, 3)
    assert figures(found, 3) != figures(found, 4)


@given(SOME)
def test_measures_stay_within_their_range(drawn: list[tuple[float, bool]]) -> None:
    made = decided(outcomes(*drawn))
    assert 0 <= calibration_error(made) <= 1
    assert 0 <= brier(made) <= 2
    assert math.isnan(ranking(made)) or 0 <= ranking(made) <= 1
    assert sum(each.number for each in bins(outcomes(*drawn))) == len(drawn)


@given(SOME, st.sampled_from((0.5, 0.75, 0.9)))
def test_a_threshold_keeps_its_promise(drawn: list[tuple[float, bool]], wanted: float) -> None:
    made = decided(outcomes(*drawn))
    least = threshold(made, wanted)
    if least is not None:
        above = made.some(made.confidence >= least)
        assert accuracy(above) >= wanted - 1e-9
        assert len(above.right) / len(drawn) == pytest.approx(coverage(made, wanted))


@given(SOME)
def test_more_precision_never_covers_more(drawn: list[tuple[float, bool]]) -> None:
    made = decided(outcomes(*drawn))
    assert coverage(made, 0.5) >= coverage(made, 0.75) >= coverage(made, 0.9)


THREE_WAYS = Outcomes(
    kinds=("count", "list", "fold"),
    probabilities=np.array([[0.5, 0.4, 0.1], [0.2, 0.3, 0.5], [0.6, 0.4, 0.0], [1.0, 0.0, 0.0]]),
    wanted=np.array([0, 0, 1, UNLEARNT]),
)


def test_a_choice_between_two_holds_the_right_kind_and_one_other() -> None:
    found = between_two(THREE_WAYS, 1)
    assert len(found.wanted) == 3
    assert found.probabilities.sum(axis=1) == pytest.approx(np.ones(3))
    assert ((found.probabilities > 0).sum(axis=1) == 2).all()
    assert (found.probabilities[np.arange(3), found.wanted] > 0).all()


def test_the_two_keep_their_odds() -> None:
    found = between_two(THREE_WAYS, 1).probabilities
    rival = int(found[0, 1:].argmax()) + 1
    odds = THREE_WAYS.probabilities[0, rival] / THREE_WAYS.probabilities[0, 0]
    assert found[0, rival] / found[0, 0] == pytest.approx(odds)


def test_the_same_seed_draws_the_same_rivals() -> None:
    first, second = between_two(THREE_WAYS, 5), between_two(THREE_WAYS, 5)
    assert np.array_equal(first.probabilities, second.probabilities)


def test_one_kind_alone_has_no_rival() -> None:
    alone = Outcomes(kinds=("count",), probabilities=np.array([[1.0]]), wanted=np.array([0]))
    assert between_two(alone, 1).probabilities.tolist() == [[1.0]]

"""Reciprocal rank fusion: its arithmetic and its laws."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from occam.core.evidence import Passage
from occam.documents.fusion import AGAIN, fused

Ranking = list[tuple[float, Passage]]


def passage(document: str) -> Passage:
    return Passage(document, "", 0, 1, document, 0.0)


def even(passages: Sequence[Passage], weight: float = 1.0) -> Ranking:
    return [(weight, each) for each in passages]


weights = st.floats(0.0, 2.0)
rankings = st.lists(
    st.lists(st.tuples(weights, st.sampled_from("ABCDEFG")), unique_by=lambda pair: pair[1]).map(
        lambda pairs: [(weight, passage(document)) for weight, document in pairs]
    ),
    max_size=3,
)


def test_scores_are_those_of_the_paper():
    words, meaning = [passage("A"), passage("B")], [passage("B"), passage("C")]
    best = fused([even(words), even(meaning)], 3)
    assert [p.document for p in best] == ["B", "A", "C"]
    assert [p.score for p in best] == pytest.approx([1 / 62 + 1 / 61, 1 / 61, 1 / 62])


def test_a_weight_counts():
    best = fused([even([passage("A")]), even([passage("B")], 2.0)], 2)
    assert [p.document for p in best] == ["B", "A"]


def test_a_passage_of_more_weight_passes_those_before_it():
    best = fused([[(0.5, passage("A")), (1.0, passage("B")), (1.0, passage("C"))]], 3)
    assert [p.document for p in best] == ["B", "C", "A"]


def test_equal_scores_go_by_document():
    best = fused([even([passage("B")]), even([passage("A")])], 2)
    assert [p.document for p in best] == ["A", "B"]


@given(rankings, st.integers(0, 10))
def test_each_passage_comes_once_and_none_is_invented(found: list[Ranking], limit: int):
    given_ = {p.document for ranking in found for _, p in ranking}
    best = [p.document for p in fused(found, limit)]
    assert len(best) == len(set(best)) == min(limit, len(given_))
    assert set(best) <= given_


@given(rankings)
def test_the_order_of_the_rankings_does_not_matter(found: list[Ranking]):
    assert fused(found, 9) == fused(found[::-1], 9)


@given(st.lists(st.sampled_from("ABCDEFG"), unique=True))
def test_two_that_agree_keep_their_order(documents: list[str]):
    ranking = [passage(document) for document in documents]
    assert [p.document for p in fused([even(ranking), even(ranking)], 9)] == documents


def test_another_document_comes_before_one_more_passage_of_the_same():
    again = Passage(document="A", title="", start=5, end=6, quote="more", score=0.0)
    best = fused([even([passage("A"), again, passage("B")])], 3)
    assert [(p.document, p.start) for p in best] == [("A", 0), ("B", 0), ("A", 5)]
    assert best[2].score == pytest.approx(AGAIN / 62)


@given(st.lists(st.integers(0, 20), unique=True, min_size=1))
def test_passages_of_one_document_keep_their_order(starts: list[int]):
    ranking = [
        Passage(document="A", title="", start=at, end=at + 1, quote="x", score=0.0) for at in starts
    ]
    assert [p.start for p in fused([even(ranking)], 50)] == starts

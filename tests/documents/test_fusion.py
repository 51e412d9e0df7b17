"""Reciprocal rank fusion: its arithmetic and its laws."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from occam.core.evidence import Passage
from occam.documents.fusion import fused


def passage(document: str) -> Passage:
    return Passage(document, "", 0, 1, document, 0.0)


rankings = st.lists(
    st.lists(st.sampled_from("ABCDEFG"), unique=True).map(lambda ds: [passage(d) for d in ds]),
    max_size=3,
).map(lambda found: [(1.0, ranking) for ranking in found])


def test_scores_are_those_of_the_paper():
    words, meaning = [passage("A"), passage("B")], [passage("B"), passage("C")]
    best = fused([(1.0, words), (1.0, meaning)], 3)
    assert [p.document for p in best] == ["B", "A", "C"]
    assert [p.score for p in best] == pytest.approx([1 / 62 + 1 / 61, 1 / 61, 1 / 62])


def test_a_weight_counts():
    best = fused([(1.0, [passage("A")]), (2.0, [passage("B")])], 2)
    assert [p.document for p in best] == ["B", "A"]


def test_equal_scores_go_by_document():
    best = fused([(1.0, [passage("B")]), (1.0, [passage("A")])], 2)
    assert [p.document for p in best] == ["A", "B"]


@given(rankings, st.integers(0, 10))
def test_each_passage_comes_once_and_none_is_invented(
    found: list[tuple[float, list[Passage]]], limit: int
):
    given_ = {p.document for _, ranking in found for p in ranking}
    best = [p.document for p in fused(found, limit)]
    assert len(best) == len(set(best)) == min(limit, len(given_))
    assert set(best) <= given_


@given(rankings)
def test_the_order_of_the_rankings_does_not_matter(found: list[tuple[float, list[Passage]]]):
    assert fused(found, 9) == fused(found[::-1], 9)


@given(st.lists(st.sampled_from("ABCDEFG"), unique=True))
def test_two_that_agree_keep_their_order(documents: list[str]):
    ranking = [passage(document) for document in documents]
    assert [p.document for p in fused([(1.0, ranking), (1.0, ranking)], 9)] == documents


def test_another_document_comes_before_one_more_passage_of_the_same():
    again = Passage(document="A", title="", start=5, end=6, quote="more", score=0.0)
    best = fused([(1.0, [passage("A"), again, passage("B")])], 3)
    assert [(p.document, p.start) for p in best] == [("A", 0), ("B", 0), ("A", 5)]
    assert best[2].score == pytest.approx(0.9 / 62)


@given(st.lists(st.integers(0, 20), unique=True, min_size=1))
def test_passages_of_one_document_keep_their_order(starts: list[int]):
    ranking = [
        Passage(document="A", title="", start=at, end=at + 1, quote="x", score=0.0) for at in starts
    ]
    assert [p.start for p in fused([(1.0, ranking)], 50)] == starts

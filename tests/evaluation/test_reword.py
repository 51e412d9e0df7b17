"""Rewording is deterministic, changes the words, and keeps what is asked."""

from pathlib import Path

import pytest
from occam.core.errors import BadInput
from occam.evaluation.questions import BenchmarkQuestion, read_benchmark, write_benchmark
from occam.evaluation.reword import families, reword

HOSTS = {"1948 Summer": "London", "1952 Winter": "Oslo"}
QUESTIONS = (
    BenchmarkQuestion(
        qid="a",
        qtype="aggregation",
        question="how many rowing events in the 1948 Summer Olympics beat 20 competitors?",
        answer=("3",),
    ),
    BenchmarkQuestion(
        qid="b",
        qtype="temporal",
        question="Gold, that is, won in the men's axe event; Winter Games before 1952?",
    ),
    BenchmarkQuestion(qid="c", qtype="other", question="What else?"),
)


def test_a_seed_gives_the_same_words_again() -> None:
    assert reword(QUESTIONS, 4, HOSTS) == reword(QUESTIONS, 4, HOSTS)


def test_seeds_differ_and_answers_stay() -> None:
    texts = {reword(QUESTIONS, seed, HOSTS)[0].question for seed in range(20)}
    assert len(texts) > 10
    assert all("20" in text for text in texts)
    assert {reword(QUESTIONS, seed, HOSTS)[0].answer for seed in range(5)} == {("3",)}


def test_an_unknown_kind_stays_as_it_is() -> None:
    assert reword(QUESTIONS, 1, HOSTS)[2] == QUESTIONS[2]


@pytest.mark.parametrize("kind", ["lookup", "aggregation", "superlative", "multi_hop", "temporal"])
def test_every_kind_has_several_families(kind: str) -> None:
    assert families(kind) >= 3


def test_a_file_of_questions_is_read_back(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    write_benchmark(file, QUESTIONS)
    assert read_benchmark(file) == QUESTIONS


def test_a_bad_line_is_named(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text('{"qid": "a", "question": "?"}\n{"qid": 3}\n')
    with pytest.raises(BadInput, match=r"questions\.jsonl:2"):
        read_benchmark(file)
    file.write_text("\n")
    with pytest.raises(BadInput, match="no questions"):
        read_benchmark(file)

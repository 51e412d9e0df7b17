"""Vectors of a hosted model: what is asked, believed and paid. The library is a stub."""

from __future__ import annotations

import importlib.util
from types import SimpleNamespace
from typing import Any

import pytest
from occam.core.errors import Permanent, Throttled, Transient
from occam.llm import library
from occam.llm.embedding import BATCH, HostedEmbedder
from occam.llm.settings import LlmSettings

KEY = "sk-nobody-may-read-this"


class Library:
    """Gives each text the vector (its length, 1)."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.model_cost: dict[str, Any] = {"maker/vectors": {"input_cost_per_token": 2e-8}}
        self.fails: Exception | None = None
        self.usage: Any = SimpleNamespace(prompt_tokens=100)

    def token_counter(self, model: str, text: str) -> int:
        return len(text.split())

    def embedding(self, **given: Any) -> Any:
        self.asked.append(given)
        if self.fails:
            raise self.fails
        rows = [
            {"index": at, "embedding": [float(len(text)), 1.0]}
            for at, text in enumerate(given["input"])
        ]
        return SimpleNamespace(data=rows[::-1], usage=self.usage)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Library:
    stub = Library()
    monkeypatch.setattr(library, "litellm", lambda: stub)
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util,
        "find_spec",
        lambda name, package=None: object() if name == "litellm" else found(name, package),
    )
    return stub


def embedder(dimension: int = 2) -> HostedEmbedder:
    return HostedEmbedder("maker/vectors", dimension, LlmSettings(key=KEY, url="http://here"))


def test_each_text_gets_its_own_vector_of_length_one(made: Library) -> None:
    embedded = embedder().embed(["abc", "a"])
    assert embedded.vectors == [[0.9486833, 0.3162278], [0.7071068, 0.7071068]]
    (given,) = made.asked
    assert (given["api_key"], given["api_base"]) == (KEY, "http://here")
    assert (given["num_retries"], given["max_retries"]) == (0, 0)


def test_many_texts_are_asked_for_in_parts_and_billed_together(made: Library) -> None:
    embedded = embedder().embed(["a"] * (BATCH + 1))
    assert len(embedded.vectors) == BATCH + 1
    assert [len(given["input"]) for given in made.asked] == [BATCH, 1]
    spent = embedded.spent
    assert (spent.input_tokens, spent.model_calls, spent.micro_usd) == (200, 2, 4)


def test_a_question_that_comes_again_is_not_asked_for_again(made: Library) -> None:
    model = embedder()
    assert model.embed(["why"]) == model.embed(["why"])
    assert len(made.asked) == 1


def test_a_failure_is_not_kept(made: Library) -> None:
    model, made.fails = embedder(), ConnectionError("gone")
    with pytest.raises(Transient):
        model.embed(["why"])
    made.fails = None
    assert model.embed(["why"]).vectors


def test_nothing_costs_nothing(made: Library) -> None:
    embedded = embedder().embed([])
    assert (embedded.vectors, embedded.spent.model_calls, made.asked) == ([], 0, [])


def test_an_empty_text_is_sent_as_a_space(made: Library) -> None:
    embedder().embed([""])
    assert made.asked[0]["input"] == [" "]


def test_tokens_that_nobody_told_are_estimated_and_a_price_that_nobody_lists_is_unknown(
    made: Library,
) -> None:
    made.usage = None
    made.model_cost.clear()
    spent = embedder().embed(["one two"]).spent
    assert (spent.input_tokens, spent.micro_usd, spent.estimated) == (2, None, True)


def test_another_dimension_than_the_pack_s_is_refused(made: Library) -> None:
    with pytest.raises(Permanent, match=r"2 numbers, and the pack says 3"):
        embedder(3).embed(["a"])


def test_an_error_is_sorted_and_keeps_its_text_to_itself(made: Library) -> None:
    made.fails = type("RateLimitError", (Exception,), {})(f"{KEY} is used up")
    with pytest.raises(Throttled) as caught:
        embedder().embed(["a"])
    assert KEY not in str(caught.value) + repr(embedder())

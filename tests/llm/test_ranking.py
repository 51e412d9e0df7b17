"""Ranks of a hosted model: what is asked, believed and paid. The library is a stub."""

from __future__ import annotations

import importlib.util
from types import SimpleNamespace
from typing import Any

import pytest
from occam.cli.trials import told
from occam.core.errors import BadConfig, Permanent, Throttled
from occam.core.model import Prompted, Said
from occam.llm import library
from occam.llm.naming import ranking_named
from occam.llm.ranking import HostedRanking
from occam.llm.ranking_trial import try_ranking
from occam.llm.settings import LlmSettings, RerankerSettings

KEY = "sk-nobody-may-read-this"
ASKED = Prompted(
    messages=(Said("user", "Why?"), Said("user", "one two"), Said("user", "three")),
    prompt="rerank 1",
    most_tokens=0,
    context_tokens=2,
)


class Library:
    """Ranks the texts in the order that a test gives."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.model_cost: dict[str, Any] = {
            "by-request": {"input_cost_per_query": 0.002, "input_cost_per_token": 0.0},
            "by-token": {"input_cost_per_token": 5e-8},
        }
        self.fails: Exception | None = None
        self.rows: Any = [
            {"index": 0, "relevance_score": 0.1},
            {"index": 1, "relevance_score": 0.9},
        ]
        self.meta: Any = {"tokens": {"input_tokens": 50}}

    def token_counter(self, model: str, text: str) -> int:
        return len(text.split())

    async def arerank(self, **given: Any) -> Any:
        self.asked.append(given)
        if self.fails:
            raise self.fails
        return SimpleNamespace(results=self.rows, meta=self.meta)


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


def ranking(name: str = "maker/by-token", price: float | None = None) -> HostedRanking:
    return HostedRanking(name, LlmSettings(key=KEY, url="http://here"), price)


async def test_the_best_text_comes_first_with_its_score(made: Library) -> None:
    reply = await ranking().complete(ASKED)
    assert reply.text == "[[1,0.9],[0,0.1]]"
    (given,) = made.asked
    assert (given["query"], given["documents"]) == ("Why?", ["one two", "three"])
    assert (given["top_n"], given["return_documents"]) == (2, False)
    assert (given["api_key"], given["api_base"]) == (KEY, "http://here")
    assert (given["num_retries"], given["max_retries"]) == (0, 0)


async def test_equal_scores_keep_the_order_of_the_texts(made: Library) -> None:
    made.rows = [{"index": at, "relevance_score": 0.5} for at in (1, 0)]
    assert (await ranking().complete(ASKED)).text == "[[0,0.5],[1,0.5]]"


@pytest.mark.parametrize(
    ("name", "stated", "micro"),
    [("maker/by-token", None, 3), ("maker/by-request", None, 2000), ("x", 0.5, 500_000),
     ("maker/unlisted", None, None)],
)  # fmt: skip
async def test_a_price_is_by_token_or_by_request_or_unknown(
    made: Library, name: str, stated: float | None, micro: int | None
) -> None:
    spent = (await ranking(name, stated).complete(ASKED)).spent
    assert (spent.input_tokens, spent.micro_usd, spent.model_calls) == (50, micro, 1)
    assert not spent.estimated


async def test_tokens_that_nobody_told_are_estimated_and_no_more_than_were_reserved(
    made: Library,
) -> None:
    made.meta = None
    model = ranking()
    spent, worst = (await model.complete(ASKED)).spent, model.worst(ASKED)
    assert (spent.input_tokens, spent.estimated, spent.context_tokens) == (4, True, 2)
    assert spent.input_tokens <= worst.input_tokens
    assert worst.estimated


@pytest.mark.parametrize(
    "rows",
    [None, [], [{"index": 7, "relevance_score": 1.0}], [{"index": 0}],
     [{"index": 0, "relevance_score": 1.0}] * 2, [{"index": 0, "relevance_score": float("nan")}],
     [{"index": 0, "relevance_score": 1e999}]],
)  # fmt: skip
async def test_ranks_of_other_texts_are_refused(made: Library, rows: Any) -> None:
    made.rows = rows
    with pytest.raises(Permanent, match="maker/by-token"):
        await ranking().complete(ASKED)


async def test_an_error_is_sorted_and_keeps_its_text_to_itself(made: Library) -> None:
    made.fails = type("RateLimitError", (Exception,), {})(f"{KEY} is used up")
    with pytest.raises(Throttled) as caught:
        await ranking().complete(ASKED)
    assert KEY not in str(caught.value) + repr(ranking())


def test_a_reranker_has_its_own_key_and_address(made: Library) -> None:
    settings = RerankerSettings(model="maker/m", key="its own", url="http://there")
    model: Any = ranking_named(settings, LlmSettings(key=KEY, url="http://here", timeout_s=7.0))
    assert (model._settings.key, model._settings.url) == ("its own", "http://there")
    assert model._settings.timeout_s == 7.0
    assert "its own" not in repr(settings)


def test_a_reranker_needs_a_name(made: Library) -> None:
    with pytest.raises(BadConfig, match="OCCAM_RERANKER_MODEL"):
        HostedRanking("", LlmSettings())


async def test_a_check_says_whether_it_ranks_and_what_it_costs(made: Library) -> None:
    found = await try_ranking(ranking("maker/by-request"))
    assert (found.ranks, found.tells_usage, found.price_request) == (True, True, 0.002)
    lines = "\n".join(told(found))
    assert "puts first the one that answers" in lines
    assert "$0.002 a request" in lines
    made.rows = [made.rows[1], {"index": 0, "relevance_score": 2.0}]
    assert "does not put first" in "\n".join(told(await try_ranking(ranking())))


async def test_a_check_of_one_that_does_not_answer_names_its_address(made: Library) -> None:
    made.fails = type("APIConnectionError", (Exception,), {})("no")
    found = await try_ranking(ranking())
    assert "OCCAM_RERANKER_URL" in found.problem
    assert told(found)[1].startswith("  does not answer")

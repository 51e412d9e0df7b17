"""What a model can do is what it did when it was asked, and trouble is told with where to look."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from occam.cli.trials import told
from occam.core.errors import BadConfig, Permanent, Throttled, TimedOut, Transient
from occam.core.model import Prompted, Reply
from occam.core.spending import Spent
from occam.llm import trial
from occam.llm.settings import LlmSettings
from occam.llm.trial import SHAPES, explained, try_out

SETTINGS = LlmSettings(model="maker/model", key="sk-nobody-may-read-this")
FORM = '{"colour": "green"}'


def provider(
    monkeypatch: pytest.MonkeyPatch,
    answers: dict[str, Any],
    ways: tuple[str, ...] = SHAPES,
    first: dict[str, float] | None = None,
    price: Any = None,
) -> None:
    """A provider that says this to each shape, or raises it."""

    class Hosted:
        def __init__(self, name: str, settings: LlmSettings) -> None:
            self.settings, self.price = settings, price

        def shapes(self) -> tuple[str, ...]:
            return ways

        async def complete(self, prompted: Prompted) -> Reply:
            answer = answers.get(self.settings.shape if prompted.form else "short", "yes")
            if isinstance(answer, Exception):
                raise answer
            told = not self.settings.stream
            spent = Spent(input_tokens=5, output_tokens=2, model_calls=1, estimated=not told)
            return Reply(text=answer, spent=spent, first=first or {})

    monkeypatch.setattr(trial, "HostedModel", Hosted)


async def test_the_strictest_form_that_is_followed_is_recommended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    refused = Transient("model maker/model: InternalServerError")
    answers = {"json_schema": refused, "json_object_schema": FORM, "json_object": FORM, "text": "x"}
    provider(monkeypatch, answers, ways=("json_object", "text"))
    found = await try_out("maker/model", SETTINGS)
    assert found.recommended == "json_object_schema"
    assert found.automatic == "json_object"
    assert found.advice == "set OCCAM_LLM_SHAPE=json_object_schema"
    assert found.shapes["json_schema"].problem == str(refused)
    assert not found.shapes["text"].follows


async def test_where_auto_does_nothing_has_to_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    provider(monkeypatch, dict.fromkeys(SHAPES, FORM))
    assert (await try_out("maker/model", SETTINGS)).advice == "OCCAM_LLM_SHAPE=auto does"


async def test_a_model_that_follows_no_form_is_no_planner(monkeypatch: pytest.MonkeyPatch) -> None:
    provider(monkeypatch, dict.fromkeys(SHAPES, '{"color": 1}'))
    assert (await try_out("maker/model", SETTINGS)).advice.startswith("follows no form")


async def test_probabilities_usage_price_and_bill_aretold(monkeypatch: pytest.MonkeyPatch) -> None:
    price = SimpleNamespace(input=0.15, output=0.6)
    provider(monkeypatch, dict.fromkeys(SHAPES, FORM), first={"A": -0.1}, price=price)
    found = await try_out("maker/model", SETTINGS, ["planner"])
    assert found.tells_probabilities
    assert found.tells_usage
    assert not found.tells_usage_streamed
    assert found.spent.model_calls == 4 + len(SHAPES)
    shown = "\n".join(told(found))
    assert "maker/model (planner)" in shown
    assert "price: $0.15 in, $0.6 out, a million tokens" in shown
    assert "token usage when streamed: not told" in shown


async def test_a_price_that_nobody_lists_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    provider(monkeypatch, dict.fromkeys(SHAPES, FORM))
    assert "price: unknown" in "\n".join(told(await try_out("maker/model", SETTINGS)))


@pytest.mark.parametrize(
    ("error", "hint"),
    [
        (BadConfig("model m: AuthenticationError: check the model's name, its key"), "its key"),
        (Transient("model m: APIConnectionError"), "OCCAM_LLM_URL"),
        (TimedOut("model m: Timeout"), "OCCAM_LLM_TIMEOUT_S"),
        (Throttled("model m: RateLimitError", None), "quota"),
        (Permanent("model m: BadRequestError"), "BadRequestError"),
    ],
)
async def test_a_model_that_does_not_answer_is_asked_no_more_and_says_where_to_look(
    monkeypatch: pytest.MonkeyPatch, error: Exception, hint: str
) -> None:
    provider(monkeypatch, {"short": error})
    found = await try_out("maker/model", SETTINGS)
    assert hint in found.problem == explained(error)  # type: ignore[arg-type]
    assert found.shapes == {}
    shown = "\n".join(told(found))
    assert hint in shown
    assert SETTINGS.key not in shown

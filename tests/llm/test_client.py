"""The adapter to hosted models: what it asks for, what it reads, and whose fault an error is."""

from __future__ import annotations

import ast
import asyncio
import importlib.machinery
import importlib.util
from collections.abc import AsyncIterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import msgspec
import pytest
from aiohttp import web
from occam.core.errors import (
    BadConfig,
    OccamError,
    Permanent,
    Throttled,
    TimedOut,
    Transient,
)
from occam.core.model import Form, Prompted, Said
from occam.core.spending import Spent
from occam.deciding.model import ModelDecider
from occam.llm import library as imported
from occam.llm.client import HostedModel, read
from occam.llm.failures import AGAIN, QUOTA, SETTINGS, TIMEOUT, translated
from occam.llm.settings import LlmSettings

from tests.deciding.stubs import Service, options, serving

KEY = "sk-nobody-may-read-this"
ASKED = Prompted(
    messages=(Said("system", "Answer."), Said("user", "A or B?")),
    prompt="letter 1",
    choices=("A", "B"),
)
FORM = Form(name="plan", schema={"type": "object"}, strict=False)
PERMANENT = {
    "APIError", "APIResponseValidationError", "BadRequestError", "BlockedPiiEntityError",
    "BudgetExceededError", "GuardrailRaisedException", "MockException", "ModelNotMappedError",
    "ModifyResponseException", "OpenAIError", "SensitiveDataRouteException",
    "UnprocessableEntityError",
}  # fmt: skip


class Library(ModuleType):
    """Stands for litellm: it answers what the test wrote and keeps what it was asked."""

    def __init__(self, supported: tuple[str, ...], answer: Any) -> None:
        super().__init__("litellm")
        self.__spec__ = importlib.machinery.ModuleSpec("litellm", None)
        self.supported, self.answer, self.asked = supported, answer, list[dict[str, Any]]()
        self.model_cost: dict[str, Any] = {"maker/model": PRICED}
        self.schemas = True

    def get_supported_openai_params(self, model: str) -> tuple[str, ...]:
        return self.supported

    def supports_response_schema(self, model: str) -> bool:
        return self.schemas

    def token_counter(self, model: str, text: str) -> int:
        return len(text.split())

    async def acompletion(self, **given: Any) -> Any:
        self.asked.append(given)
        answer = self.answer.pop(0) if isinstance(self.answer, list) else self.answer
        if isinstance(answer, Exception):
            raise answer
        return answer

    def stream_chunk_builder(self, chunks: Any, messages: Any) -> Any:
        return answer("".join(chunk.text for chunk in chunks))


def answer(text: str | None, *first: tuple[str, float]) -> Any:
    tokens = [SimpleNamespace(token=token, logprob=logarithm) for token, logarithm in first]
    content = [SimpleNamespace(top_logprobs=tokens)] if first else None
    choice = SimpleNamespace(
        message=SimpleNamespace(content=text), logprobs=SimpleNamespace(content=content)
    )
    usage = SimpleNamespace(prompt_tokens=80, completion_tokens=1)
    return SimpleNamespace(choices=[choice], usage=usage)


PRICED = {"input_cost_per_token": 1e-6, "output_cost_per_token": 2e-6}


def model(**settings: Any) -> HostedModel:
    return HostedModel("maker/model", LlmSettings(**settings))


def library(
    monkeypatch: pytest.MonkeyPatch, *supported: str, said: Any = None, installed: bool = True
) -> Library:
    made = Library(supported, said or answer("A", ("A", -0.1)))
    found = importlib.util.find_spec
    monkeypatch.setattr(imported, "litellm", lambda: made)
    monkeypatch.setattr(
        importlib.util,
        "find_spec",
        lambda name, package=None: (
            (made.__spec__ if installed else None) if name == "litellm" else found(name, package)
        ),
    )
    return made


async def test_log_probabilities_are_asked_for_where_the_model_tells_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = library(monkeypatch, "logprobs", "top_logprobs", "response_format")
    reply = await model(key=KEY, url="http://here").complete(ASKED)
    (given,) = made.asked
    assert given["top_logprobs"] == 20
    assert "response_format" not in given
    assert (given["api_key"], given["base_url"]) == (KEY, "http://here")
    assert given["messages"][1] == {"role": "user", "content": "A or B?"}
    assert reply.first == {"A": -0.1}
    assert reply.text == "A"
    assert reply.spent == Spent(input_tokens=80, output_tokens=1, model_calls=1, micro_usd=82)


async def test_a_choice_in_json_is_asked_for_where_it_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = library(monkeypatch, "response_format", said=answer('{"choice": "B"}'))
    reply = await model().complete(ASKED)
    (given,) = made.asked
    schema = given["response_format"]["json_schema"]["schema"]
    assert schema["properties"]["choice"]["enum"] == ["A", "B"]
    assert "logprobs" not in given
    assert "api_key" not in given
    assert reply.text == '{"choice": "B"}'
    assert not reply.first


async def test_a_form_is_asked_for_in_a_plainer_way_where_the_provider_does_not_know_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unknown = type("BadRequestError", (Exception,), {})()
    made = library(monkeypatch, "response_format", said=[unknown, answer("{}"), answer("{}")])
    asking = model()
    wanted = msgspec.structs.replace(ASKED, choices=(), form=FORM)
    await asking.complete(wanted)
    await asking.complete(wanted)
    forms = [given["response_format"]["type"] for given in made.asked]
    assert forms == ["json_schema", "json_object", "json_object"]


async def test_a_stated_shape_is_the_only_one(monkeypatch: pytest.MonkeyPatch) -> None:
    unknown = type("BadRequestError", (Exception,), {})()
    made = library(monkeypatch, "response_format", said=unknown)
    wanted = msgspec.structs.replace(ASKED, choices=(), form=FORM)
    with pytest.raises(Permanent, match="BadRequestError"):
        await model(shape="json_object_schema").complete(wanted)
    (given,) = made.asked
    assert given["response_format"] == {"type": "json_object", "schema": FORM.schema}


async def test_too_long_a_prompt_is_not_asked_again_in_another_form(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    base = type("BadRequestError", (Exception,), {})
    made = library(
        monkeypatch, "response_format", said=type("ContextWindowExceededError", (base,), {})()
    )
    with pytest.raises(Permanent):
        await model().complete(msgspec.structs.replace(ASKED, choices=(), form=FORM))
    assert len(made.asked) == 1


async def test_nothing_is_retried_below_and_a_time_limit_is_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = library(monkeypatch)
    await model(timeout_s=3).complete(ASKED)
    (given,) = made.asked
    assert (given["num_retries"], given["max_retries"], given["timeout"]) == (0, 0, 3)


async def test_a_price_that_nobody_lists_is_unknown_and_not_zero(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = library(monkeypatch)
    made.model_cost.clear()
    assert (await model().complete(ASKED)).spent.micro_usd is None
    assert model().worst(ASKED).micro_usd is None
    given = model(price_input=2.0, price_output=10.0)
    assert (await given.complete(ASKED)).spent.micro_usd == 170


async def test_what_a_provider_does_not_count_is_estimated_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    silent = answer("one two three")
    silent.usage = None
    library(monkeypatch, said=silent)
    spent = (await model().complete(ASKED)).spent
    assert spent.estimated
    assert (spent.input_tokens, spent.output_tokens, spent.model_calls) == (20, 3, 1)


@pytest.mark.parametrize(("told", "estimated"), [(True, False), (False, True)])
async def test_a_streamed_answer_is_put_together_and_its_cost_is_known_or_estimated(
    monkeypatch: pytest.MonkeyPatch, told: bool, estimated: bool
) -> None:
    async def parts() -> AsyncIterator[Any]:
        for text in ("one ", "two"):
            yield SimpleNamespace(text=text, usage=None)
        yield SimpleNamespace(text="", usage=object() if told else None)

    made = library(monkeypatch, said=parts())
    reply = await model(stream=True).complete(ASKED)
    assert reply.text == "one two"
    assert made.asked[0]["stream_options"] == {"include_usage": True}
    assert reply.spent.estimated is estimated
    assert reply.spent.micro_usd


async def test_the_bound_on_a_call_is_not_below_what_it_costs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    library(monkeypatch)
    worst = model().worst(ASKED)
    assert (worst.output_tokens, worst.model_calls, worst.estimated) == (16, 1, True)
    assert worst.input_tokens >= 20


async def test_an_error_keeps_its_text_to_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    library(monkeypatch, said=ConnectionError(f"{KEY} and a question"))
    with pytest.raises(Transient, match="model maker/model: ConnectionError") as caught:
        await model(key=KEY).complete(ASKED)
    assert KEY not in str(caught.value)


async def test_an_answer_that_never_comes_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    made = library(monkeypatch)

    async def never(**given: Any) -> Any:
        await asyncio.sleep(60)

    made.acompletion = never
    with pytest.raises(TimedOut, match="model maker/model: TimeoutError"):
        await model(timeout_s=0.01).complete(ASKED)


@pytest.mark.parametrize("said", [object(), SimpleNamespace(choices=[]), answer("A", ("A", "x"))])  # type: ignore[arg-type]
def test_an_answer_that_cannot_be_read_is_refused(said: Any) -> None:
    with pytest.raises(Permanent, match="cannot be read"):
        read(said, "maker/model")


def test_an_answer_without_text_or_usage_is_empty() -> None:
    said = answer(None)
    del said.usage
    assert (read(said, "m").text, read(said, "m").spent.input_tokens) == ("", 0)


def test_the_key_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    library(monkeypatch)
    asking = model(key=KEY, url="http://here")
    assert KEY not in repr(asking) + asking.name + repr(LlmSettings(key=KEY))


def test_without_a_model_or_the_extra_the_setting_or_command_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    library(monkeypatch)
    with pytest.raises(BadConfig, match="OCCAM_LLM_MODEL"):
        HostedModel("", LlmSettings())
    library(monkeypatch, installed=False)
    with pytest.raises(BadConfig, match=r"pip install 'occam\[llm\]'"):
        model()


@pytest.mark.parametrize(
    ("names", "kind"),
    [(AGAIN, Transient), (SETTINGS, BadConfig), (QUOTA, Throttled), (TIMEOUT, TimedOut)],
)
def test_an_error_is_sorted_by_the_name_of_its_class_or_base(
    names: tuple[str, ...], kind: type[OccamError]
) -> None:
    for name in names:
        derived = type("Special", (type(name, (Exception,), {}),), {})
        assert type(translated(derived(), "m")) is kind


@pytest.mark.parametrize(
    ("header", "wait"), [("7", 7.0), ("soon", None), ("-1", None), ("1e9", None)]
)
def test_a_quota_says_how_long_to_wait_where_the_provider_does(
    header: str, wait: float | None
) -> None:
    error = type("RateLimitError", (Exception,), {})()
    error.response = SimpleNamespace(headers={"retry-after": header})
    translation = translated(error, "m")
    assert isinstance(translation, Throttled)
    assert translation.wait_s == wait


def test_an_unknown_error_is_not_tried_again() -> None:
    assert type(translated(ZeroDivisionError(), "m")) is Permanent


def exceptions() -> dict[str, set[str]]:
    """The library's exceptions by name, each with the names of its bases; nothing is imported."""
    spec = importlib.util.find_spec("litellm")
    assert spec is not None
    assert spec.origin is not None
    tree = ast.parse(Path(spec.origin).with_name("exceptions.py").read_text("utf-8"))
    found: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            named = {ast.unparse(base).rpartition(".")[2] for base in node.bases}
            found[node.name] = {node.name, *named}
            for base in named:
                found[node.name] |= found.get(base, set())
    return {name: names for name, names in found.items() if names.isdisjoint(("Enum", "Protocol"))}


def test_every_exception_of_the_library_is_sorted() -> None:
    found = exceptions()
    assert len(found) > 20
    known = {*AGAIN, *SETTINGS, *QUOTA, *TIMEOUT, *PERMANENT}
    assert not {name for name, names in found.items() if known.isdisjoint(names)}


async def completions(body: Any) -> Any:
    """An answer in the form of OpenAI's chat completions."""
    tokens = [
        {"token": token, "logprob": -each, "bytes": None} for token, each in (("A", 0.1), ("B", 3))
    ]
    first = {**tokens[0], "top_logprobs": tokens}
    choice = {
        "index": 0,
        "message": {"role": "assistant", "content": "A"},
        "logprobs": {"content": [first]},
        "finish_reason": "stop",
    }
    return {
        "id": "1", "object": "chat.completion", "created": 1, "model": body["model"],
        "choices": [choice],
        "usage": {"prompt_tokens": 70, "completion_tokens": 1, "total_tokens": 71},
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
async def test_the_library_itself_asks_once_and_is_understood() -> None:
    service = Service(completions)
    async with serving(service, "/v1/chat/completions") as url:
        settings = LlmSettings(key=KEY, url=url.removesuffix("/chat/completions"))
        model = HostedModel("openai/gpt-4o-mini", settings)
        decision = await ModelDecider(model).decide("How many?", options("count", "list"))
        service.answer = lambda _: web.Response(status=429, headers={"Retry-After": "1"})
        with pytest.raises(Throttled, match="RateLimitError") as caught:
            await model.complete(ASKED)
        assert caught.value.wait_s == 1.0
        service.answer = lambda _: web.Response(status=401)
        with pytest.raises(BadConfig, match="its key"):
            await model.complete(ASKED)
    assert len(service.requests) == 3
    assert decision.probabilities["key-0"] > 0.9
    assert (decision.spent.input_tokens, decision.spent.output_tokens) == (70, 1)
    assert decision.spent.micro_usd
    assert service.headers[0]["Authorization"] == f"Bearer {KEY}"

"""The adapter to hosted models: what it asks for, what it reads, and whose fault an error is."""

from __future__ import annotations

import ast
import importlib.machinery
import importlib.util
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from aiohttp import web
from occam.core.errors import BadConfig, OccamError, Permanent, Transient
from occam.deciding.completion import Said
from occam.deciding.hosted import AGAIN, SETTINGS, HostedModel, read, translated
from occam.deciding.model import ModelDecider

from tests.deciding.stubs import Service, options, serving

KEY = "sk-nobody-may-read-this"
ASKED = (Said("system", "Answer."), Said("user", "A or B?"))
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
        self.supported, self.answer, self.asked = supported, answer, [dict[str, Any]()]

    def get_supported_openai_params(self, model: str) -> tuple[str, ...]:
        return self.supported

    async def acompletion(self, **given: Any) -> Any:
        self.asked = [given]
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def answer(text: str | None, *first: tuple[str, float]) -> Any:
    tokens = [SimpleNamespace(token=token, logprob=logarithm) for token, logarithm in first]
    content = [SimpleNamespace(top_logprobs=tokens)] if first else None
    choice = SimpleNamespace(
        message=SimpleNamespace(content=text), logprobs=SimpleNamespace(content=content)
    )
    usage = SimpleNamespace(prompt_tokens=80, completion_tokens=1)
    return SimpleNamespace(choices=[choice], usage=usage)


def library(
    monkeypatch: pytest.MonkeyPatch, *supported: str, said: Any = None, installed: bool = True
) -> Library:
    made = Library(supported, said or answer("A", ("A", -0.1)))
    found = importlib.util.find_spec
    monkeypatch.setitem(sys.modules, "litellm", made)
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
    reply = await HostedModel("maker/model", KEY, "http://here").complete(ASKED, ("A", "B"))
    (given,) = made.asked
    assert given["top_logprobs"] == 20
    assert "response_format" not in given
    assert (given["api_key"], given["base_url"]) == (KEY, "http://here")
    assert given["messages"][1] == {"role": "user", "content": "A or B?"}
    assert reply.first == {"A": -0.1}
    assert (reply.text, reply.tokens_in, reply.tokens_out) == ("A", 80, 1)


async def test_a_choice_in_json_is_asked_for_where_it_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = library(monkeypatch, "response_format", said=answer('{"choice": "B"}'))
    reply = await HostedModel("maker/model").complete(ASKED, ("A", "B"))
    (given,) = made.asked
    schema = given["response_format"]["json_schema"]["schema"]
    assert schema["properties"]["choice"]["enum"] == ["A", "B"]
    assert "logprobs" not in given
    assert "api_key" not in given
    assert reply.text == '{"choice": "B"}'
    assert not reply.first


async def test_nothing_is_retried_below_and_a_time_limit_is_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = library(monkeypatch)
    await HostedModel("maker/model", timeout_s=3).complete(ASKED, ("A", "B"))
    (given,) = made.asked
    assert (given["num_retries"], given["max_retries"], given["timeout"]) == (0, 0, 3)


async def test_an_error_keeps_its_text_to_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    library(monkeypatch, said=ConnectionError(f"{KEY} and a question"))
    with pytest.raises(Transient, match="model maker/model: ConnectionError") as caught:
        await HostedModel("maker/model", KEY).complete(ASKED, ("A", "B"))
    assert KEY not in str(caught.value)


@pytest.mark.parametrize("said", [object(), SimpleNamespace(choices=[]), answer("A", ("A", "x"))])  # type: ignore[arg-type]
def test_an_answer_that_cannot_be_read_is_refused(said: Any) -> None:
    with pytest.raises(Permanent, match="cannot be read"):
        read(said, "maker/model")


def test_an_answer_without_text_or_usage_is_empty() -> None:
    said = answer(None)
    del said.usage
    assert (read(said, "m").text, read(said, "m").tokens_in) == ("", 0)


def test_the_key_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    library(monkeypatch)
    model = HostedModel("maker/model", KEY, "http://here")
    assert KEY not in repr(model) + model.name


def test_without_a_model_or_the_extra_the_setting_or_command_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    library(monkeypatch)
    with pytest.raises(BadConfig, match="OCCAM_DECIDER_MODEL"):
        HostedModel("")
    library(monkeypatch, installed=False)
    with pytest.raises(BadConfig, match=r"pip install 'occam\[llm\]'"):
        HostedModel("maker/model")


@pytest.mark.parametrize(("names", "kind"), [(AGAIN, Transient), (SETTINGS, BadConfig)])
def test_an_error_is_sorted_by_the_name_of_its_class_or_base(
    names: tuple[str, ...], kind: type[OccamError]
) -> None:
    for name in names:
        derived = type("Special", (type(name, (Exception,), {}),), {})
        assert type(translated(derived(), "m")) is kind


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
    known = {*AGAIN, *SETTINGS, *PERMANENT}
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
        model = HostedModel("openai/gpt-4o-mini", KEY, url.removesuffix("/chat/completions"))
        decision = await ModelDecider(model).decide("How many?", options("count", "list"))
        service.answer = lambda _: web.Response(status=429, headers={"Retry-After": "1"})
        with pytest.raises(Transient, match="RateLimitError"):
            await model.complete(ASKED, ("A", "B"))
        service.answer = lambda _: web.Response(status=401)
        with pytest.raises(BadConfig, match="OCCAM_DECIDER_MODEL"):
            await model.complete(ASKED, ("A", "B"))
    assert len(service.requests) == 3
    assert decision.probabilities["key-0"] > 0.9
    assert (decision.tokens_in, decision.tokens_out) == (70, 1)
    assert service.headers[0]["Authorization"] == f"Bearer {KEY}"

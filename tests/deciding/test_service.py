"""The decision service: what is sent, what is believed, and whose fault an error is."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest
from aiohttp import web
from occam.core.errors import BadConfig, BadInput, Permanent, Throttled, Transient
from occam.core.ports import Decision
from occam.deciding.service import LONGEST_REPLY, ServiceDecider, distribution, seconds

from tests.deciding.stubs import Service, longest_words, options, serving

TWO = options("count", "list")
KEY = "sk-nobody-may-read-this"


async def asked(answer: Any, path: str = "/decide", **given: Any) -> tuple[Decision, Service]:
    service = Service(answer if callable(answer) else lambda _: answer)
    async with serving(service, path) as url:
        return await ServiceDecider(url, **given).decide("How many?", TWO), service


async def test_the_plain_form_sends_the_question_and_the_options_in_words() -> None:
    decision, service = await asked({"probabilities": {"key-0": 0.75, "key-1": 0.25}})
    (body,) = service.requests
    assert body == {
        "question": "How many?",
        "options": [
            {"key": "key-0", "words": "count as 0"},
            {"key": "key-1", "words": "list as 1"},
        ],
    }
    assert decision.probabilities == {"key-0": 0.75, "key-1": 0.25}
    assert decision.spent.output_tokens == 0


async def test_a_systemone_address_gets_one_typed_question_with_letters() -> None:
    answer = {
        "answers": {"reading": {"type": "choice", "probabilities": {"A": 0.2, "B": 0.8}}},
        "usage": {"input_tokens": 41, "output_tokens": 0},
    }
    decision, service = await asked(answer, "/v1/systemone", model="small")
    (body,) = service.requests
    assert body["model"] == "small"
    assert body["state"] == {"question": "How many?"}
    assert body["questions"]["reading"]["type"] == "choice"
    assert body["questions"]["reading"]["instructions"]
    assert body["questions"]["reading"]["criteria"] == {"A": "count as 0", "B": "list as 1"}
    assert decision.probabilities == {"key-0": 0.2, "key-1": 0.8}
    assert (decision.spent.input_tokens, decision.spent.micro_usd) == (41, None)


async def test_a_systemone_service_offers_as_many_options_as_there_are_letters() -> None:
    many = options(*["count"] * 27)
    with pytest.raises(BadInput, match="27 options"):
        await ServiceDecider("http://127.0.0.1:1/systemone").decide("?", many)


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ({}, "'probabilities'"),
        ([], "'probabilities'"),
        ({"probabilities": None}, "'key-0'"),
        ({"probabilities": {"key-0": 1.0}}, "'key-1'"),
        ({"probabilities": {"key-0": 0.5, "key-1": 0.5, "key-9": 0}}, "'key-9'"),
        ({"probabilities": {"key-0": -0.1, "key-1": 1.1}}, "-0.1"),
        ({"probabilities": {"key-0": float("nan"), "key-1": 1.0}}, "nan"),
        ({"probabilities": {"key-0": float("inf"), "key-1": 1.0}}, "inf"),
        ({"probabilities": {"key-0": "0.5", "key-1": 0.5}}, "'0.5'"),
        ({"probabilities": {"key-0": True, "key-1": 0.0}}, "True"),
        ({"probabilities": {"key-0": 0.5, "key-1": 0.48}}, "sum to 0.98"),
        ({"probabilities": {"key-0": 0, "key-1": 0}}, "sum to 0"),
    ],
)
async def test_what_is_no_distribution_is_refused_by_name(body: Any, named: str) -> None:
    with pytest.raises(Permanent, match=named):
        await asked(body)


async def test_a_sum_within_rounding_is_scaled_to_one() -> None:
    decision, _ = await asked({"probabilities": {"key-0": 0.66, "key-1": 0.335}})
    assert sum(decision.probabilities.values()) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("body", [{}, {"answers": {}}, {"answers": {"reading": 1}}])
async def test_a_systemone_reply_without_an_answer_is_refused(body: Any) -> None:
    with pytest.raises(Permanent, match="answered without"):
        await asked(body, "/systemone")


async def test_what_is_not_json_is_refused() -> None:
    for text in ("<html>", "", "[" * 100_000):
        with pytest.raises(Permanent, match="not JSON"):
            await asked(lambda _, text=text: web.Response(text=text))


async def test_a_reply_without_end_is_not_read_to_its_end() -> None:
    with pytest.raises(Permanent, match="more than"):
        await asked(lambda _: web.Response(text=" " * (LONGEST_REPLY + 1)))


@pytest.mark.parametrize("status", [408, 425, 429, 500, 502, 503, 504])
async def test_a_busy_service_is_tried_again_when_it_says(status: int) -> None:
    reply = web.Response(status=status, headers={"Retry-After": "7"})
    with pytest.raises(Throttled, match=f"{status}: try again in 7 s") as caught:
        await asked(lambda _: reply)
    assert caught.value.wait_s == 7
    assert isinstance(caught.value, Transient)


@pytest.mark.parametrize(
    ("header", "wait"),
    [("7", 7), ("0.5", 0.5), ("", None), ("-1", None), ("nan", None), ("inf", None), ("Mon", None)],
)
def test_a_wait_is_read_only_where_it_is_a_number(header: str, wait: float | None) -> None:
    assert seconds(header) == wait


@pytest.mark.parametrize("status", [400, 404, 413, 422])
async def test_a_refused_request_is_not_tried_again(status: int) -> None:
    with pytest.raises(Permanent, match=str(status)):
        await asked(lambda _: web.Response(status=status))


@pytest.mark.parametrize("status", [401, 403])
async def test_a_refused_key_names_the_setting(status: int) -> None:
    with pytest.raises(BadConfig, match="OCCAM_DECIDER_KEY"):
        await asked(lambda _: web.Response(status=status), key=KEY)


async def test_a_redirect_is_not_followed_with_the_key() -> None:
    async with serving(Service(longest_words)) as other:
        moved = web.Response(status=307, headers={"Location": other})
        with pytest.raises(Permanent, match="307"):
            await asked(lambda _: moved, key=KEY)


async def test_a_service_that_sleeps_is_given_up_in_time() -> None:
    async def slow() -> dict[str, Any]:
        await asyncio.sleep(5)
        return {}

    with pytest.raises(Transient, match=r"within 0\.1 s"):
        await asked(lambda _: slow(), timeout_s=0.1)


async def test_a_service_that_is_not_there_may_come_back() -> None:
    async with serving(Service(longest_words)) as url:
        pass
    with pytest.raises(Transient, match="cannot be asked"):
        await ServiceDecider(url).decide("?", TWO)


@pytest.mark.parametrize("url", ["", "decider.example", "ftp://decider.example", "http://"])
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(BadConfig, match="address"):
        ServiceDecider(url)


async def test_the_key_travels_in_the_header_and_nowhere_else(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    decision, service = await asked(longest_words, key=KEY)
    assert service.headers[0]["Authorization"] == f"Bearer {KEY}"
    decider = ServiceDecider("http://127.0.0.1:1/decide", KEY)
    with pytest.raises(Transient) as caught:
        await decider.decide("?", TWO)
    for shown in (repr(decider), str(decision), str(caught.value), caplog.text, decider.name):
        assert KEY not in shown
    assert KEY not in str(service.requests)


def test_an_address_with_a_password_is_refused_without_repeating_it() -> None:
    with pytest.raises(BadConfig, match="OCCAM_DECIDER_KEY") as caught:
        ServiceDecider("http://user:word@decider.example/")
    assert "word" not in str(caught.value)


async def test_without_a_key_no_header_is_sent() -> None:
    _, service = await asked(longest_words)
    assert "Authorization" not in service.headers[0]


def test_whole_numbers_are_probabilities_too() -> None:
    assert distribution({"a": 1, "b": 0}, ("a", "b"), "host") == {"a": 1.0, "b": 0.0}

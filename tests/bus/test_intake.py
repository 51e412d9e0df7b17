"""Clients without our library: whatever they append is answered, refused, or put aside."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from occam.bus.admission import admit
from occam.bus.settings import BusSettings
from occam.core.errors import BadInput
from occam.core.gaps import TierFailed
from rig import Rig, certifier, classifier

integration = pytest.mark.integration
SETTINGS = BusSettings(question_limit=100)


@integration
async def test_an_entry_with_id_and_question_is_enough(rig: Rig) -> None:
    await rig.append("question.asked.v1", '{"id": "1", "question": "Who?"}')
    await rig.start(classifier(), certifier())
    record = (await rig.settled(1))["1"]
    assert (record.tenant, record.batch, record.question) == ("default", "default", "Who?")


@integration
async def test_the_same_entry_again_is_ignored_and_another_text_put_aside(rig: Rig) -> None:
    for text in ("Who?", "Who?", "What?"):
        await rig.append("question.asked.v1", json.dumps({"id": "1", "question": text}))
    await rig.start(classifier(), certifier())
    await rig.until(rig.client.dead)
    assert (await rig.settled(1))["1"].question == "Who?"
    assert await rig.dead() == {"1": "another text or choice was already asked under this id"}
    assert await rig.client.versions_in_use() == set()


@integration
async def test_raw_entries_and_submissions_share_the_key(rig: Rig) -> None:
    body = {"id": "1", "question": "Question 1?", "tenant": "t", "batch": "b"}
    await rig.ask("1")
    await rig.append("question.asked.v1", json.dumps(body))
    await rig.start(classifier(), certifier())
    await rig.settled(1)
    await rig.ask("1")
    await rig.append("question.asked.v1", json.dumps(body))
    await rig.settled(1)


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "empty": ({"question": " \n"}, "question: empty"),
    "missing": ({}, "question: missing"),
    "a number": ({"question": 7}, "question: expected text, got a whole number"),
    "too long": ({"question": "x" * 101}, "question: 101 characters, and 100 are allowed"),
    "huge": ({"question": "y" * 10_000_000}, "question: 10000000 characters"),
    "with a wrong budget": (
        {"question": "Who?", "budget": 3},
        "budget: expected an object, got a whole number",
    ),
    "with a wrong part of the budget": (
        {"question": "Who?", "budget": {"tokens": "x"}},
        "budget.tokens: expected a whole number or null, got text",
    ),
    "a wrong attempt": ({"question": "Who?", "attempt": 0}, "attempt"),
    "a huge pack": ({"question": "Who?", "pack": "z" * 10_000_000}, "pack: 256 characters"),
    "a huge trace": ({"question": "Who?", "traceparent": "z" * 9_999}, "traceparent: 256"),
}


@integration
@pytest.mark.parametrize(("fields", "reason"), REFUSED.values(), ids=REFUSED.keys())
async def test_a_wrong_question_with_an_id_is_refused(
    rig: Rig, fields: dict[str, Any], reason: str
) -> None:
    rig.tuned(question_limit=100)
    await rig.append("question.asked.v1", json.dumps({"id": "1"} | fields))
    await rig.append("question.asked.v1", '{"id": "2", "question": "Who?"}')
    await rig.start(classifier(), certifier())
    records = await rig.settled(2)
    assert len(records["1"].question) <= 100
    assert max(len(body) for body in await sent_on(rig)) < 4_000
    assert await rig.dead() == {}
    admission = admit(json.dumps({"id": "1"} | fields).encode(), b"1-1", SETTINGS)
    assert admission.refusal is not None
    gap = admission.refusal.header.gap
    assert isinstance(gap, TierFailed)
    assert gap.cause.startswith(reason)


async def sent_on(rig: Rig) -> list[bytes]:
    """Every message but the intake's entries, which their senders wrote."""
    streams = [name for name in rig.shard.streams.values() if name != rig.shard.intake]
    return [fields[b"d"] for name in streams for _, fields in await rig.redis.xrange(name)]


def test_a_text_that_is_cut_says_so() -> None:
    admission = admit(json.dumps({"id": "1", "question": "x" * 101}).encode(), b"1-1", SETTINGS)
    assert admission.asked.question == "x" * 99 + "…"


@integration
@pytest.mark.parametrize(
    "body",
    ["", "{", "[]", '{"question": "Who?"}', '{"id": 1, "question": "Who?"}', b"\xff\xfe",
     pytest.param('{"id": "1", "question": ' + "[" * 100_000, id="a deep question"),
     pytest.param('{"id": "1", "question": "Who?", "x": ' + "[" * 9_999, id="a deep extra"),
     '{"id": "1", "question": "Who?", "tenant": "a/b"}', '{"id": "a\\nb", "question": "Who?"}'],
)  # fmt: skip
async def test_an_entry_that_addresses_nobody_is_put_aside(rig: Rig, body: Any) -> None:
    await rig.append("question.asked.v1", body)
    await rig.append("question.asked.v1", '{"id": "2", "question": "Who?"}')
    await rig.start(classifier(), certifier())
    await rig.settled(1)
    (letter,) = await rig.client.dead()
    assert letter.reason.startswith("not a question.asked.v1: ")
    assert letter.service == "classifier"


@given(st.binary(max_size=200))
def test_no_bytes_break_the_door(body: bytes) -> None:
    try:
        admit(body, b"1-1", SETTINGS)
    except BadInput as error:
        assert str(error)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)


@given(
    st.dictionaries(
        st.sampled_from(["id", "question", "batch", "tenant", "attempt", "budget", "asked_at"]),
        json_values,
    )
)
def test_no_json_breaks_the_door(entry: dict[str, Any]) -> None:
    try:
        admission = admit(json.dumps(entry).encode(), b"1-1", SETTINGS)
    except BadInput:
        return
    assert admission.asked.id == entry["id"]
    assert admission.asked.asked_at is not None
    assert admission.refusal is None or admission.refusal.header.gap is not None

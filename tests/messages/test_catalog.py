"""One message, one class, one tag, one stream."""

from __future__ import annotations

import re

import msgspec
import pytest
from occam.bus.streams import Shard, evidence_place, fault_in, key_of, shard_number
from occam.core.errors import BadInput
from occam.core.gaps import NoRoute
from occam.core.spending import Spent
from occam.messages.catalog import CATALOG, AnyMessage, Message, QuestionAsked, Wire, tag_of
from occam.messages.header import Header

every_message = pytest.mark.parametrize("kind", CATALOG.values(), ids=CATALOG)


@every_message
def test_a_tag_is_a_past_fact_and_a_version(kind: type[Wire]) -> None:
    assert re.fullmatch(r"[a-z]+\.[a-z]+\.v\d+", tag_of(kind))
    assert CATALOG[tag_of(kind)] is kind


@every_message
def test_a_message_is_frozen_and_carries_a_header(kind: type[Wire]) -> None:
    assert kind.__struct_config__.frozen
    assert issubclass(kind, Message) != (kind is QuestionAsked)


@every_message
def test_a_stream_is_named_by_its_tag(kind: type[Wire]) -> None:
    shard = Shard("occam", 3)
    assert shard.streams[tag_of(kind)] == f"{{occam:3}}:{tag_of(kind)}"


def test_an_unknown_tag_names_the_place() -> None:
    with pytest.raises(msgspec.ValidationError, match=r"at `\$\.type`"):
        msgspec.json.decode(b'{"type":"plan.ready.v9"}', type=AnyMessage)


def test_a_step_adds_to_the_bill_and_to_the_trail() -> None:
    first = Header(question_id="1", batch_id="b", question="?", asked_at=0.0)
    gap = NoRoute(phrase="why")
    second = first.after("classifier", spent=Spent(input_tokens=3), gap=gap, milliseconds=2.0)
    third = second.after("reader", spent=Spent(output_tokens=4, micro_usd=None), milliseconds=1.0)
    assert (third.step, third.spent.total_tokens, third.spent.micro_usd) == (2, 7, None)
    assert third.spent.milliseconds == {"classifier": 2.0, "reader": 1.0}
    assert [(step.tier, step.gap) for step in third.trail] == [
        ("classifier", "no_route"),
        ("reader", None),
    ]
    assert (second.gap, third.gap) == (gap, None)


def test_shards_are_spread_and_stable() -> None:
    numbers = [shard_number(key_of("t", "b", str(number)), 4) for number in range(400)]
    assert numbers == [shard_number(f"t/b/{number}", 4) for number in range(400)]
    assert min(numbers.count(shard) for shard in range(4)) > 60


def test_a_batch_may_hold_slashes_and_a_tenant_may_not() -> None:
    assert fault_in("t", "a/b", "1") == ""
    assert fault_in("t/a", "b", "1").startswith("tenant: ")
    assert fault_in("t", "b", "x" * 257).startswith("id: ")
    assert fault_in("t", "", "1").startswith("batch: ")


def test_a_reference_to_evidence_is_read_back() -> None:
    digest = "a" * 64
    key = Shard("occam", 0).evidence("t/a/b")
    assert evidence_place(f"{key}/{digest}") == (key, digest)
    with pytest.raises(BadInput):
        evidence_place(f"{{occam:0}}:questions:t/b/{digest}")

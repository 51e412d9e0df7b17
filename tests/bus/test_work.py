"""What goes wrong with a message, and what becomes of its question."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from occam.bus.replies import Progress
from occam.core.errors import Permanent, Transient
from occam.messages.catalog import FindingsReady, QuestionAsked, Wire
from occam.messages.forward import admitted
from rig import Rig, certifier, classifier, header, pass_on, settle

pytestmark = pytest.mark.integration


async def test_a_question_passes_and_settles_once(rig: Rig) -> None:
    await rig.start(classifier(), certifier())
    await rig.ask("1", "2", "3")
    assert set(await rig.settled(3)) == {"1", "2", "3"}
    for stream, group in (("question.asked.v1", "classifier"), ("findings.ready.v1", "certifier")):
        assert await rig.pending(stream, group) == 0


async def test_what_was_asked_before_the_first_start_is_read(rig: Rig) -> None:
    await rig.ask("1")
    await rig.start(classifier())
    await rig.until(lambda: rig.redis.xlen(rig.shard.streams["findings.ready.v1"]))
    await rig.start(certifier())
    await rig.settled(1)


async def test_a_failed_question_stays_pending_and_is_tried_again(rig: Rig) -> None:
    tries: list[float] = []

    async def flaky(asked: QuestionAsked) -> Sequence[Wire]:
        tries.append(asyncio.get_running_loop().time())
        if len(tries) < 3:
            raise Transient("not yet")
        return await pass_on(asked)

    rig.tuned(backoff_ms=60)
    await rig.start(classifier(flaky), certifier())
    await rig.ask("1")
    assert (await rig.settled(1))["1"].outcome == "refused"
    assert len(tries) == 3
    assert tries[2] - tries[1] > 0.1 > tries[1] - tries[0] > 0.05
    assert await rig.dead() == {}
    assert await rig.redis.keys(f"{rig.shard.prefix}tries:*") == []


async def test_a_permanent_error_is_a_dead_letter_and_a_dead_terminal(rig: Rig) -> None:
    async def broken(asked: QuestionAsked) -> Sequence[Wire]:
        raise Permanent("no such pack: sailing")

    await rig.start(classifier(broken), certifier())
    await rig.ask("1")
    record = (await rig.settled(1))["1"]
    assert (record.outcome, record.gap and record.gap.tier) == ("dead", "classifier")
    assert "no such pack: sailing" in record.stop_reason
    assert len(record.trace_id) == 32
    assert await rig.dead() == {"1": "no such pack: sailing"}


async def test_a_poison_message_condemns_none_of_ninety_nine(rig: Rig) -> None:
    async def poisoned(asked: QuestionAsked) -> Sequence[Wire]:
        if asked.id == "57":
            raise KeyError("poison")
        return await pass_on(asked)

    await rig.ask(*[str(number) for number in range(100)])
    await rig.start(classifier(poisoned), certifier())
    records = await rig.settled(100)
    assert [id for id, record in records.items() if record.outcome == "dead"] == ["57"]
    assert await rig.dead() == {"57": "KeyError: 'poison' (after 3 tries)"}


async def test_a_handler_that_returns_nothing_does_not_lose_the_question(rig: Rig) -> None:
    async def silent(asked: QuestionAsked) -> Sequence[Wire]:
        return []

    await rig.start(classifier(silent), certifier())
    await rig.ask("1")
    assert (await rig.settled(1))["1"].outcome == "dead"


async def test_a_certifier_that_fails_for_good_does_not_silence_the_question(rig: Rig) -> None:
    async def broken(message: Any) -> Sequence[Wire]:
        raise Permanent("broken")

    await rig.start(classifier(), certifier(broken, broken))
    await rig.ask("1")
    record = (await rig.settled(1))["1"]
    assert (record.outcome, record.stop_reason) == ("dead", "certifier failed for good: broken")


WRONG = {
    "not JSON": "{",
    "not UTF-8": b'{"type":"findings.ready.v1","x":"\xff"}',
    "of another type": msgspec.json.encode(QuestionAsked(id="1", question="?")),
    "of an unknown version": '{"type":"findings.ready.v9","header":{}}',
    "nested too deeply": '{"type":"findings.ready.v1","header":' + "[" * 100_000,
    "without a header": '{"type":"findings.ready.v1"}',
}


@pytest.mark.parametrize("body", WRONG.values(), ids=WRONG.keys())
async def test_a_message_that_cannot_be_read_is_a_dead_letter(rig: Rig, body: Any) -> None:
    await rig.append("findings.ready.v1", body)
    await rig.append("findings.ready.v1", msgspec.json.encode(FindingsReady(header=header("1"))))
    await rig.start(certifier())
    await rig.until(rig.client.dead)
    (letter,) = await rig.client.dead()
    assert letter.reason.startswith("not a findings.ready.v1: ")
    assert (letter.service, letter.stream) == ("certifier", "findings.ready.v1")
    assert await rig.pending("findings.ready.v1", "certifier") == 0


async def test_an_entry_without_the_field_is_a_dead_letter(rig: Rig) -> None:
    await rig.redis.xadd(rig.shard.streams["findings.ready.v1"], {"data": "{}"})
    await rig.start(certifier())
    await rig.until(rig.client.dead)
    (letter,) = await rig.client.dead()
    assert (letter.reason, letter.body) == ("the entry has no field `d`", '{"data":"{}"}')


async def test_a_wrong_message_with_a_readable_header_still_settles_its_question(rig: Rig) -> None:
    await rig.start(classifier(), certifier())
    await rig.redis.hset(rig.shard.questions("t/b"), "1", "digest 0-1 1")
    message = {"type": "findings.ready.v1", "header": header("1"), "passages": 7}
    await rig.append("findings.ready.v1", msgspec.json.encode(message))
    assert (await rig.settled(1))["1"].outcome == "dead"


async def test_every_message_twice_changes_no_answer(rig: Rig) -> None:
    """Each entry of every stream is appended once more while the pipeline runs."""

    async def doubling(asked: QuestionAsked) -> Sequence[Wire]:
        return [*await pass_on(asked), *await pass_on(asked)]

    await rig.ask(*[str(number) for number in range(30)])
    for _, fields in await rig.redis.xrange(rig.shard.intake):
        await rig.redis.xadd(rig.shard.intake, fields)
    await rig.start(classifier(doubling), certifier())
    await rig.settled(30)
    await rig.until(lambda: idle(rig))
    assert len(await rig.settled(30)) == 30
    assert await rig.client.progress("t", "b") == Progress(30, 30)
    assert await rig.client.versions_in_use() == set()


async def idle(rig: Rig) -> bool:
    states = await rig.client.streams()
    return all(state.pending == 0 and state.lag == 0 for state in states)


async def test_a_slow_handler_keeps_its_lease_and_blocks_nobody(rig: Rig) -> None:
    started: list[str] = []

    async def slow(found: FindingsReady) -> Sequence[Wire]:
        started.append(found.header.question_id)
        if found.header.question_id == "slow":
            await asyncio.sleep(1.2)
        return await settle(found)

    await rig.start(classifier(), certifier(slow, slow=frozenset({FindingsReady})))
    await rig.ask("slow", "1", "2")
    assert set(await rig.settled(2, seconds=1.0)) == {"1", "2"}
    await rig.settled(3)
    assert sorted(started) == ["1", "2", "slow"]


async def test_slow_work_is_bounded(rig: Rig) -> None:
    running: list[int] = [0, 0]

    async def slow(found: FindingsReady) -> Sequence[Wire]:
        running[0] += 1
        running[1] = max(running)
        await asyncio.sleep(0.05)
        running[0] -= 1
        return await settle(found)

    rig.tuned(slow_tasks=3)
    await rig.start(classifier(), certifier(slow, slow=frozenset({FindingsReady})))
    await rig.ask(*[str(number) for number in range(12)])
    await rig.settled(12)
    assert running[1] == 3


async def test_results_commit_before_the_whole_batch_is_done(rig: Rig) -> None:
    async def dragging(found: FindingsReady) -> Sequence[Wire]:
        if found.header.question_id == "last":
            await asyncio.sleep(0.6)
        return await settle(found)

    rig.tuned(commit_ms=1)
    await rig.start(classifier())
    await rig.ask("1", "2", "3", "last")
    await rig.until(lambda: idle_intake(rig))

    async def first(found: FindingsReady) -> Sequence[Wire]:
        await asyncio.sleep(0.002)
        return await dragging(found)

    await rig.start(certifier(first))
    assert set(await rig.settled(3, seconds=0.5)) == {"1", "2", "3"}


async def idle_intake(rig: Rig) -> bool:
    return await rig.redis.xlen(rig.shard.streams["findings.ready.v1"]) == 4


async def test_spans_are_chained_from_hop_to_hop(rig: Rig) -> None:
    seen: list[str] = []

    async def noting(found: FindingsReady) -> Sequence[Wire]:
        seen.append(found.header.traceparent)
        return await settle(found)

    async def root(asked: QuestionAsked) -> Sequence[Wire]:
        seen.append(asked.traceparent)
        return [FindingsReady(header=admitted(asked, "p", "v1"))]

    brought = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    await rig.start(classifier(root), certifier(noting))
    question = QuestionAsked(id="1", question="?", traceparent=brought)
    await rig.client.submit("t", "b", [question])
    record = (await rig.settled(1))["1"]
    assert record.trace_id == brought.split("-")[1]
    ((_, fields),) = await rig.redis.xrange(rig.shard.settled)
    seen.append(msgspec.json.decode(fields[b"d"])["header"]["traceparent"])
    assert {trace.split("-")[1] for trace in seen} == {brought.split("-")[1]}
    assert len({trace.split("-")[2] for trace in seen}) == 3

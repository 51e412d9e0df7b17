"""What a lost worker leaves behind is found, run alone, counted, and committed once."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Sequence

import pytest
from occam.bus.claims import consumer_name, is_orphaned
from occam.bus.script import Scripts, run
from occam.bus.streams import make_group
from occam.messages.catalog import FindingsReady, QuestionAsked, Wire
from rig import Rig, certifier, classifier, pass_on, settle

pytestmark = pytest.mark.integration

LOST = "elsewhere:1:0"


async def lose(rig: Rig, count: int = 1, holder: str = LOST) -> None:
    """Questions that a worker read and never finished."""
    await make_group(rig.server, rig.shard.intake, "classifier")
    await rig.ask(*[str(number) for number in range(count)])
    await rig.redis.xreadgroup("classifier", holder, {rig.shard.intake: ">"}, count=count)


async def test_a_lost_message_is_taken_after_its_lease(rig: Rig) -> None:
    await lose(rig)
    started = time.monotonic()
    await rig.start(classifier(), certifier())
    await rig.settled(1)
    assert time.monotonic() - started > 0.2


async def test_a_dead_process_of_this_host_is_not_waited_for(rig: Rig) -> None:
    rig.tuned(lease_ms=60_000)
    gone = consumer_name().replace(f":{os.getpid()}:", ":4194303:")
    assert is_orphaned(gone)
    await lose(rig, holder=gone)
    await rig.start(classifier(), certifier())
    await rig.settled(1, seconds=10)


def test_a_living_process_and_another_host_are_never_orphans() -> None:
    assert not is_orphaned(consumer_name())
    assert not is_orphaned("elsewhere:4194303:0")
    assert not is_orphaned("somebody")


async def test_claimed_messages_run_one_at_a_time(rig: Rig) -> None:
    at_once: list[int] = [0, 0]

    async def watched(asked: QuestionAsked) -> Sequence[Wire]:
        at_once[0] += 1
        at_once[1] = max(at_once)
        await asyncio.sleep(0.01)
        at_once[0] -= 1
        return await pass_on(asked)

    await lose(rig, 20)
    await rig.start(classifier(watched), certifier())
    await rig.settled(20)
    assert at_once[1] == 1


async def test_only_deliveries_alone_count_towards_the_limit(rig: Rig) -> None:
    """Delivered with others again and again, a message is still tried as often as it may be."""
    await lose(rig, 20)
    for _ in range(10):
        pending = await rig.redis.xpending_range(rig.shard.intake, "classifier", "-", "+", 100)
        entries = [found["message_id"] for found in pending]
        await rig.redis.xclaim(rig.shard.intake, "classifier", LOST, 0, entries)
    await rig.start(classifier(), certifier())
    records = await rig.settled(20)
    assert {record.outcome for record in records.values()} == {"refused"}


async def test_a_message_that_kills_its_worker_alone_is_dead_after_so_many_times(rig: Rig) -> None:
    await lose(rig, 2)
    tries = f"{rig.shard.prefix}tries:classifier:{rig.shard.intake}"
    first = (await rig.redis.xrange(rig.shard.intake))[0][0]
    await rig.redis.hset(tries, first, rig.settings.max_deliveries)
    await rig.start(classifier(), certifier())
    records = await rig.settled(2)
    assert (records["0"].outcome, records["1"].outcome) == ("dead", "refused")
    said = await rig.dead()
    assert said == {"0": "the worker was lost 3 times while it held this message alone"}


async def test_only_one_of_two_takers_gets_the_message(rig: Rig) -> None:
    await lose(rig)
    scripts = Scripts(rig.server)
    entry = (await rig.redis.xrange(rig.shard.intake))[0][0]
    words = ("classifier", "one", entry, LOST, 0, "tries")
    assert await run(scripts.take, [rig.shard.intake], words)
    assert not await run(scripts.take, [rig.shard.intake], words)


async def test_a_message_that_was_trimmed_away_is_not_claimed_for_ever(rig: Rig) -> None:
    await lose(rig, 2)
    first = (await rig.redis.xrange(rig.shard.intake))[0][0]
    await rig.redis.xdel(rig.shard.intake, first)
    await rig.start(classifier(), certifier())
    await rig.settled(1)
    await rig.until(lambda: nothing_pending(rig))


async def nothing_pending(rig: Rig) -> bool:
    return await rig.pending("question.asked.v1", "classifier") == 0


async def test_slow_work_whose_lease_was_lost_is_cancelled(rig: Rig) -> None:
    cancelled = asyncio.Event()
    started = asyncio.Event()

    async def slow(found: FindingsReady) -> Sequence[Wire]:
        started.set()
        try:
            await asyncio.sleep(30)
        except asyncio.CancelledError:
            cancelled.set()
            raise
        return await settle(found)

    await rig.start(classifier(), certifier(slow, slow=frozenset({FindingsReady})))
    await rig.ask("1")
    await started.wait()
    stream = rig.shard.streams["findings.ready.v1"]
    entry = (await rig.redis.xrange(stream))[0][0]
    await rig.redis.xclaim(stream, "certifier", LOST, 0, [entry])
    await asyncio.wait_for(cancelled.wait(), 5)
    await rig.redis.xack(stream, "certifier", entry)


async def test_a_stopping_service_gives_back_what_it_holds(rig: Rig) -> None:
    started = asyncio.Event()

    async def stuck(asked: QuestionAsked) -> Sequence[Wire]:
        started.set()
        await asyncio.sleep(60)
        return await pass_on(asked)

    rig.tuned(lease_ms=60_000, grace_ms=50)
    spec = classifier(stuck)
    service = await rig.start(
        type(spec)(name=spec.name, handlers=spec.handlers, slow=frozenset({QuestionAsked}))
    )
    await rig.ask("1", "2")
    await started.wait()
    await rig.stop(service)
    assert await rig.pending("question.asked.v1", "classifier") == 2
    await rig.start(classifier(), certifier())
    await rig.settled(2, seconds=10)


async def test_a_commit_that_fails_half_way_is_never_silent(rig: Rig) -> None:
    """Somebody wrote over our keys: the rest of the batch goes on, and an operator is told."""
    await rig.redis.set(rig.shard.questions("t/b"), "of a wrong type")
    for batch in ("b", "c"):
        asked = {"id": "1", "question": "?", "tenant": "t", "batch": batch}
        await rig.append("question.asked.v1", json.dumps(asked))
    await rig.start(classifier(), certifier())
    assert (await rig.settled(1))["1"].batch == "c"
    (letter,) = await rig.client.dead()
    assert letter.reason.startswith("the commit failed: WRONGTYPE")
    assert letter.entry == (await rig.redis.xrange(rig.shard.intake))[0][0].decode()

"""Streams deleted under us, a broker that is killed, memory that must stay bounded."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Sequence
from pathlib import Path

import pytest
from occam.bus.broker import start_broker
from occam.bus.client import Client
from occam.bus.heartbeat import STALE_AFTER, Heartbeat
from occam.bus.script import Scripts, run
from occam.bus.streams import make_group
from occam.core.errors import Transient
from occam.messages.catalog import QuestionAsked, Wire
from rig import Rig, certifier, classifier, pass_on

pytestmark = pytest.mark.integration


@pytest.mark.parametrize("what", ["stream", "group"])
async def test_what_is_deleted_under_us_is_made_anew(rig: Rig, what: str) -> None:
    await rig.start(classifier(), certifier())
    await rig.ask("1")
    await rig.settled(1)
    if what == "stream":
        await rig.redis.delete(rig.shard.intake)
    else:
        await rig.redis.xgroup_destroy(rig.shard.intake, "classifier")
    await rig.ask("2")
    await rig.settled(2)
    await rig.until(lambda: all_ready(rig))


async def all_ready(rig: Rig) -> bool:
    states = await rig.client.readiness()
    return len(states) == 2 and all(state.ready for state in states)


async def test_readiness_fails_when_a_consumer_stopped(rig: Rig) -> None:
    service = await rig.start(classifier())
    (state,) = await rig.client.readiness()
    assert state.ready
    for subscriber in service._subscribers:
        await subscriber.stop()
    await service._beat()
    (state,) = await rig.client.readiness()
    assert state.fault == f"no longer reads {rig.shard.intake}"


def test_readiness_fails_when_a_process_is_silent() -> None:
    line = Heartbeat(
        service="s", consumer="c", pid=1, host="h", reads=(), writes=(), started=0.0, at=0.0
    )
    assert line.age > STALE_AFTER
    assert line.fault.startswith("not heard of for ")


async def test_a_stopped_service_leaves_the_register(rig: Rig) -> None:
    service = await rig.start(classifier())
    await rig.stop(service)
    assert await rig.client.readiness() == []


async def test_a_killed_broker_loses_nothing_that_was_on_disk(tmp_path: Path) -> None:
    """SIGKILL in the middle of a batch; the same data directory again, at the same address."""
    broker = start_broker(tmp_path / "data", fsync="always")

    async def unhurried(asked: QuestionAsked) -> Sequence[Wire]:
        await asyncio.sleep(0.002)
        return await pass_on(asked)

    async with Rig(broker.url, lease_ms=1000) as rig:
        await rig.start(classifier(unhurried), certifier())
        await rig.ask(*[str(number) for number in range(300)])
        await rig.until(lambda: some_settled(rig))
        os.kill(broker.pid, signal.SIGKILL)
        broker.stop()
        with pytest.raises(Transient):
            await Client.connect(rig.settings)
        again = start_broker(tmp_path / "data", fsync="always")
        assert again.url == broker.url
        try:
            assert len(await rig.settled(300, seconds=60)) == 300
        finally:
            for service in rig.services:
                await service.stop()
            rig.services.clear()
            again.stop()


async def some_settled(rig: Rig) -> bool:
    return await rig.redis.xlen(rig.shard.settled) > 20


async def tidy(rig: Rig, stream: str) -> int:
    return await run(Scripts(rig.server).tidy, [stream], [0])


async def test_trimming_removes_only_what_every_group_acknowledged(rig: Rig) -> None:
    stream = rig.shard.streams["findings.ready.v1"]
    for group in ("one", "two"):
        await make_group(rig.server, stream, group)
    entries = [await rig.append("findings.ready.v1", str(number)) for number in range(10)]
    for group in ("one", "two"):
        await rig.redis.xreadgroup(group, "c", {stream: ">"}, count=8)
    await rig.redis.xack(stream, "one", *entries[:8])
    await rig.redis.xack(stream, "two", *entries[:3], *entries[4:8])
    assert await tidy(rig, stream) == 3
    kept = [entry.decode() for entry, _ in await rig.redis.xrange(stream)]
    assert kept == entries[3:]


async def test_trimming_never_removes_what_was_not_delivered(rig: Rig) -> None:
    stream = rig.shard.streams["findings.ready.v1"]
    await make_group(rig.server, stream, "one")
    for number in range(5):
        await rig.append("findings.ready.v1", str(number))
    assert await tidy(rig, stream) == 0
    await rig.redis.xreadgroup("one", "c", {stream: ">"}, count=2)
    assert await tidy(rig, stream) == 0
    assert await rig.redis.xlen(stream) == 5


async def test_pending_messages_stay_readable_while_others_stream_past(rig: Rig) -> None:
    """A consumer that stopped holds ten messages while thousands pass and are trimmed."""
    await make_group(rig.server, rig.shard.intake, "classifier")
    await rig.ask(*[f"held{number}" for number in range(10)])
    await rig.redis.xreadgroup("classifier", "stopped:1:0", {rig.shard.intake: ">"}, count=10)
    rig.tuned(lease_ms=60_000, trim_ms=50)
    await rig.start(classifier(), certifier())
    await rig.ask(*[str(number) for number in range(2000)])
    await rig.settled(2000)
    held = await rig.redis.xpending_range(rig.shard.intake, "classifier", "-", "+", 100)
    assert len(held) == 10
    for found in held:
        assert await rig.redis.xrange(rig.shard.intake, found["message_id"], found["message_id"])
    findings = rig.shard.streams["findings.ready.v1"]
    await rig.until(lambda: empty(rig, findings))


async def empty(rig: Rig, stream: str) -> bool:
    return await rig.redis.xlen(stream) == 0


async def test_the_lag_is_counted_and_right_after_trimming(rig: Rig) -> None:
    stream = rig.shard.streams["findings.ready.v1"]
    await make_group(rig.server, stream, "one")
    entries = [await rig.append("findings.ready.v1", "x") for _ in range(1200)]
    await rig.redis.xreadgroup("one", "c", {stream: ">"}, count=500)
    await rig.redis.xack(stream, "one", *entries[:499])
    await tidy(rig, stream)
    await rig.redis.xdel(stream, *entries[600:650])
    states = {state.stream: state for state in await rig.client.streams()}
    found = states["findings.ready.v1"]
    assert (found.length, found.pending, found.lag) == (651, 1, 650)
    assert found.oldest_pending_ms >= 0


@pytest.mark.parametrize("given", [0, 1, 499, 500, 501, 1000, 1200])
async def test_the_lag_does_not_depend_on_which_side_is_shorter(rig: Rig, given: int) -> None:
    stream = rig.shard.streams["findings.ready.v1"]
    await make_group(rig.server, stream, "one")
    pipe = rig.redis.pipeline(transaction=False)
    for _ in range(1200):
        pipe.xadd(stream, {"d": "x"})
    await pipe.execute()
    if given:
        await rig.redis.xreadgroup("one", "c", {stream: ">"}, count=given)
    states = {state.stream: state for state in await rig.client.streams()}
    assert states["findings.ready.v1"].lag == 1200 - given


async def test_consumers_that_left_nothing_are_removed_and_others_never(rig: Rig) -> None:
    stream = rig.shard.streams["findings.ready.v1"]
    await make_group(rig.server, stream, "one")
    await rig.append("findings.ready.v1", "x")
    await rig.redis.xreadgroup("one", "holds", {stream: ">"})
    await rig.redis.xreadgroup("one", "idle", {stream: ">"})
    await asyncio.sleep(0.01)
    await tidy(rig, stream)
    left = [found["name"] for found in await rig.redis.xinfo_consumers(stream, "one")]
    assert left == [b"holds"]

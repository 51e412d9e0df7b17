"""Real worker processes, killed and stopped at work: nothing is lost, nothing done twice."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from occam.bus.broker import Broker
from rig import Rig

pytestmark = [pytest.mark.integration, pytest.mark.chaos]

WORKER = Path(__file__).with_name("worker.py")


class Fleet:
    """Worker processes, each started again when it ends."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.workers: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str) -> subprocess.Popen[bytes]:
        """Starts a worker; what precedes the dash in its name is its role."""
        settings = self.rig.settings
        words = [sys.executable, WORKER, settings.url, settings.namespace, name.split("-")[0]]
        self.workers[name] = subprocess.Popen(words, stderr=subprocess.DEVNULL)
        return self.workers[name]

    async def keep(self) -> None:
        """A small supervisor."""
        while True:
            for name, worker in list(self.workers.items()):
                if worker.poll() is not None:
                    self.start(name)
            await asyncio.sleep(0.05)

    def end(self) -> None:
        """Ends all of them."""
        for worker in self.workers.values():
            worker.kill()
            worker.wait()


@pytest.fixture
async def fleet(broker: Broker) -> AsyncIterator[Fleet]:
    async with Rig(broker.url) as rig:
        made = Fleet(rig)
        keeping = asyncio.create_task(made.keep())
        yield made
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)
        made.end()


async def under_way(fleet: Fleet, done: int) -> None:
    """Waits until so many are settled while others are pending."""

    async def reached() -> bool:
        return await fleet.rig.redis.xlen(fleet.rig.shard.settled) >= done

    await fleet.rig.until(reached, seconds=40)


@pytest.mark.parametrize("victim", ["classifier", "certifier"])
async def test_a_worker_killed_again_and_again_loses_nothing(fleet: Fleet, victim: str) -> None:
    for name in ("classifier", "certifier"):
        fleet.start(name)
    await fleet.rig.ask(*[str(number) for number in range(400)])
    for done in (20, 120, 240):
        await under_way(fleet, done)
        fleet.workers[victim].kill()
    records = await fleet.rig.settled(400, seconds=60)
    assert {record.outcome for record in records.values()} == {"refused"}
    assert await fleet.rig.dead() == {}


async def test_a_worker_stopped_past_its_lease_commits_nothing_twice(fleet: Fleet) -> None:
    for name in ("classifier-1", "classifier-2", "certifier-1", "certifier-2"):
        fleet.start(name)
    await fleet.rig.ask(*[str(number) for number in range(300)])
    await under_way(fleet, 20)
    stopped = [fleet.workers["classifier-1"], fleet.workers["certifier-1"]]
    for worker in stopped:
        worker.send_signal(signal.SIGSTOP)
    await fleet.rig.settled(300, seconds=60)
    for worker in stopped:
        worker.send_signal(signal.SIGCONT)
    await asyncio.sleep(1.5)
    assert len(await fleet.rig.settled(300)) == 300


async def test_a_message_that_kills_its_worker_is_the_only_one_condemned(fleet: Fleet) -> None:
    ids = [str(number) for number in range(50)]
    await fleet.rig.ask(*ids[:25], "poison", *ids[25:])
    for name in ("classifier", "certifier"):
        fleet.start(name)
    records = await fleet.rig.settled(51, seconds=60)
    assert [id for id, record in records.items() if record.outcome == "dead"] == ["poison"]
    assert "lost 2 times" in records["poison"].stop_reason


async def test_a_worker_that_is_asked_to_stop_ends_cleanly(fleet: Fleet) -> None:
    fleet.start("certifier")
    worker = fleet.start("classifier")
    await fleet.rig.ask(*[str(number) for number in range(200)])
    await under_way(fleet, 20)
    del fleet.workers["classifier"]
    worker.terminate()
    assert await asyncio.to_thread(worker.wait, 20) == 0
    fleet.start("classifier")
    await fleet.rig.settled(200, seconds=60)

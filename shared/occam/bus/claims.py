"""What nobody works on any more is found and taken: one message at a time."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import logging
import os
import socket
import time
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

from redis.exceptions import RedisError

from occam.bus.lane import Lane

log = logging.getLogger("occam.bus")

_HOST = socket.gethostname()
_PAGE = 100
_NUMBERS = itertools.count()


class Stale(NamedTuple):
    """A pending message that may be taken: who holds it, and how idle it must still be."""

    entry: bytes
    owner: str
    idle_ms: int


def consumer_name() -> str:
    """A name that tells host and process, so that a dead neighbour is recognised."""
    return f"{_HOST}:{os.getpid()}:{time.time_ns() // 1_000_000:x}.{next(_NUMBERS)}"


def is_orphaned(consumer: str) -> bool:
    """Whether the consumer was a process of this host that is gone."""
    host, _, rest = consumer.rpartition(":")[0].rpartition(":")
    if host != _HOST or not rest.isdigit():
        return False
    try:
        os.kill(int(rest), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


class Claims:
    """The claiming loop of one lane."""

    def __init__(self, lane: Lane) -> None:
        self.lane = lane
        self.every = min(max(lane.settings.lease_ms / 4000, 0.05), 1.0)

    async def run(self) -> None:
        """Until cancelled."""
        look = time.monotonic() + self.every
        while True:
            try:
                await self._own_retries()
                if time.monotonic() >= look:
                    async for stale in self._stale():
                        await self.lane.retake(*stale)
                        await self._own_retries()
                    look = time.monotonic() + self.every
            except (RedisError, OSError) as error:
                log.warning("%s: cannot look for stale messages: %s", self.lane.stream, error)
                await asyncio.sleep(self.every)
            await asyncio.sleep(self._pause(look))

    def _pause(self, look: float) -> float:
        due = self.lane.retries[0][0] if self.lane.retries else look
        return max(0.005, min(due, look) - time.monotonic())

    async def _own_retries(self) -> None:
        retries = self.lane.retries
        while retries and retries[0][0] <= time.monotonic():
            _, entry = heapq.heappop(retries)
            await self.lane.retake(entry, self.lane.consumer, 0)

    async def _stale(self) -> AsyncIterator[Stale]:
        lane, lease = self.lane, self.lane.settings.lease_ms
        for found in await self._pending(idle=lease):
            if found["message_id"] not in lane.leases.held:
                yield Stale(found["message_id"], found["consumer"].decode(), lease)
        for consumer in await lane.client.xinfo_consumers(lane.stream, lane.group):
            name = consumer["name"].decode()
            if consumer["pending"] and is_orphaned(name):
                for found in await self._pending(consumer=name):
                    yield Stale(found["message_id"], name, 0)

    async def _pending(self, *, idle: int | None = None, consumer: str | None = None) -> Any:
        return await self.lane.client.xpending_range(
            self.lane.stream, self.lane.group, "-", "+", _PAGE, consumername=consumer, idle=idle
        )

"""Who holds what: leases renewed while work is under way, given back when it will not be done."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from occam.bus.script import Scripts, run


async def cancelled(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancels until all have ended: `asyncio.wait_for` of Python 3.11 may swallow one request."""
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=0.2)


class Leases:
    """Messages of one stream that this consumer holds and still means to commit."""

    def __init__(self, stream: str, group: str, consumer: str) -> None:
        self.stream = stream
        self.group = group
        self.consumer = consumer
        self.held: set[bytes] = set()
        self.tasks: dict[bytes, asyncio.Task[None]] = {}

    def hold(self, entries: Iterable[bytes]) -> None:
        """Work on these is about to start."""
        self.held.update(entries)

    def drop(self, entries: Iterable[bytes]) -> None:
        """These are committed, or somebody else's now."""
        self.held.difference_update(entries)

    async def renew(self, scripts: Scripts) -> None:
        """Extends every lease; work on a message that was taken away is cancelled."""
        if not self.held:
            return
        words = (self.group, self.consumer, *self.held)
        lost: list[bytes] = await run(scripts.renew, [self.stream], words)
        for entry in lost:
            if task := self.tasks.pop(entry, None):
                task.cancel()
        self.drop(lost)

    async def release(self, scripts: Scripts, lease_ms: int) -> None:
        """Lets anybody claim at once what is still held."""
        if self.held:
            words = (self.group, self.consumer, lease_ms, *self.held)
            await run(scripts.release, [self.stream], words)
            self.held.clear()


class Gate:
    """Batches pass together; a message that runs alone passes when no batch is inside."""

    def __init__(self) -> None:
        self._open = asyncio.Event()
        self._open.set()
        self._empty = asyncio.Event()
        self._empty.set()
        self._turn = asyncio.Lock()
        self._inside = 0

    async def enter(self) -> None:
        """A batch starts."""
        while not self._open.is_set():
            await self._open.wait()
        self._inside += 1
        self._empty.clear()

    def leave(self) -> None:
        """A batch is done."""
        self._inside -= 1
        if self._inside == 0:
            self._empty.set()

    async def enter_alone(self) -> None:
        """Keeps batches out and waits for those inside."""
        await self._turn.acquire()
        self._open.clear()
        await self._empty.wait()

    def leave_alone(self) -> None:
        """Lets batches in again."""
        self._open.set()
        self._turn.release()

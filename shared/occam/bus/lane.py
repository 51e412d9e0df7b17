"""One stream of one shard as one service reads it: batches, single retries, slow work aside."""

from __future__ import annotations

import asyncio
import heapq
import logging
import time
from collections.abc import Sequence
from typing import Any

from redis.exceptions import RedisError

from occam.bus.connection import is_passing
from occam.bus.leases import Gate, Leases, cancelled
from occam.bus.script import Scripts, run
from occam.bus.server import Server
from occam.bus.settings import BusSettings
from occam.bus.work import Letter, Words, Work, cause_of
from occam.core.errors import Throttled, Transient

log = logging.getLogger("occam.bus")


class Lane:
    """Takes deliveries, has them decided, commits the results, and looks after what failed."""

    def __init__(
        self,
        work: Work,
        client: Server,
        scripts: Scripts,
        gate: Gate,
        consumer: str,
        settings: BusSettings,
        *,
        slow: bool,
    ) -> None:
        self.work = work
        self.client = client
        self.scripts = scripts
        self.gate = gate
        self.settings = settings
        self.slow = slow
        self.group = work.service
        self.stream = work.shard.streams[work.tag]
        self.tries = f"{work.shard.prefix}tries:{self.group}:{self.stream}"
        self.leases = Leases(self.stream, self.group, consumer)
        self.consumer = consumer
        self.committed = 0
        self.retries: list[tuple[float, bytes]] = []
        self._slots = asyncio.Semaphore(settings.slow_tasks)

    async def on_batch(self, letters: Sequence[Letter]) -> None:
        """Works off one delivery; returns when there is room for the next."""
        self.leases.hold([letter.entry for letter in letters])
        if self.slow:
            for letter in letters:
                await self._slots.acquire()
                task = asyncio.create_task(self._aside(letter))
                self.leases.tasks[letter.entry] = task
            return
        await self.gate.enter()
        try:
            await self._work_off(letters)
        except Exception:
            self.leases.drop([letter.entry for letter in letters])
            raise
        finally:
            self.gate.leave()

    async def _work_off(self, letters: Sequence[Letter]) -> None:
        ready: list[Any] = []
        done: list[bytes] = []
        until = time.perf_counter() + self.settings.commit_ms / 1000
        for letter in letters:
            words = await self._decided(letter)
            if words is None:
                continue
            ready += (letter.entry, len(words), *words)
            done.append(letter.entry)
            if time.perf_counter() > until:
                await self._commit(ready, done)
                ready, done = [], []
                until = time.perf_counter() + self.settings.commit_ms / 1000
        if done:
            await self._commit(ready, done)

    async def _aside(self, letter: Letter) -> None:
        try:
            words = await self._decided(letter)
            if words is not None:
                await self._commit([letter.entry, len(words), *words], [letter.entry])
        except Exception:
            self.leases.drop([letter.entry])
            raise
        finally:
            self.leases.tasks.pop(letter.entry, None)
            self._slots.release()

    async def _decided(self, letter: Letter, tries: int = 0) -> Words | None:
        """The words of a message, or none when it stays pending for another try."""
        try:
            return await self._unthrottled(letter)
        except Exception as error:
            log.log(
                logging.WARNING if isinstance(error, Transient) else logging.ERROR,
                "%s %s failed: %s",
                self.stream,
                letter.entry.decode(),
                cause_of(error),
                exc_info=None if isinstance(error, Transient) else error,
            )
            return await self._failed(letter, tries, cause_of(error))

    async def _unthrottled(self, letter: Letter) -> Words:
        """Slow work that a quota keeps waiting waits in its slot: that slows this worker down, and
        counts as no failure. Whoever asks for the quota bounds the wait."""
        pause = self.settings.backoff_ms / 1000
        while True:
            try:
                return await self.work.decide(letter)
            except Throttled as error:
                if not self.slow:
                    raise
                wait = pause if error.wait_s is None else error.wait_s
            log.warning("%s %s waits %.1f s for a quota", self.stream, letter.entry.decode(), wait)
            await asyncio.sleep(wait)
            pause = min(pause * 2, self.settings.backoff_limit_ms / 1000)

    async def _failed(self, letter: Letter, tries: int, cause: str) -> Words | None:
        if not tries:
            tries = await self._patiently(self._count, letter.entry)
        if tries >= self.settings.max_deliveries:
            reason = f"{cause} (after {tries} tries)"
            return ["tried", *self.work.bury(letter, reason)]
        wait = min(self.settings.backoff_ms * 2 ** (tries - 1), self.settings.backoff_limit_ms)
        heapq.heappush(self.retries, (time.monotonic() + wait / 1000, letter.entry))
        return None

    async def _count(self, entry: bytes) -> int:
        return await self.client.hincrby(self.tries, entry.decode(), 1)

    async def _commit(self, ready: list[Any], done: list[bytes]) -> None:
        await self._patiently(self._hop, ready)
        self.leases.drop(done)
        self.committed += len(done)

    async def _hop(self, ready: list[Any]) -> Any:
        words = (self.group, self.work.shard.prefix, self.settings.dead_limit, *ready)
        return await run(self.scripts.hop, [self.stream], words)

    async def _patiently(self, call: Any, argument: Any) -> Any:
        """Calls until the broker answers: it may be restarting, full, or out of reach."""
        wait = 0.05
        while True:
            try:
                return await call(argument)
            except (RedisError, OSError) as error:
                if not is_passing(error):
                    raise
                cause = error
            log.warning("%s: the broker does not take a commit: %s", self.stream, cause)
            await asyncio.sleep(wait)
            wait = min(wait * 2, 1.0)

    async def retake(self, entry: bytes, owner: str, idle_ms: int) -> None:
        """Claims one pending message and runs it alone; what fails here is left to its lease."""
        try:
            await self._retaken(entry, owner, idle_ms)
        except Exception:
            self.leases.drop([entry])
            raise

    async def _retaken(self, entry: bytes, owner: str, idle_ms: int) -> None:
        words = (self.group, self.consumer, entry, owner, idle_ms, self.tries)
        taken = await run(self.scripts.take, [self.stream], words)
        if not taken:
            self.leases.drop([entry])
            return
        tries, flat = taken
        letter = Letter(entry, dict(zip(flat[::2], flat[1::2], strict=True)))
        self.leases.hold([entry])
        if tries > self.settings.max_deliveries:
            reason = f"the worker was lost {tries - 1} times while it held this message alone"
            await self._finish(letter, ["tried", *self.work.bury(letter, reason)])
        elif self.slow:
            await self._finish(letter, await self._decided(letter, tries))
        else:
            await self.gate.enter_alone()
            try:
                words_ready = await self._decided(letter, tries)
            finally:
                self.gate.leave_alone()
            await self._finish(letter, words_ready)

    async def _finish(self, letter: Letter, words: Words | None) -> None:
        if words is None:
            return
        if words[0] != "tried":
            words = ["tried", *words]
        await self._commit([letter.entry, len(words), *words], [letter.entry])

    async def finish(self) -> None:
        """Waits for slow work, and ends what takes longer than a stop may."""
        tasks = list(self.leases.tasks.values())
        if tasks:
            await asyncio.wait(tasks, timeout=self.settings.grace_ms / 1000)
        await cancelled(tasks)

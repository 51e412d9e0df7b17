"""A service: its handlers behind streams, run until a signal says stop."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import time
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

import msgspec
import uvloop
from redis.exceptions import RedisError

from occam.bus import heartbeat
from occam.bus.claims import Claims, consumer_name
from occam.bus.connection import is_passing
from occam.bus.heartbeat import Heartbeat
from occam.bus.lane import Lane
from occam.bus.leases import Gate, cancelled
from occam.bus.script import Scripts, run
from occam.bus.settings import BusSettings
from occam.bus.streams import evidence_place, make_group, shards
from occam.bus.subscription import client_of, make_broker, subscribe
from occam.bus.tracing import Tracer, Untraced
from occam.bus.work import Handler, Work
from occam.core.errors import BadConfig
from occam.messages.catalog import Wire, tag_of

log = logging.getLogger("occam.bus")

_EMPTY_CONSUMER_MS = 3_600_000


class ServiceSpec(msgspec.Struct, frozen=True, kw_only=True):
    """What a service is: a name, a handler for each message it reads, and what it may send.

    Handlers of the types in `slow` run aside as bounded tasks with renewed leases. `close` ends
    what the handlers hold open, once the last one is done.
    """

    name: str
    handlers: Mapping[type[Wire], Handler]
    emits: tuple[type[Wire], ...] = ()
    slow: frozenset[type[Wire]] = frozenset()
    close: Callable[[], Coroutine[Any, Any, None]] | None = None


class Service:
    """A running service. `serve` is how a process becomes one; tests start it themselves."""

    def __init__(
        self, spec: ServiceSpec, settings: BusSettings, tracer: Tracer | None = None
    ) -> None:
        self.spec = spec
        self.settings = settings
        self.tracer = tracer or Untraced()
        self.consumer = consumer_name()
        self.lanes: list[Lane] = []
        self._broker = make_broker(settings)
        self._subscribers: list[Any] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._started = time.time()
        self._failed: asyncio.Future[None] | None = None
        self._stopping = False

    @property
    def stopped(self) -> tuple[str, ...]:
        """Streams that are no longer read although they should be."""
        pairs = zip(self.lanes, self._subscribers, strict=True)
        return tuple(lane.stream for lane, subscriber in pairs if not subscriber.running)

    async def start(self) -> None:
        """Creates the groups, then reads."""
        await self._connected()
        self._client = client_of(self._broker)
        self._scripts = Scripts(self._client)
        gate = Gate()
        for shard in shards(self.settings):
            for kind, handler in self.spec.handlers.items():
                work = Work(
                    self.spec.name, kind, handler, shard, self.settings, self.tracer, self._fetch
                )
                self._add(work, gate, slow=kind in self.spec.slow)
        for lane in self.lanes:
            await make_group(self._client, lane.stream, lane.group)
        for subscriber in self._subscribers:
            await subscriber.start()
        self._failed = asyncio.get_running_loop().create_future()
        await self._beat()
        self._every(self.settings.lease_ms / 3000, self._renew)
        for lane in self.lanes:
            self._spawn(Claims(lane).run)
        self._every(self.settings.heartbeat_ms / 1000, self._watch)
        self._every(self.settings.trim_ms / 1000, self._tidy)

    async def _connected(self) -> None:
        """Waits for the broker: it may still be starting."""
        wait = 0.05
        while True:
            try:
                await self._broker.connect()
                await client_of(self._broker).ping()
                return
            except (RedisError, OSError) as error:
                if not is_passing(error):
                    raise BadConfig(f"the broker refuses us: {error}") from error
                log.warning("%s waits for the broker: %s", self.spec.name, error)
                await asyncio.sleep(wait)
                wait = min(wait * 2, 1.0)

    def _add(self, work: Work, gate: Gate, *, slow: bool) -> None:
        lane = Lane(
            work, self._client, self._scripts, gate, self.consumer, self.settings, slow=slow
        )
        batch = min(self.settings.batch, self.settings.slow_tasks) if slow else self.settings.batch
        self.lanes.append(lane)
        self._subscribers.append(
            subscribe(self._broker, lane.stream, lane.group, self.consumer, batch, lane.on_batch)
        )

    async def _fetch(self, reference: str) -> bytes | None:
        key, field = evidence_place(reference)
        return await self._client.hget(key, field)

    def _spawn(self, job: Callable[[], Coroutine[Any, Any, None]]) -> None:
        task = asyncio.create_task(job())
        task.add_done_callback(self._ended)
        self._tasks.append(task)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """A background job never ends by itself: if one does, the process must not go on."""
        error = None if task.cancelled() else task.exception()
        if self._stopping or not self._failed or self._failed.done():
            return
        self._failed.set_exception(error or RuntimeError("a background job ended"))

    def _every(self, seconds: float, job: Callable[[], Coroutine[Any, Any, None]]) -> None:
        async def repeat() -> None:
            while True:
                await asyncio.sleep(seconds)
                try:
                    await job()
                except (RedisError, OSError) as error:
                    log.warning("%s: %s", self.spec.name, error)

        self._spawn(repeat)

    async def _renew(self) -> None:
        for lane in self.lanes:
            await lane.leases.renew(self._scripts)

    async def _tidy(self) -> None:
        for lane in self.lanes:
            await run(self._scripts.tidy, [lane.stream], [_EMPTY_CONSUMER_MS])

    async def _watch(self) -> None:
        """Says that we live, and reads on where a stream or group was deleted under us."""
        await self._beat()
        for lane, subscriber in zip(self.lanes, self._subscribers, strict=True):
            if not subscriber.running:
                log.error("%s or its group was deleted: it is made anew", lane.stream)
                await make_group(self._client, lane.stream, lane.group)
                await subscriber.start()

    async def _beat(self) -> None:
        line = Heartbeat(
            service=self.spec.name,
            consumer=self.consumer,
            pid=os.getpid(),
            host=socket.gethostname(),
            reads=tuple(tag_of(kind) for kind in self.spec.handlers),
            writes=tuple(tag_of(kind) for kind in self.spec.emits),
            stopped=self.stopped,
            committed=sum(lane.committed for lane in self.lanes),
            started=self._started,
            at=time.time(),
        )
        await heartbeat.beat(self._client, shards(self.settings)[0], line)

    async def stop(self) -> None:
        """Finishes what is under way, gives back the rest, and leaves the register."""
        self._stopping = True
        renewing, *others = self._tasks
        await cancelled(others)
        for subscriber in self._subscribers:
            await subscriber.stop()
        try:
            for lane in self.lanes:
                await lane.finish()
            await cancelled([renewing])
            for lane in self.lanes:
                await lane.leases.release(self._scripts, self.settings.lease_ms)
            await self._client.hdel(shards(self.settings)[0].services, self.consumer)
        except (RedisError, OSError) as error:
            log.warning("%s: the broker was gone at the end: %s", self.spec.name, error)
        await cancelled([renewing])
        if self.spec.close:
            await self.spec.close()
        await self._broker.stop()

    async def run(self, *, ready: Callable[[], None] | None = None) -> None:
        """Runs until SIGTERM or SIGINT; raises when a background job failed."""
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop.set)
        starting = asyncio.create_task(self.start())
        asked = asyncio.create_task(stop.wait())
        await asyncio.wait({starting, asked}, return_when=asyncio.FIRST_COMPLETED)
        if not starting.done():
            starting.cancel()
            return
        await starting
        if ready:
            ready()
        assert self._failed is not None
        await asyncio.wait({self._failed, asked}, return_when=asyncio.FIRST_COMPLETED)
        await self.stop()
        if self._failed.done():
            self._failed.result()
        asked.cancel()


def serve(
    spec: ServiceSpec,
    settings: BusSettings,
    *,
    tracer: Tracer | None = None,
    ready: Callable[[], None] | None = None,
) -> None:
    """Runs the service in this process until a signal says stop."""
    uvloop.run(Service(spec, settings, tracer).run(ready=ready))

"""`occam up`: one broker and the services, kept alive together and ended together."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Protocol

import msgspec

from occam.runtime.logfiles import rotate, tail
from occam.runtime.processes import Child, Pace, Program
from occam.runtime.running import Lock, NotStarted, Running, clear_running, write_running
from occam.runtime.settings import Settings


class Health(Protocol):
    """Says how the processes of a fleet are doing."""

    async def broker(self) -> str:
        """Empty when the broker answers, else why not."""
        ...

    async def services(self, pids: Sequence[int]) -> Mapping[int, str]:
        """For each pid: empty when its consumer is alive, else why not."""
        ...

    async def close(self) -> None:
        """No more questions."""
        ...


class Fleet(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be up together. No `broker` means that one is configured elsewhere."""

    url: str
    broker: Program | None
    services: tuple[Program, ...]


class Patience(msgspec.Struct, frozen=True, kw_only=True):
    """Seconds: between looks, to become ready, to be unwell before a restart, to stop, to wait for
    the broker without a word."""

    look: float = 0.5
    start: float = 60.0
    unwell: float = 30.0
    stop: float = 10.0
    silent: float = 2.0
    deaths: int = 2


class Supervisor:
    """Owns the home while it runs. `build` is called once the home is held: what it does to files
    of the home, such as a socket, would hurt another supervisor there."""

    def __init__(
        self,
        settings: Settings,
        build: Callable[[], tuple[Fleet, Health]],
        *,
        patience: Patience | None = None,
        pace: Pace | None = None,
        on_wait: Callable[[str], None] | None = None,
    ) -> None:
        self._settings = settings
        self._build = build
        self._patience = patience or Patience(start=settings.ready_timeout)
        self._pace = pace
        self._on_wait = on_wait
        self._tasks: list[asyncio.Task[None]] = []
        self._unwell_since: dict[str, float] = {}
        self._started_at = time.time()

    async def run(self, stop: asyncio.Event, on_ready: Callable[[Running], None]) -> None:
        """Until `stop` is set. Raises `AlreadyUp` or `NotStarted`; leaves nothing behind."""
        lock = Lock(self._settings.run)
        lock.take()
        try:
            self._fleet, self._health = self._build()
            self._broker = Child(self._fleet.broker, self._pace) if self._fleet.broker else None
            self._services = [Child(program, self._pace) for program in self._fleet.services]
            await self._run(stop, on_ready)
        finally:
            clear_running(self._settings.run)
            lock.release()

    async def _run(self, stop: asyncio.Event, on_ready: Callable[[Running], None]) -> None:
        try:
            await self._bring_up(stop)
            if not stop.is_set():
                on_ready(self._note(ready=True))
            while not stop.is_set():
                await self._look()
                await _either(stop.wait(), self._patience.look)
        finally:
            await self._health.close()
            await self._take_down()

    async def _bring_up(self, stop: asyncio.Event) -> None:
        self._note(ready=False)
        until = time.monotonic() + self._patience.start
        if self._broker is not None:
            self._launch(self._broker)
        await self._await_broker(stop, until)
        for child in self._services:
            self._launch(child)
        while not stop.is_set():
            await self._look()
            unready = [child for child in self._services if child.state != "ready"]
            if not unready:
                return
            self._fail_when_hopeless(unready, until)
            await _either(stop.wait(), min(0.1, self._patience.look))

    async def _await_broker(self, stop: asyncio.Event, until: float) -> None:
        patience_ends = time.monotonic() + self._patience.silent
        while not stop.is_set():
            reason = await self._health.broker()
            if self._broker is not None:
                self._broker.enter("starting" if reason else "ready", reason)
            if not reason:
                return
            if self._broker is not None:
                self._fail_when_hopeless([self._broker], until)
            elif time.monotonic() > until:
                raise NotStarted(f"broker: {reason}")
            if self._on_wait and time.monotonic() > patience_ends:
                self._on_wait(reason)
                self._on_wait = None
            await _either(stop.wait(), 0.05)

    async def _look(self) -> None:
        """One round of health checks: states, restarts of the unwell, log rotation, state file."""
        reason = await self._health.broker()
        if self._broker is not None and self._broker.pid is not None:
            self._broker.enter("failing" if reason else "ready", reason)
        if not reason:
            pids = [child.pid for child in self._services if child.pid is not None]
            reasons = await self._health.services(pids)
            for child in self._services:
                self._judge(child, reasons)
        for child in self._children():
            rotate(child.program.log, self._settings.log_bytes)
        self._note(ready=self._all_ready())

    def _judge(self, child: Child, reasons: Mapping[int, str]) -> None:
        if child.pid is None:
            return
        reason = reasons.get(child.pid, "no heartbeat yet")
        name = child.program.name
        if not reason:
            self._unwell_since.pop(name, None)
            child.enter("ready")
            return
        child.enter("starting" if child.state == "starting" else "failing", reason)
        since = self._unwell_since.setdefault(name, time.monotonic())
        if min(time.monotonic() - since, child.age) > self._patience.unwell:
            self._unwell_since.pop(name)
            child.kill()

    def _fail_when_hopeless(self, children: Sequence[Child], until: float) -> None:
        for child in children:
            _raise_if_failed(child, self._tasks)
            late = time.monotonic() > until
            if late or child.restarts >= self._patience.deaths:
                raise NotStarted(_post_mortem(child, late))

    async def _take_down(self) -> None:
        """Services first, so that none of them sees the broker go."""
        grace = self._patience.stop
        await asyncio.gather(*(child.stop(grace) for child in self._services if child.launched))
        if self._broker is not None and self._broker.launched:
            await self._broker.stop(grace)
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _launch(self, child: Child) -> None:
        child.launched = True
        self._tasks.append(asyncio.create_task(child.run(), name=child.program.name))

    def _children(self) -> list[Child]:
        return [*([self._broker] if self._broker else []), *self._services]

    def _all_ready(self) -> bool:
        return all(child.state == "ready" for child in self._children())

    def _note(self, *, ready: bool) -> Running:
        running = Running(
            pid=os.getpid(),
            started_at=self._started_at,
            url=self._fleet.url,
            ready=ready,
            processes=tuple(child.shown() for child in self._children()),
        )
        write_running(self._settings.run, running)
        return running


async def _either(waiting: Awaitable[object], seconds: float) -> None:
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(waiting, seconds)


def _raise_if_failed(child: Child, tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        if task.get_name() == child.program.name and task.done() and not task.cancelled():
            error = task.exception()
            if error is not None:
                raise NotStarted(f"{child.program.name}: cannot be started: {error}") from error


def _post_mortem(child: Child, late: bool) -> str:
    program = child.program
    said = "\n".join(f"  {line}" for line in tail(program.log, 5))
    why = f"not ready in time: {child.reason}" if late else child.reason
    return f"{program.name}: {why}; the end of {program.log}:\n{said}"

"""One supervised child process: started, watched, restarted with backoff, stopped."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import signal
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from occam.core.errors import BadConfig
from occam.runtime.folders import make_private
from occam.runtime.keys import environment_of
from occam.runtime.lifeline import PARENT, tie
from occam.runtime.logfiles import open_log
from occam.runtime.running import ProcessState, State


class Program(msgspec.Struct, frozen=True, kw_only=True):
    """What to run. `death_signal` is what the kernel sends it should the supervisor die.

    `guard` is a file locked by the process for as long as it lives, so that one left behind by a
    killed supervisor is waited for and never doubled.
    """

    name: str
    service: str
    argv: tuple[str, ...]
    log: Path
    environ: Mapping[str, str] = {}
    death_signal: signal.Signals = signal.SIGKILL
    guard: Path | None = None


class Pace(NamedTuple):
    """How soon a dead child comes back: doubling from `first` to `most`, anew after `calm`."""

    first: float = 0.5
    most: float = 30.0
    calm: float = 60.0


class Child:
    """A program and whichever process runs it now."""

    def __init__(self, program: Program, pace: Pace | None = None) -> None:
        self.program = program
        self.restarts = 0
        self.reason = ""
        self.state: State = "stopped"
        self.since = time.time()
        self.launched = False
        self._pace = pace or Pace()
        self._process: asyncio.subprocess.Process | None = None
        self._started = 0.0
        self._quick_deaths = 0
        self._stop = asyncio.Event()
        self._done = asyncio.Event()

    @property
    def pid(self) -> int | None:
        """The live process, if there is one."""
        alive = self._process is not None and self._process.returncode is None
        return self._process.pid if self._process is not None and alive else None

    @property
    def age(self) -> float:
        """Seconds since the present process was started."""
        return time.monotonic() - self._started

    def shown(self) -> ProcessState:
        """What `occam status` prints of it."""
        return ProcessState(
            name=self.program.name,
            service=self.program.service,
            pid=self.pid,
            state=self.state,
            restarts=self.restarts,
            since=self.since,
            reason=self.reason,
        )

    def enter(self, state: State, reason: str = "") -> None:
        """Note a change; `since` moves only when the state does."""
        if state != self.state:
            self.state, self.since = state, time.time()
        self.reason = reason

    async def run(self) -> None:
        """Keep the program alive until `stop`."""
        try:
            while not self._stop.is_set():
                await self._start()
                code = await self._ended()
                if not self._stop.is_set():
                    self.restarts += 1
                    self.enter("restarting", _ending(code))
                    await self._pause(self._delay())
        finally:
            self.enter("stopped")
            self._done.set()

    async def stop(self, grace: float) -> None:
        """End it: SIGTERM, and SIGKILL after `grace` seconds. Returns when `run` has."""
        self._stop.set()
        self.send(signal.SIGTERM)
        try:
            await asyncio.wait_for(self._done.wait(), grace)
        except TimeoutError:
            self.send(signal.SIGKILL)
            await self._done.wait()

    def kill(self) -> None:
        """End the present process at once; `run` starts the next."""
        self.send(signal.SIGKILL)

    def send(self, number: signal.Signals) -> None:
        """Signal the live process, if there is one."""
        if self.pid is not None and self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(number)

    async def _start(self) -> None:
        program = self.program
        kept = [open_log(program.log)]
        try:
            if program.guard is not None:
                kept.append(await _guarded(program.guard))
            self._process = await asyncio.create_subprocess_exec(
                *program.argv,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=kept[0],
                stderr=kept[0],
                env={
                    **environment_of(program.service, os.environ),
                    **program.environ,
                    PARENT: str(os.getpid()),
                },
                preexec_fn=tie(program.death_signal),
                start_new_session=True,
                pass_fds=kept[1:],
            )
        finally:
            for descriptor in kept:
                os.close(descriptor)
        self._started = time.monotonic()
        self.enter("starting")

    async def _ended(self) -> int:
        assert self._process is not None
        if self._stop.is_set():
            self.send(signal.SIGTERM)
        return await self._process.wait()

    async def _pause(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._stop.wait(), seconds)

    def _delay(self) -> float:
        calm = self.age > self._pace.calm
        self._quick_deaths = 1 if calm else self._quick_deaths + 1
        return min(self._pace.most, self._pace.first * 2 ** min(self._quick_deaths - 1, 16))


async def _guarded(path: Path, seconds: float = 10.0) -> int:
    """A descriptor that holds the lock; it passes to the child, and ends with it."""
    make_private(path.parent)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    until = time.monotonic() + seconds
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                os.close(descriptor)
                raise BadConfig(f"{path}: another process still holds it") from None
            await asyncio.sleep(0.05)
        else:
            return descriptor


def _ending(code: int) -> str:
    if code < 0:
        with contextlib.suppress(ValueError):
            return f"killed by {signal.Signals(-code).name}"
    return f"exited with {code}"

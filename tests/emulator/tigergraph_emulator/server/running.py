"""An emulator inside a test: in the test's own loop, or in a thread for callers without one."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

from aiohttp import web

from .app import build
from .machine import Machine
from .options import Options


@dataclass(frozen=True, slots=True)
class Running:
    """A started emulator: where it listens and what a test may turn."""

    host: str
    port: int
    machine: Machine

    @property
    def url(self) -> str:
        """Host with port, as clients want it."""
        return f"http://{self.host}:{self.port}"


@asynccontextmanager
async def running(options: Options | None = None) -> AsyncGenerator[Running]:
    """Serves until the block ends; port 0 takes a free one."""
    options = options or Options()
    machine = Machine(options)
    runner = web.AppRunner(build(machine), access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        site = web.TCPSite(runner, options.host, options.port)
        await site.start()
        yield Running(options.host, runner.addresses[0][1], machine)
    finally:
        await runner.cleanup()
        machine.close()


@contextmanager
def running_in_thread(options: Options | None = None) -> Generator[Running]:
    """The same for a synchronous caller: the loop lives in a thread of its own."""
    ready: list[Running] = []
    failed: list[BaseException] = []
    started, ended = threading.Event(), asyncio.Event()
    loop = asyncio.new_event_loop()

    async def serve() -> None:
        async with running(options) as emulator:
            ready.append(emulator)
            started.set()
            await ended.wait()

    def run() -> None:
        try:
            loop.run_until_complete(serve())
        except BaseException as error:
            failed.append(error)
        finally:
            loop.close()
            started.set()

    thread = threading.Thread(target=run, name="tigergraph-emulator", daemon=True)
    thread.start()
    started.wait()
    if failed:
        raise failed[0]
    try:
        yield ready[0]
    finally:
        loop.call_soon_threadsafe(ended.set)
        thread.join()

"""How a verb reaches the broker: the configured one, or the one that is up on this home."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from occam.cli.exits import Interrupted, Unreachable
from occam.cli.output import complain
from occam.core.errors import Transient
from occam.runtime.running import read_running
from occam.runtime.settings import Settings

if TYPE_CHECKING:
    from occam.bus.client import Client

Result = TypeVar("Result")

_FIRST_PAUSE = 0.2


def located(settings: Settings) -> Settings:
    """The settings with the broker's address; raises `NotUp` when there is none."""
    if settings.redis_url:
        return settings
    return settings.at(read_running(settings.run).url)


@asynccontextmanager
async def connected(settings: Settings, patience: float = 0.0) -> AsyncGenerator[Client]:
    """A client of the bus; raises `Unreachable` when the broker does not answer in time."""
    from occam.bus.client import Client
    from occam.bus.settings import masked

    settings = located(settings)
    until, waiting = time.monotonic() + patience, False
    while True:
        try:
            client = await Client.connect(settings.bus)
            break
        except Transient as error:
            if time.monotonic() >= until:
                raise Unreachable(f"broker {masked(settings.bus.url)}: {error}") from error
            if not waiting:
                complain(f"waiting up to {patience:g} s: {error}")
            waiting = True
            await asyncio.sleep(0.2)
    async with client:
        yield client


async def patient(
    call: Callable[[], Awaitable[Result]], seconds: float, waiting: Callable[[str], None]
) -> Result:
    """Repeats a call that is safe to repeat while the broker is away, for so long at most."""
    from occam.bus.replies import Busy

    until, pause = time.monotonic() + seconds, _FIRST_PAUSE
    while True:
        try:
            return await call()
        except Busy:
            raise
        except Transient as error:
            if time.monotonic() > until:
                raise Unreachable(
                    f"the broker did not come back in {seconds:g} s: {error}"
                ) from error
            if pause == _FIRST_PAUSE:
                waiting(str(error))
        await asyncio.sleep(pause)
        pause = min(2.0, pause * 2)


def run(work: Coroutine[Any, Any, Result], on_interrupt: Callable[[], str]) -> Result:
    """Runs to the end, or says how to go on after Ctrl-C."""
    try:
        return asyncio.run(work)
    except KeyboardInterrupt:
        raise Interrupted(on_interrupt()) from None

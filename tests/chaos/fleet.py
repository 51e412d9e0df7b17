"""Real service processes that a test may kill, stop and start again, on a real broker."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from occam.bus.client import Client
from occam.bus.settings import BusSettings
from occam.runtime.lifeline import tie
from occam.runtime.settings import SERVICES

PATIENCE = 90.0
LEASE_MS = 1_500


class Fleet:
    """Five services (or more workers of one) that share a home and a broker."""

    def __init__(self, home: Path, url: str, runner: tuple[str, ...] = ()) -> None:
        self.settings = BusSettings(url=url, lease_ms=LEASE_MS, high_water=100_000)
        self._runner = runner
        self._environ = {
            **os.environ,
            "OCCAM_HOME": str(home),
            "OCCAM_REDIS_URL": url,
            "OCCAM_BUS_LEASE_MS": str(LEASE_MS),
            "OCCAM_LOG_LEVEL": "error",
        }
        self.processes: list[subprocess.Popen[bytes]] = []

    def start(self, service: str) -> subprocess.Popen[bytes]:
        """One more worker of a service."""
        module = f"occam_{service.replace('-', '_')}.app"
        command = [sys.executable, *self._runner, module] if self._runner else None
        process = subprocess.Popen(
            command or [sys.executable, "-m", module],
            env=self._environ,
            preexec_fn=tie(signal.SIGKILL),
        )
        self.processes.append(process)
        return process

    async def start_all(self, client: Client) -> dict[str, subprocess.Popen[bytes]]:
        """One worker of each service, all ready."""
        started = {service: self.start(service) for service in SERVICES}
        await ready(client, {process.pid for process in started.values()})
        return started

    def end(self) -> None:
        """Nothing is left running, stopped processes included."""
        for process in self.processes:
            if process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.kill()
                process.wait()


async def ready(client: Client, pids: set[int]) -> None:
    """Every one of these processes reads its streams."""

    async def heard() -> bool:
        return pids <= {state.pid for state in await client.readiness() if not state.fault}

    await until(heard, "the services to be ready")


async def until(holds: Callable[[], object], what: str) -> None:
    """Waits for a condition, and says what never happened."""
    limit = time.monotonic() + PATIENCE
    while time.monotonic() < limit:
        if await holds():  # type: ignore[misc]
            return
        await asyncio.sleep(0.05)
    raise TimeoutError(f"waited {PATIENCE:.0f} s for {what}")


async def pending(client: Client, tag: str, group: str) -> int:
    """How many messages that group has read and not acknowledged."""
    summary = await client.redis.xpending(client.shards[0].streams[tag], group)
    return int(summary["pending"])


async def stop_holding(
    client: Client, process: subprocess.Popen[bytes], tag: str, group: str
) -> int:
    """SIGSTOP at a moment when the process holds messages; returns how many it holds."""
    limit = time.monotonic() + PATIENCE
    while time.monotonic() < limit:
        if not await pending(client, tag, group):
            await asyncio.sleep(0.001)
            continue
        process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(0.05)
        if held := await pending(client, tag, group):
            return held
        process.send_signal(signal.SIGCONT)
    raise TimeoutError(f"{group} never held a message of {tag}")


async def kill_holding(
    client: Client, process: subprocess.Popen[bytes], tag: str, group: str
) -> int:
    """SIGKILL at such a moment."""
    held = await stop_holding(client, process, tag, group)
    process.kill()
    process.wait()
    return held

"""Starts five service processes on a broker and drives questions through them."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import psutil
from occam.bus.client import Client
from occam.bus.settings import BusSettings
from occam.messages.catalog import QuestionAsked
from occam.runtime.lifeline import tie
from occam.runtime.settings import SERVICES

POLL = 0.02
PATIENCE = 300.0


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """One run over all questions: rate, CPU of the services per question, share answered."""

    questions_per_s: float
    cpu_ms: dict[str, float]
    answered: float


@asynccontextmanager
async def services(
    home: Path, url: str, namespace: str, command: Callable[[str], list[str]]
) -> AsyncIterator[tuple[Client, dict[str, psutil.Process]]]:
    """Five processes, all of them ready; `command` names the program of a service."""
    settings = BusSettings(url=url, namespace=namespace, high_water=10_000_000)
    environ = {
        **os.environ,
        "OCCAM_HOME": str(home),
        "OCCAM_REDIS_URL": url,
        "OCCAM_BUS_NAMESPACE": namespace,
        "OCCAM_BUS_HIGH_WATER": str(settings.high_water),
        "OCCAM_LOG_LEVEL": "warning",
    }
    started = {service: _start(command(service), environ) for service in SERVICES}
    try:
        async with await Client.connect(settings) as client:
            await _ready(client)
            yield client, {name: psutil.Process(child.pid) for name, child in started.items()}
    finally:
        for child in started.values():
            child.terminate()
        for child in started.values():
            await asyncio.to_thread(child.wait)


def _start(words: list[str], environ: dict[str, str]) -> subprocess.Popen[bytes]:
    """A process that dies with this one."""
    command = [sys.executable, *words]
    return subprocess.Popen(command, env=environ, preexec_fn=tie(signal.SIGKILL))  # noqa: S603


async def _ready(client: Client) -> None:
    limit = time.monotonic() + PATIENCE
    while time.monotonic() < limit:
        states = await client.readiness()
        if {state.service for state in states if not state.fault} == set(SERVICES):
            return
        await asyncio.sleep(0.1)
    raise TimeoutError("the services did not become ready")


async def throughput(
    client: Client, processes: dict[str, psutil.Process], batch: str, texts: Sequence[str]
) -> Run:
    """All questions at once, from the first append to the last terminal."""
    before = {name: _cpu(process) for name, process in processes.items()}
    settled = await _settled(client)
    asked = [QuestionAsked(id=str(number), question=text) for number, text in enumerate(texts)]
    started = time.perf_counter()
    await client.submit("bench", batch, asked)
    while await _settled(client) < settled + len(texts):
        if time.perf_counter() - started > PATIENCE:
            raise TimeoutError(f"{await _settled(client) - settled} of {len(texts)} settled")
        await asyncio.sleep(POLL)
    seconds = time.perf_counter() - started
    cpu = {
        name: 1000 * (_cpu(process) - before[name]) / len(texts)
        for name, process in processes.items()
    }
    records = await client.answers("bench", batch)
    answered = sum(record.outcome in ("answered", "ambiguous") for record in records.values())
    await client.forget("bench", batch)
    return Run(questions_per_s=len(texts) / seconds, cpu_ms=cpu, answered=answered / len(records))


async def idle(client: Client, batch: str, texts: Sequence[str]) -> list[float]:
    """Milliseconds from submission to terminal, one question at a time."""
    shard = client.shards[0]
    last = "0-0"
    if newest := await client.redis.xrevrange(shard.settled, count=1):
        last = newest[0][0]
    taken: list[float] = []
    for number, text in enumerate(texts):
        started = time.perf_counter()
        await client.submit("bench", batch, [QuestionAsked(id=str(number), question=text)])
        reply = await client.redis.xread({shard.settled: last}, count=1, block=10_000)
        taken.append(1000 * (time.perf_counter() - started))
        entries = next(iter(reply.values())) if isinstance(reply, dict) else reply[0][1]
        while isinstance(entries[0], list):
            entries = entries[0]
        last = entries[0][0]
    await client.forget("bench", batch)
    return sorted(taken)


async def _settled(client: Client) -> int:
    return sum([await client.redis.xlen(shard.settled) for shard in client.shards])


def _cpu(process: psutil.Process) -> float:
    times = process.cpu_times()
    return times.user + times.system

"""The floor under any pipeline on Redis streams: hops that only pass a small message on.

Two forms. `multi`: one transaction a batch that appends, acknowledges and leaves a mark for each
message. `script`: one server-side call a batch that appends only what it could acknowledge.
One process a hop, as the services have it. Compare ratios within one run on one server:
absolute figures of a shared machine mean little.

    python loadtest/floor.py --url redis://127.0.0.1:6379 --form script
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import time
from collections.abc import Sequence
from contextlib import asynccontextmanager
from itertools import pairwise
from typing import Any, Literal

import msgspec
import redis.asyncio
import uvloop

Form = Literal["multi", "script"]

BATCH = 100
BODY_BYTES = 512
GROUP = "hop"

FENCE = """
local at = 1
while ARGV[at] do
  if redis.call('XACK', KEYS[1], 'hop', ARGV[at]) == 1 then
    redis.call('XADD', KEYS[2], '*', 'd', ARGV[at + 1])
  end
  at = at + 2
end
"""


class Parcel(msgspec.Struct):
    """What travels: a number, when it left, how far it is, and ballast."""

    number: int
    left: float
    hop: int
    ballast: str


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Parcel).decode


def measure(url: str, form: Form, questions: int = 20_000, hops: int = 5) -> float:
    """Questions per second through all hops, from the first append to the last arrival."""
    started, arrivals = uvloop.run(_run(url, form, questions, hops, BATCH))
    return questions / (arrivals[-1][0] - started)


def latency(url: str, form: Form, questions: int = 500, hops: int = 5) -> dict[str, float]:
    """Milliseconds from append to arrival, one question at a time on idle hops."""
    _, arrivals = uvloop.run(_run(url, form, questions, hops, 1))
    ranked = sorted(1000 * (arrived - left) for arrived, left in arrivals)
    return {
        f"p{share}_ms": round(ranked[min(questions - 1, questions * share // 100)], 3)
        for share in (50, 95, 99)
    }


async def _run(
    url: str, form: Form, questions: int, hops: int, batch: int
) -> tuple[float, list[tuple[float, float]]]:
    prefix = f"{{floor:{os.getpid()}:{time.time_ns()}}}"
    streams = [f"{prefix}:{number}" for number in range(hops + 1)]
    client = redis.asyncio.from_url(url)
    for stream in streams:
        await client.xgroup_create(stream, GROUP, id="0", mkstream=True)
    try:
        async with _hops(url, form, streams, questions, batch):
            return await _drive(url, client, streams, questions, batch)
    finally:
        async for key in client.scan_iter(match=f"{prefix}*", count=1000):
            await client.unlink(key)
        await client.aclose()


@asynccontextmanager
async def _hops(url: str, form: Form, streams: Sequence[str], questions: int, batch: int) -> Any:
    """One process for each hop, all of them ready, and none left behind."""
    spawn = multiprocessing.get_context("spawn")
    ready = spawn.Semaphore(0)
    workers = [
        spawn.Process(
            target=_work, args=(url, form, source, target, questions, batch, ready), daemon=True
        )
        for source, target in pairwise(streams)
    ]
    for worker in workers:
        worker.start()
    try:
        for _ in workers:
            await asyncio.to_thread(ready.acquire)
        yield
        for worker in workers:
            await asyncio.to_thread(worker.join, 30)
    finally:
        for worker in workers:
            worker.kill()


def _work(
    url: str, form: Form, source: str, target: str, questions: int, batch: int, ready: Any
) -> None:
    uvloop.run(_hop(url, form, source, target, questions, batch, ready))


async def _hop(
    url: str, form: Form, source: str, target: str, questions: int, batch: int, ready: Any
) -> None:
    client = redis.asyncio.from_url(url)
    fence = client.register_script(FENCE)
    passed = 0
    ready.release()
    while passed < questions:
        parcels = await _read(client, source, batch)
        if not parcels:
            continue
        if form == "script":
            words = [word for entry, parcel in parcels for word in (entry, _moved(parcel))]
            await fence(keys=[source, target], args=words)
        else:
            transaction = client.pipeline(transaction=True)
            for entry, parcel in parcels:
                mark = f"{source}:mark:{parcel.number}"
                transaction.set(mark, 1, nx=True, ex=600)
                transaction.xadd(target, {"d": _moved(parcel)})
                transaction.xack(source, GROUP, entry)
            await transaction.execute()
        passed += len(parcels)
    await client.aclose()


def _moved(parcel: Parcel) -> bytes:
    parcel.hop += 1
    return _encode(parcel)


async def _read(client: Any, stream: str, batch: int) -> list[tuple[bytes, Parcel]]:
    reply = await client.xreadgroup(GROUP, "one", {stream: ">"}, count=batch, block=1000)
    if not reply:
        return []
    ((_, entries),) = reply.items() if isinstance(reply, dict) else reply
    if entries and isinstance(entries[0], list) and isinstance(entries[0][0], list | tuple):
        (entries,) = entries
    return [(entry, _decode(fields[b"d"])) for entry, fields in entries]


async def _drive(
    url: str, client: Any, streams: Sequence[str], questions: int, batch: int
) -> tuple[float, list[tuple[float, float]]]:
    """Appends all parcels, or each after the one before arrived; notes arrival and departure."""
    arrivals: list[tuple[float, float]] = []
    arrived = asyncio.Event()

    async def collect() -> None:
        reader = redis.asyncio.from_url(url)
        while len(arrivals) < questions:
            parcels = await _read(reader, streams[-1], batch)
            now = time.time()
            arrivals.extend((now, parcel.left) for _, parcel in parcels)
            if parcels:
                await reader.xack(streams[-1], GROUP, *[entry for entry, _ in parcels])
                arrived.set()
        await reader.aclose()

    collecting = asyncio.create_task(collect())
    started = time.time()
    for first in range(0, questions, batch):
        arrived.clear()
        pipe = client.pipeline(transaction=False)
        for number in range(first, min(first + batch, questions)):
            parcel = Parcel(number, time.time(), 0, "x" * BODY_BYTES)
            pipe.xadd(streams[0], {"d": _encode(parcel)})
        await pipe.execute()
        if batch == 1:
            await arrived.wait()
    await collecting
    return started, arrivals


def main() -> None:
    """Prints one JSON line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--url", required=True)
    parser.add_argument("--form", choices=["multi", "script"], default="script")
    parser.add_argument("--mode", choices=["throughput", "latency"], default="throughput")
    parser.add_argument("--questions", type=int, default=20_000)
    parser.add_argument("--hops", type=int, default=5)
    given = parser.parse_args()
    said: dict[str, Any] = {"form": given.form, "mode": given.mode, "hops": given.hops}
    if given.mode == "latency":
        said |= latency(given.url, given.form, given.questions, given.hops)
    else:
        rate = measure(given.url, given.form, given.questions, given.hops)
        said["questions_per_s"] = round(rate)
    print(json.dumps(said | {"questions": given.questions}))


if __name__ == "__main__":
    main()

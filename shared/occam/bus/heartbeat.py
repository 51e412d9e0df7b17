"""What each process says about itself, so that others see when a consumer has stopped."""

from __future__ import annotations

import time

import msgspec

from occam.bus.server import Server
from occam.bus.streams import Shard

STALE_AFTER = 5.0
FORGOTTEN_AFTER = 3600.0


class Heartbeat(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the register: who runs, what it reads and writes, whether its readers run."""

    service: str
    consumer: str
    pid: int
    host: str
    reads: tuple[str, ...]
    writes: tuple[str, ...]
    stopped: tuple[str, ...] = ()
    committed: int = 0
    started: float
    at: float

    @property
    def age(self) -> float:
        """Seconds since it was written."""
        return time.time() - self.at

    @property
    def fault(self) -> str:
        """Why this process is not ready, or nothing."""
        if self.age > STALE_AFTER:
            return f"not heard of for {self.age:.0f} s"
        return f"no longer reads {', '.join(self.stopped)}" if self.stopped else ""


encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Heartbeat).decode


async def beat(client: Server, shard: Shard, heartbeat: Heartbeat) -> None:
    """Writes one line."""
    await client.hset(shard.services, heartbeat.consumer, encode(heartbeat))


async def heard(client: Server, shard: Shard) -> list[Heartbeat]:
    """All lines; those of processes that are long gone are removed."""
    lines: dict[bytes, bytes] = await client.hgetall(shard.services)
    known = {name: _decode(line) for name, line in lines.items()}
    gone = [name for name, line in known.items() if line.age > FORGOTTEN_AFTER]
    if gone:
        await client.hdel(shard.services, *gone)
    kept = [line for name, line in known.items() if name not in gone]
    return sorted(kept, key=lambda line: (line.service, line.consumer))

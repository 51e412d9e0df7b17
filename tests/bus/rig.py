"""A small pipeline on a real broker: a classifier that passes on, a certifier that settles."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from occam.bus.client import Client
from occam.bus.lastresort import buried_terminal
from occam.bus.script import Scripts, run
from occam.bus.server import Server
from occam.bus.service import Service, ServiceSpec
from occam.bus.settings import BusSettings
from occam.bus.streams import BODY, Shard, shards
from occam.core.record import AnswerRecord
from occam.messages.catalog import (
    FindingsReady,
    QuestionAsked,
    QuestionDied,
    QuestionSettled,
    Wire,
)
from occam.messages.forward import admitted
from occam.messages.header import Header

PYTHON_DIRECTORY = Path(__file__).parent


def header(id: str, **changes: Any) -> Header:
    """A header of the test batch."""
    fields = {"question": f"Question {id}?", "asked_at": 1.0, "pack": "p", "graph_version": "v1"}
    return Header(question_id=id, batch_id="b", tenant="t", **(fields | changes))


async def pass_on(asked: QuestionAsked) -> Sequence[Wire]:
    """What a classifier does, without deciding anything."""
    return [FindingsReady(header=admitted(asked, "p", "v1").after("classifier"))]


async def settle(found: FindingsReady) -> Sequence[Wire]:
    """What a certifier does, without certifying anything: the outcome is `refused`."""
    died = QuestionDied(header=found.header.after("certifier"), tier="test", cause="none")
    settled = buried_terminal(died)
    record = msgspec.structs.replace(settled.record, outcome="refused", stop_reason="settled")
    return [QuestionSettled(header=settled.header, record=record)]


async def mourn(died: QuestionDied) -> Sequence[Wire]:
    """What a certifier does with a dead question."""
    return [buried_terminal(died)]


def classifier(handler: Any = pass_on) -> ServiceSpec:
    """Reads the intake."""
    return ServiceSpec(name="classifier", handlers={QuestionAsked: handler}, emits=(FindingsReady,))


def certifier(handler: Any = settle, mourner: Any = mourn, **more: Any) -> ServiceSpec:
    """Settles."""
    return ServiceSpec(
        name="certifier",
        handlers={FindingsReady: handler, QuestionDied: mourner},
        emits=(QuestionSettled,),
        **more,
    )


class Rig:
    """A namespace on a broker with the services that a test started in it."""

    def __init__(self, url: str, **settings: Any) -> None:
        quick = {"lease_ms": 400, "backoff_ms": 20, "max_deliveries": 3, "heartbeat_ms": 100}
        self.settings = BusSettings(
            url=url, namespace=f"t{secrets.token_hex(6)}", **(quick | settings)
        )
        self.services: list[Service] = []
        self.client: Client
        self.redis: Any

    async def __aenter__(self) -> Rig:
        self.client = await Client.connect(self.settings)
        self.redis = self.client.redis
        return self

    async def __aexit__(self, *raised: object) -> None:
        for service in self.services:
            await service.stop()
        await self.client.close()

    @property
    def server(self) -> Server:
        """The broker."""
        return self.client.redis

    @property
    def shard(self) -> Shard:
        """The first shard."""
        return shards(self.settings)[0]

    def tuned(self, **changes: Any) -> None:
        """Other settings for what is started from here on."""
        self.settings = msgspec.structs.replace(self.settings, **changes)
        self.client.settings = self.settings
        self.client.shards = shards(self.settings)

    async def start(self, *specs: ServiceSpec, tracer: Any = None) -> Service:
        """Starts services in this process; returns the last."""
        for spec in specs:
            service = Service(spec, self.settings, tracer)
            await service.start()
            self.services.append(service)
        return self.services[-1]

    async def stop(self, service: Service) -> None:
        """Stops one."""
        self.services.remove(service)
        await service.stop()

    async def ask(self, *ids: str) -> None:
        """Submits questions of the test batch."""
        await self.client.submit(
            "t", "b", [QuestionAsked(id=id, question=f"Question {id}?") for id in ids]
        )

    async def append(self, stream: str, body: bytes | str) -> str:
        """What a client without our library does."""
        entry: bytes = await self.redis.xadd(self.shard.prefix + stream, {"d": body})
        return entry.decode()

    async def terminals(self) -> list[AnswerRecord]:
        """Every record on the raw terminal streams, in order."""
        found: list[AnswerRecord] = []
        for shard in self.client.shards:
            for _, fields in await self.redis.xrange(shard.settled):
                found.append(msgspec.json.decode(fields[BODY], type=QuestionSettled).record)
        return found

    async def settled(self, count: int, seconds: float = 20.0) -> dict[str, AnswerRecord]:
        """Waits for so many terminals, makes sure none is there twice, returns them by id."""
        await self.until(lambda: self._at_least(count), seconds)
        await asyncio.sleep(0.05)
        records = await self.terminals()
        ids = [(record.id, record.attempt) for record in records]
        assert len(ids) == len(set(ids)) == count, ids
        return {record.id: record for record in records}

    async def settled_everywhere(self, count: int) -> None:
        """Waits for so many terminals, of whatever batch or attempt."""
        await self.until(lambda: self._at_least(count))

    async def _at_least(self, count: int) -> bool:
        found = [await self.redis.xlen(shard.settled) for shard in self.client.shards]
        return sum(found) >= count

    async def pending(self, stream: str, group: str) -> int:
        """How many messages of a group are delivered and not acknowledged."""
        summary = await self.redis.xpending(self.shard.prefix + stream, group)
        return int(summary["pending"])

    async def dead(self) -> dict[str, str]:
        """Reasons of the dead letters by question id."""
        return {letter.question_id: letter.reason for letter in await self.client.dead()}

    async def until(self, holds: Callable[[], Awaitable[Any]], seconds: float = 20.0) -> None:
        """Waits until something holds."""
        deadline = time.monotonic() + seconds
        while not await holds():
            assert time.monotonic() < deadline, "it did not happen in time"
            await asyncio.sleep(0.02)

    async def hop(self, stream: str, group: str, *words: Any) -> int:
        """Calls the hop script by hand."""
        scripts = Scripts(self.server)
        keys = [self.shard.prefix + stream]
        return await run(
            scripts.hop, keys, (group, self.shard.prefix, self.settings.dead_limit, *words)
        )

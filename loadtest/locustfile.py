"""A queue user: appends one question to the intake and waits for its certified answer.

It speaks to the broker as any client may, and so measures what a client sees: intake to terminal.
"""

from __future__ import annotations

import itertools
import os
import sys
import time
import uuid
from pathlib import Path
from typing import Any

import gevent
import msgspec
import redis
from gevent.event import AsyncResult
from locust import User, events, task
from locust.exception import StopUser
from occam.bus.settings import BusSettings
from occam.bus.streams import BODY, key_of, shard_number, shards
from occam.messages.catalog import QuestionAsked
from occam.runtime.running import read_running
from occam.runtime.settings import load_settings

QUESTIONS = Path(__file__).parent.parent / "shared/packs/olympics/golden/questions.jsonl"


class Certificate(msgspec.Struct):
    """As much of a certificate as tells that there is one."""

    digest: str
    completeness_check: str


class Record(msgspec.Struct):
    """As much of an answer as is checked here."""

    id: str
    outcome: str
    certificate: Certificate


class Settled(msgspec.Struct):
    """A terminal message."""

    record: Record


class Line(msgspec.Struct):
    """One question of a JSONL file."""

    question: str


class Queue:
    """The broker of one locust process: many users ask, one greenlet reads the terminals."""

    def __init__(self, url: str, bus: BusSettings, tenant: str) -> None:
        self._client = redis.Redis.from_url(url)
        self._shards = shards(bus)
        self.waiting: dict[str, AsyncResult[Record]] = {}
        self._tenant = tenant
        self._reader = gevent.spawn(self._read, redis.Redis.from_url(url), self._newest())

    def ask(self, question: str, batch: str) -> AsyncResult[Record]:
        """Append a question; the result is set when its terminal is read."""
        asked = QuestionAsked(
            id=uuid.uuid4().hex, question=question, batch=batch, tenant=self._tenant
        )
        number = shard_number(key_of(self._tenant, batch, asked.id), len(self._shards))
        answered = self.waiting[asked.id] = AsyncResult()
        self._client.xadd(self._shards[number].intake, {BODY: msgspec.json.encode(asked)})
        return answered

    def close(self) -> None:
        """Stop reading."""
        self._reader.kill()
        self._client.close()

    def _newest(self) -> dict[Any, Any]:
        last = {}
        for shard in self._shards:
            newest: Any = self._client.xrevrange(shard.settled, count=1)
            last[shard.settled.encode()] = newest[0][0] if newest else b"0"
        return last

    def _read(self, client: redis.Redis, last: dict[Any, Any]) -> None:
        decode = msgspec.json.Decoder(Settled).decode
        while True:
            streams: Any = client.xread(last, count=500, block=1_000)
            for stream, entries in streams or ():
                last[stream] = entries[-1][0]
                for _, fields in entries:
                    record = decode(fields[BODY]).record
                    if waiting := self.waiting.pop(record.id, None):
                        waiting.set(record)


class Asker(User):
    """Asks, waits for the terminal, asks again."""

    queue: Queue
    timeout = float(os.environ.get("LOAD_TIMEOUT", "30"))
    batch = os.environ.get("LOAD_BATCH", f"load-{uuid.uuid4().hex[:8]}")
    left = int(os.environ.get("LOAD_COUNT", "0")) or sys.maxsize

    @task
    def ask(self) -> None:
        """One question, from the intake to its certified terminal."""
        if Asker.left == 0:
            raise StopUser
        Asker.left -= 1
        started = time.perf_counter()
        outcome, fault = "", None
        try:
            record = self.queue.ask(next(_questions), self.batch).get(timeout=self.timeout)
            outcome, fault = record.outcome, fault_in(record)
        except (gevent.Timeout, redis.RedisError) as error:
            fault = error if isinstance(error, Exception) else TimeoutError("no terminal in time")
        self.environment.events.request.fire(
            request_type="question",
            name=outcome or "unanswered",
            response_time=(time.perf_counter() - started) * 1_000,
            response_length=0,
            exception=fault,
            context={},
        )
        if Asker.left == 0 and not self.queue.waiting:
            gevent.spawn(self.environment.runner.quit)


def fault_in(record: Record) -> Exception | None:
    """Why this terminal is not what was asked for."""
    if record.outcome == "dead":
        return RuntimeError("dead")
    return None if record.certificate.digest else RuntimeError("no certificate")


def questions_in(path: Path) -> list[str]:
    """The questions of a JSONL file."""
    lines = path.read_bytes().splitlines()
    return [msgspec.json.decode(line, type=Line).question for line in lines if line.strip()]


_questions = itertools.cycle(questions_in(Path(os.environ.get("LOAD_QUESTIONS", QUESTIONS))))


@events.test_start.add_listener
def _open(**_: Any) -> None:
    settings = load_settings()
    url = settings.redis_url or read_running(settings.run).url
    Asker.queue = Queue(url, settings.bus, os.environ.get("LOAD_TENANT", "load"))


@events.test_stop.add_listener
def _close(**_: Any) -> None:
    if hasattr(Asker, "queue"):
        Asker.queue.close()

"""The bus from outside the services: ask, follow, read, forget."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterable, Sequence
from itertools import groupby
from typing import Any

import msgspec

from occam.bus import evidence, heartbeat, upkeep
from occam.bus.admission import fault_of, text_digest
from occam.bus.connection import connect, translated
from occam.bus.purse import SharedPurse
from occam.bus.replies import (
    BatchState,
    Busy,
    DeadLetter,
    Progress,
    Refusal,
    ServiceState,
    StreamState,
    Submitted,
)
from occam.bus.script import Scripts, run
from occam.bus.server import Server
from occam.bus.settings import BusSettings
from occam.bus.streams import (
    BODY,
    INTAKE,
    SETTLED,
    Shard,
    evidence_place,
    fault_in,
    key_of,
    place_of,
    shard_number,
    shards,
)
from occam.core.errors import BadInput, Transient
from occam.core.record import AnswerRecord
from occam.messages.catalog import QuestionAsked, QuestionSettled

CLASSIFIER = "classifier"

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(QuestionSettled).decode
_CHUNK = 200
_DISK_MS = 5_000
_RETRY_AFTER = 2.0
_TOMBSTONE = 86_400
_NAMED = (INTAKE, SETTLED)
_ANOTHER_TEXT = "another text or choice was already asked under this id"


class Client:
    """A connection to the bus. Use as an async context manager, or close it."""

    def __init__(self, redis: Server, settings: BusSettings) -> None:
        self.redis = redis
        self.settings = settings
        self.scripts = Scripts(redis)
        self.shards = shards(settings)

    @classmethod
    async def connect(cls, settings: BusSettings) -> Client:
        """Connects; raises `Transient` when the broker is out of reach."""
        client = cls(connect(settings.url), settings)
        try:
            with translated():
                await client.redis.ping()
        except Transient:
            await client.close()
            raise
        return client

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *raised: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends the connection."""
        await self.redis.aclose()

    async def submit(
        self, tenant: str, batch: str, questions: Sequence[QuestionAsked]
    ) -> Submitted:
        """Asks. Safe to repeat: what was asked before is counted and left alone.

        Raises `Busy` when too many questions wait; what was taken by then stays taken.
        """
        counts = {"accepted": 0, "repeated": 0, "refused": 0}
        refused: list[Refusal] = []
        sound: list[tuple[int, QuestionAsked]] = []
        now = time.time()
        for question in questions:
            asked = msgspec.structs.replace(
                question, tenant=tenant, batch=batch, attempt=1, asked_at=now
            )
            fault = fault_in(tenant, batch, asked.id) or fault_of(asked, self.settings)
            if fault:
                refused.append(Refusal(asked.id, fault))
            else:
                number = shard_number(key_of(tenant, batch, asked.id), len(self.shards))
                sound.append((number, asked))
        sound.sort(key=lambda pair: pair[0])
        for number, group in groupby(sound, key=lambda pair: pair[0]):
            members = [asked for _, asked in group]
            for at in range(0, len(members), _CHUNK):
                chunk = members[at : at + _CHUNK]
                for asked, said in zip(chunk, await self._ask(number, chunk), strict=True):
                    counts[said] += 1
                    if said == "refused":
                        refused.append(Refusal(asked.id, _ANOTHER_TEXT))
        return Submitted(
            batch=batch,
            accepted=counts["accepted"],
            repeated=counts["repeated"],
            refused=tuple(refused),
        )

    async def _ask(self, number: int, chunk: Sequence[QuestionAsked]) -> list[str]:
        shard = self.shards[number]
        words: list[Any] = [CLASSIFIER, shard.prefix, self.settings.high_water]
        for asked in chunk:
            place = place_of(asked.tenant, asked.batch)
            digest = text_digest(asked.question, asked.choice)
            words += (place, asked.id, digest, asked.attempt, _encode(asked))
        with translated():
            reply = await self._call_ask(shard, words)
        if reply and reply[0] == b"busy":
            raise Busy(int(reply[1]), _RETRY_AFTER)
        return [said.decode() for said in reply]

    async def _call_ask(self, shard: Shard, words: list[Any]) -> list[Any]:
        if not self.settings.confirm_disk:
            return await run(self.scripts.ask, [shard.intake], words)
        async with self.redis.client() as pinned:
            reply = await run(Scripts(pinned).ask, [shard.intake], words)
            confirmed: list[int] = await pinned.execute_command("WAITAOF", 1, 0, _DISK_MS)
        if confirmed[0] < 1:
            raise Transient("the broker did not confirm that the questions are on disk")
        return reply

    async def answers(self, tenant: str, batch: str) -> dict[str, AnswerRecord]:
        """The latest terminal of each question of a batch that has one."""
        latest: dict[str, AnswerRecord] = {}
        with translated():
            for shard in self.shards:
                marks = await self.redis.hgetall(shard.terminals(place_of(tenant, batch)))
                latest |= await self._records(shard, _newest(marks))
        return latest

    async def _records(self, shard: Shard, entries: dict[str, bytes]) -> dict[str, AnswerRecord]:
        found: dict[str, AnswerRecord] = {}
        ids = list(entries.items())
        for at in range(0, len(ids), _CHUNK):
            pipe = self.redis.pipeline(transaction=False)
            for _, entry in ids[at : at + _CHUNK]:
                pipe.xrange(shard.settled, entry, entry)
            for reply in await pipe.execute():
                for _, fields in reply:
                    record = _decode(fields[BODY]).record
                    found[record.id] = record
        return found

    async def progress(self, tenant: str, batch: str) -> Progress:
        """How many questions of a batch there are, and how many have their terminal."""
        place, asked, waiting = place_of(tenant, batch), 0, 0
        with translated():
            for shard in self.shards:
                asked += await self.redis.hlen(shard.questions(place))
                waiting += await self.redis.hlen(shard.open(place))
        return Progress(asked, asked - waiting)

    async def follow(self, tenant: str, batch: str) -> AsyncIterator[AnswerRecord]:
        """Yields each answer as it settles, those already there first; ends with the batch."""
        after = {shard.settled: await self._end_of(shard) for shard in self.shards}
        seen: set[tuple[str, int]] = set()
        for record in (await self.answers(tenant, batch)).values():
            seen.add((record.id, record.attempt))
            yield record
        while not (await self.progress(tenant, batch)).done:
            with translated():
                reply: Any = await self.redis.xread(after, count=_CHUNK, block=500)
            for stream, entries in reply:
                after[stream.decode()] = entries[-1][0]
                for record in _of_batch(entries, tenant, batch):
                    if (record.id, record.attempt) not in seen:
                        seen.add((record.id, record.attempt))
                        yield record
        for record in (await self.answers(tenant, batch)).values():
            if (record.id, record.attempt) not in seen:
                yield record

    async def _end_of(self, shard: Shard) -> bytes:
        with translated():
            last: Any = await self.redis.xrevrange(shard.settled, count=1)
        return last[0][0] if last else b"0-0"

    async def find(
        self, id: str, tenant: str | None = None, batch: str | None = None
    ) -> list[AnswerRecord]:
        """Latest terminals of questions with this id, in whichever batch."""
        found: list[AnswerRecord] = []
        for place in await self._places():
            its_tenant, its_batch = place.split("/", 1)
            if tenant not in (None, its_tenant) or batch not in (None, its_batch):
                continue
            number = shard_number(key_of(its_tenant, its_batch, id), len(self.shards))
            found += await self._latest(self.shards[number], place, id)
        return found

    async def _latest(self, shard: Shard, place: str, id: str) -> list[AnswerRecord]:
        with translated():
            known: bytes | None = await self.redis.hget(shard.questions(place), id)
            attempt = int(known.split()[2]) if known else 0
            for number in range(attempt, 0, -1):
                entry = await self.redis.hget(shard.terminals(place), f"{id}/{number}")
                if entry:
                    return list((await self._records(shard, {id: entry})).values())
        return []

    async def evidence(self, reference: str) -> bytes:
        """Stored evidence (JSON), by the reference in a message or certificate."""
        key, field = evidence_place(reference)
        with translated():
            content: bytes | None = await self.redis.hget(key, field)
        if content is None:
            raise BadInput(f"{reference}: nothing is stored under this reference")
        return content

    async def whole(self, record: AnswerRecord) -> AnswerRecord:
        """The record as it was certified: stored evidence is put back, so that digests match."""
        reference = record.certificate.evidence_ref
        return evidence.whole(record, await self.evidence(reference)) if reference else record

    async def batches(self) -> list[BatchState]:
        """All batches that were not forgotten."""
        states: list[BatchState] = []
        for place in await self._places():
            tenant, batch = place.split("/", 1)
            so_far = await self.progress(tenant, batch)
            states.append(
                BatchState(tenant=tenant, batch=batch, asked=so_far.asked, settled=so_far.settled)
            )
        return states

    async def _places(self) -> list[str]:
        with translated():
            found = [await self.redis.smembers(shard.batches) for shard in self.shards]
        return sorted({place.decode() for members in found for place in members})

    async def forget(self, tenant: str, batch: str) -> int:
        """Removes all that is kept of a batch, dead letters and what models were paid for it too;
        returns how many it asked.

        What is under way of it is dropped, so that the batch does not come back.
        """
        place = place_of(tenant, batch)
        asked = 0
        with translated():
            for shard in self.shards:
                others = (name for tag, name in shard.streams.items() if tag not in _NAMED)
                keys = [shard.settled, shard.intake, *others]
                asked += await run(self.scripts.forget, keys, [shard.prefix, place, _TOMBSTONE])
        for letter in await self.dead():
            if letter.place == place:
                with translated():
                    await self.redis.xdel(self.shards[letter.shard].dead, letter.entry_id)
        await SharedPurse(self.settings, client=self.redis).forget(tenant, batch)
        return asked

    async def versions_in_use(self) -> set[str]:
        """`pack@version` of every graph that an open question is pinned to."""
        with translated():
            found = [await self.redis.hkeys(shard.versions) for shard in self.shards]
        return {version.decode() for names in found for version in names}

    async def streams(self) -> list[StreamState]:
        """Every stream of every shard: who reads and writes it, and how much waits."""
        with translated():
            return await upkeep.streams(self.redis, self.scripts, self.shards)

    async def readiness(self) -> list[ServiceState]:
        """Every service process that was heard of, and whether its readers run."""
        with translated():
            lines = await heartbeat.heard(self.redis, self.shards[0])
        return [
            ServiceState(
                service=line.service,
                consumer=line.consumer,
                pid=line.pid,
                host=line.host,
                committed=line.committed,
                started=line.started,
                seen=line.at,
                fault=line.fault,
            )
            for line in lines
        ]

    async def dead(self) -> list[DeadLetter]:
        """All dead letters, oldest first."""
        with translated():
            return await upkeep.dead_letters(self.redis, self.shards)

    async def dead_letter(self, id: str) -> DeadLetter:
        """One dead letter, by the id that `dead` gave."""
        with translated():
            return await upkeep.dead_letter(self.redis, self.shards, id)

    async def drop(self, id: str) -> None:
        """Removes a dead letter; the terminal of its question stands."""
        with translated():
            await upkeep.drop(self.redis, self.shards, id)

    async def requeue(self, id: str) -> QuestionAsked:
        """Opens the next attempt of a dead letter's question and removes the letter."""
        letter = await self.dead_letter(id)
        with translated():
            return await upkeep.requeue(self.scripts, self.shards[letter.shard], letter)


def _newest(marks: dict[bytes, bytes]) -> dict[str, bytes]:
    """The terminal entry of each question's latest attempt."""
    newest: dict[str, tuple[int, bytes]] = {}
    for mark, entry in marks.items():
        id, _, attempt = mark.decode().rpartition("/")
        if entry and int(attempt) > newest.get(id, (0, b""))[0]:
            newest[id] = int(attempt), entry
    return {id: entry for id, (_, entry) in newest.items()}


def _of_batch(entries: Iterable[Any], tenant: str, batch: str) -> Iterable[AnswerRecord]:
    for _, fields in entries:
        record = _decode(fields[BODY]).record
        if (record.tenant, record.batch) == (tenant, batch):
            yield record

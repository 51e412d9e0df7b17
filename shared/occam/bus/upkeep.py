"""What an operator looks at and puts right: streams, dead letters."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from typing import Any

import msgspec

from occam.bus import heartbeat
from occam.bus.admission import text_digest
from occam.bus.replies import DeadLetter, StreamState
from occam.bus.script import Scripts, run
from occam.bus.server import Server
from occam.bus.streams import DEAD, DIED, INTAKE, Shard, place_of
from occam.core.errors import BadInput
from occam.messages.catalog import QuestionAsked
from occam.messages.header import Header

_PAGE = 1_000
_ENTRY = re.compile(r"[0-9]{1,19}-[0-9]{1,19}")

_REFUSED = {
    b"unknown": "its batch was forgotten",
    b"another": "another text or choice was already asked under this id",
    b"open": "its question is still open",
    b"newer": "its question was requeued since",
}


class _Headed(msgspec.Struct):
    header: Header


async def streams(redis: Server, scripts: Scripts, shards: Sequence[Shard]) -> list[StreamState]:
    """The state of every stream. Writers and readers are what running services declare."""
    writers: dict[str, set[str]] = {INTAKE: {"client"}, DIED: {"bus"}, DEAD: {"bus"}}
    readers: dict[str, set[str]] = {}
    for line in await heartbeat.heard(redis, shards[0]):
        for tag in line.writes:
            writers.setdefault(tag, set()).add(line.service)
        for tag in line.reads:
            readers.setdefault(tag, set()).add(line.service)
    states: list[StreamState] = []
    for shard in shards:
        for tag in (*shard.streams, DEAD):
            length, pending, lag, oldest, groups = await _counts(redis, scripts, shard, tag)
            states.append(
                StreamState(
                    shard=shard.number,
                    stream=tag,
                    writers=tuple(sorted(writers.get(tag, ()))),
                    readers=tuple(sorted(groups | readers.get(tag, set()))),
                    length=length,
                    pending=pending,
                    lag=lag,
                    oldest_pending_ms=oldest,
                )
            )
    return states


async def _counts(
    redis: Server, scripts: Scripts, shard: Shard, tag: str
) -> tuple[int, int, int, int, set[str]]:
    """Length, pending, lag, age of the oldest pending, names of the groups."""
    stream = shard.prefix + tag
    length = await redis.xlen(stream)
    groups: list[Any] = await redis.xinfo_groups(stream) if await redis.exists(stream) else []
    if not groups:
        return length, 0, length if stream == shard.intake else 0, 0, set()
    pending, lag, oldest = 0, 0, 0
    for group in groups:
        pending += int(group["pending"])
        lag = max(lag, int(await run(scripts.lag, [stream], [group["last-delivered-id"]])))
        if group["pending"]:
            summary: Any = await redis.xpending(stream, group["name"])
            oldest = max(oldest, _age_ms(summary["min"]))
    return length, pending, lag, oldest, {group["name"].decode() for group in groups}


def _age_ms(entry: bytes) -> int:
    return max(0, int(time.time() * 1000) - int(entry.split(b"-", 1)[0]))


async def dead_letters(redis: Server, shards: Sequence[Shard]) -> list[DeadLetter]:
    """All dead letters of all shards, oldest first."""
    letters: list[DeadLetter] = []
    for shard in shards:
        after = "-"
        while True:
            page: Any = await redis.xrange(shard.dead, after, "+", count=_PAGE)
            letters += [_letter(shard, entry.decode(), fields) for entry, fields in page]
            if len(page) < _PAGE:
                break
            after = "(" + page[-1][0].decode()
    return sorted(letters, key=lambda letter: letter.at)


async def dead_letter(redis: Server, shards: Sequence[Shard], id: str) -> DeadLetter:
    """One dead letter; raises `BadInput` when there is none of this id."""
    shard, entry = _addressed(shards, id)
    for found, fields in await redis.xrange(shard.dead, entry, entry, count=1):
        return _letter(shard, found.decode(), fields)
    raise BadInput(f"{id}: there is no such dead letter")


async def drop(redis: Server, shards: Sequence[Shard], id: str) -> None:
    """Removes one dead letter; raises `BadInput` when there is none of this id."""
    shard, entry = _addressed(shards, id)
    if not await redis.xdel(shard.dead, entry):
        raise BadInput(f"{id}: there is no such dead letter")


def _addressed(shards: Sequence[Shard], id: str) -> tuple[Shard, str]:
    number, _, entry = id.partition(":")
    for shard in shards:
        if str(shard.number) == number and _ENTRY.fullmatch(entry):
            return shard, entry
    raise BadInput(f"{id}: there is no such dead letter")


def _letter(shard: Shard, entry: str, fields: dict[bytes, bytes]) -> DeadLetter:
    text = {name.decode(): value.decode("utf-8", "replace") for name, value in fields.items()}
    tenant, _, batch = text.get("place", "").partition("/")
    return DeadLetter(
        id=f"{shard.number}:{entry}",
        shard=shard.number,
        tenant=tenant,
        batch=batch,
        question_id=text.get("id", ""),
        attempt=int(text.get("attempt") or 0),
        service=text.get("service", ""),
        stream=text.get("stream", "").removeprefix(shard.prefix),
        entry=text.get("entry", ""),
        reason=text.get("reason", ""),
        at=int(entry.split("-", 1)[0]) / 1000,
        body=text.get("d", ""),
    )


async def requeue(scripts: Scripts, shard: Shard, letter: DeadLetter) -> QuestionAsked:
    """Asks the letter's question again as the next attempt."""
    asked = _asked_again(letter)
    words = (
        shard.prefix,
        place_of(asked.tenant, asked.batch),
        asked.id,
        letter.attempt,
        msgspec.json.encode(asked),
        letter.entry_id,
        text_digest(asked.question, asked.choice),
    )
    said = await run(scripts.requeue, [shard.intake], words)
    if said != b"requeued":
        raise BadInput(f"dead letter {letter.id} is not requeued: {_REFUSED[said]}")
    return asked


def _asked_again(letter: DeadLetter) -> QuestionAsked:
    if not letter.question_id:
        raise BadInput(f"dead letter {letter.id} names no question: there is nothing to requeue")
    body = letter.body.encode()
    replace = msgspec.structs.replace
    now = time.time()
    try:
        asked = msgspec.json.decode(body, type=QuestionAsked)
        budget = replace(asked.budget, deadline=None)
        return replace(
            asked, attempt=letter.attempt + 1, budget=budget, asked_at=now, traceparent=""
        )
    except msgspec.DecodeError:
        pass
    try:
        header = msgspec.json.decode(body, type=_Headed).header
    except msgspec.DecodeError as error:
        raise BadInput(f"dead letter {letter.id} cannot be read: {error}") from error
    return QuestionAsked(
        id=header.question_id,
        question=header.question,
        choice=header.choice,
        batch=header.batch_id,
        tenant=header.tenant,
        attempt=header.attempt + 1,
        pipeline=header.pipeline,
        pack=header.pack,
        budget=replace(header.budget, deadline=None),
        asked_at=now,
    )

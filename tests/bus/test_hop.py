"""The fence itself: whatever two holders of one message try, its effects happen once."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from occam.bus.lastresort import buried_terminal
from occam.bus.script import source
from occam.bus.streams import make_group
from occam.messages.catalog import QuestionDied
from redis.commands.core import AsyncScript
from rig import Rig, header

pytestmark = pytest.mark.integration

FENCE = "if call('XACK', stream, group, entry) == 1 then"
NEXT = "plan.ready.v1"


async def held_twice(rig: Rig) -> str:
    """One message that a first holder read and a second one claimed meanwhile."""
    entry = await rig.append("findings.ready.v1", "{}")
    stream = rig.shard.prefix + "findings.ready.v1"
    await make_group(rig.server, stream, "g")
    await rig.redis.xreadgroup("g", "first", {stream: ">"})
    claimed = await rig.redis.xclaim(stream, "g", "second", 0, [entry])
    assert claimed[0][0].decode() == entry
    return entry


async def test_two_holders_of_one_message_commit_once(rig: Rig) -> None:
    entry = await held_twice(rig)
    words = (entry, 3, "add", NEXT, "x")
    assert await rig.hop("findings.ready.v1", "g", *words) == 1
    assert await rig.hop("findings.ready.v1", "g", *words) == 0
    assert await rig.redis.xlen(rig.shard.prefix + NEXT) == 1


async def test_without_the_fence_two_holders_commit_twice(rig: Rig) -> None:
    """The test above would fail if the fence were gone: this one shows that it is needed."""
    entry = await held_twice(rig)
    text = source("hop")
    assert text.count(FENCE) == 1
    unfenced = AsyncScript(
        rig.redis, text.replace(FENCE, "call('XACK', stream, group, entry) if true then")
    )
    keys = [rig.shard.prefix + "findings.ready.v1"]
    for _ in range(2):
        await unfenced(keys=keys, args=["g", rig.shard.prefix, 9, entry, 3, "add", NEXT, "x"])
    assert await rig.redis.xlen(rig.shard.prefix + NEXT) == 2


async def test_a_batch_commits_what_it_still_holds_and_nothing_else(rig: Rig) -> None:
    stream = rig.shard.prefix + "findings.ready.v1"
    await make_group(rig.server, stream, "g")
    entries = [await rig.append("findings.ready.v1", "{}") for _ in range(3)]
    await rig.redis.xreadgroup("g", "first", {stream: ">"})
    await rig.redis.xack(stream, "g", entries[1])
    words = [word for entry in entries for word in (entry, 3, "add", NEXT, f"after {entry}")]
    assert await rig.hop("findings.ready.v1", "g", *words) == 2
    followers = await rig.redis.xrange(rig.shard.prefix + NEXT)
    assert [fields[b"d"].decode() for _, fields in followers] == [
        f"after {entries[0]}",
        f"after {entries[2]}",
    ]


async def delivered(rig: Rig, *bodies: str) -> list[str]:
    stream = rig.shard.prefix + "findings.ready.v1"
    await make_group(rig.server, stream, "g")
    entries = [await rig.append("findings.ready.v1", body) for body in bodies]
    await rig.redis.xreadgroup("g", "one", {stream: ">"})
    return entries


def terminal(id: str, attempt: int = 1) -> bytes:
    died = QuestionDied(header=header(id, attempt=attempt), tier="test", cause="none")
    return msgspec.json.encode(buried_terminal(died))


async def claim(
    rig: Rig, id: str, entry: str, *, text: str = "digest", version: str = "p@v1"
) -> Any:
    return await rig.hop(
        "findings.ready.v1", "g", entry, 7, "admit", "t/b", id, text, 1, version, "body"
    )


async def test_an_attempt_has_one_terminal_even_if_two_messages_settle_it(rig: Rig) -> None:
    first, second, third = await delivered(rig, "1", "2", "3")
    await claim(rig, "q", first)
    for entry in (second, third):
        settling = (entry, 5, "settle", "t/b", "q", 1, terminal("q"))
        assert await rig.hop("findings.ready.v1", "g", *settling) == 1
    assert [record.id for record in await rig.terminals()] == ["q"]


async def test_a_version_is_in_use_from_admission_to_terminal(rig: Rig) -> None:
    first, second = await delivered(rig, "1", "2")
    await claim(rig, "q", first)
    assert await rig.client.versions_in_use() == {"p@v1"}
    await rig.hop("findings.ready.v1", "g", second, 5, "settle", "t/b", "q", 1, terminal("q"))
    assert await rig.client.versions_in_use() == set()


def tombstone(rig: Rig) -> bytes:
    return f"{rig.shard.prefix}forgotten:t/b".encode()


async def test_nothing_is_kept_of_a_batch_that_was_forgotten_under_way(rig: Rig) -> None:
    first, second = await delivered(rig, "1", "2")
    await claim(rig, "q", first)
    assert await rig.client.forget("t", "b") == 1
    words = ("store", "t/b", "q", "d" * 64, "x", "settle", "t/b", "q", 1, terminal("q"))
    assert await rig.hop("findings.ready.v1", "g", second, len(words), *words) == 1
    assert await rig.terminals() == []
    assert await rig.redis.keys(f"{rig.shard.prefix}*:t/b") == [tombstone(rig)]
    assert await rig.client.versions_in_use() == set()

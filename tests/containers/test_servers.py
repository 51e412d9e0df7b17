"""The bus keeps its word on other servers than the bundled one: in containers, or one configured.

The same few promises run on the bundled server first, so that this file is known to be right where
no container engine answers.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from occam.bus.broker import start_broker
from occam.bus.client import Client
from occam.bus.lastresort import buried_terminal
from occam.bus.script import run
from occam.bus.service import Service, ServiceSpec
from occam.bus.settings import BusSettings
from occam.bus.streams import BODY
from occam.core.gaps import NoRoute
from occam.messages.catalog import FindingsReady, QuestionAsked, QuestionDied, Wire
from occam.messages.forward import admitted

from tests.containers.engine import need_engine

pytestmark = pytest.mark.integration

SERVERS = (
    "bundled",
    "configured",
    "redis:7.0-alpine",
    "redis:8-alpine",
    "valkey/valkey:8.1-alpine",
)


@contextmanager
def container(image: str) -> Iterator[str]:
    """The address of a server in a container; skips where no engine answers."""
    need_engine()
    from testcontainers.community.redis import RedisContainer

    with RedisContainer(image) as server:
        yield f"redis://{server.get_container_host_ip()}:{server.get_exposed_port(6379)}/0"


@contextmanager
def configured() -> Iterator[str]:
    """The address of a server of the user's own."""
    url = os.environ.get("OCCAM_REDIS_URL")
    if not url:
        pytest.skip("OCCAM_REDIS_URL names no server to test")
    yield url


@contextmanager
def bundled(directory: Path) -> Iterator[str]:
    """The address of the bundled server."""
    broker = start_broker(directory)
    yield broker.url
    broker.stop()


@pytest.fixture(scope="module", params=SERVERS)
def url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    places = {
        "bundled": lambda: bundled(tmp_path_factory.mktemp("broker")),
        "configured": configured,
    }
    with places.get(request.param, lambda: container(request.param))() as address:
        yield address


@pytest.fixture
def bus(url: str) -> BusSettings:
    return BusSettings(url=url, namespace=f"test-{uuid.uuid4().hex[:8]}", shards=2)


async def on_question(asked: QuestionAsked) -> list[Wire]:
    header = admitted(asked, "olympics", "v1").after("rules", gap=NoRoute(phrase="?"))
    return [FindingsReady(header=header)]


async def on_findings(found: FindingsReady) -> list[Wire]:
    return [buried_terminal(QuestionDied(header=found.header, tier="rules", cause="a test"))]


SPECS = (
    ServiceSpec(name="classifier", handlers={QuestionAsked: on_question}, emits=(FindingsReady,)),
    ServiceSpec(name="certifier", handlers={FindingsReady: on_findings}),
)


def questions(count: int) -> list[QuestionAsked]:
    return [QuestionAsked(id=f"q{number}", question="Who?") for number in range(count)]


async def answered(client: Client, settings: BusSettings) -> dict[str, int]:
    """Run the services until the batch is settled; how often each question was."""
    services = [Service(spec, settings) for spec in SPECS]
    for service in services:
        await service.start()
    times: dict[str, int] = {}
    async for record in client.follow("default", "b"):
        times[record.id] = times.get(record.id, 0) + 1
    for service in services:
        await service.stop()
    return times


async def test_every_question_ends_in_one_terminal(bus: BusSettings) -> None:
    async with await Client.connect(bus) as client:
        said = await client.submit("default", "b", questions(50))
        assert said.accepted == 50
        assert await answered(client, bus) == {f"q{number}": 1 for number in range(50)}
        lengths = [await client.redis.xlen(shard.settled) for shard in client.shards]
        assert sum(lengths) == 50
        assert all(lengths)


async def test_the_same_question_is_taken_once_and_another_text_is_refused(
    bus: BusSettings,
) -> None:
    async with await Client.connect(bus) as client:
        await client.submit("default", "b", questions(3))
        again = await client.submit("default", "b", questions(3))
        other = await client.submit("default", "b", [QuestionAsked(id="q1", question="What?")])
    assert (again.accepted, again.repeated) == (0, 3)
    assert [refusal.id for refusal in other.refused] == ["q1"]


async def test_of_two_holders_of_a_message_one_commits(bus: BusSettings) -> None:
    async with await Client.connect(bus) as client:
        shard = client.shards[0]
        tag = "plan.ready.v1"
        stream = shard.streams[tag]
        await client.redis.xgroup_create(stream, "graph-executor", id="0", mkstream=True)
        entry = await client.redis.xadd(stream, {BODY: b"{}"})
        await client.redis.xreadgroup("graph-executor", "paused", {stream: ">"})
        await client.redis.xclaim(stream, "graph-executor", "claimer", 0, [entry])
        words = ["graph-executor", shard.prefix, bus.dead_limit]
        words += [entry, 3, "add", "findings.ready.v1", b"{}"]
        committed = [await run(client.scripts.hop, [stream], words) for _ in range(2)]
        followed = await client.redis.xlen(shard.streams["findings.ready.v1"])
    assert committed == [1, 0]
    assert followed == 1


async def test_what_cannot_be_read_is_a_dead_letter_and_blocks_nothing(bus: BusSettings) -> None:
    async with await Client.connect(bus) as client:
        await client.redis.xadd(client.shards[0].intake, {BODY: b"not json"})
        await client.submit("default", "b", questions(5))
        assert len(await answered(client, bus)) == 5
        (letter,) = await client.dead()
    assert letter.service == "classifier"
    assert "question.asked.v1" in letter.reason

"""Whatever is killed or stopped during a batch: every question is settled, once, and right."""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import msgspec
import pytest
from occam.bus.broker import start_broker
from occam.bus.client import Client
from occam.bus.streams import BODY
from occam.core.record import AnswerRecord
from occam.messages.catalog import QuestionAsked, QuestionSettled

from tests.chaos.fleet import LEASE_MS, Fleet, kill_holding, ready, stop_holding, until
from tests.chaos.questions import Asked, waves
from tests.chaos.versions import dataset, load_version, sample

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(400)]

BATCH = "kills"
TOTAL = 2_000
WAVE = 150
FEWER = 900
READS = {
    "classifier": "question.asked.v1",
    "graph-executor": "plan.ready.v1",
    "disambiguator": "choice.requested.v1",
    "document-reader": "reading.requested.v1",
    "certifier": "findings.ready.v1",
}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    broker = start_broker(tmp_path / "broker")
    yield broker.url
    broker.stop()


@pytest.fixture
def fleet(home: Path, url: str) -> Iterator[Fleet]:
    fleet = Fleet(home, url)
    yield fleet
    fleet.end()


@pytest.fixture
async def client(fleet: Fleet) -> AsyncIterator[Client]:
    async with await Client.connect(fleet.settings) as connected:
        yield connected


async def ask(client: Client, questions: list[Asked], start: int, stop: int) -> None:
    wave = [
        QuestionAsked(id=str(number), question=questions[number].text)
        for number in range(start, min(stop, len(questions)))
    ]
    submitted = await client.submit("default", BATCH, wave)
    assert submitted.accepted == len(wave)


async def terminals(client: Client) -> list[AnswerRecord]:
    """Every entry of the raw terminal stream: what was really written, repeats and all."""
    entries = await client.redis.xrange(client.shards[0].settled)
    return [msgspec.json.decode(fields[BODY], type=QuestionSettled).record for _, fields in entries]


async def appended(client: Client, tag: str) -> int:
    """How many messages a stream ever got, trimmed ones included."""
    info = await client.redis.xinfo_stream(client.shards[0].streams[tag])
    return int(info["entries-added"])


async def settled_all(client: Client, total: int) -> bool:
    progress = await client.progress("default", BATCH)
    return progress.asked == total and progress.settled == total


async def stopped_past_its_lease(client: Client, fleet: Fleet, service: str) -> None:
    """SIGSTOP on a worker that holds messages, until another took them; then it goes on."""
    first = fleet.processes[-1]
    await stop_holding(client, first, READS[service], service)
    second = fleet.start(service)
    await ready(client, {second.pid})
    await asyncio.sleep(3 * LEASE_MS / 1000)
    first.send_signal(signal.SIGCONT)


async def test_kills_stops_and_a_load_lose_nothing_and_answer_nothing_twice(
    home: Path, fleet: Fleet, client: Client
) -> None:
    pack = sample(home)
    whole = load_version(home, pack)
    pages = sorted(page.doc_id for page in pack.documents())
    gone = tuple(pages[::9])
    known = {whole: dataset(pack)}
    questions = waves(known[whole], WAVE, TOTAL)
    processes = await fleet.start_all(client)
    held: dict[str, int] = {}

    for wave, service in enumerate(READS):
        await ask(client, questions, wave * WAVE, (wave + 1) * WAVE)
        held[service] = await kill_holding(client, processes[service], READS[service], service)
        processes[service] = fleet.start(service)
        if service == "document-reader":
            known[load_version(home, pack, remove=gone)] = dataset(pack, without=gone)
    fleet.processes.append(processes["graph-executor"])
    await ask(client, questions, len(READS) * WAVE, TOTAL)
    await stopped_past_its_lease(client, fleet, "graph-executor")
    await until(lambda: settled_all(client, TOTAL), "every question to be settled")

    records = await terminals(client)
    planned = [record for record in records if record.certificate.plan]
    assert min(held.values()) > 0
    assert await appended(client, "plan.ready.v1") == len(planned)
    assert await appended(client, "findings.ready.v1") == TOTAL
    assert Counter(record.id for record in records) == {str(n): 1 for n in range(TOTAL)}
    assert {record.certificate.graph_version for record in records} == set(known)
    wrong = [
        (record.question, record.outcome, record.answer)
        for record in records
        if not questions[int(record.id)].is_right(record, known[record.certificate.graph_version])
    ]
    assert wrong == []
    assert await client.dead() == []
    assert await client.versions_in_use() == set()


async def stopped_without(
    fences: str, home: Path, url: str, client: Client
) -> tuple[Counter[str], int]:
    """The same stop on services that lack these fences: terminals by id, and findings sent."""
    runner = (str(Path(__file__).with_name("unfenced.py")), fences)
    unfenced = Fleet(home, url, runner)
    try:
        pack = sample(home)
        load_version(home, pack)
        questions = waves(dataset(pack), 0, FEWER)
        processes = await unfenced.start_all(client)
        unfenced.processes.append(processes["graph-executor"])
        await ask(client, questions, 0, FEWER)
        await stopped_past_its_lease(client, unfenced, "graph-executor")
        await until(lambda: settled_all(client, FEWER), "every question to be settled")
        await asyncio.sleep(2 * LEASE_MS / 1000)
        counted = Counter(record.id for record in await terminals(client))
        return counted, await appended(client, "findings.ready.v1")
    finally:
        unfenced.end()


async def test_without_the_fence_of_the_hop_the_same_stop_sends_findings_twice(
    home: Path, url: str, client: Client
) -> None:
    counted, findings = await stopped_without("hop", home, url, client)

    assert findings > FEWER
    assert max(counted.values()) == 1


async def test_without_both_fences_the_same_stop_settles_questions_twice(
    home: Path, url: str, client: Client
) -> None:
    counted, _ = await stopped_without("hop,terminal", home, url, client)

    assert max(counted.values()) > 1

"""What leaves over OTLP: a real receiver sees one trace a question and one span a hop."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import msgspec
import pytest
from occam.bus.broker import start_broker
from occam.bus.client import Client
from occam.bus.connection import connect
from occam.bus.lastresort import buried_terminal
from occam.bus.service import Service, ServiceSpec
from occam.bus.settings import BusSettings
from occam.bus.streams import BODY, shards
from occam.core.gaps import NoRoute, kind_of
from occam.core.record import AnswerRecord
from occam.messages.catalog import (
    FindingsReady,
    QuestionAsked,
    QuestionDied,
    QuestionSettled,
    ReadingRequested,
    ReplanRequested,
    Wire,
)
from occam.messages.forward import Found, admitted, forward
from occam.runtime.running import holder, read_running
from occam.telemetry import names
from occam.telemetry.setup import tracer_for
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from opentelemetry.proto.common.v1.common_pb2 import AnyValue

pytestmark = pytest.mark.integration

LOCUSTFILE = Path(__file__).parents[2] / "loadtest/locustfile.py"
CANARY = "swordfish-canary"
QUESTIONS = 20


class Seen(NamedTuple):
    """One span as it arrived."""

    service: str
    name: str
    trace: bytes
    span: bytes
    parent: bytes
    attributes: dict[str, str]


class Collector(ThreadingHTTPServer):
    """An OTLP/HTTP receiver that keeps what it was sent."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Receiver)
        self.bodies: list[bytes] = []
        self.paths: set[str] = set()

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def spans(self) -> list[Seen]:
        requests = [ExportTraceServiceRequest.FromString(body) for body in self.bodies]
        return [span for request in requests for span in _spans(request)]


class _Receiver(BaseHTTPRequestHandler):
    server: Collector

    def do_POST(self) -> None:
        self.server.paths.add(self.path)
        self.server.bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
        answer = ExportTraceServiceResponse().SerializeToString()
        self.send_response(200)
        self.send_header("Content-Type", "application/x-protobuf")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        """A test prints nothing."""


def _spans(request: ExportTraceServiceRequest) -> Iterator[Seen]:
    for group in request.resource_spans:
        said = {item.key: item.value.string_value for item in group.resource.attributes}
        for scope in group.scope_spans:
            for span in scope.spans:
                attributes = {item.key: _text(item.value) for item in span.attributes}
                yield Seen(
                    said[names.SERVICE_NAME],
                    span.name,
                    span.trace_id,
                    span.span_id,
                    span.parent_span_id,
                    attributes,
                )


def _text(value: AnyValue) -> str:
    if value.HasField("array_value"):
        return ",".join(_text(part) for part in value.array_value.values)
    return value.string_value or str(value.int_value)


@pytest.fixture
def collector() -> Iterator[Collector]:
    server = Collector()
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def bus(tmp_path: Path) -> Iterator[BusSettings]:
    broker = start_broker(tmp_path / "broker")
    yield BusSettings(url=broker.url)
    broker.stop()


async def on_question(asked: QuestionAsked) -> list[Wire]:
    header = admitted(asked, "olympics", "v1")
    return [forward(header.after("rules", gap=NoRoute(phrase=CANARY)), Found())]


async def hand_on(message: ReplanRequested | ReadingRequested) -> list[Wire]:
    return [forward(message.header.after("next", gap=message.header.gap), Found())]


async def on_findings(found: FindingsReady) -> list[Wire]:
    return [buried_terminal(QuestionDied(header=found.header, tier="rules", cause=CANARY))]


SPECS = (
    ServiceSpec(
        name="classifier",
        handlers={QuestionAsked: on_question, ReplanRequested: hand_on},
        emits=(ReplanRequested, ReadingRequested),
    ),
    ServiceSpec(
        name="document-reader", handlers={ReadingRequested: hand_on}, emits=(FindingsReady,)
    ),
    ServiceSpec(name="certifier", handlers={FindingsReady: on_findings}, emits=(QuestionSettled,)),
)
HOPS = [
    ("classifier", "process question.asked.v1"),
    ("classifier", "process replan.requested.v1"),
    ("document-reader", "process reading.requested.v1"),
    ("certifier", "process findings.ready.v1"),
]


async def settled(settings: BusSettings, endpoint: str) -> list[QuestionSettled]:
    """Ask all questions of three traced services and read their terminals."""
    tracers = [tracer_for(spec.name, endpoint) for spec in SPECS]
    services = [
        Service(spec, settings, tracer) for spec, tracer in zip(SPECS, tracers, strict=True)
    ]
    for service in services:
        await service.start()
    client = connect(settings.url)
    shard = shards(settings)[0]
    for number in range(QUESTIONS):
        asked = QuestionAsked(id=f"q{number}", question=CANARY, batch="traced")
        await client.xadd(shard.intake, {BODY: msgspec.json.encode(asked)})
    entries: list[Any] = []
    async with asyncio.timeout(30):
        while len(entries) < QUESTIONS:
            last = entries[-1][0] if entries else b"0"
            for _, more in await client.xread({shard.settled: last}, block=1_000):
                entries += more
    for service in services:
        await service.stop()
    for tracer in tracers:
        assert tracer
        tracer.close()
    await client.aclose()
    return [msgspec.json.decode(fields[BODY], type=QuestionSettled) for _, fields in entries]


async def test_one_trace_a_question_and_one_span_a_hop(
    collector: Collector, bus: BusSettings
) -> None:
    terminals = await settled(bus, collector.endpoint)
    traces: dict[str, list[Seen]] = defaultdict(list)
    for span in collector.spans():
        traces[span.trace.hex()].append(span)
    assert collector.paths == {"/v1/traces"}
    assert len(traces) == QUESTIONS
    assert {terminal.record.trace_id for terminal in terminals} == set(traces)
    for terminal in terminals:
        chain = chained(traces[terminal.record.trace_id])
        assert [(span.service, span.name) for span in chain] == HOPS
        asked = {span.attributes[names.MESSAGING_CONVERSATION] for span in chain}
        assert asked == {terminal.record.id}
        gaps = [span.attributes.get(names.GAP) for span in chain]
        assert gaps == ["no_route", "no_route", "no_route", "tier_failed"]
        assert chain[-1].attributes[names.OUTCOME] == "dead"


async def test_no_word_of_a_question_leaves(collector: Collector, bus: BusSettings) -> None:
    await settled(bus, collector.endpoint)
    assert collector.bodies
    assert not [body for body in collector.bodies if CANARY.encode() in body]


def chained(spans: list[Seen]) -> list[Seen]:
    """The spans of a trace from the root on, each the only child of the one before."""
    children = {span.parent: span for span in spans}
    assert len(children) == len(spans)
    chain = [children[b""]]
    while after := children.get(chain[-1].span):
        chain.append(after)
    assert len(chain) == len(spans)
    return chain


def occam(home: Path, *words: str, **more: str) -> None:
    """Run the command line on a home."""
    environ = {**os.environ, "OCCAM_HOME": str(home), **more}
    subprocess.run(
        [sys.executable, "-m", "occam.cli", *words], env=environ, check=True, capture_output=True
    )


@pytest.fixture
def home(tmp_path: Path, collector: Collector) -> Iterator[Path]:
    """A home on which everything is up, loaded and traced; taken down by the test."""
    occam(tmp_path, "load")
    occam(tmp_path, "up", "--detach", OCCAM_OTLP_ENDPOINT=collector.endpoint)
    yield tmp_path
    if holder(tmp_path / "run"):
        occam(tmp_path, "down")


async def certified(home: Path) -> list[AnswerRecord]:
    """What the load test's batch was answered, once all of it is settled."""
    bus = msgspec.structs.replace(BusSettings(), url=read_running(home / "run").url)
    async with await Client.connect(bus) as client:
        return [record async for record in client.follow("load", "traced")]


def test_locust_users_get_certified_answers_each_in_one_trace(
    home: Path, collector: Collector
) -> None:
    words = "--headless --users 4 --spawn-rate 4 --run-time 90s --only-summary"
    environ = {**os.environ, "OCCAM_HOME": str(home), "LOAD_BATCH": "traced", "LOAD_COUNT": "12"}
    locust = [sys.executable, "-m", "locust", "-f", str(LOCUSTFILE), *words.split()]
    done = subprocess.run(locust, env=environ, capture_output=True, text=True)
    records = asyncio.run(certified(home))
    occam(home, "down")
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(records) == 12
    traces: dict[str, list[Seen]] = defaultdict(list)
    for span in collector.spans():
        traces[span.trace.hex()].append(span)
    assert set(traces) == {record.trace_id for record in records}
    for record in records:
        chain = chained(traces[record.trace_id])
        assert [span.name for span in chain[1:]] == [
            f"process {span.attributes[names.NEXT]}" for span in chain[:-1]
        ]
        assert chain[0].service == "classifier"
        assert chain[-1].attributes[names.OUTCOME] == record.outcome
        assert chain[-1].attributes[names.CHECK] == record.certificate.completeness_check
        assert chain[-1].attributes.get(names.GAP) == (kind_of(record.gap) if record.gap else None)

"""Nothing leaves on a span but what is in the register, whoever put it there."""

from __future__ import annotations

import pytest
from occam.telemetry import names
from occam.telemetry.redaction import SCOPE, RedactingExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import Link, SpanKind, Status, StatusCode, Tracer

CANARY = "swordfish-canary"


class Door:
    """A provider whose spans go through the last door."""

    def __init__(self) -> None:
        self.memory = InMemorySpanExporter()
        resource = Resource({"service.name": "reader", "host.name": CANARY})
        self._provider = TracerProvider(resource=resource)
        self._provider.add_span_processor(SimpleSpanProcessor(RedactingExporter(self.memory)))

    def tracer(self, scope: str) -> Tracer:
        return self._provider.get_tracer(scope, attributes={"note": CANARY})

    @property
    def text(self) -> str:
        return "\n".join(span.to_json() for span in self.memory.get_finished_spans())


@pytest.mark.parametrize(
    "name",
    ["gen_ai.prompt", "gen_ai.completion", "llm.request.api_key", "http.url", "url.full",
     "http.request.header.authorization", "input.value", "db.statement", "exception.message",
     "user_api_key", "OCCAM.TIER"],
)  # fmt: skip
def test_an_attribute_that_is_not_in_the_register_stays(name: str) -> None:
    door = Door()
    with door.tracer(SCOPE).start_as_current_span("hop", attributes={name: CANARY}) as span:
        span.set_attribute(names.TIER_NAME, "reader")
    assert CANARY not in door.text
    (span,) = door.memory.get_finished_spans()
    assert dict(span.attributes or {}) == {names.TIER_NAME: "reader"}


def test_events_errors_and_links_go_without_their_words() -> None:
    door, tracer = Door(), Door().tracer(SCOPE)
    with tracer.start_as_current_span("other") as other:
        link = Link(other.get_span_context(), {"text": CANARY})
    with pytest.raises(ValueError, match=CANARY), door.tracer(SCOPE).start_as_current_span(
        "hop", links=[link], kind=SpanKind.CLIENT
    ) as span:  # fmt: skip
        span.add_event(CANARY, {"prompt": CANARY})
        span.set_status(Status(StatusCode.ERROR, CANARY))
        span.record_exception(ValueError(CANARY))
        raise ValueError(CANARY)
    assert CANARY not in door.text
    (seen,) = door.memory.get_finished_spans()
    assert seen.status.status_code is StatusCode.ERROR
    assert seen.kind is SpanKind.CLIENT
    assert [each.context.span_id for each in seen.links] == [link.context.span_id]


def test_a_span_of_somebody_else_has_the_name_of_who_made_it() -> None:
    door = Door()
    with door.tracer("some.client").start_as_current_span(f"GET https://there/?key={CANARY}"):
        pass
    assert CANARY not in door.text
    (span,) = door.memory.get_finished_spans()
    assert span.name == "some.client"
    assert span.resource.attributes["service.name"] == "reader"
    assert "host.name" not in span.resource.attributes


def test_a_span_of_its_own_keeps_name_times_and_place_in_the_trace() -> None:
    door = Door()
    tracer = door.tracer(SCOPE)
    with tracer.start_as_current_span("outer") as outer, tracer.start_as_current_span("inner"):
        pass
    inner, seen = door.memory.get_finished_spans()
    assert [inner.name, seen.name] == ["inner", "outer"]
    assert inner.parent
    assert inner.parent.span_id == outer.get_span_context().span_id
    assert (inner.end_time or 0) >= (inner.start_time or 1)

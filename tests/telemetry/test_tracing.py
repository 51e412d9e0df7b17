"""The tracer: one trace a question, chained spans, and nothing on them that has no name."""

from __future__ import annotations

import pytest
from occam.core.errors import Transient
from occam.core.gaps import Unresolved
from occam.core.record import AnswerRecord, Certificate
from occam.core.spending import Spent
from occam.messages.catalog import FindingsReady, QuestionAsked, QuestionSettled
from occam.messages.header import Header
from occam.telemetry import names
from occam.telemetry.calls import model_call
from occam.telemetry.tracing import OtlpTracer, QuestionIds
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode

CANARY = "swordfish-canary"


class Taped:
    """A tracer and the spans it has ended."""

    def __init__(self) -> None:
        ids = QuestionIds()
        provider = TracerProvider(id_generator=ids)
        self._memory = InMemorySpanExporter()
        provider.add_span_processor(SimpleSpanProcessor(self._memory))
        self.tracer = OtlpTracer(provider, ids)

    @property
    def spans(self) -> tuple[ReadableSpan, ...]:
        return self._memory.get_finished_spans()


@pytest.fixture
def taped() -> Taped:
    return Taped()


def asked(**changes: str) -> QuestionAsked:
    return QuestionAsked(id="q1", question=f"Who won the {CANARY}?", batch="b1", **changes)


def header(traceparent: str = "") -> Header:
    return Header(
        question_id="q1",
        batch_id="b1",
        question=f"Who won the {CANARY}?",
        asked_at=0.0,
        pack="olympics",
        graph_version="abc",
        traceparent=traceparent,
        step=1,
    )


def findings(traceparent: str = "") -> FindingsReady:
    missing = Unresolved(mention=CANARY, expected="Event", nearest=(CANARY,))
    return FindingsReady(header=header(traceparent).after("rules", gap=missing))


def settled() -> QuestionSettled:
    certificate = Certificate(
        question_id="q1",
        question_digest="",
        pack="olympics",
        plan=None,
        plan_digest="",
        completeness_class=None,
        structural_bound=None,
        evidence_set_size=0,
        completeness_check="refused",
    )
    record = AnswerRecord(
        id="q1",
        batch="b1",
        tenant="default",
        attempt=1,
        question=CANARY,
        pipeline="occam",
        outcome="refused",
        gap=Unresolved(mention=CANARY, expected="Event"),
        certificate=certificate,
    )
    return QuestionSettled(header=header(), record=record)


def two_hops(taped: Taped) -> tuple[ReadableSpan, ReadableSpan]:
    with taped.tracer.hop("classifier", asked(), "") as first:
        first.left([findings()])
    with taped.tracer.hop("certifier", findings(), first.traceparent) as second:
        second.left([settled()])
    one, two = taped.spans
    return one, two


def test_hops_are_chained_in_one_trace(taped: Taped) -> None:
    first, second = two_hops(taped)
    assert first.context and second.context and second.parent
    assert first.parent is None
    assert second.parent.span_id == first.context.span_id
    assert second.context.trace_id == first.context.trace_id


def test_the_gap_and_the_outcome_are_on_the_span(taped: Taped) -> None:
    first, second = two_hops(taped)
    assert first.attributes and second.attributes
    assert first.name == "process question.asked.v1"
    assert first.attributes[names.GAP] == "unresolved"
    assert first.attributes[names.NEXT] == ("findings.ready.v1",)
    assert second.attributes[names.GAP_BEFORE] == "unresolved"
    assert second.attributes[names.OUTCOME] == "refused"
    assert second.attributes[names.CHECK] == "refused"
    assert second.attributes[names.TIER] == 0
    assert second.attributes[names.MESSAGING_CONVERSATION] == "q1"


def test_a_redelivered_question_stays_in_its_trace(taped: Taped) -> None:
    for _ in range(2):
        with taped.tracer.hop("classifier", asked(), ""):
            pass
    first, again = taped.spans
    assert first.context and again.context
    assert first.context.trace_id == again.context.trace_id
    assert first.context.span_id != again.context.span_id


def test_another_question_is_another_trace(taped: Taped) -> None:
    for tenant in ("one", "two"):
        with taped.tracer.hop("classifier", asked(tenant=tenant), ""):
            pass
    assert len({span.context.trace_id for span in taped.spans if span.context}) == 2


def test_a_client_may_bring_its_own_trace(taped: Taped) -> None:
    with taped.tracer.hop("classifier", asked(), f"00-{'ab' * 16}-{'cd' * 8}-01") as hop:
        pass
    (span,) = taped.spans
    assert hop.traceparent.startswith(f"00-{'ab' * 16}-")
    assert span.parent and span.parent.span_id == int("cd" * 8, 16)


@pytest.mark.parametrize("odd", ["x", "00-" + "0" * 32 + "-" + "1" * 16 + "-01", "00-1-2-01"])
def test_a_malformed_context_starts_the_questions_own_trace(taped: Taped, odd: str) -> None:
    with taped.tracer.hop("classifier", asked(), odd):
        pass
    with taped.tracer.hop("classifier", asked(), ""):
        pass
    assert len({span.context.trace_id for span in taped.spans if span.context}) == 1


def test_an_error_is_marked_by_class_alone(taped: Taped) -> None:
    with pytest.raises(Transient), taped.tracer.hop("classifier", asked(), ""):
        raise Transient(CANARY)
    (span,) = taped.spans
    assert span.status.status_code is StatusCode.ERROR
    assert span.attributes and span.attributes[names.ERROR_TYPE] == "Transient"
    assert CANARY not in span.to_json()


def test_no_word_of_a_question_is_on_a_span(taped: Taped) -> None:
    two_hops(taped)
    assert len(taped.spans) == 2
    assert all(CANARY not in span.to_json() for span in taped.spans)


def test_a_call_of_a_model_is_a_span_inside_its_hop_without_a_word_of_it(taped: Taped) -> None:
    with taped.tracer.hop("classifier", asked(), "") as hop:
        with model_call("maker/model", "plan 1", "planner") as call:
            call.cost(Spent(input_tokens=3, output_tokens=1, micro_usd=None))
        with pytest.raises(Transient), model_call("maker/model", "plan 1", "planner"):
            raise Transient(CANARY)
    first, failed, outer = taped.spans
    assert first.parent and outer.context
    assert first.parent.span_id == outer.context.span_id
    assert hop.traceparent.split("-")[2] == f"{outer.context.span_id:016x}"
    assert first.name == "chat maker/model"
    assert first.attributes
    assert first.attributes[names.GEN_AI_INPUT] == 3
    assert names.MICRO_USD not in first.attributes
    assert failed.attributes and failed.attributes[names.ERROR_TYPE] == "Transient"
    assert all(CANARY not in span.to_json() for span in taped.spans)


def test_a_call_outside_a_hop_is_not_recorded(taped: Taped) -> None:
    with model_call("maker/model", "plan 1", "planner") as call:
        call.cost(Spent())
    assert not taped.spans


def test_what_is_emitted_is_what_is_registered(taped: Taped) -> None:
    two_hops(taped)
    with pytest.raises(Transient), taped.tracer.hop("classifier", asked(), ""):
        with model_call("maker/model", "plan 1", "planner") as call:
            call.cost(Spent(input_tokens=3, output_tokens=1, micro_usd=5))
        raise Transient("again")
    emitted = {name for span in taped.spans for name in span.attributes or {}}
    on_resource = {line.name for line in names.ATTRIBUTES if line.on == names.RESOURCE}
    assert emitted == names.REGISTERED - on_resource

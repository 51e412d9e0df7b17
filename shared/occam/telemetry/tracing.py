"""One trace per question, one span per hop, chained: a tracer over the OpenTelemetry SDK."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from opentelemetry.context import Context as SpanParent
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
from opentelemetry.trace import (
    NonRecordingSpan,
    Span,
    SpanContext,
    SpanKind,
    StatusCode,
    TraceFlags,
    Tracer,
    set_span_in_context,
)

from occam.core.spending import Spent
from occam.messages.catalog import Wire, tag_of
from occam.telemetry import names
from occam.telemetry.attributes import entering, leaving
from occam.telemetry.calls import HOP
from occam.telemetry.context import Context, key_of, read, trace_id_of
from occam.telemetry.redaction import SCOPE


class QuestionIds(RandomIdGenerator):
    """Span ids are drawn; the trace id of a root is that of its question."""

    def __init__(self) -> None:
        self.root: ContextVar[int] = ContextVar("root", default=0)

    def generate_trace_id(self) -> int:
        """Asked by the SDK for a span without a parent."""
        return self.root.get() or super().generate_trace_id()

    def is_trace_id_random(self) -> bool:
        """A digest is spread as evenly as a draw, but it is none."""
        return False


class ModelCall:
    """A call of a model under way."""

    def __init__(self, span: Span) -> None:
        self._span = span

    def cost(self, spent: Spent) -> None:
        """Record what the answer cost."""
        self._span.set_attribute(names.GEN_AI_INPUT, spent.input_tokens)
        self._span.set_attribute(names.GEN_AI_OUTPUT, spent.output_tokens)
        if spent.micro_usd is not None:
            self._span.set_attribute(names.MICRO_USD, spent.micro_usd)


class Hop:
    """A hop under way: the context for what follows, and the place to say what followed."""

    def __init__(self, span: Span, tracer: Tracer) -> None:
        held = span.get_span_context()
        self._span, self._tracer = span, tracer
        self.traceparent = str(Context(held.trace_id, held.span_id))

    @contextmanager
    def call(self, model: str, prompt: str, tier: str) -> Generator[ModelCall]:
        """The span of one call of a model inside this hop."""
        span = self._tracer.start_span(
            f"{names.SPAN_CALL} {model}",
            context=set_span_in_context(self._span, SpanParent()),
            kind=SpanKind.CLIENT,
            attributes={
                names.GEN_AI_OPERATION: names.SPAN_CALL,
                names.GEN_AI_MODEL: model,
                names.PROMPT: prompt,
                names.TIER_NAME: tier,
            },
        )
        with _ending(span):
            yield ModelCall(span)

    def left(self, messages: Sequence[Wire]) -> None:
        """Record what the handler returned."""
        self._span.set_attributes(leaving(messages))


class OtlpTracer:
    """Makes the spans of one service; the provider sends them."""

    def __init__(self, provider: TracerProvider, ids: QuestionIds) -> None:
        self._provider = provider
        self._ids = ids
        self._tracer = provider.get_tracer(SCOPE)

    @contextmanager
    def hop(self, service: str, message: Wire, parent: str) -> Generator[Hop]:
        """The span of one message; an error marks it by class, its text stays in the log."""
        span = self._start(service, message, read(parent))
        hop = Hop(span, self._tracer)
        token = HOP.set(hop)
        try:
            with _ending(span):
                yield hop
        finally:
            HOP.reset(token)

    def close(self) -> None:
        """Send what is still held, then stop."""
        self._provider.shutdown()

    def _start(self, service: str, message: Wire, sent_from: Context | None) -> Span:
        token = self._ids.root.set(trace_id_of(*key_of(message)))
        try:
            return self._tracer.start_span(
                f"{names.SPAN_HOP} {tag_of(type(message))}",
                context=_parent(sent_from),
                kind=SpanKind.CONSUMER,
                attributes=entering(service, message),
            )
        finally:
            self._ids.root.reset(token)


@contextmanager
def _ending(span: Span) -> Generator[None]:
    """Ends the span; an error marks it by its class, its text stays in the log."""
    try:
        yield
    except Exception as error:
        span.set_attribute(names.ERROR_TYPE, type(error).__name__)
        span.set_status(StatusCode.ERROR)
        raise
    finally:
        span.end()


def _parent(sent_from: Context | None) -> SpanParent:
    if sent_from is None:
        return SpanParent()
    remote = SpanContext(
        sent_from.trace_id, sent_from.span_id, is_remote=True, trace_flags=TraceFlags(1)
    )
    return set_span_in_context(NonRecordingSpan(remote), SpanParent())

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
    set_span_in_context,
)

from occam.messages.catalog import Wire, tag_of
from occam.telemetry import names
from occam.telemetry.attributes import entering, leaving
from occam.telemetry.context import Context, key_of, read, trace_id_of


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


class Hop:
    """A hop under way: the context for what follows, and the place to say what followed."""

    def __init__(self, span: Span) -> None:
        held = span.get_span_context()
        self._span = span
        self.traceparent = str(Context(held.trace_id, held.span_id))

    def left(self, messages: Sequence[Wire]) -> None:
        """Record what the handler returned."""
        self._span.set_attributes(leaving(messages))


class OtlpTracer:
    """Makes the spans of one service; the provider sends them."""

    def __init__(self, provider: TracerProvider, ids: QuestionIds) -> None:
        self._provider = provider
        self._ids = ids
        self._tracer = provider.get_tracer("occam")

    @contextmanager
    def hop(self, service: str, message: Wire, parent: str) -> Generator[Hop]:
        """The span of one message; an error marks it by class, its text stays in the log."""
        span = self._start(service, message, read(parent))
        try:
            yield Hop(span)
        except Exception as error:
            span.set_attribute(names.ERROR_TYPE, type(error).__name__)
            span.set_status(StatusCode.ERROR)
            raise
        finally:
            span.end()

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


def _parent(sent_from: Context | None) -> SpanParent:
    if sent_from is None:
        return SpanParent()
    remote = SpanContext(
        sent_from.trace_id, sent_from.span_id, is_remote=True, trace_flags=TraceFlags(1)
    )
    return set_span_in_context(NonRecordingSpan(remote), SpanParent())

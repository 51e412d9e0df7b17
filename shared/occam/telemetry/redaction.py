"""The last door before a span leaves: what is not in the register stays, whoever put it there."""

from __future__ import annotations

from collections.abc import Sequence

from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult
from opentelemetry.trace import Status

from occam.telemetry.names import REGISTERED


class RedactingExporter(SpanExporter):
    """Passes spans on without events, without the text of errors, and with registered attributes
    only."""

    def __init__(self, exporter: SpanExporter) -> None:
        self._exporter = exporter

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Redacted copies of the spans."""
        return self._exporter.export([redacted(span) for span in spans])

    def shutdown(self) -> None:
        """That of the exporter behind."""
        self._exporter.shutdown()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        """That of the exporter behind."""
        return self._exporter.force_flush(timeout_millis)


def redacted(span: ReadableSpan) -> ReadableSpan:
    """The span as it may leave."""
    kept = {name: value for name, value in (span.attributes or {}).items() if name in REGISTERED}
    return ReadableSpan(
        name=span.name,
        context=span.context,
        parent=span.parent,
        resource=span.resource,
        attributes=kept,
        links=span.links,
        kind=span.kind,
        status=Status(span.status.status_code),
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope,
    )

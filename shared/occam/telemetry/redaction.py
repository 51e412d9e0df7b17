"""The last door before a span leaves: what is not in the register stays, whoever put it there."""

from __future__ import annotations

from collections.abc import Sequence

from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from opentelemetry.trace import Link, Status

from occam.telemetry.names import REGISTERED

SCOPE = "occam"
"""The name under which this software makes spans."""


class RedactingExporter(SpanExporter):
    """Passes spans on without events, without the text of errors, and with registered attributes
    only. A span that somebody else made goes without its name too: it may be an address."""

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
    scope = span.instrumentation_scope
    made_by = scope.name if scope else ""
    return ReadableSpan(
        name=span.name if made_by == SCOPE else made_by,
        context=span.context,
        parent=span.parent,
        resource=_service_of(span.resource),
        attributes=kept,
        links=[Link(link.context) for link in span.links],
        kind=span.kind,
        status=Status(span.status.status_code),
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=InstrumentationScope(made_by, scope.version if scope else None),
    )


def _service_of(resource: Resource) -> Resource:
    """Which service a span is of, and nothing of where it runs."""
    attributes = resource.attributes.items()
    return Resource({name: value for name, value in attributes if name.startswith("service.")})

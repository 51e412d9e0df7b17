"""Starts a service's exporter, only where an endpoint is configured: else the SDK is not loaded."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING

from occam.telemetry.names import SERVICE_NAME, SERVICE_NAMESPACE, SERVICE_VERSION

if TYPE_CHECKING:
    from occam.telemetry.tracing import OtlpTracer

TRACES_PATH = "/v1/traces"


def tracer_for(service: str, endpoint: str) -> OtlpTracer | None:
    """The tracer of a service; none without an endpoint, which costs nothing.

    The endpoint is the collector's base address (`http://collector:4318`) or the full path.
    Spans leave in the background: a collector that is slow or gone never delays a question.
    """
    if not endpoint:
        return None
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    from occam.telemetry.redaction import RedactingExporter
    from occam.telemetry.tracing import OtlpTracer, QuestionIds

    ids = QuestionIds()
    resource = Resource(
        {SERVICE_NAME: service, SERVICE_NAMESPACE: "occam", SERVICE_VERSION: version("occam")}
    )
    provider = TracerProvider(resource=resource, id_generator=ids)
    exporter = RedactingExporter(OTLPSpanExporter(endpoint=traces_address(endpoint), timeout=2))
    provider.add_span_processor(BatchSpanProcessor(exporter, schedule_delay_millis=500))
    return OtlpTracer(provider, ids)


def traces_address(endpoint: str) -> str:
    """Where spans are posted."""
    base = endpoint.rstrip("/")
    return base if base.endswith(TRACES_PATH) else base + TRACES_PATH

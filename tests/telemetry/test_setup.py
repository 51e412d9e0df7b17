"""Set-up of the exporter: absent without an endpoint, harmless when nobody listens."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest
from occam.messages.catalog import QuestionAsked
from occam.telemetry.setup import tracer_for, traces_address


def test_without_an_endpoint_the_sdk_is_not_loaded() -> None:
    program = (
        "import sys; from occam.telemetry.setup import tracer_for; "
        "assert tracer_for('classifier', '') is None; "
        "print([name for name in sys.modules if name.startswith('opentelemetry')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("endpoint", "posted"),
    [
        ("http://collector:4318", "http://collector:4318/v1/traces"),
        ("http://collector:4318/", "http://collector:4318/v1/traces"),
        ("http://collector:4318/v1/traces", "http://collector:4318/v1/traces"),
    ],
)
def test_a_base_address_or_the_full_path_will_do(endpoint: str, posted: str) -> None:
    assert traces_address(endpoint) == posted


def test_a_collector_that_is_gone_does_not_delay_a_question() -> None:
    tracer = tracer_for("classifier", "http://127.0.0.1:9")
    assert tracer
    started = time.monotonic()
    with tracer.hop("classifier", QuestionAsked(id="q", question="?"), "") as hop:
        assert hop.traceparent
    assert time.monotonic() - started < 1
    tracer.close()

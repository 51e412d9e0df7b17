"""An emulator for the tests of this folder: one per process, or one of a test's own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tigergraph_emulator.server.options import Options
from tigergraph_emulator.server.running import Running, running_in_thread


@pytest.fixture(scope="session")
def emulator() -> Iterator[Running]:
    """Shared by all tests of a process: each takes a graph of its own name, and sets no faults."""
    with running_in_thread(Options()) as started:
        yield started

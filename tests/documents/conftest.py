"""An emulated graph server for the suites that every store has to pass."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tigergraph_emulator.server.options import Options
from tigergraph_emulator.server.running import Running, running_in_thread


@pytest.fixture(scope="session")
def emulator() -> Iterator[Running]:
    """Shared by all tests of a process: each takes a graph of its own name."""
    with running_in_thread(Options()) as started:
        yield started

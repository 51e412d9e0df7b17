"""One real broker for each test process; every test has a namespace of its own on it."""

import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from occam.bus.broker import Broker, start_broker

sys.path.insert(0, str(Path(__file__).parent))

from rig import Rig


@pytest.fixture(scope="session")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    """The bundled server, stopped at the end."""
    running = start_broker(tmp_path_factory.mktemp("broker"))
    yield running
    running.stop()


@pytest.fixture
async def rig(broker: Broker) -> AsyncIterator[Rig]:
    """A bus to test on."""
    async with Rig(broker.url) as made:
        yield made

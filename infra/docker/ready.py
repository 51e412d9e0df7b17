"""A container's health: its service was heard of lately and still reads all its streams."""

from __future__ import annotations

import asyncio
import socket
import sys

from occam.bus.client import Client
from occam.runtime.settings import load_settings


async def fault() -> str:
    """Why the service of this host is not ready, or nothing."""
    async with await Client.connect(load_settings().bus) as client:
        states = [state for state in await client.readiness() if state.host == socket.gethostname()]
    return max(states, key=lambda state: state.started).fault if states else "not heard of yet"


if __name__ == "__main__":
    sys.exit(asyncio.run(fault()) or 0)

"""A container's health: its service was heard of lately and still reads all its streams."""

from __future__ import annotations

import asyncio
import socket
import sys

from occam.bus.connection import connect
from occam.bus.heartbeat import heard
from occam.bus.streams import shards
from occam.runtime.settings import load_settings


async def fault() -> str:
    """Why the service of this host is not ready, or nothing."""
    settings = load_settings()
    client = connect(settings.redis_url)
    try:
        lines = await heard(client, shards(settings.bus)[0])
    finally:
        await client.aclose()
    here = [line for line in lines if line.host == socket.gethostname()]
    return here[-1].fault if here else "not heard of yet"


if __name__ == "__main__":
    sys.exit(asyncio.run(fault()))

"""The raw floor carries every message over every hop, in both forms, and leaves nothing behind."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

import pytest
from occam.bus.broker import Broker
from occam.bus.client import Client
from occam.bus.settings import BusSettings

pytestmark = pytest.mark.integration

FLOOR = Path(__file__).parents[2] / "loadtest/floor.py"


@pytest.mark.parametrize("form", ["multi", "script"])
@pytest.mark.parametrize("mode", ["throughput", "latency"])
async def test_the_floor_prints_what_it_measured(broker: Broker, form: str, mode: str) -> None:
    words = ["--url", broker.url, "--form", form, "--mode", mode, "--questions", "120"]
    running = await asyncio.create_subprocess_exec(
        sys.executable, FLOOR, *words, "--hops", "2", stdout=asyncio.subprocess.PIPE
    )
    output, _ = await asyncio.wait_for(running.communicate(), 60)
    assert running.returncode == 0
    said = json.loads(output)
    assert (said["form"], said["hops"], said["questions"]) == (form, 2, 120)
    if mode == "throughput":
        assert said["questions_per_s"] > 0
    else:
        assert 0 < said["p50_ms"] <= said["p95_ms"] <= said["p99_ms"]
    async with await Client.connect(BusSettings(url=broker.url)) as client:
        assert await client.redis.execute_command("KEYS", "{floor:*") == []

"""Endpoints of the emulator's own, below /emulator/: what a test turns while it runs."""

from __future__ import annotations

import json
import random
from typing import Any

from aiohttp import web

from .machine import Machine, machine_of
from .replies import Refusal, as_json


async def show(request: web.Request) -> web.Response:
    """What is going wrong at the moment, and what is hosted."""
    machine = machine_of(request)
    faults = machine.faults
    return as_json(
        {
            "latency": faults.latency,
            "query_seconds": faults.query_seconds,
            "drop_after": faults.drop_after,
            "response_limit": machine.response_limit,
            "failures_left": sum(failure.times for failure in faults.failures),
            "failed_installs": sorted(faults.failed_installs),
            "graphs": sorted(machine.graphs),
            "schema_version": machine.schema_version,
        }
    )


async def turn(request: web.Request) -> web.Response:
    """Takes an object of faults by name; names that do not exist are refused."""
    wanted: dict[str, Any] = json.loads(await request.text())
    for name, value in wanted.items():
        _turn(machine_of(request), name, value)
    return await show(request)


def _turn(machine: Machine, name: str, value: Any) -> None:
    match name:
        case "fail_first":
            machine.faults.fail_first(**value)
        case "expire_tokens":
            machine.tokens.expire()
        case "latency" | "query_seconds" | "drop_after" | "response_limit":
            setattr(machine.faults, name, value)
        case "failed_installs":
            machine.faults.failed_installs = set(value)
        case "seed":
            machine.chance = random.Random(value)
            for graph in machine.graphs.values():
                graph.engine.chance.seed(machine.chance.randrange(2**32))
        case _:
            raise Refusal(400, "", f"There is no fault called {name}.")


async def clear(request: web.Request) -> web.Response:
    """Everything works again."""
    machine_of(request).faults.clear()
    return await show(request)


async def reset(request: web.Request) -> web.Response:
    """A server as new, tokens and faults included."""
    machine = machine_of(request)
    machine.faults.clear()
    machine.tokens.ends.clear()
    machine.tokens.secrets.clear()
    machine.reset()
    return await show(request)


def routes() -> list[web.RouteDef]:
    """The table of this module."""
    return [
        web.get("/emulator/faults", show),
        web.post("/emulator/faults", turn),
        web.delete("/emulator/faults", clear),
        web.post("/emulator/reset", reset),
    ]

"""Installed queries over REST: run at once or detached, within a time and a size."""

from __future__ import annotations

import asyncio
import uuid
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from tigergraph_emulator.engine.errors import TimedOut
from tigergraph_emulator.tree import Query

from .graphs import HostedGraph, StoredQuery
from .listing import spelled
from .machine import Machine, machine_of
from .parameters import from_body, from_query_string
from .replies import Refusal, as_json, envelope


@dataclass(frozen=True, slots=True)
class Limits:
    """What one call may use up."""

    seconds: float
    size: int


def limits(request: web.Request) -> Limits:
    """From the call's headers, or the server's own; 0 milliseconds means the server's own."""
    machine = machine_of(request)
    asked = int(request.headers.get("GSQL-TIMEOUT", "0"))
    size = int(request.headers.get("RESPONSE-LIMIT", "0"))
    return Limits(
        (asked or machine.options.query_timeout_ms) / 1000,
        min(size, machine.response_limit) if size else machine.response_limit,
    )


def fitting(response: web.Response, size: int) -> web.Response:
    """The answer, unless it is larger than the caller or the server allows."""
    if len((response.text or "").encode()) > size:
        raise Refusal(200, "REST-4000", f"The response is larger than the limit of {size} bytes.")
    return response


async def run(request: web.Request) -> web.Response:
    """POST with JSON or nothing, GET with a query string."""
    machine = machine_of(request)
    machine.settle()
    graph = machine.graph(request.match_info["graph"])
    stored = _installed(graph, request)
    if request.method == "POST":
        parameters = from_body(await request.text())
    else:
        parameters = from_query_string(request.query.items(), stored.definition.parameters)
    allowed = limits(request)
    if request.headers.get("GSQL-ASYNC", "").lower() == "true":
        return _detach(machine, graph, stored, parameters, allowed)
    results = await evaluate(machine, graph, stored, parameters, allowed.seconds)
    return fitting(as_json(envelope(results, schema=machine.schema_version)), allowed.size)


def _installed(graph: HostedGraph, request: web.Request) -> StoredQuery:
    name = request.match_info["name"]
    stored = graph.queries.get(name)
    if stored is None or stored.status != "installed":
        raise Refusal(404, "REST-1000", f"Endpoint is not found from url = {request.path}")
    return stored


async def evaluate(
    machine: Machine,
    graph: HostedGraph,
    stored: StoredQuery,
    parameters: dict[str, Any],
    seconds: float,
) -> list[dict[str, Any]]:
    """One query at a time per graph, in a thread, so that the server goes on answering."""
    slow = machine.faults.query_seconds
    await asyncio.sleep(min(slow, seconds))
    if slow >= seconds:
        raise TimedOut
    graph.runs[stored.definition.name] += 1
    assert stored.ready is not None, "an installed query was compiled"
    milliseconds = int((seconds - slow) * 1000)
    async with graph.turn:
        return await asyncio.to_thread(graph.engine.run, stored.ready, parameters, milliseconds)


def _detach(
    machine: Machine,
    graph: HostedGraph,
    stored: StoredQuery,
    parameters: dict[str, Any],
    allowed: Limits,
) -> web.Response:
    name = f"{graph.name}.{uuid.uuid4().hex}"
    machine.detached[name] = asyncio.create_task(
        evaluate(machine, graph, stored, parameters, allowed.seconds), name=name
    )
    return as_json(envelope([], schema=machine.schema_version) | {"request_id": name})


async def status(request: web.Request) -> web.Response:
    """How far a detached query is."""
    machine = machine_of(request)
    wanted = request.query.get("requestid", "")
    names = list(machine.detached) if wanted == "all" else [wanted]
    found = [{"requestId": name, "status": _state(_task(machine, name))} for name in names]
    return as_json(envelope(found, schema=machine.schema_version))


async def result(request: web.Request) -> web.Response:
    """What a detached query printed."""
    machine = machine_of(request)
    task = _task(machine, request.query.get("requestid", ""))
    if not task.done():
        raise Refusal(200, "REST-12003", "The query is still running.")
    body = as_json(envelope(task.result(), schema=machine.schema_version))
    return fitting(body, limits(request).size)


def _task(machine: Machine, name: str) -> asyncio.Task[list[dict[str, Any]]]:
    if name not in machine.detached:
        raise Refusal(404, "REST-1000", f"No query runs under the request id {name}.")
    return machine.detached[name]


def _state(task: asyncio.Task[list[dict[str, Any]]]) -> str:
    if not task.done():
        return "running"
    return "aborted" if task.cancelled() or task.exception() else "success"


async def endpoints(request: web.Request) -> web.Response:
    """The endpoints of a graph's installed queries, under the only key clients read."""
    machine = machine_of(request)
    machine.settle()
    graph = machine.graph(request.match_info["graph"])
    if request.query.get("dynamic", "").lower() != "true":
        return as_json({})
    return as_json(
        {
            f"GET /query/{graph.name}/{name}": {
                "parameters": _parameters(graph.queries[name].definition)
            }
            for name in graph.installed
        }
    )


def _parameters(query: Query) -> dict[str, dict[str, str]]:
    return {each.name: {"type": spelled(each.type)} for each in query.parameters}


def routes() -> list[web.RouteDef]:
    """The table of this module."""
    return [
        web.post("/restpp/query/{graph}/{name}", run),
        web.get("/restpp/query/{graph}/{name}", run),
        web.get("/restpp/query_status", status),
        web.get("/restpp/query_result", result),
        web.get("/restpp/endpoints/{graph}", endpoints),
    ]

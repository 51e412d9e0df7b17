"""Vertices and edges over REST: upserts, reads, deletes, counts, and the vector index's state."""

from __future__ import annotations

import time
from typing import Any

from aiohttp import web

from .filters import arranged, conditions, holds, selected
from .graphs import HostedGraph
from .machine import machine_of
from .replies import Refusal, as_json, envelope
from .upserts import Payload, read, wrong

_FLAGS = ("new_vertex_only", "vertex_must_exist", "update_vertex_only")
Rows = list[dict[str, Any]]


def _graph(request: web.Request) -> HostedGraph:
    return machine_of(request).graph(request.match_info["graph"])


def _answer(request: web.Request, results: Any, code: str = "") -> web.Response:
    return as_json(envelope(results, schema=machine_of(request).schema_version, code=code))


async def upsert(request: web.Request) -> web.Response:
    """All writes of a request or none; the content type is not looked at."""
    machine, graph = machine_of(request), _graph(request)
    payload = read(await request.text())
    flags = {name: request.query.get(name, "").lower() == "true" for name in _FLAGS}
    if machine.faults.upsert_is_lost():
        if request.transport is not None:
            request.transport.abort()
        raise Refusal(503, "", "The connection broke before anything was written.")
    async with graph.turn:
        counts = graph.engine.upsert(payload.vertices, payload.edges, **flags)
    if _has_vectors(graph, payload):
        graph.vectors_ready_at = time.monotonic() + machine.options.vector_seconds
    return _answer(request, [counts], "REST-0003")


def _has_vectors(graph: HostedGraph, payload: Payload) -> bool:
    types = graph.catalog.vertices
    return any(types[write.type].vectors.keys() & write.attributes for write in payload.vertices)


async def counts(request: web.Request) -> web.Response:
    """The statistics functions; without `realtime` they tell what the look before this one saw."""
    graph = _graph(request)
    body = await request.json()
    function, wanted = body.get("function", ""), body.get("type", "*")
    by = {"stat_vertex_number": "v_type", "stat_edge_number": "e_type"}.get(function)
    if by is None:
        raise Refusal(400, "REST-30000", f"The function {function} is not supported.")
    live = _live(graph, by)
    if wanted != "*" and wanted not in live:
        raise Refusal(400, "REST-30000", f"The type {wanted} does not exist.")
    shown = live
    if request.query.get("realtime", "").lower() != "true":
        shown = {name: graph.seen_counts.get(name, 0) for name in live}
    graph.seen_counts |= live
    rows = [{by: name, "count": n} for name, n in shown.items() if wanted in ("*", name)]
    return _answer(request, rows)


def _live(graph: HostedGraph, by: str) -> dict[str, int]:
    if by == "v_type":
        return {name: graph.engine.vertex_count(name) for name in graph.catalog.vertices}
    return {name: graph.engine.edge_count(name) for name in graph.catalog.edges}


def _vertex_type(graph: HostedGraph, name: str) -> str:
    if name not in graph.catalog.vertices:
        raise Refusal(400, "REST-30000", f"The vertex type {name} does not exist.")
    return name


def _vertices(request: web.Request) -> Rows:
    graph = _graph(request)
    type_ = _vertex_type(graph, request.match_info["type"])
    wanted = conditions(request.query.get("filter", ""))
    rows = graph.engine.read_vertices(type_)
    rows = [row for row in rows if holds(row["attributes"], wanted)]
    return arranged(rows, request.query.get("sort", ""), request.query.get("limit", ""))


async def get_vertices(request: web.Request) -> web.Response:
    """Vertices of one type, filtered, or only their number."""
    rows = _vertices(request)
    if request.query.get("count_only", "").lower() == "true":
        return _answer(request, [{"v_type": request.match_info["type"], "count": len(rows)}])
    return _answer(request, _selected(request, rows))


def _selected(request: web.Request, rows: Rows) -> Rows:
    names = request.query.get("select", "")
    return [row | {"attributes": selected(row["attributes"], names)} for row in rows]


async def get_vertex(request: web.Request) -> web.Response:
    """One vertex by its id, which the path carries percent-encoded."""
    graph = _graph(request)
    type_ = _vertex_type(graph, request.match_info["type"])
    row = graph.engine.read_vertex(type_, request.match_info["id"])
    if row is None:
        raise Refusal(
            200,
            "601",
            f"The input vertex id '{request.match_info['id']}' is not a vertex of type {type_}.",
        )
    return _answer(request, [row])


async def delete_vertices(request: web.Request) -> web.Response:
    """Deletes what a filter finds, with all its edges."""
    graph = _graph(request)
    type_ = request.match_info["type"]
    doomed = [row["v_id"] for row in _vertices(request)]
    deleted = sum(graph.engine.delete_vertex(type_, each) for each in doomed)
    return _answer(request, {"v_type": type_, "deleted_vertices": deleted})


async def delete_vertex(request: web.Request) -> web.Response:
    """Deletes one vertex; a missing one is no error."""
    graph = _graph(request)
    type_ = _vertex_type(graph, request.match_info["type"])
    deleted = int(graph.engine.delete_vertex(type_, request.match_info["id"]))
    return _answer(request, {"v_type": type_, "deleted_vertices": deleted})


def _edges(request: web.Request) -> Rows:
    graph, path = _graph(request), request.match_info
    edge_type = path.get("edge", "")
    if edge_type and edge_type not in graph.catalog.edges:
        raise Refusal(400, "REST-30000", f"The edge type {edge_type} does not exist.")
    rows = graph.engine.read_edges(_vertex_type(graph, path["type"]), path["id"], edge_type)
    for key, field in (("target_type", "to_type"), ("target_id", "to_id")):
        if key in path:
            rows = [row for row in rows if row[field] == path[key]]
    wanted = conditions(request.query.get("filter", ""))
    rows = [row for row in rows if holds(row["attributes"], wanted)]
    return arranged(rows, request.query.get("sort", ""), request.query.get("limit", ""))


def _by_type(rows: Rows, key: str) -> Rows:
    numbers: dict[str, int] = {}
    for row in rows:
        numbers[row["e_type"]] = numbers.get(row["e_type"], 0) + 1
    return [{"e_type": name, key: number} for name, number in numbers.items()]


async def get_edges(request: web.Request) -> web.Response:
    """Edges of one vertex, or only their numbers by type."""
    rows = _edges(request)
    if request.query.get("count_only", "").lower() == "true":
        return _answer(request, _by_type(rows, "count"))
    return _answer(request, _selected(request, rows))


async def delete_edges(request: web.Request) -> web.Response:
    """Deletes edges of one vertex, reverse edges with them."""
    graph, rows = _graph(request), _edges(request)
    for row in rows:
        graph.engine.delete_edge(row)
    return _answer(request, _by_type(rows, "deleted_edges"))


async def vector_status(request: web.Request) -> web.Response:
    """Servers whose vector index is behind; none when it has caught up."""
    graph, path = _graph(request), request.match_info
    if "type" in path:
        vectors = graph.catalog.vertices[_vertex_type(graph, path["type"])].vectors
        if path.get("vector", "") not in ("", *vectors):
            raise wrong(f"The vector attribute {path['vector']} does not exist.")
    behind = [] if graph.vectors_ready else ["GPE_1#1"]
    return _answer(request, {"NeedRebuildServers": behind})


def routes() -> list[web.RouteDef]:
    """The table of this module."""
    vertices, vector = "/restpp/graph/{graph}/vertices/{type}", "/restpp/vector/status/{graph}"
    edges = "/restpp/graph/{graph}/edges/{type}/{id}"
    edge_paths = [
        edges,
        f"{edges}/{{edge}}",
        f"{edges}/{{edge}}/{{target_type}}",
        f"{edges}/{{edge}}/{{target_type}}/{{target_id}}",
    ]
    return [
        web.post("/restpp/graph/{graph}", upsert),
        web.post("/restpp/builtins/{graph}", counts),
        web.get(vertices, get_vertices),
        web.delete(vertices, delete_vertices),
        web.get(f"{vertices}/{{id}}", get_vertex),
        web.delete(f"{vertices}/{{id}}", delete_vertex),
        *(web.get(path, get_edges) for path in edge_paths),
        *(web.delete(path, delete_edges) for path in edge_paths),
        web.get(vector, vector_status),
        web.get(f"{vector}/{{type}}", vector_status),
        web.get(f"{vector}/{{type}}/{{vector}}", vector_status),
    ]



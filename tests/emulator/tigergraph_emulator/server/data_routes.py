"""Vertices and edges over REST: upserts, reads, deletes, counts, and the vector index's state."""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

from aiohttp import web

from tigergraph_emulator.engine import Accepted

from .filters import arranged, conditions, holds, selected
from .graphs import HostedGraph
from .machine import machine_of
from .replies import Refusal, as_json, envelope
from .upserts import Payload, read, wrong

_FLAGS = ("new_vertex_only", "vertex_must_exist")
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
    if request.query.get("update_vertex_only"):
        raise wrong("update_vertex_only is not promised; check for the vertices yourself.")
    if machine.faults.upsert_is_lost():
        if request.transport is not None:
            request.transport.abort()
        raise Refusal(503, "", "The connection broke before anything was written.")
    async with graph.turn:
        accepted = graph.engine.upsert(payload.vertices, payload.edges, **flags)
    if _has_vectors(graph, payload):
        graph.vectors_ready_at = time.monotonic() + machine.options.vector_seconds
    return _answer(request, [_accepted(accepted)], "REST-0003")


def _accepted(accepted: Accepted) -> dict[str, int]:
    return {
        "accepted_vertices": accepted.vertices,
        "accepted_edges": accepted.edges,
        "skipped_vertices": accepted.skipped_vertices,
        "skipped_edges": accepted.skipped_edges,
    }


def _has_vectors(graph: HostedGraph, payload: Payload) -> bool:
    types = graph.catalog.vertices
    return any(
        types[write.type].vectors.keys() & write.attributes.keys() for write in payload.vertices
    )


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
    rows = graph.engine.vertices(type_)
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
    row = graph.engine.vertex(type_, request.match_info["id"])
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
    deleted = graph.engine.delete_vertices(type_, doomed)
    return _answer(request, {"v_type": type_, "deleted_vertices": deleted})


async def delete_vertex(request: web.Request) -> web.Response:
    """Deletes one vertex; a missing one is no error."""
    graph = _graph(request)
    type_ = _vertex_type(graph, request.match_info["type"])
    deleted = graph.engine.delete_vertices(type_, [request.match_info["id"]])
    return _answer(request, {"v_type": type_, "deleted_vertices": deleted})


def _edges(request: web.Request) -> Rows:
    graph, path = _graph(request), request.match_info
    edge_type = path.get("edge", "")
    if edge_type and edge_type not in graph.catalog.edges:
        raise Refusal(400, "REST-30000", f"The edge type {edge_type} does not exist.")
    far = (path.get("target_type", ""), path.get("target_id", ""))
    start = _vertex_type(graph, path["type"])
    rows = graph.engine.edges(start, path["id"], edge_type, *far)
    wanted = conditions(request.query.get("filter", ""))
    rows = [row for row in rows if holds(row["attributes"], wanted)]
    return arranged(rows, request.query.get("sort", ""), request.query.get("limit", ""))


def _numbers(request: web.Request) -> Rows:
    """Numbers of edges by type; without a filter no edge needs to be shown for that."""
    if request.query.get("filter"):
        numbers = Counter(row["e_type"] for row in _edges(request))
    else:
        graph, path = _graph(request), request.match_info
        start = graph.engine.store.vertex(_vertex_type(graph, path["type"]), path["id"])
        far = (path.get("target_type", ""), path.get("target_id", ""))
        found = graph.engine.store.edges_of(start, path.get("edge", "")) if start else []
        ends = [(edge.type, edge.other(start)) for edge in found if start]
        numbers = Counter(
            name for name, end in ends if far[0] in ("", end.type) and far[1] in ("", end.id)
        )
    return [{"e_type": name, "count": number} for name, number in numbers.items()]


async def get_edges(request: web.Request) -> web.Response:
    """Edges of one vertex, or only their numbers by type."""
    if request.query.get("count_only", "").lower() == "true":
        return _answer(request, _numbers(request))
    return _answer(request, _selected(request, _edges(request)))


async def delete_edges(request: web.Request) -> web.Response:
    """Deletes edges of one vertex and type, reverse edges with them; a filter is not promised."""
    graph, path = _graph(request), request.match_info
    if "edge" not in path or request.query.get("filter"):
        raise Refusal(400, "REST-30000", "Name the edge type, and delete without a filter.")
    far = (path.get("target_type", ""), path.get("target_id", ""))
    deleted = graph.engine.delete_edges(path["type"], path["id"], path["edge"], *far)
    return _answer(request, [{"e_type": path["edge"], "deleted_edges": deleted}])


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

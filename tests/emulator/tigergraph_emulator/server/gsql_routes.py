"""Endpoints of the GSQL service: statements, queries and their installs, schema, jobs."""

from __future__ import annotations

import json
import re

from aiohttp import web

from tigergraph_emulator.tree import Query, TypeRef

from .graphs import HostedGraph
from .handlers import HANDLERS
from .machine import Machine, machine_of
from .query_commands import start_install
from .replies import Refusal, as_json, envelope, gsql_reply
from .schema_json import described
from .shell import Shell

_VERSION_PROBE = re.compile(
    r'\s*INTERPRET\s+QUERY\s*\(\s*\)\s*FOR\s+GRAPH\s+(\w+)\s*\{\s*PRINT\s+"OK"\s*;\s*\}\s*', re.I
)
_TROUBLE = ("Semantic Check Fails", "Saved as draft", "syntax error", "could not be created")


async def statements(request: web.Request) -> web.Response:
    """Any GSQL text, answered as text with status 200 whatever became of it."""
    if request.content_type != "text/plain":
        raise Refusal(415, "", "The statements endpoint takes text/plain.")
    text = await request.text()
    return web.Response(text=run(machine_of(request), text) + "\n", content_type="text/plain")


def run(machine: Machine, text: str) -> str:
    """The reply to one text, in a scope of its own."""
    return Shell(machine).run(text, HANDLERS)


def run_in(graph: HostedGraph, machine: Machine, text: str) -> dict[str, object]:
    """A text in a graph's scope, as the JSON endpoints answer it: drafts are errors here."""
    reply = Shell(machine, graph).run(text, HANDLERS)
    return gsql_reply(reply, error=any(word in reply for word in _TROUBLE))


def _graph(request: web.Request) -> HostedGraph:
    return machine_of(request).graph(request.query.get("graph", ""))


async def interpret(request: web.Request) -> web.Response:
    """Only the probe by which clients learn the schema's version."""
    machine = machine_of(request)
    probe = _VERSION_PROBE.fullmatch(await request.text())
    if probe is None:
        raise Refusal(
            400, "", "INTERPRET QUERY is not promised for 4.2; create and install the query."
        )
    machine.graph(probe[1])
    return as_json(envelope([{'"OK"': "OK"}], schema=machine.schema_version))


async def create_query(request: web.Request) -> web.Response:
    """CREATE QUERY by REST."""
    return as_json(run_in(_graph(request), machine_of(request), await request.text()))


async def list_queries(request: web.Request) -> web.Response:
    """Every query of a graph by name, drafts too."""
    return as_json(gsql_reply("", results=sorted(_graph(request).queries)))


async def drop_queries(request: web.Request) -> web.Response:
    """DROP QUERY by REST, one by path or several by parameters."""
    graph = _graph(request)
    name = request.match_info.get("name")
    names = [name] if name else request.query.getall("query", [])
    for each in names:
        if each not in graph.queries:
            raise Refusal(404, "", f"The query {each} does not exist.")
    for each in names:
        graph.forget(each)
    return as_json(gsql_reply(f"Successfully dropped queries: [{', '.join(names)}]."))


async def install(request: web.Request) -> web.Response:
    """Begins an install; the caller asks for its state by the request's id."""
    machine = machine_of(request)
    flags = request.query.get("flag", "")
    names = request.query.get("queries", "").split(",")
    request_ = start_install(machine, _graph(request), names, "-force" in flags)
    return as_json(gsql_reply("Successfully submitted request", requestId=request_.id))


async def install_state(request: web.Request) -> web.Response:
    """How far an install is; a failed one is told, not raised."""
    found = machine_of(request).installs.get(request.match_info["id"])
    if found is None:
        raise Refusal(404, "", "No such request.")
    return as_json(gsql_reply(found.message, requestId=found.id))


async def signature(request: web.Request) -> web.Response:
    """The parameters of a query."""
    name = request.query.get("queryName", "")
    stored = _graph(request).queries.get(name)
    if stored is None:
        raise Refusal(400, "", f"The query {name} does not exist.")
    return as_json(gsql_reply("", results=_signature(stored.definition)))


def _signature(query: Query) -> dict[str, object]:
    inputs = [
        {"paramName": each.name, "paramType": _parameter_type(each.type)}
        for each in query.parameters
    ]
    return {"queryName": query.name, "input": inputs, "output": []}


def _parameter_type(type_: TypeRef) -> dict[str, object]:
    if type_.name == "VERTEX":
        return {"type": "VERTEX", "vertexType": type_.of[0].name if type_.of else "*"}
    if type_.of:
        return {"type": type_.name, "elementType": _parameter_type(type_.of[0])}
    return {"type": type_.name}


async def schema(request: web.Request) -> web.Response:
    """One graph's types."""
    name = request.match_info["graph"]
    if name not in machine_of(request).graphs:
        raise Refusal(404, "", f"The graph {name} does not exist.")
    return as_json(gsql_reply("", results=described(machine_of(request).graphs[name].catalog)))


async def tuples(request: web.Request) -> web.Response:
    """User-defined tuple types: tuples live in queries here, so there are none."""
    _graph(request)
    return as_json(gsql_reply("", results=[]))


async def list_graphs(request: web.Request) -> web.Response:
    """All graphs with the names of their types."""
    graphs = [
        {
            "GraphName": graph.name,
            "VertexTypes": list(graph.catalog.vertices),
            "EdgeTypes": [e.name for e in graph.catalog.edges.values() if not e.mirrors],
        }
        for graph in machine_of(request).graphs.values()
    ]
    return as_json(gsql_reply("", graphs=graphs))


async def create_graph(request: web.Request) -> web.Response:
    """CREATE GRAPH by REST."""
    body = json.loads(await request.text())
    reply = run(machine_of(request), str(body["gsql"]))
    return as_json(gsql_reply(reply, error="could not be created" in reply or "line " in reply))


async def drop_graph(request: web.Request) -> web.Response:
    """DROP GRAPH by REST."""
    cascade = " CASCADE" if request.query.get("cascade") == "true" else ""
    reply = run(machine_of(request), f"DROP GRAPH {request.match_info['graph']}{cascade}")
    return as_json(gsql_reply(reply, error="Semantic Check Fails" in reply))


async def change_schema(request: web.Request) -> web.Response:
    """Refused: the layout of the JSON form is not documented well enough to stand on."""
    raise Refusal(400, "", "Change the schema by a job in GSQL; the JSON form is not supported.")


async def create_loading_job(request: web.Request) -> web.Response:
    """CREATE LOADING JOB by REST."""
    graph = _graph(request)
    before = set(graph.loading_jobs)
    reply = run_in(graph, machine_of(request), await request.text())
    return as_json({**reply, "jobNames": sorted(set(graph.loading_jobs) - before)})


async def list_loading_jobs(request: web.Request) -> web.Response:
    """Loading jobs by name."""
    return as_json(gsql_reply("", jobNames=sorted(_graph(request).loading_jobs)))


async def run_loading_job(request: web.Request) -> web.Response:
    """Refused as the server would: the client form-encodes what must be JSON."""
    raise Refusal(400, "", "The payload is not JSON; post the lines to /ddl instead.")


async def clear_store(request: web.Request) -> web.Response:
    """Takes all data away and keeps schema and queries."""
    for graph in machine_of(request).graphs.values():
        graph.engine.clear()
    return as_json(gsql_reply("Successfully cleared graph store."))


def routes() -> list[web.RouteDef]:
    """The table of this module; a longer fixed path stands before a path with a name."""
    at = "/gsql/v1"
    return [
        web.post(f"{at}/statements", statements),
        web.post(f"{at}/queries/interpret", interpret),
        web.post(f"{at}/queries/signature", signature),
        web.get(f"{at}/queries/install", install),
        web.get(f"{at}/queries/install/{{id}}", install_state),
        web.post(f"{at}/queries", create_query),
        web.get(f"{at}/queries", list_queries),
        web.delete(f"{at}/queries", drop_queries),
        web.delete(f"{at}/queries/{{name}}", drop_queries),
        web.get(f"{at}/schema/graphs", list_graphs),
        web.post(f"{at}/schema/graphs", create_graph),
        web.get(f"{at}/schema/graphs/{{graph}}", schema),
        web.delete(f"{at}/schema/graphs/{{graph}}", drop_graph),
        web.post(f"{at}/schema/change", change_schema),
        web.get(f"{at}/udt/tuples", tuples),
        web.get(f"{at}/loading-jobs", list_loading_jobs),
        web.post(f"{at}/loading-jobs", create_loading_job),
        web.post(f"{at}/loading-jobs/run", run_loading_job),
        web.get(f"{at}/clear-store", clear_store),
    ]

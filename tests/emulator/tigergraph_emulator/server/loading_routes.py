"""The endpoint that takes lines for a loading job."""

from __future__ import annotations

from aiohttp import web

from tigergraph_emulator.tree import Load, LoadingJob

from .lines import Layout
from .loading import Loader
from .machine import machine_of
from .replies import Refusal, as_json, envelope


async def load(request: web.Request) -> web.Response:
    """`tag` is the job, `filename` the name that the job defines for the file."""
    machine = machine_of(request)
    graph = machine.graph(request.match_info["graph"])
    tag = request.query.get("tag", "")
    if tag not in graph.loading_jobs:
        raise Refusal(400, "REST-30000", f"The loading job {tag} does not exist.")
    text = (await request.read()).decode()
    results: list[dict[str, object]] = []
    async with graph.turn:
        for each in _loads(graph.loading_jobs[tag], request.query.get("filename", "")):
            layout = Layout.of(each, request.query.get("sep"), request.query.get("eol"))
            report = Loader(graph, each, layout).run(text, machine.chance)
            results.append(
                {
                    "sourceFileName": "Online_POST",
                    "statistics": report.statistics(machine.options.statistics),
                }
            )
    return as_json(envelope(results, schema=machine.schema_version))


def _loads(job: LoadingJob, file: str) -> list[Load]:
    found = [each for each in job.loads if each.file == file]
    if not found:
        raise Refusal(400, "REST-30000", f"The job {job.name} has no file called {file}.")
    return found


def routes() -> list[web.RouteDef]:
    """The table of this module."""
    return [web.post("/restpp/ddl/{graph}", load)]

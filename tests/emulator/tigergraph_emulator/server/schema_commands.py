"""Commands that make and change the schema: global types, graphs, schema change jobs."""

from __future__ import annotations

from dataclasses import replace

from tigergraph_emulator.catalog import Catalog
from tigergraph_emulator.checks import Problem, check_schema
from tigergraph_emulator.tree import (
    AddType,
    CreateGraph,
    CreateType,
    Drop,
    DropTypes,
    RunSchemaJob,
    SchemaJob,
    SchemaStep,
    VertexDef,
)

from .graphs import HostedGraph
from .shell import Failed, Shell


def told(problems: list[Problem]) -> str:
    """Problems as the server prints them, one a line."""
    return "\n".join(f"({each.code}) {each}" for each in problems)


def create_type(shell: Shell, command: CreateType) -> str:
    """CREATE VERTEX or CREATE EDGE makes a global type."""
    word = "vertex" if isinstance(command.definition, VertexDef) else "edge"
    name = command.definition.name
    if problems := check_schema([AddType(command.definition)], shell.machine.shared):
        raise Failed(f"{told(problems)}\nFailed to create {word} types: [{name}].")
    shell.machine.shared.define(command.definition)
    shell.machine.history.add("", shell.source_of(command))
    return f"Successfully created {word} types: [{name}]."


def create_graph(shell: Shell, command: CreateGraph) -> str:
    """A graph takes in global types, and becomes the scope."""
    machine = shell.machine
    refused = f"The graph {command.name} could not be created!"
    if command.name in machine.graphs:
        raise Failed(f"The graph name {command.name} already exists.\n{refused}")
    if problems := check_schema([command], machine.shared):
        raise Failed(f"{told(problems)}\n{refused}")
    wanted = _members(shell, command, refused)
    graph = machine.host(command.name)
    for name in wanted:
        _take_in(graph, machine.shared, name)
    shell.graph = graph
    machine.history.add(command.name, shell.source_of(command))
    return f"The graph {command.name} is created."


def _members(shell: Shell, command: CreateGraph, refused: str) -> list[str]:
    shared = shell.machine.shared
    known = [*shared.vertices, *shared.edges]
    wanted = known if command.everything else list(command.members)
    for name in wanted:
        if name not in known:
            raise Failed(f"The type {name} does not exist.\n{refused}")
        if any(name in graph.shared for graph in shell.machine.graphs.values()):
            raise Failed(
                f"The global type {name} is in another graph; the emulator keeps the data of a "
                f"type in one graph. Use local types (ADD VERTEX, ADD EDGE).\n{refused}"
            )
    return wanted


def _take_in(graph: HostedGraph, shared: Catalog, name: str) -> None:
    graph.shared.add(name)
    if name in shared.vertices:
        graph.catalog.vertices[name] = shared.vertices[name]
        return
    edge = shared.edges[name]
    graph.catalog.edges[name] = edge
    if edge.reverse:
        graph.shared.add(edge.reverse)
        graph.catalog.edges[edge.reverse] = shared.edges[edge.reverse]


def create_schema_job(shell: Shell, command: SchemaJob) -> str:
    """Stores a job; what it would do is checked when it runs."""
    if command.is_global or not (command.graph or shell.graph):
        jobs, owner = shell.machine.global_jobs, ""
        if not command.is_global:
            raise Failed(
                f"Semantic Check Fails: The job {command.name} is local, but the scope is global; "
                "name its graph with FOR GRAPH, or write CREATE GLOBAL SCHEMA_CHANGE JOB."
            )
    else:
        graph = shell.here(command.graph)
        jobs, owner = graph.schema_jobs, graph.name
    if command.name in jobs:
        raise Failed(f"Semantic Check Fails: The job {command.name} already exists!")
    jobs[command.name] = replace(command, graph=owner)
    shell.machine.history.add(owner, shell.source_of(command))
    return f"Successfully created schema change jobs: [{command.name}]."


def run_schema_job(shell: Shell, command: RunSchemaJob) -> str:
    """All steps or none; it raises the version and takes endpoints and loading jobs away."""
    machine = shell.machine
    graph = None if command.is_global else shell.here()
    jobs = machine.global_jobs if graph is None else graph.schema_jobs
    if command.name not in jobs:
        raise Failed(f"Semantic Check Fails: The job {command.name} does not exist!")
    job: SchemaJob = jobs[command.name]
    before = machine.schema_version
    if graph is None:
        _change_globally(shell, job)
    else:
        _change_locally(graph, job)
    machine.schema_version += 1
    machine.history.add(job.graph, shell.source_of(command))
    return "\n".join(
        [
            f"Kick off schema change job {job.name}",
            f"Doing schema change on graph '{job.graph or 'global'}' (current version: {before})",
            f"The schema version is now {machine.schema_version}",
            f"The job {job.name} completes in 0.100 seconds!",
        ]
    )


def _change_locally(graph: HostedGraph, job: SchemaJob) -> None:
    for step in job.steps:
        if (name := _altered(step)) in graph.shared:
            raise Failed(
                f"Semantic Check Fails: {name} is a global type; a local job cannot alter it.\n"
                f"Failed to run schema change job {job.name}."
            )
    _apply(graph.catalog, job)
    _settle(graph, job)


def _change_globally(shell: Shell, job: SchemaJob) -> None:
    shared = shell.machine.shared
    _apply(shared, job)
    for graph in shell.machine.graphs.values():
        steps = tuple(step for step in job.steps if _altered(step) in graph.shared)
        if steps:
            _apply(graph.catalog, replace(job, steps=steps))
            _settle(graph, job)


def _apply(catalog: Catalog, job: SchemaJob) -> None:
    if problems := check_schema(list(job.steps), catalog):
        raise Failed(f"{told(problems)}\nFailed to run schema change job {job.name}.")
    for step in job.steps:
        catalog.apply(step)


def _settle(graph: HostedGraph, job: SchemaJob) -> None:
    graph.engine.schema_changed()
    graph.shared &= {*graph.catalog.vertices, *graph.catalog.edges}
    touched = {name for step in job.steps for name in _names(step)}
    for name, loading in list(graph.loading_jobs.items()):
        if touched & {target.type for load in loading.loads for target in load.targets}:
            del graph.loading_jobs[name]
    graph.uninstall()


def _altered(step: SchemaStep) -> str:
    if isinstance(step, AddType):
        return ""
    return step.names[0] if isinstance(step, DropTypes) else step.type


def _names(step: SchemaStep) -> tuple[str, ...]:
    if isinstance(step, AddType):
        return (step.definition.name,)
    return step.names if isinstance(step, DropTypes) else (step.type,)


def drop_graph(shell: Shell, command: Drop) -> str:
    """A graph with queries or jobs goes only by CASCADE."""
    machine = shell.machine
    for name in command.names:
        graph = shell.named(name)
        if not command.cascade and (graph.queries or graph.loading_jobs):
            raise Failed(
                f"Semantic Check Fails: The graph {name} has queries or jobs; use CASCADE."
            )
        del machine.graphs[name]
        machine.history.forget(name)
        if shell.graph is graph:
            shell.graph = None
    return "\n".join(f"The graph {name} is dropped." for name in command.names)


def drop_types(shell: Shell, command: Drop) -> str:
    """DROP VERTEX or DROP EDGE outside a job: global types that no graph uses."""
    shared = shell.machine.shared
    for name in command.names:
        if any(name in graph.shared for graph in shell.machine.graphs.values()):
            raise Failed(f"Semantic Check Fails: {name} is used by a graph; drop the graph first.")
    step = DropTypes(command.kind, command.names)
    if problems := check_schema([step], shared):
        raise Failed(told(problems))
    shared.apply(step)
    shell.machine.history.add("", shell.source_of(command))
    return f"Successfully dropped {command.kind.lower()} types: [{', '.join(command.names)}]."


def drop_job(shell: Shell, command: Drop) -> str:
    """Schema change and loading jobs share one command."""
    for name in command.names:
        places: list[dict[str, object]] = [shell.machine.global_jobs]
        if shell.graph:
            places = [shell.graph.schema_jobs, shell.graph.loading_jobs]  # type: ignore[list-item]
        held = [place for place in places if name in place]
        if not held:
            raise Failed(f"Semantic Check Fails: The job {name} does not exist!")
        del held[0][name]
        shell.machine.history.add(shell.graph.name if shell.graph else "", f"DROP JOB {name}\n")
    return f"Successfully dropped jobs: [{', '.join(command.names)}]."

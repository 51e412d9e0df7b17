"""Commands on loading jobs, and the one that empties the store."""

from __future__ import annotations

from tigergraph_emulator.tree import (
    Call,
    ClearStore,
    Expr,
    Literal,
    LoadingJob,
    LoadTarget,
    RunLoadingJob,
    Skip,
    Token,
)

from .graphs import HostedGraph
from .lines import Layout
from .loading import attributes_of
from .replies import Refusal
from .shell import Failed, Shell


def create_loading_job(shell: Shell, command: LoadingJob) -> str:
    """Checked against the types as they are now; a schema change may drop it again."""
    graph = shell.here(command.graph)
    if command.name in graph.loading_jobs:
        raise Failed(f"Semantic Check Fails: The job {command.name} already exists!")
    options: dict[str, object] = {}
    for load in command.loads:
        if options.setdefault(load.file, load.options) != load.options:
            raise Failed(f"Semantic Check Fails: Options of the loads on {load.file} differ.")
        try:
            Layout.of(load, None, None)
        except Refusal as refusal:
            raise Failed(f"Semantic Check Fails: {refusal.message}") from refusal
        for target in load.targets:
            if problem := _wrong(graph, target):
                raise Failed(f"Semantic Check Fails: {problem}")
    graph.loading_jobs[command.name] = command
    shell.machine.history.add(graph.name, shell.source_of(command))
    return f"Successfully created loading jobs: [{command.name}]."


def _wrong(graph: HostedGraph, target: LoadTarget) -> str:
    types = graph.catalog.edges if target.kind == "EDGE" else graph.catalog.vertices
    if target.type not in types:
        return f"The type {target.type} does not exist in the graph {graph.name}."
    if target.where is not None:
        return "WHERE in a loading job is not supported; filter the lines before loading."
    if target.kind == "VECTOR":
        if target.vector not in graph.catalog.vertices[target.type].vectors:
            return f"The vector attribute {target.vector} does not exist on {target.type}."
        return "" if len(target.columns) == 2 else "A vector takes an id and its numbers."
    ends = 2 if target.kind == "EDGE" else 1
    room = ends + len(attributes_of(graph, target))
    if not ends <= len(target.columns) <= room:
        return f"{target.type} takes {ends} to {room} columns, {len(target.columns)} were given."
    strange = [column for column in target.columns if not _loadable(column)]
    return f"The column {strange[0]} cannot be loaded." if strange else ""


def _loadable(column: Expr) -> bool:
    if isinstance(column, Call):
        return column.function.upper() == "SPLIT" and len(column.args) == 2
    return isinstance(column, Token | Skip | Literal)


def run_loading_job(shell: Shell, command: RunLoadingJob) -> str:
    """Refused: the files of a server's disk are not the caller's; lines are posted to /ddl."""
    raise Failed(f"Post the lines of {command.name} to /ddl; the emulator reads no files.")


def clear_store(shell: Shell, command: ClearStore) -> str:
    """All data goes, the schema stays."""
    for graph in shell.machine.graphs.values():
        graph.engine.clear()
    return "Successfully cleared graph store."

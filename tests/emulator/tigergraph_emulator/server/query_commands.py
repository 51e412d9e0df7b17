"""Commands on queries: created, checked, installed and dropped, each in its own step."""

from __future__ import annotations

import time
from collections.abc import Iterable

from tigergraph_emulator.checks import check_query
from tigergraph_emulator.engine import RunError
from tigergraph_emulator.tree import (
    CreateQuery,
    Drop,
    ImportPackage,
    InstallFunction,
    InstallQuery,
    InterpretQuery,
    RunQuery,
)

from .graphs import HostedGraph
from .installs import Install
from .machine import Machine
from .replies import Refusal
from .schema_commands import told
from .shell import Failed, Shell

PACKAGES = frozenset({"gds"})


def create_query(shell: Shell, command: CreateQuery) -> str:
    """A query with problems is kept as a draft, and the reply does not look like a failure."""
    query = command.query
    graph = shell.here(query.graph)
    if query.name in graph.queries and not query.replace:
        raise Failed(
            f"Semantic Check Fails: The query {query.name} already exists! "
            "Drop it first, or write CREATE OR REPLACE."
        )
    problems = check_query(query, graph.catalog)
    graph.save(query, tuple(str(problem) for problem in problems))
    if problems:
        return f"{told(problems)}\nSaved as draft query with type/semantic error: [{query.name}]."
    return f"Successfully created queries: [{query.name}]."


def wanted(graph: HostedGraph, names: Iterable[str]) -> tuple[str, ...]:
    """The queries that an install names; a star is all that are not installed."""
    listed = tuple(names)
    if listed in (("*",), ("ALL",), ("all",)):
        return tuple(name for name, each in graph.queries.items() if each.status == "saved")
    return listed


def refused(graph: HostedGraph, names: Iterable[str]) -> str:
    """Why these queries cannot be installed, or nothing."""
    for name in names:
        if name not in graph.queries:
            return f"Query {name} does not exist in the graph {graph.name}."
        if graph.queries[name].status == "draft":
            return f"Query {name} is a draft with errors and cannot be installed."
    return ""


def start_install(
    machine: Machine, graph: HostedGraph, names: Iterable[str], force: bool = False
) -> Install:
    """Begins an install of several queries as one batch."""
    if any(not each.settle() for each in machine.installs.values() if each.graph == graph.name):
        raise Refusal(503, "", f"Another installation on the graph {graph.name} is running.")
    chosen = wanted(graph, names)
    failure = refused(graph, chosen)
    if force and not failure:
        for name in chosen:
            graph.queries[name].status = "saved"
    failure = failure or _uncompiled(machine, graph, chosen)
    batch = [graph.queries[name] for name in chosen if name in graph.queries]

    def finish() -> None:
        for stored in batch:
            if stored.ready is not None and graph.queries.get(stored.definition.name) is stored:
                stored.status = "installed"

    at = time.monotonic() + machine.options.install_seconds
    install = Install(graph.name, at, finish, failure)
    machine.installs[install.id] = install
    install.settle()
    return install


def _uncompiled(machine: Machine, graph: HostedGraph, names: Iterable[str]) -> str:
    for name in names:
        if name in machine.faults.failed_installs:
            return f"Query {name} failed to compile."
        stored = graph.queries[name]
        try:
            stored.ready = graph.engine.prepare(stored.definition)
        except RunError as error:
            return f"Query {name} failed to compile: {error.message}"
    return ""


def install_query(shell: Shell, command: InstallQuery) -> str:
    """INSTALL QUERY waits for the end; here the time is not spent but the steps are the same."""
    graph = shell.here()
    try:
        install = start_install(shell.machine, graph, command.names, "-FORCE" in command.flags)
    except Refusal as refusal:
        raise Failed(refusal.message) from refusal
    install.ready_at = 0.0
    install.settle()
    if install.failure:
        raise Failed(f"{install.failure}\nQuery installation failed!")
    return "Start installing queries, about 1 minute ...\nQuery installation finished."


def drop_query(shell: Shell, command: Drop) -> str:
    """DROP QUERY takes the definition and its endpoint away."""
    graph = shell.here()
    names = list(graph.queries) if command.names in (("*",), ("ALL",)) else list(command.names)
    for name in names:
        if name not in graph.queries:
            raise Failed(f"Semantic Check Fails: The query {name} does not exist!")
    for name in names:
        graph.forget(name)
    return f"Successfully dropped queries on the graph '{graph.name}': [{', '.join(names)}]."


def run_query(shell: Shell, command: RunQuery) -> str:
    """Refused: results as text inside a reply are nothing to build on."""
    raise Failed(f"Call {command.name} over REST; the emulator runs no query from GSQL text.")


def interpret_query(shell: Shell, command: InterpretQuery) -> str:
    """Refused: there is no public list of what the interpreter supports."""
    raise Failed("INTERPRET QUERY is not promised for 4.2; create and install the query.")


def import_package(shell: Shell, command: ImportPackage) -> str:
    """Makes the names of a package known; its functions still need an install."""
    if command.name not in PACKAGES:
        raise Failed(f"Semantic Check Fails: The package {command.name} does not exist!")
    shell.machine.imported.add(command.name)
    return f"Successfully imported package [{command.name}]."


def install_function(shell: Shell, command: InstallFunction) -> str:
    """Makes the functions of an imported package callable."""
    package = command.name.partition(".")[0]
    if package not in shell.machine.imported:
        raise Failed(f"Semantic Check Fails: The package {package} is not imported!")
    shell.machine.packages.add(package)
    return f"Successfully installed functions [{command.name}]."

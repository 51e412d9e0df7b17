"""EXPORT GRAPH and IMPORT GRAPH: schema, queries and data in a zip below one allowed directory.

Vectors are left out on purpose: the vendor does not say that an export holds them.
"""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

from tigergraph_emulator.tree import MoveGraph

from .graphs import HostedGraph
from .shell import Failed, Shell
from .upserts import read

ARCHIVE = "ExportedGraph.zip"


def move(shell: Shell, command: MoveGraph) -> str:
    """EXPORT or IMPORT."""
    directory = _allowed(shell, command.path)
    if command.verb.upper() == "EXPORT":
        return _export(shell, command, directory)
    return _import(shell, directory)


def _allowed(shell: Shell, path: str) -> Path:
    root = shell.machine.options.export_root
    directory = Path(path).resolve()
    if root is None or not directory.is_relative_to(root.resolve()):
        raise Failed(f"The directory {path} is not below the export root of the emulator.")
    return directory


def _export(shell: Shell, command: MoveGraph, directory: Path) -> str:
    machine = shell.machine
    chosen = [shell.named(command.graph)] if command.graph else list(machine.graphs.values())
    if directory.exists() and any(directory.iterdir()):
        raise Failed(f"The directory {directory} is not empty.")
    directory.mkdir(parents=True, exist_ok=True)
    names = {"", *(graph.name for graph in chosen)}
    scoped = [_scoped(graph, text) for graph, text in machine.history.texts if graph in names]
    with zipfile.ZipFile(directory / ARCHIVE, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("schema.json", json.dumps(scoped))
        for graph in chosen:
            archive.writestr(f"{graph.name}/queries.json", json.dumps(_queries(graph)))
            archive.writestr(f"{graph.name}/data.json", json.dumps(_data(graph)))
    return f"Successfully exported the graphs: [{', '.join(graph.name for graph in chosen)}]."


def _scoped(graph: str, text: str) -> str:
    if not graph or text.lstrip().upper().startswith("CREATE GRAPH"):
        return f"USE GLOBAL\n{text}"
    return f"USE GRAPH {graph}\n{text}"


def _queries(graph: HostedGraph) -> list[str]:
    return [each.definition.text for each in graph.queries.values()]


def _data(graph: HostedGraph) -> dict[str, Any]:
    vertices: dict[str, Any] = {}
    edges: list[dict[str, Any]] = []
    for type_ in graph.catalog.vertices:
        rows = graph.engine.vertices(type_)
        vertices[type_] = {row["v_id"]: _values(row["attributes"]) for row in rows}
        for row in rows:
            edges += [
                _edge(edge)
                for edge in graph.engine.edges(type_, row["v_id"])
                if not graph.catalog.edges[edge["e_type"]].mirrors
            ]
    return {"vertices": vertices, "edges": edges}


def _values(attributes: dict[str, Any]) -> dict[str, Any]:
    return {name: {"value": value} for name, value in attributes.items()}


def _edge(edge: dict[str, Any]) -> dict[str, Any]:
    target = {edge["to_type"]: {edge["to_id"]: _values(edge["attributes"])}}
    return {edge["from_type"]: {edge["from_id"]: {edge["e_type"]: target}}}


def _import(shell: Shell, directory: Path) -> str:
    path = directory / ARCHIVE
    if not path.exists():
        raise Failed(f"There is no {ARCHIVE} in {directory}.")
    machine = shell.machine
    machine.reset()
    with zipfile.ZipFile(path) as archive:
        for text in json.loads(archive.read("schema.json")):
            Shell(machine).run(text, shell.handlers)
        for graph in machine.graphs.values():
            for text in json.loads(archive.read(f"{graph.name}/queries.json")):
                Shell(machine, graph).run(text, shell.handlers)
            _refill(graph, json.loads(archive.read(f"{graph.name}/data.json")))
    return f"Successfully imported the graphs: [{', '.join(machine.graphs)}]."


def _refill(graph: HostedGraph, data: dict[str, Any]) -> None:
    vertices = read(json.dumps({"vertices": data["vertices"]})).vertices
    edges = [each for edge in data["edges"] for each in read(json.dumps({"edges": edge})).edges]
    graph.engine.upsert(vertices, edges)

"""LS and SHOW: the catalog as text."""

from __future__ import annotations

import fnmatch

from tigergraph_emulator.catalog import Catalog, EdgeType, Vector, VertexType
from tigergraph_emulator.tree import AttributeDef, Ls, Parameter, Show, TypeRef

from .graphs import HostedGraph
from .shell import Failed, Shell


def spelled(type_: TypeRef) -> str:
    """A type as GSQL writes it."""
    inner = ", ".join(spelled(each) for each in type_.of)
    return f"{type_.name}<{inner}>" if inner else type_.name


def ls(shell: Shell, command: Ls) -> str:
    """Everything in scope."""
    if shell.graph is None:
        catalog, lines = shell.machine.shared, ["---- Global vertices, edges, and all graphs"]
    else:
        catalog, lines = shell.graph.catalog, [f"---- Graph {shell.graph.name}"]
    lines += ["Vertex Types:", *vertices(catalog), "Edge Types:", *edges(catalog)]
    lines += ["Vector Embeddings:", *vectors(catalog)]
    if shell.graph is None:
        return "\n".join([*lines, "Graphs:", *graphs(shell)])
    return "\n".join([*lines, "Jobs:", *jobs(shell.graph), "Queries:", *queries(shell.graph)])


def show(shell: Shell, command: Show) -> str:
    """One section, or the lines of it that a glob matches by name."""
    if command.kind == "GRAPH":
        lines = graphs(shell)
    elif command.kind == "PACKAGE":
        lines = [f"  - Package {name}" for name in sorted(shell.machine.packages)]
    elif command.kind in ("QUERY", "JOB"):
        lines = queries(shell.here()) if command.kind == "QUERY" else jobs(shell.here())
    else:
        catalog = shell.graph.catalog if shell.graph else shell.machine.shared
        lines = vertices(catalog) if command.kind == "VERTEX" else edges(catalog)
    if command.pattern.startswith("-r"):
        raise Failed("SHOW with a regular expression is not among what the emulator answers.")
    wanted = command.pattern or "*"
    return "\n".join(line for line in lines if fnmatch.fnmatchcase(_name(line), wanted))


def vertices(catalog: Catalog) -> list[str]:
    """Lines for vertex types."""
    return [f"  - VERTEX {_vertex(each)}" for each in catalog.vertices.values()]


def edges(catalog: Catalog) -> list[str]:
    """Lines for edge types, reverse edges among them."""
    return [f"  - {_edge(each)}" for each in catalog.edges.values()]


def vectors(catalog: Catalog) -> list[str]:
    """Lines for vector attributes, below their types."""
    lines: list[str] = []
    for each in catalog.vertices.values():
        if each.vectors:
            lines += [f"  - {each.name}:", *(_vector(vector) for vector in each.vectors.values())]
    return lines


def graphs(shell: Shell) -> list[str]:
    """Lines for graphs with their types."""
    lines: list[str] = []
    for graph in shell.machine.graphs.values():
        members = [f"{name}:v" for name in graph.catalog.vertices]
        members += [f"{name}:e" for name in graph.catalog.edges]
        lines.append(f"  - Graph {graph.name}({', '.join(members)})")
    return lines


def jobs(graph: HostedGraph) -> list[str]:
    """Lines for the jobs of a graph."""
    lines = [f"  - CREATE SCHEMA_CHANGE JOB {name}" for name in graph.schema_jobs]
    return lines + [f"  - CREATE LOADING JOB {name}" for name in graph.loading_jobs]


def queries(graph: HostedGraph) -> list[str]:
    """Lines for queries with their state."""
    words = {"draft": " (draft)", "saved": "", "installed": " (installed v2)"}
    return [
        f"  - {name}({_parameters(each.definition.parameters)}){words[each.status]}"
        for name, each in graph.queries.items()
    ]


def _parameters(parameters: tuple[Parameter, ...]) -> str:
    return ", ".join(f"{spelled(each.type)} {each.name}" for each in parameters)


def _attributes(attributes: dict[str, AttributeDef]) -> str:
    return "".join(f", {name} {spelled(each.type)}" for name, each in attributes.items())


def _vertex(vertex: VertexType) -> str:
    key = f"{vertex.id.name} {spelled(vertex.id.type)}"
    identity = f"{key} PRIMARY KEY" if vertex.as_key else f"PRIMARY_ID {key}"
    return f"{vertex.name}({identity}{_attributes(vertex.attributes)})"


def _edge(edge: EdgeType) -> str:
    word = "DIRECTED" if edge.directed else "UNDIRECTED"
    pairs = "|".join(f"FROM {source}, TO {target}" for source, target in edge.pairs)
    reverse = f' WITH REVERSE_EDGE="{edge.reverse}"' if edge.reverse and not edge.mirrors else ""
    return f"{word} EDGE {edge.name}({pairs}{_attributes(edge.attributes)}){reverse}"


def _vector(vector: Vector) -> str:
    return (
        f"    - {vector.name}(Dimension={vector.dimension}, "
        f'IndexType="{vector.index}", DataType="{vector.data}", Metric="{vector.metric}")'
    )


def _name(line: str) -> str:
    return line.partition("(")[0].split()[-1]

"""Whether a graph on the server is the one that a pack wants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from occam.graph.tigergraph.layout import CHUNK, VECTOR, Layout
from occam.graph.tigergraph.tables import edge_tables, vertex_tables

Shape = Mapping[str, str]
"""What each type, column, edge and vector is, in words that compare."""
_BACK = ", back over "


def expected_schema(layout: Layout) -> Shape:
    """What the schema endpoint must show for the pack's graph."""
    shape: dict[str, str] = {}
    for vertex in vertex_tables(layout):
        shape[f"vertex {vertex.name}"] = "id STRING, readable"
        shape |= {f"{vertex.name}.{name}": kind for name, kind in vertex.columns}
    for edge in edge_tables(layout):
        shape[f"edge {edge.name}"] = _arrow(edge.source, edge.target, edge.reverse)
        shape |= {f"{edge.name}.{name}": kind for name, kind in edge.columns}
    shape[f"{CHUNK}.{VECTOR}"] = _vector(layout.dimension, "COSINE")
    return shape


def differences(expected: Shape, schema: Mapping[str, Any]) -> Sequence[str]:
    """What is missing, other than wanted, or not the pack's, each named."""
    found = _shape(schema)
    reverses = {arrow.rsplit(" ", 1)[1] for arrow in expected.values() if _BACK in arrow}
    missing = [f"{thing} ({expected[thing]}) is missing" for thing in expected.keys() - found]
    strange = [
        f"{thing} ({found[thing]}) is not the pack's"
        for thing in found.keys() - expected
        if thing.removeprefix("edge ").partition(".")[0] not in reverses
    ]
    changed = [
        f"{thing} is {found[thing]}, wanted is {expected[thing]}"
        for thing in expected.keys() & found.keys()
        if found[thing] != expected[thing]
    ]
    return sorted(missing) + sorted(changed) + sorted(strange)


def _shape(schema: Mapping[str, Any]) -> dict[str, str]:
    shape: dict[str, str] = {}
    for vertex in schema["VertexTypes"]:
        shape |= _vertex(vertex)
    for edge in schema["EdgeTypes"]:
        shape |= _edge(edge)
    return shape


def _vertex(vertex: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    name, id_ = vertex["Name"], vertex["PrimaryId"]
    readable = ", readable" if id_.get("PrimaryIdAsAttribute") else ""
    yield f"vertex {name}", f"{id_['AttributeName']} {id_['AttributeType']['Name']}{readable}"
    yield from _columns(name, vertex)
    for vector in vertex.get("EmbeddingAttributes", ()):
        yield f"{name}.{vector['Name']}", _vector(vector["Dimension"], vector["Metric"])


def _edge(edge: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    reverse = edge.get("Config", {}).get("REVERSE_EDGE", "")
    pairs = edge.get("EdgePairs") or [
        {"From": edge["FromVertexTypeName"], "To": edge["ToVertexTypeName"]}
    ]
    arrows = sorted(_arrow(pair["From"], pair["To"], reverse) for pair in pairs)
    yield f"edge {edge['Name']}", " | ".join(arrows) if edge["IsDirected"] else "undirected"
    yield from _columns(edge["Name"], edge)


def _columns(name: str, described: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for attribute in described.get("Attributes", ()):
        yield f"{name}.{attribute['AttributeName']}", attribute["AttributeType"]["Name"]


def _arrow(source: str, target: str, reverse: str) -> str:
    return f"{source} to {target}{_BACK}{reverse}"


def _vector(dimension: int, metric: str) -> str:
    return f"vector of {dimension}, {metric}"

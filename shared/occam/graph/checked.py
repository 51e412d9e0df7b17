"""What every store refuses before it writes: a dataset that its schema does not allow."""

from __future__ import annotations

from collections.abc import Collection

from occam.core.dataset import Edge, Fact, Vertex
from occam.core.errors import BadInput
from occam.core.schema import Attribute, Schema
from occam.core.values import Cell
from occam.graph.cells import ABSENT, settled

EXISTS = "@vertex"
"""What a fact is about that says no more than that its subject exists."""


def checked_vertex(schema: Schema, vertex: Vertex) -> dict[str, Cell]:
    """The cell of every attribute of the vertex's type, as stores keep it."""
    if vertex.type not in schema.vertices:
        raise BadInput(f"the schema has no vertex type {vertex.type!r}")
    place = f"{vertex.type} {vertex.id!r}"
    if not vertex.id or "\0" in vertex.id:
        raise BadInput(f"{place}: not an id")
    attributes = schema.vertices[vertex.type].attributes
    edges = unknowable_edges(schema, vertex.type)
    strange = (vertex.cells.keys() - attributes.keys()) | (vertex.unknown_edges.keys() - set(edges))
    if strange:
        raise BadInput(f"{place}: the schema does not allow {min(strange)!r} here")
    return {
        attr: settled(attribute, vertex.cells.get(attr, ABSENT), f"{place}: {attr}")
        for attr, attribute in attributes.items()
    }


def unknowable_edges(schema: Schema, type_: str) -> list[str]:
    """The outgoing edges whose targets a vertex of this type may leave unknown."""
    return [name for name, e in sorted(schema.edges.items()) if e.source == type_ and e.unknown]


def checked_ends(schema: Schema, edge: Edge, known: Collection[tuple[str, str]]) -> tuple[str, str]:
    """The ids of the edge's ends, both of which are among the `known` types and ids."""
    if edge.type not in schema.edges:
        raise BadInput(f"the schema has no edge {edge.type!r}")
    ends = schema.edges[edge.type]
    for type_, id_ in ((ends.source, edge.source), (ends.target, edge.target)):
        if (type_, id_) not in known:
            raise BadInput(f"{edge.type} names the {type_} {id_!r}, which does not exist")
    return edge.source, edge.target


def checked_fact(schema: Schema, fact: Fact) -> Cell | None:
    """The cell as it is kept, when the schema allows such a statement."""
    place = f"{fact.document}: {fact.type} {fact.subject!r}: {fact.attr}"
    if fact.type not in schema.vertices or not fact.subject:
        raise BadInput(f"{place}: no such vertex type, or no subject")
    if fact.attr == EXISTS:
        return None
    edge = schema.edges.get(fact.attr)
    if edge is not None and edge.source == fact.type:
        if fact.target:
            return None
        if not edge.unknown or fact.cell is None or fact.cell.status != "unknown":
            raise BadInput(f"{place}: neither a target nor an allowed reason for having none")
        return fact.cell
    attribute: Attribute | None = schema.attribute(fact.type, fact.attr)
    if attribute is None or fact.cell is None:
        raise BadInput(f"{place}: no such attribute or edge, or no value")
    return settled(attribute, fact.cell, place)

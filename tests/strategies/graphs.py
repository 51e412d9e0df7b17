"""Small schemas and datasets: unknown values, open edges, ordering chains, shared targets."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import strategies as st
from occam.core.dataset import Dataset, Edge, Fact, Vertex
from occam.core.schema import Attribute, EdgeType, Schema, VertexType
from occam.core.values import Cell

from tests.strategies.values import cells

TYPES = ("Alpha", "Beta", "Gamma")
KINDS = ("integer", "number", "text", "period", "flag")


@st.composite
def schemas(draw: st.DrawFn) -> Schema:
    """Two or three vertex types, one to four edges between them."""
    types = TYPES[: draw(st.integers(2, 3))]
    vertices = {
        type_: VertexType(
            labels=(type_,),
            documentary=draw(st.booleans()),
            attributes={
                f"x{position}": Attribute(
                    kind=draw(st.sampled_from(KINDS)),
                    role=draw(st.sampled_from(("dimension", "measure"))),
                    unknown=draw(st.booleans()),
                )
                for position in range(draw(st.integers(0, 2)))
            },
        )
        for type_ in types
    }
    edges = {f"E{position}": draw(_edges(types)) for position in range(draw(st.integers(1, 4)))}
    return Schema(vertices=vertices, edges=edges)


@st.composite
def _edges(draw: st.DrawFn, types: tuple[str, ...]) -> EdgeType:
    source, target = draw(st.sampled_from(types)), draw(st.sampled_from(types))
    return EdgeType(
        source=source,
        target=target,
        single=draw(st.booleans()),
        unknown=draw(st.sampled_from((True, False))),
        ordering=source == target and draw(st.booleans()),
    )


@st.composite
def datasets(draw: st.DrawFn, schema: Schema, version: str = "v1") -> Dataset:
    """A graph of at most four vertices a type, with the facts that say the same."""
    ids = {
        type_: [f"{type_[0].lower()}{n}" for n in range(draw(st.integers(1, 4)))]
        for type_ in schema.vertices
    }
    vertices = [
        draw(_vertices(schema, type_, id_)) for type_, known in ids.items() for id_ in known
    ]
    edges: list[Edge] = []
    for name, edge in schema.edges.items():
        for source in ids[edge.source]:
            most = 1 if edge.single else 2
            targets = draw(st.sets(st.sampled_from(ids[edge.target]), max_size=most))
            edges += [Edge(type=name, source=source, target=t) for t in sorted(targets)]
    return assembled(version, vertices, edges, schema)


@st.composite
def _vertices(draw: st.DrawFn, schema: Schema, type_: str, id_: str) -> Vertex:
    attributes = schema.vertices[type_].attributes
    outgoing = [name for name, e in schema.edges.items() if e.source == type_ and e.unknown]
    open_edges = draw(st.sets(st.sampled_from(outgoing))) if outgoing else set[str]()
    return Vertex(
        type=type_,
        id=id_,
        label=draw(st.sampled_from(("same", "it's", id_.upper()))),
        cells={attr: draw(cells(attribute)) for attr, attribute in attributes.items()},
        unknown_edges=dict.fromkeys(sorted(open_edges), "left out"),
        documents=tuple(sorted(draw(st.sets(st.sampled_from(("d1", "d2", "d3")), min_size=1)))),
    )


def assembled(
    version: str, vertices: Iterable[Vertex], edges: Iterable[Edge], schema: Schema
) -> Dataset:
    """A dataset whose facts are what each vertex's documents must have said."""
    kept = sorted(vertices, key=lambda vertex: (vertex.type, vertex.id))
    links = sorted(edges, key=lambda edge: (edge.type, edge.source, edge.target))
    documents = {(vertex.type, vertex.id): vertex.documents for vertex in kept}
    facts = [fact for vertex in kept for fact in _stated(vertex)]
    for edge in links:
        source = schema.edges[edge.type].source
        facts += [
            Fact(document=d, type=source, subject=edge.source, attr=edge.type, target=edge.target)
            for d in documents[source, edge.source]
        ]
    return Dataset(
        pack="generated",
        version=version,
        vertices=tuple(kept),
        edges=tuple(links),
        facts=tuple(facts),
    )


def _stated(vertex: Vertex) -> Iterable[Fact]:
    for document in vertex.documents:
        about = {"document": document, "type": vertex.type, "subject": vertex.id}
        yield Fact(**about, attr="@vertex")
        yield Fact(**about, attr="label", cell=Cell(vertex.label))
        for attr, cell in vertex.cells.items():
            yield Fact(**about, attr=attr, cell=cell)
        for edge, cause in vertex.unknown_edges.items():
            yield Fact(**about, attr=edge, cell=Cell(status="unknown", cause=cause))

"""The schema as one graph sees it, with its queries: what the checks and the engine ask."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tigergraph_emulator.tree import (
    AddAttributes,
    AddPair,
    AddType,
    AddVector,
    AttributeDef,
    DropAttributes,
    DropTypes,
    DropVector,
    EdgeDef,
    Query,
    SchemaStep,
    VertexDef,
)


@dataclass(frozen=True, slots=True)
class Vector:
    """A vector attribute."""

    name: str
    dimension: int
    metric: str = "COSINE"
    index: str = "HNSW"
    data: str = "FLOAT"


@dataclass(frozen=True, slots=True)
class VertexType:
    """A vertex type: `id_readable` says that a query may read the id as an attribute."""

    name: str
    id: AttributeDef
    attributes: dict[str, AttributeDef]
    id_readable: bool
    as_key: bool = False
    vectors: dict[str, Vector] = field(default_factory=dict[str, Vector])

    def readable(self, name: str) -> AttributeDef | None:
        """The attribute that a query reads by this name, the id among them when it may be read."""
        if name == self.id.name:
            return self.id if self.id_readable else None
        return self.attributes.get(name)


@dataclass(frozen=True, slots=True)
class EdgeType:
    """An edge type: a reverse edge is a type of its own that names the edge it mirrors."""

    name: str
    directed: bool
    pairs: tuple[tuple[str, str], ...]
    attributes: dict[str, AttributeDef]
    discriminator: dict[str, AttributeDef] = field(default_factory=dict[str, AttributeDef])
    reverse: str = ""
    mirrors: str = ""

    def readable(self, name: str) -> AttributeDef | None:
        """The attribute that a query reads by this name."""
        return self.discriminator.get(name) or self.attributes.get(name)


def vertex_type(definition: VertexDef) -> VertexType:
    """The type that a definition makes."""
    options = dict(definition.options)
    readable = options.get("PRIMARY_ID_AS_ATTRIBUTE", "false").lower() == "true"
    return VertexType(
        definition.name,
        definition.id,
        {attribute.name: attribute for attribute in definition.attributes},
        id_readable=readable or definition.as_key,
        as_key=definition.as_key,
    )


def edge_types(definition: EdgeDef) -> tuple[EdgeType, ...]:
    """The type that a definition makes, followed by its reverse edge's when it names one."""
    reverse = dict(definition.options).get("REVERSE_EDGE", "")
    edge = EdgeType(
        definition.name,
        definition.directed,
        definition.pairs,
        {attribute.name: attribute for attribute in definition.attributes},
        {attribute.name: attribute for attribute in definition.discriminator},
        reverse,
    )
    return (edge, mirror(edge)) if reverse else (edge,)


def mirror(edge: EdgeType) -> EdgeType:
    """The reverse edge of an edge: the same attributes, the ends exchanged."""
    pairs = tuple((to, source) for source, to in edge.pairs)
    return replace(edge, name=edge.reverse, pairs=pairs, reverse=edge.name, mirrors=edge.name)


def vector(step: AddVector) -> Vector:
    """The vector attribute that a step adds."""
    options = dict(step.options)
    return Vector(
        step.name,
        int(options["DIMENSION"]),
        str(options.get("METRIC", "COSINE")).upper(),
        str(options.get("INDEXTYPE", "HNSW")).upper(),
        str(options.get("DATATYPE", "FLOAT")).upper(),
    )


@dataclass(slots=True)
class Catalog:
    """One graph: its types, the queries created in it, and the packages whose functions it has."""

    graph: str = ""
    vertices: dict[str, VertexType] = field(default_factory=dict[str, VertexType])
    edges: dict[str, EdgeType] = field(default_factory=dict[str, EdgeType])
    queries: dict[str, Query] = field(default_factory=dict[str, Query])
    packages: set[str] = field(default_factory=set[str])

    def copy(self) -> Catalog:
        """A catalog of its own over the same types, to try a change on."""
        return Catalog(
            self.graph,
            dict(self.vertices),
            dict(self.edges),
            dict(self.queries),
            set(self.packages),
        )

    def define(self, definition: VertexDef | EdgeDef) -> None:
        """Add a type that was checked; an edge brings its reverse edge."""
        if isinstance(definition, VertexDef):
            self.vertices[definition.name] = vertex_type(definition)
        else:
            self.edges.update({edge.name: edge for edge in edge_types(definition)})

    def apply(self, step: SchemaStep) -> None:
        """Carry out one step of a schema change that was checked."""
        match step:
            case AddType():
                self.define(step.definition)
            case DropTypes():
                self._drop(step)
            case AddAttributes():
                self._attributes(step, {each.name: each for each in step.attributes}, ())
            case DropAttributes():
                self._attributes(step, {}, step.names)
            case AddPair():
                self._pair(step)
            case AddVector():
                old = self.vertices[step.type]
                vectors = {**old.vectors, step.name: vector(step)}
                self.vertices[step.type] = replace(old, vectors=vectors)
            case DropVector():
                old = self.vertices[step.type]
                vectors = {name: each for name, each in old.vectors.items() if name != step.name}
                self.vertices[step.type] = replace(old, vectors=vectors)

    def _drop(self, step: DropTypes) -> None:
        for name in step.names:
            if step.kind == "VERTEX":
                del self.vertices[name]
            else:
                self.edges.pop(self.edges.pop(name).reverse, None)

    def _attributes(
        self,
        step: AddAttributes | DropAttributes,
        added: dict[str, AttributeDef],
        dropped: tuple[str, ...],
    ) -> None:
        if step.kind == "VERTEX":
            vertex = self.vertices[step.type]
            kept = _changed(vertex.attributes, added, dropped)
            self.vertices[step.type] = replace(vertex, attributes=kept)
        else:
            edge = self.edges[step.type]
            self._edge(replace(edge, attributes=_changed(edge.attributes, added, dropped)))

    def _pair(self, step: AddPair) -> None:
        edge = self.edges[step.type]
        self._edge(replace(edge, pairs=(*edge.pairs, *step.pairs)))

    def _edge(self, edge: EdgeType) -> None:
        self.edges[edge.name] = edge
        if edge.reverse:
            self.edges[edge.reverse] = mirror(edge)


def _changed(
    attributes: dict[str, AttributeDef], added: dict[str, AttributeDef], dropped: tuple[str, ...]
) -> dict[str, AttributeDef]:
    kept = {name: each for name, each in attributes.items() if name not in dropped}
    return {**kept, **added}

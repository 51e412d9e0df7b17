"""The stored graph: typed vertices and edges, reverse edges kept up, counts, deletes.

Whatever is written here was checked before: `upserts` turns a request into checked writes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tigergraph_emulator.catalog import Catalog, EdgeType, VertexType
from tigergraph_emulator.engine.elements import Discriminator, Edge, Vertex
from tigergraph_emulator.engine.values import default_of
from tigergraph_emulator.engine.written import written
from tigergraph_emulator.tree import AttributeDef


class Store:
    """The data of one graph, under the catalog's schema."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self._vertices: dict[str, dict[str, Vertex]] = {}
        self._edges: dict[str, int] = {}

    def vertex(self, type_: str, id_: str) -> Vertex | None:
        """The vertex of that type and id."""
        return self._vertices.get(type_, {}).get(id_)

    def vertices(self, type_: str) -> Iterable[Vertex]:
        """All vertices of a type."""
        return self._vertices.get(type_, {}).values()

    def vertex_count(self, type_: str) -> int:
        """How many vertices of a type there are."""
        return len(self._vertices.get(type_, {}))

    def edge_count(self, type_: str) -> int:
        """How many edges of a type there are; a reverse edge counts under its own name."""
        edge = self.catalog.edges[type_]
        return self._edges.get(edge.mirrors or type_, 0)

    def add_vertex(self, type_: str, id_: str) -> Vertex:
        """The vertex, made with every attribute at its default when it is new."""
        found = self.vertex(type_, id_)
        if found is None:
            kind = self.catalog.vertices[type_]
            found = Vertex(type_, id_, _defaults(kind, id_))
            found.vectors = {name: [] for name in kind.vectors}
            self._vertices.setdefault(type_, {})[id_] = found
        return found

    def add_edge(
        self, type_: str, source: Vertex, target: Vertex, discriminator: Discriminator = ()
    ) -> tuple[Edge, bool]:
        """The edge between two vertices, and whether it is new; its reverse edge comes with it."""
        edge = self.catalog.edges[type_]
        ways = source.out if edge.directed else source.undirected
        found = ways.get(type_, {}).get((target, discriminator))
        if found is not None:
            return found, False
        made = Edge(
            type_, source, target, edge.directed, _edge_defaults(edge, discriminator), discriminator
        )
        self._edges[type_] = self._edges.get(type_, 0) + 1
        if not edge.directed:
            _hang(source.undirected, target, made)
            _hang(target.undirected, source, made)
            return made, True
        _join(made)
        if edge.reverse:
            _join(Edge(edge.reverse, target, source, True, made.attributes, discriminator))
        return made, True

    def edges_of(self, vertex: Vertex, type_: str) -> list[Edge]:
        """The edges of one type (every type when empty) that start at a vertex."""
        found: list[Edge] = []
        for ways in (vertex.out, vertex.undirected):
            for name, edges in ways.items():
                if type_ in ("", name):
                    found.extend(edges.values())
        return found

    def remove_edge(self, edge: Edge) -> None:
        """Take an edge away, and its reverse edge."""
        kind = self.catalog.edges.get(edge.type)
        if kind is not None and kind.mirrors:
            twin = edge.target.out[kind.mirrors][edge.source, edge.discriminator]
            self.remove_edge(twin)
            return
        self._edges[edge.type] -= 1
        _unhang(edge, edge.type)
        if kind is not None and kind.reverse:
            back = edge.target.out[kind.reverse][edge.source, edge.discriminator]
            _unhang(back, kind.reverse)

    def remove_vertex(self, vertex: Vertex) -> None:
        """Take a vertex away, and every edge at it."""
        for edge in vertex.edges():
            kind = self.catalog.edges.get(edge.type)
            if (kind is None or not kind.mirrors) and _is_there(edge):
                self.remove_edge(edge)
        del self._vertices[vertex.type][vertex.id]

    def clear(self) -> None:
        """Take all data away; the schema stays."""
        self._vertices.clear()
        self._edges.clear()

    def conform(self) -> None:
        """Make the data fit a changed schema: dropped types and attributes go, new ones begin."""
        for vertex in self._all():
            for ways in (vertex.out, vertex.into, vertex.undirected):
                self._conform_edges(ways)
        self._edges = {n: count for n, count in self._edges.items() if n in self.catalog.edges}
        for type_ in [name for name in self._vertices if name not in self.catalog.vertices]:
            for vertex in list(self.vertices(type_)):
                self.remove_vertex(vertex)
            del self._vertices[type_]
        for vertex in self._all():
            kind = self.catalog.vertices[vertex.type]
            _refit(vertex.attributes, _defaults(kind, vertex.id))
            vertex.vectors = {name: vertex.vectors.get(name, []) for name in kind.vectors}

    def _conform_edges(self, ways: dict[str, dict[Any, Edge]]) -> None:
        for type_ in list(ways):
            if type_ not in self.catalog.edges:
                del ways[type_]
                continue
            for edge in ways[type_].values():
                kind = self.catalog.edges[type_]
                _refit(edge.attributes, _edge_defaults(kind, edge.discriminator))

    def _all(self) -> Iterator[Vertex]:
        for vertices in self._vertices.values():
            yield from vertices.values()


def default(attribute: AttributeDef) -> Any:
    """What an attribute holds when nobody set it."""
    if attribute.default is None:
        return default_of(attribute.type)
    return written(attribute.default, attribute.type)


def _defaults(kind: VertexType, id_: str) -> dict[str, Any]:
    values = {name: default(attribute) for name, attribute in kind.attributes.items()}
    if kind.id_readable:
        values[kind.id.name] = int(id_) if kind.id.type.name == "INT" else id_
    return values


def _edge_defaults(kind: EdgeType, discriminator: Discriminator) -> dict[str, Any]:
    values = {name: default(attribute) for name, attribute in kind.attributes.items()}
    return values | dict(zip(kind.discriminator, discriminator, strict=True))


def _refit(held: dict[str, Any], fresh: dict[str, Any]) -> None:
    kept = {name: held.get(name, value) for name, value in fresh.items()}
    held.clear()
    held.update(kept)


def _hang(ways: dict[str, dict[Any, Edge]], far: Vertex, edge: Edge) -> None:
    ways.setdefault(edge.type, {})[far, edge.discriminator] = edge


def _join(edge: Edge) -> None:
    _hang(edge.source.out, edge.target, edge)
    _hang(edge.target.into, edge.source, edge)


def _is_there(edge: Edge) -> bool:
    ways = edge.source.out if edge.directed else edge.source.undirected
    return (edge.target, edge.discriminator) in ways.get(edge.type, {})


def _unhang(edge: Edge, type_: str) -> None:
    source, target = edge.source, edge.target
    leaving, entering = (
        (source.out, target.into) if edge.directed else (source.undirected, target.undirected)
    )
    leaving[type_].pop((target, edge.discriminator), None)
    entering[type_].pop((source, edge.discriminator), None)

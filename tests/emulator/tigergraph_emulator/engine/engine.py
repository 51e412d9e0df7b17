"""One graph: its data, and queries run over it. Every call sees one state and leaves one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from threading import RLock
from typing import Any

from tigergraph_emulator.catalog import Catalog
from tigergraph_emulator.engine.elements import Edge, Vertex
from tigergraph_emulator.engine.errors import RunError
from tigergraph_emulator.engine.prepared import Prepared
from tigergraph_emulator.engine.printing import attributes_json, edge_json
from tigergraph_emulator.engine.storage import Store
from tigergraph_emulator.engine.upserts import Accepted, EdgeUpsert, VertexUpsert, upsert
from tigergraph_emulator.tree import Query

UNKNOWN_TYPE = "REST-30000"


class Engine:
    """`schema` may change under the data: say `schema_changed()` then."""

    def __init__(self, schema: Catalog, seed: int = 0) -> None:
        self.schema = schema
        self.chance = Random(seed)
        self.store = Store(schema)
        self._lock = RLock()

    def reseed(self, seed: int) -> None:
        """Let chance start anew."""
        self.chance.seed(seed)

    def prepare(self, query: Query) -> Prepared:
        """A query ready to run, as often as wanted, until the schema changes."""
        return Prepared(query, self.schema)

    def run(
        self,
        query: Query | Prepared,
        parameters: Mapping[str, Any] | None = None,
        timeout_ms: int | None = None,
    ) -> list[dict[str, Any]]:
        """The results of a query; parameters are JSON values as a request holds them."""
        ready = self.prepare(query) if isinstance(query, Query) else query
        with self._lock:
            return ready.run(parameters or {}, self.store, self.chance, timeout_ms)

    def upsert(
        self,
        vertices: Iterable[VertexUpsert] = (),
        edges: Iterable[EdgeUpsert] = (),
        *,
        vertex_must_exist: bool = False,
        new_vertex_only: bool = False,
    ) -> Accepted:
        """Write vertices, then edges, or nothing."""
        with self._lock:
            return upsert(
                self.store,
                vertices,
                edges,
                vertex_must_exist=vertex_must_exist,
                new_vertex_only=new_vertex_only,
            )

    def vertex_count(self, type_: str) -> int:
        """How many vertices of a type there are."""
        self._known_vertex(type_)
        return self.store.vertex_count(type_)

    def edge_count(self, type_: str) -> int:
        """How many edges of a type there are."""
        self._known_edge(type_)
        return self.store.edge_count(type_)

    def vertices(self, type_: str) -> list[dict[str, Any]]:
        """All vertices of a type as JSON, in an order of no meaning; vectors are not among it."""
        self._known_vertex(type_)
        with self._lock:
            found = list(self.store.vertices(type_))
            self.chance.shuffle(found)
            return [self._vertex_json(vertex) for vertex in found]

    def vertex(self, type_: str, id_: str) -> dict[str, Any] | None:
        """One vertex as JSON."""
        self._known_vertex(type_)
        with self._lock:
            found = self.store.vertex(type_, id_)
            return None if found is None else self._vertex_json(found)

    def edges(
        self, type_: str, id_: str, edge: str = "", target_type: str = "", target: str = ""
    ) -> list[dict[str, Any]]:
        """The edges that start at a vertex as JSON, in an order of no meaning."""
        with self._lock:
            found = self._edges(type_, id_, edge, target_type, target)
            self.chance.shuffle(found)
            start = self.store.vertex(type_, id_)
            return [edge_json(each, self.chance, start) for each in found]

    def delete_vertices(self, type_: str, ids: Iterable[str]) -> int:
        """Delete vertices with all their edges; the number that was there."""
        self._known_vertex(type_)
        with self._lock:
            found = [v for v in (self.store.vertex(type_, id_) for id_ in ids) if v is not None]
            for vertex in found:
                self.store.remove_vertex(vertex)
            return len(found)

    def delete_edges(
        self, type_: str, id_: str, edge: str, target_type: str = "", target: str = ""
    ) -> int:
        """Delete the edges of a type that start at a vertex; the number that was there."""
        self._known_edge(edge)
        with self._lock:
            found = self._edges(type_, id_, edge, target_type, target)
            for each in found:
                self.store.remove_edge(each)
            return len(found)

    def clear(self) -> None:
        """Take all data away."""
        with self._lock:
            self.store.clear()

    def schema_changed(self) -> None:
        """Make the data fit the schema as it is now."""
        with self._lock:
            self.store.conform()

    def vectors_missing(self, type_: str, name: str) -> int:
        """How many vertices of a type have no such vector yet."""
        self._known_vertex(type_)
        return sum(1 for v in self.store.vertices(type_) if not v.vectors.get(name))

    def _edges(self, type_: str, id_: str, edge: str, target_type: str, target: str) -> list[Edge]:
        self._known_vertex(type_)
        if edge:
            self._known_edge(edge)
        start = self.store.vertex(type_, id_)
        if start is None:
            return []
        ends = ((each, each.other(start)) for each in self.store.edges_of(start, edge))
        return [
            each for each, far in ends if target_type in ("", far.type) and target in ("", far.id)
        ]

    def _vertex_json(self, vertex: Vertex) -> dict[str, Any]:
        attributes = attributes_json(vertex, self.chance)
        return {"v_id": vertex.id, "v_type": vertex.type, "attributes": attributes}

    def _known_vertex(self, type_: str) -> None:
        if type_ not in self.schema.vertices:
            raise RunError(UNKNOWN_TYPE, f"there is no vertex type {type_}")

    def _known_edge(self, type_: str) -> None:
        if type_ not in self.schema.edges:
            raise RunError(UNKNOWN_TYPE, f"there is no edge type {type_}")

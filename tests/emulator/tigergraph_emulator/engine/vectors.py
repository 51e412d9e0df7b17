"""vectorSearch: the k nearest, as a vertex set without order, and their distances in a map."""

from __future__ import annotations

from collections.abc import Callable

from tigergraph_emulator.engine.accumulators import Pair
from tigergraph_emulator.engine.elements import Vertex
from tigergraph_emulator.engine.errors import RuntimeFailure, Undocumented
from tigergraph_emulator.engine.expressions import staged
from tigergraph_emulator.engine.frame import Frame
from tigergraph_emulator.engine.scope import Scope
from tigergraph_emulator.engine.similarity import cosine_distance
from tigergraph_emulator.engine.staging import now
from tigergraph_emulator.engine.values import VertexSet
from tigergraph_emulator.tree import VectorSearch

Fields = dict[str, str]
"""The vector attribute that is searched, for each vertex type."""


def vector_search(written: VectorSearch, scope: Scope) -> Callable[[Frame], VertexSet]:
    """The vertex set of a search."""
    if scope.names.syntax.lower() != "v3":
        raise Undocumented("vectorSearch outside SYNTAX v3")
    fields = _fields(written, scope)
    query, size = staged(written.query, scope), staged(written.k, scope)
    if written.distances and scope.shared(written.distances).name != "MapAccum":
        raise RuntimeFailure(f"distance_map: @@{written.distances} is no MapAccum<VERTEX, FLOAT>")
    if written.candidates and written.candidates not in scope.names.sets:
        raise RuntimeFailure(f"candidate_set: {written.candidates} is no vertex set")

    def search(frame: Frame) -> VertexSet:
        asked, k = now(query, frame), now(size, frame)
        if type(k) is not int or k < 1:
            raise Undocumented(f"vectorSearch for the {k} nearest")
        candidates = _candidates(written, fields, k, frame)
        _checked(asked, fields, scope)
        frame.chance.shuffle(candidates)
        near = [(cosine_distance(asked, v.vectors[fields[v.type]]), v) for v in candidates]
        near.sort(key=lambda pair: pair[0])
        found = near[:k]
        if written.distances:
            _told(written.distances, found, frame)
        return VertexSet(vertex for _, vertex in found)

    return search


def _fields(written: VectorSearch, scope: Scope) -> Fields:
    fields: Fields = {}
    for type_, name in written.fields:
        kind = scope.names.catalog.vertices.get(type_)
        vector = None if kind is None else kind.vectors.get(name)
        if vector is None:
            raise RuntimeFailure(f"{type_}.{name} is no vector attribute")
        if vector.metric != "COSINE":
            raise Undocumented(f"{type_}.{name}: only the COSINE distance has a documented formula")
        if type_ in fields:
            raise Undocumented(f"two vector attributes of {type_} in one search")
        fields[type_] = name
    return fields


def _candidates(written: VectorSearch, fields: Fields, k: int, frame: Frame) -> list[Vertex]:
    if written.candidates:
        held = frame.variable(written.candidates)
        if not isinstance(held, VertexSet):
            raise RuntimeFailure(f"candidate_set: {written.candidates} is no vertex set")
        found = list(held.members)
        if not found:
            raise Undocumented("vectorSearch with an empty candidate_set: guard it with size()")
    else:
        found = [v for type_ in fields for v in frame.store.vertices(type_)]
    without = [v for v in found if not v.vectors.get(fields.get(v.type, ""))]
    if without:
        raise Undocumented(f"vectorSearch among vertices without a vector: {without[0]}")
    if k > len(found):
        raise Undocumented(f"vectorSearch for the {k} nearest of {len(found)}")
    return found


def _checked(asked: object, fields: Fields, scope: Scope) -> None:
    if not isinstance(asked, list):
        raise RuntimeFailure("the query vector is no list")
    for type_, name in fields.items():
        dimension = scope.names.catalog.vertices[type_].vectors[name].dimension
        if len(asked) != dimension:
            raise RuntimeFailure(
                f"the query vector has {len(asked)} dimensions, {type_}.{name} has {dimension}"
            )


def _told(name: str, found: list[tuple[float, Vertex]], frame: Frame) -> None:
    distances = frame.accumulator(name)
    if distances.read():
        raise Undocumented(f"distance_map: @@{name} holds something already")
    if len({vertex.id for _, vertex in found}) < len(found):
        raise Undocumented("distance_map with the same id in two types: they print as one key")
    for distance, vertex in found:
        distances.add(Pair(((vertex,), (distance,))))

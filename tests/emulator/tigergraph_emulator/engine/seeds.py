"""`{T.*, p, @@set}`: the vertices that a query starts from."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tigergraph_emulator.engine.elements import Vertex
from tigergraph_emulator.engine.errors import RuntimeFailure, Undocumented
from tigergraph_emulator.engine.frame import Frame
from tigergraph_emulator.engine.scope import Scope
from tigergraph_emulator.engine.values import VertexSet
from tigergraph_emulator.tree import AllOf, GlobalAcc, Name, Seed

_EVERY = ("ANY", "_")
Source = Callable[[Frame], Iterable[Vertex]]


def seed(written: Seed, scope: Scope) -> Callable[[Frame], VertexSet]:
    """The vertex set of a seed."""
    sources = [_source(item, scope) for item in written.items]

    def seeded(frame: Frame) -> VertexSet:
        return VertexSet(vertex for source in sources for vertex in source(frame))

    return seeded


def _source(item: AllOf | Name | GlobalAcc, scope: Scope) -> Source:
    types = scope.names.catalog.vertices
    match item:
        case AllOf(name=name) | Name(name=name) if name in _EVERY:
            return lambda frame: (v for type_ in types for v in frame.store.vertices(type_))
        case AllOf(name=name):
            if name not in types:
                raise Undocumented(f"{{{name}.*}}: {name} is no vertex type of the graph")
            return lambda frame: frame.store.vertices(name)
        case GlobalAcc(name=name):
            if scope.shared(name).name != "SetAccum":
                raise Undocumented(f"{{@@{name}}}: only a SetAccum of vertices is a seed")
            return lambda frame: _vertices(frame.accumulator(name).read(), f"@@{name}")
        case Name(name=name):
            if name not in scope.names.parameters:
                raise Undocumented(f"{{{name}}}: only a parameter or a SetAccum is a seed")
            return lambda frame: _vertices(frame.variable(name), name)


def _vertices(value: object, name: str) -> list[Vertex]:
    found = [value] if isinstance(value, Vertex) else value
    if not isinstance(found, list | set):
        raise RuntimeFailure(f"{name} holds no vertices")
    members = [each for each in found if isinstance(each, Vertex)]
    if len(members) != len(found):
        raise RuntimeFailure(f"{name} holds something else than vertices")
    return members

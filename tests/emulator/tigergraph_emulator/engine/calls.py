"""Functions and methods made ready to run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tigergraph_emulator.engine.accumulators import (
    Group,
    Groups,
    Heap,
    HeapValue,
    ListValue,
    MapValue,
)
from tigergraph_emulator.engine.elements import Vertex
from tigergraph_emulator.engine.errors import RuntimeFailure, Undocumented
from tigergraph_emulator.engine.frame import Frame
from tigergraph_emulator.engine.functions import FUNCTIONS
from tigergraph_emulator.engine.scope import Scope
from tigergraph_emulator.engine.similarity import VECTOR_FUNCTIONS
from tigergraph_emulator.engine.staging import Const, RowFunction, Staged, from_frame, lifted, now
from tigergraph_emulator.engine.values import (
    BASE_DEFAULTS,
    Record,
    VertexSet,
    cast_to,
    kind_of,
)
from tigergraph_emulator.tree import Call, Expr, Literal, Method, TypeRef

Stage = Callable[[Expr, Scope], Staged]


def call(expr: Call, args: list[Staged], scope: Scope) -> Staged:
    """A function, a tuple's literal, or a vertex named by its id."""
    name = expr.function
    if expr.distinct:
        raise Undocumented(f"{name}(DISTINCT …) outside a table's columns")
    if name in scope.names.tuples:
        record = scope.names.tuples[name]
        return lifted(lambda *values: record(values), *args)
    if name.lower() in ("to_vertex", "to_vertex_set"):
        return _to_vertices(name.lower(), args, scope)
    if name.startswith("gds."):
        return _of_package(name, args)
    if name.lower() not in FUNCTIONS:
        raise Undocumented(f"the function {name} is not documented")
    return lifted(FUNCTIONS[name.lower()], *args)


def _to_vertices(name: str, args: list[Staged], scope: Scope) -> Staged:
    if scope.clause is not None:
        raise RuntimeFailure(f"{name} is forbidden in a clause: call it at statement level")
    if len(args) != 2:
        raise RuntimeFailure(f"{name} takes ids and a vertex type")

    def found(frame: Frame) -> Any:
        ids, type_ = now(args[0], frame), now(args[1], frame)
        if type_ not in frame.store.catalog.vertices:
            raise RuntimeFailure(f"{name}: there is no vertex type {type_}")
        if name == "to_vertex":
            vertex = frame.store.vertex(type_, ids)
            if vertex is None:
                raise RuntimeFailure(f"to_vertex: there is no {type_} {ids}")
            return vertex
        if not isinstance(ids, list | set):
            raise RuntimeFailure("to_vertex_set takes a collection of ids")
        named = (frame.store.vertex(type_, id_) for id_ in ids)
        return VertexSet(vertex for vertex in named if vertex is not None)

    return from_frame(found)


def _of_package(name: str, args: list[Staged]) -> Staged:
    if name not in VECTOR_FUNCTIONS:
        raise Undocumented(f"the function {name} is not documented")
    function = VECTOR_FUNCTIONS[name]
    ready = lifted(function, *args)

    def stage(frame: Frame) -> RowFunction:
        if "gds" not in frame.packages:
            raise RuntimeFailure(f"{name}: import package gds, then install function gds.**")
        return ready(frame)

    return stage


def method(expr: Method, stage: Stage, scope: Scope) -> Staged:
    """`value.name(…)` that reads; what changes an accumulator is a statement."""
    if expr.name in ("getAttr", "getattr"):
        return _get_attribute(expr, stage, scope)
    args = [stage(arg, scope) for arg in expr.args]
    if expr.name not in _METHODS:
        raise Undocumented(f"the method .{expr.name}() is not supported here")
    return lifted(_METHODS[expr.name], stage(expr.target, scope), *args)


def _get_attribute(expr: Method, stage: Stage, scope: Scope) -> Staged:
    """The one accessor whose attribute name may come from outside."""
    if len(expr.args) != 2 or not isinstance(expr.args[1], Literal):
        raise RuntimeFailure("getAttr takes a name and a type in quotes")
    wanted = str(expr.args[1].value)
    if wanted not in BASE_DEFAULTS:
        raise Undocumented(f'getAttr of type "{wanted}"')
    cast = cast_to(TypeRef(wanted), {})
    catalog = scope.names.catalog

    def read(vertex: Any, name: Any) -> Any:
        if not isinstance(vertex, Vertex):
            raise RuntimeFailure("getAttr is a method of vertices")
        attribute = catalog.vertices[vertex.type].readable(name)
        if attribute is None:
            raise RuntimeFailure(f"getAttr: {vertex.type} has no attribute {name!r}")
        if attribute.type.name != wanted:
            raise RuntimeFailure(
                f'getAttr("{name}", "{wanted}"): {vertex.type}.{name} is {attribute.type.name}'
            )
        return cast(vertex.attributes[name])

    target, name = stage(expr.target, scope), stage(expr.args[0], scope)
    return _checked_once(read, target, name)


def _checked_once(read: Callable[[Any, Any], Any], target: Staged, name: Staged) -> Staged:
    """Checks a known name against each vertex type once, then reads without looking again."""
    general = lifted(read, target, name)

    def stage(frame: Frame) -> RowFunction:
        known, vertex_of = name(frame), target(frame)
        if not isinstance(known, Const):
            return general(frame)
        attribute = known(())
        seen: set[str] = set()

        def value(row: Any) -> Any:
            vertex = vertex_of(row)
            if isinstance(vertex, Vertex) and vertex.type in seen:
                return vertex.attributes[attribute]
            found = read(vertex, attribute)
            seen.add(vertex.type)
            return found

        return value

    return stage


def _size(value: Any) -> int:
    if not isinstance(value, list | set | dict | VertexSet) or isinstance(value, Record):
        raise RuntimeFailure(f".size() of a {kind_of(value)}")
    return len(value)


def _get(value: Any, *keys: Any) -> Any:
    match value:
        case MapValue():
            if len(keys) != 1:
                raise RuntimeFailure(".get() of a map takes one key")
            found = value.get(keys[0])
            return _known((value.fresh() if found is None else found).read())
        case Groups():
            return value.get(keys) or value.fresh(keys)
        case HeapValue():
            raise Undocumented(".get() of a HeapAccum")
        case ListValue() if len(keys) == 1:
            return _at(value, keys[0])
        case _:
            raise RuntimeFailure(f".get() of a {kind_of(value)}")


def _at(values: ListValue, index: int) -> Any:
    if type(index) is not int or index < 0:
        raise RuntimeFailure(f".get({index}) of a list")
    if index < len(values):
        return values[index]
    if values.default is None:
        raise Undocumented(".get() out of range in a list of this type")
    return values.default


def _known(value: Any) -> Any:
    if value is None:
        raise Undocumented("the default of a map's value of this type")
    return value


def _contains(value: Any, item: Any) -> bool:
    if not isinstance(value, list | set | VertexSet) or isinstance(value, HeapValue):
        raise RuntimeFailure(f".contains() of a {kind_of(value)}")
    return item in value


def _contains_key(value: Any, *keys: Any) -> bool:
    if isinstance(value, Groups):
        return keys in value
    if isinstance(value, MapValue) and len(keys) == 1:
        return keys[0] in value
    raise RuntimeFailure(f".containsKey() of a {kind_of(value)}")


def _top(value: Any) -> Record:
    if not isinstance(value, HeapValue):
        raise RuntimeFailure(f".top() of a {kind_of(value)}")
    return value[0] if value else value.empty


_METHODS: dict[str, Callable[..., Any]] = {
    "size": _size,
    "get": _get,
    "contains": _contains,
    "containsKey": _contains_key,
    "top": _top,
}


def group_fields(group: Group) -> list[Any]:
    """A group's keys and values, in the order in which they were declared."""
    return [group.get(name) for name in group.fields]


def mutation(name: str) -> Callable[..., None]:
    """A method that changes an accumulator."""
    if name not in _MUTATIONS:
        raise Undocumented(f"the method .{name}() as a statement")
    return _MUTATIONS[name]


def _clear(accumulator: Any) -> None:
    if not isinstance(accumulator.read(), list | set | dict):
        raise Undocumented(".clear() of an accumulator that is no collection")
    accumulator.value.clear()


def _remove(accumulator: Any, value: Any) -> None:
    held = accumulator.read()
    if not isinstance(held, set):
        raise Undocumented(".remove() of an accumulator that is no SetAccum")
    held.discard(value)


def _pop(accumulator: Any) -> None:
    if not isinstance(accumulator, Heap):
        raise RuntimeFailure(".pop() is a method of HeapAccum")
    accumulator.pop()


def _resize(accumulator: Any, capacity: int) -> None:
    if not isinstance(accumulator, Heap):
        raise RuntimeFailure(".resize() is a method of HeapAccum")
    accumulator.resize(capacity)


_MUTATIONS: dict[str, Callable[..., None]] = {
    "clear": _clear,
    "remove": _remove,
    "pop": _pop,
    "resize": _resize,
}

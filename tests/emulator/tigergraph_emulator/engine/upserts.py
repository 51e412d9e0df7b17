"""Upserts: a request is checked as a whole, then written as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tigergraph_emulator.catalog import EdgeType
from tigergraph_emulator.engine.elements import Discriminator
from tigergraph_emulator.engine.errors import RunError
from tigergraph_emulator.engine.storage import Store
from tigergraph_emulator.engine.values import Single
from tigergraph_emulator.engine.written import WrongValue, written
from tigergraph_emulator.tree import AttributeDef

BAD_UPSERT = "REST-30200"
MAX_ID_BYTES = 16_384


@dataclass(frozen=True, slots=True)
class Given:
    """One attribute's value in a request; `op` is how it meets the stored one."""

    value: Any
    op: str = "="


Attributes = Mapping[str, Given]


@dataclass(frozen=True, slots=True)
class VertexUpsert:
    """One vertex of a request."""

    type: str
    id: str
    attributes: Attributes = field(default_factory=dict[str, Given])


@dataclass(frozen=True, slots=True)
class EdgeUpsert:
    """One edge of a request."""

    source_type: str
    source: str
    type: str
    target_type: str
    target: str
    attributes: Attributes = field(default_factory=dict[str, Given])


@dataclass(frozen=True, slots=True)
class Accepted:
    """What became of a request."""

    vertices: int = 0
    edges: int = 0
    skipped_vertices: int = 0
    skipped_edges: int = 0


def upsert(
    store: Store,
    vertices: Iterable[VertexUpsert] = (),
    edges: Iterable[EdgeUpsert] = (),
    *,
    vertex_must_exist: bool = False,
    new_vertex_only: bool = False,
) -> Accepted:
    """Write it all, or nothing when one value does not fit its attribute."""
    ready_vertices = [(each, _vertex_values(store, each)) for each in vertices]
    ready_edges = [(each, *_edge_values(store, each)) for each in edges]
    written_vertices = sum(
        _write_vertex(store, each, values, new_vertex_only) for each, values in ready_vertices
    )
    written_edges = sum(
        _write_edge(store, each, key, values, vertex_must_exist)
        for each, key, values in ready_edges
    )
    return Accepted(
        written_vertices,
        written_edges,
        len(ready_vertices) - written_vertices,
        len(ready_edges) - written_edges,
    )


Write = Callable[[dict[str, Any]], None]
"""Brings one attribute's new value into the attributes that are stored."""


def _refused(message: str) -> RunError:
    return RunError(BAD_UPSERT, message)


def _check_id(id_: object) -> None:
    if not isinstance(id_, str) or not id_:
        raise _refused(f"a vertex id is a text that is not empty, not {id_!r}")
    if len(id_.encode()) > MAX_ID_BYTES:
        raise _refused(f"a vertex id of more than {MAX_ID_BYTES} bytes")


def _vertex_values(store: Store, each: VertexUpsert) -> tuple[list[Write], dict[str, list[float]]]:
    kind = store.catalog.vertices.get(each.type)
    if kind is None:
        raise _refused(f"there is no vertex type {each.type}")
    _check_id(each.id)
    own_id = each.attributes.get(kind.id.name) if kind.id_readable else None
    if own_id is not None and str(own_id.value) != each.id:
        raise _refused(f"{each.type} {each.id}: its id attribute cannot be changed")
    if kind.id.type.name == "INT" and not each.id.lstrip("-").isdecimal():
        raise _refused(f"{each.type} {each.id}: the id is INT")
    vectors = {
        name: _vector(given.value, kind.vectors[name].dimension, name)
        for name, given in each.attributes.items()
        if name in kind.vectors
    }
    return _writes(each.type, kind.attributes, each.attributes), vectors


def _vector(value: Any, dimension: int, name: str) -> list[float]:
    if not isinstance(value, list):
        raise _refused(f"{name}: a vector is a list of numbers")
    numbers: list[Any] = list(value)
    if any(type(each) not in (int, float) for each in numbers):
        raise _refused(f"{name}: a vector is a list of numbers")
    if len(numbers) != dimension:
        raise _refused(f"{name}: {len(numbers)} dimensions where {dimension} are declared")
    return [Single(each) for each in numbers]


def _edge_values(store: Store, each: EdgeUpsert) -> tuple[Discriminator, list[Write]]:
    kind = store.catalog.edges.get(each.type)
    if kind is None:
        raise _refused(f"there is no edge type {each.type}")
    if kind.mirrors:
        raise _refused(f"{each.type} is a reverse edge: write {kind.mirrors}")
    ends = (each.source_type, each.target_type)
    if ends not in kind.pairs and (kind.directed or ends[::-1] not in kind.pairs):
        raise _refused(f"{each.type} does not lead from {ends[0]} to {ends[1]}")
    _check_id(each.source)
    _check_id(each.target)
    key = _discriminator(kind, each.attributes)
    return key, _writes(each.type, kind.attributes, each.attributes)


def _discriminator(kind: EdgeType, given: Attributes) -> Discriminator:
    missing = [name for name in kind.discriminator if name not in given]
    if missing:
        raise _refused(f"{kind.name}: the discriminator {missing[0]} is missing")
    return tuple(
        _typed(kind.name, attribute, given[name].value)
        for name, attribute in kind.discriminator.items()
    )


def _typed(type_: str, attribute: AttributeDef, value: Any) -> Any:
    try:
        return written(value, attribute.type)
    except WrongValue as error:
        raise _refused(f"{type_}.{attribute.name}: {error}") from None


def _writes(type_: str, known: Mapping[str, AttributeDef], given: Attributes) -> list[Write]:
    return [_write(type_, known[name], each) for name, each in given.items() if name in known]


def _write(type_: str, attribute: AttributeDef, given: Given) -> Write:
    name, value = attribute.name, _typed(type_, attribute, given.value)
    if given.op == "=":
        return lambda stored: stored.__setitem__(name, value)
    if given.op not in OPERATORS:
        raise _refused(f"{type_}.{name}: unknown op {given.op!r}")
    operator = OPERATORS[given.op]
    if attribute.type.name not in _OPERANDS[given.op]:
        raise _refused(f"{type_}.{name}: op {given.op!r} on {attribute.type.name}")
    return lambda stored: stored.__setitem__(name, operator(stored[name], value))


def _added(old: Any, new: Any) -> Any:
    if isinstance(old, set):
        return old | new
    return Single(old + new) if isinstance(old, Single) else old + new


OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "~": lambda old, new: old,
    "+": _added,
    "&": lambda old, new: old and new,
    "|": lambda old, new: old or new,
    ">": max,
    "<": min,
}
_NUMBERS = frozenset({"INT", "FLOAT", "DOUBLE"})
_OPERANDS: dict[str, frozenset[str]] = {
    "~": _NUMBERS | {"STRING", "BOOL", "DATETIME", "LIST", "SET"},
    "+": _NUMBERS | {"LIST", "SET"},
    "&": frozenset({"BOOL"}),
    "|": frozenset({"BOOL"}),
    ">": _NUMBERS,
    "<": _NUMBERS,
}


def _write_vertex(
    store: Store,
    each: VertexUpsert,
    values: tuple[list[Write], dict[str, list[float]]],
    new_only: bool,
) -> bool:
    known = store.vertex(each.type, each.id)
    if known is not None and new_only:
        return False
    vertex = store.add_vertex(each.type, each.id)
    for write in values[0]:
        write(vertex.attributes)
    vertex.vectors.update(values[1])
    return True


def _write_edge(
    store: Store,
    each: EdgeUpsert,
    key: Discriminator,
    values: list[Write],
    must_exist: bool,
) -> bool:
    ends = ((each.source_type, each.source), (each.target_type, each.target))
    if must_exist and any(store.vertex(*end) is None for end in ends):
        return False
    source, target = (store.add_vertex(*end) for end in ends)
    edge, _ = store.add_edge(each.type, source, target, key)
    for write in values:
        write(edge.attributes)
    return True

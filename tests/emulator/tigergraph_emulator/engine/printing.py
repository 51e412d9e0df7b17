"""PRINT: from values to the JSON that the server answers with."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from random import Random
from typing import Any

from tigergraph_emulator.engine.accumulators import Group, Groups, HeapValue, MapValue
from tigergraph_emulator.engine.elements import Edge, Vertex
from tigergraph_emulator.engine.errors import RuntimeFailure, Undocumented
from tigergraph_emulator.engine.expressions import staged
from tigergraph_emulator.engine.frame import Frame
from tigergraph_emulator.engine.looping import shuffled
from tigergraph_emulator.engine.moments import shown, to_epoch
from tigergraph_emulator.engine.scope import Clause, Scope
from tigergraph_emulator.engine.staging import now, truth
from tigergraph_emulator.engine.tables import Table
from tigergraph_emulator.engine.values import Bag, Record, Single, VertexSet, kind_of
from tigergraph_emulator.tree import (
    Column,
    Expr,
    GlobalAcc,
    Member,
    Name,
    Print,
    PrintItem,
    VertexAcc,
)

Shown = Callable[[Frame], Any]


def printed(statement: Print, scope: Scope) -> Callable[[Frame], None]:
    """One PRINT, which adds one object to the results."""
    items = [(item.alias or _key(item.value), _item(item, scope)) for item in statement.items]
    where = None if statement.where is None else staged(statement.where, scope)
    if len({key for key, _ in items}) < len(items):
        raise Undocumented("one PRINT with the same key twice")

    def run(frame: Frame) -> None:
        if where is None or truth(now(where, frame)):
            frame.results.append({key: item(frame) for key, item in items})

    return run


def _key(value: Expr) -> str:
    match value:
        case Name(name=name):
            return name
        case GlobalAcc(name=name):
            return f"@@{name}"
        case Member(target=Name(name=target), name=name):
            return f"{target}.{name}"
        case VertexAcc(target=Name(name=target), name=name):
            return f"{target}.@{name}"
        case _:
            raise Undocumented("an expression is printed under its own text: give it an alias")


def _item(item: PrintItem, scope: Scope) -> Shown:
    if item.columns is not None:
        return _projected(item, item.columns, scope)
    if isinstance(item.value, Name) and item.value.name in scope.names.sets:
        return _whole(item.value.name, item.vectors, scope)
    value = staged(item.value, scope)
    return lambda frame: json_of(now(value, frame), frame.chance)


def _members(name: str, frame: Frame) -> list[Vertex]:
    held = frame.variable(name)
    if not isinstance(held, VertexSet):
        raise RuntimeFailure(f"{name} is no vertex set")
    return list(held.members) if held.ordered else shuffled(held.members, frame.chance)


def _whole(name: str, vectors: bool, scope: Scope) -> Shown:
    """A vertex set as it is: every attribute, and every vertex accumulator that is declared."""
    own = sorted(scope.names.own)

    def show(frame: Frame) -> list[dict[str, Any]]:
        return [_vertex(vertex, own, vectors, frame) for vertex in _members(name, frame)]

    return show


def _vertex(vertex: Vertex, own: list[str], vectors: bool, frame: Frame) -> dict[str, Any]:
    attributes = attributes_json(vertex, frame.chance)
    for name in own:
        held = frame.own_accumulator(name).read(vertex)
        attributes[f"@{name}"] = json_of(held, frame.chance)
    found: dict[str, Any] = {"v_id": vertex.id, "v_type": vertex.type, "attributes": attributes}
    if vectors:
        found["Embeddings"] = {
            name: [number(value) for value in vector]
            for name, vector in vertex.vectors.items()
            if vector
        }
    return found


def _projected(item: PrintItem, columns: tuple[Column, ...], scope: Scope) -> Shown:
    if not isinstance(item.value, Name) or item.value.name not in scope.names.sets:
        raise RuntimeFailure("a projection […] belongs to a vertex set variable")
    if item.vectors:
        raise Undocumented("a projection WITH VECTOR")
    name = item.value.name
    inside = scope.within(Clause(vertices={name: 0}, width=1))
    ready = [
        (column.alias or _key(column.value), staged(column.value, inside)) for column in columns
    ]
    if len({key for key, _ in ready}) < len(ready):
        raise Undocumented("a projection with the same key twice")

    def show(frame: Frame) -> list[dict[str, Any]]:
        values = [(key, value(frame)) for key, value in ready]
        return [
            {
                "v_id": vertex.id,
                "v_type": vertex.type,
                "attributes": {key: json_of(of((vertex,)), frame.chance) for key, of in values},
            }
            for vertex in _members(name, frame)
        ]

    return show


def attributes_json(element: Vertex | Edge, chance: Random) -> dict[str, Any]:
    """All attributes, as they are printed."""
    return {name: json_of(value, chance) for name, value in element.attributes.items()}


def json_of(value: Any, chance: Random) -> Any:
    """A value as it is printed."""
    match value:
        case bool() | str() | int():
            return value
        case float():
            return number(value)
        case datetime():
            return shown(value)
        case Vertex():
            return value.id
        case Edge():
            return edge_json(value, chance)
        case Record():
            named = zip(value.type.fields, value, strict=True)
            return {name: _inner(each, chance) for name, each in named}
        case Group():
            return {name: _inner(value.get(name), chance) for name in value.fields}
        case _:
            return _collection_json(value, chance)


def _collection_json(value: Any, chance: Random) -> Any:
    match value:
        case MapValue():
            return _map_json(value, chance)
        case Groups():
            return [json_of(group, chance) for group in shuffled(value.values(), chance)]
        case Table():
            return [
                {name: json_of(each, chance) for name, each in zip(value.columns, row, strict=True)}
                for row in (value.rows if value.ordered else shuffled(value.rows, chance))
            ]
        case set() | Bag():
            return [json_of(each, chance) for each in shuffled(value, chance)]
        case HeapValue() | list():
            return [json_of(each, chance) for each in value]
        case VertexSet():
            raise Undocumented("a vertex set is printed by its variable")
        case _:
            raise Undocumented(f"PRINT of a {kind_of(value)}")


def _inner(value: Any, chance: Random) -> Any:
    if isinstance(value, datetime):
        raise Undocumented("a DATETIME inside a tuple or a group: how it prints is not documented")
    return json_of(value, chance)


def _map_json(value: MapValue, chance: Random) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, held in shuffled(value.items(), chance):
        text = _map_key(key)
        if text in found:
            raise Undocumented(f"a map with two keys that both print as {text!r}")
        each = held.read()
        found[text] = to_epoch(each) if isinstance(each, datetime) else json_of(each, chance)
    return found


def _map_key(key: Any) -> str:
    if isinstance(key, Vertex):
        return key.id
    if type(key) in (str, int):
        return str(key)
    raise Undocumented(f"how a map's key of type {kind_of(key)} prints")


def number(value: float) -> float | int:
    """Seven digits of a FLOAT, sixteen of a DOUBLE, and no point after a whole number."""
    digits = float(f"{value:.7g}") if isinstance(value, Single) else float(f"{value:.16g}")
    return int(digits) if digits.is_integer() and abs(digits) < 1e15 else digits


def edge_json(edge: Edge, chance: Random, start: Vertex | None = None) -> dict[str, Any]:
    """An edge as it is printed; an undirected one begins where it is looked at from."""
    if edge.discriminator:
        raise Undocumented("how an edge with a discriminator prints")
    source = edge.source if start is None else start
    target = edge.other(source)
    return {
        "e_type": edge.type,
        "directed": edge.directed,
        "from_id": source.id,
        "from_type": source.type,
        "to_id": target.id,
        "to_type": target.type,
        "attributes": attributes_json(edge, chance),
    }

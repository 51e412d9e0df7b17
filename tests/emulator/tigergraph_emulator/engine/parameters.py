"""Parameters of a run: JSON values taken into the declared types, or refused as the server does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tigergraph_emulator.engine.elements import Vertex
from tigergraph_emulator.engine.errors import RunError, RuntimeFailure, Undocumented
from tigergraph_emulator.engine.storage import Store
from tigergraph_emulator.engine.values import BASE_DEFAULTS, COLLECTIONS, Bag
from tigergraph_emulator.engine.written import WrongValue, written
from tigergraph_emulator.tree import Parameter, TypeRef

BAD_PARAMETER = "REST-30000"
_WORDS = {"INT": "INT64", "BOOL": "BOOL", "FLOAT": "FLOAT", "DOUBLE": "DOUBLE"}
Default = Callable[[Parameter], Any]


def bound(
    parameters: tuple[Parameter, ...], given: Mapping[str, Any], store: Store, default: Default
) -> dict[str, Any]:
    """The value of every parameter; what is given but not declared is refused."""
    known = {parameter.name for parameter in parameters}
    strangers = sorted(set(given) - known)
    if strangers:
        raise RunError(BAD_PARAMETER, f"parameter {strangers[0]} is not declared by the query")
    values: dict[str, Any] = {}
    for parameter in parameters:
        if parameter.name in given:
            values[parameter.name] = _taken(parameter, given[parameter.name], store)
        elif parameter.default is not None:
            values[parameter.name] = default(parameter)
        else:
            raise Undocumented(f"parameter {parameter.name} has no default and is not given")
    return values


def _taken(parameter: Parameter, value: Any, store: Store) -> Any:
    name, type_ = parameter.name, parameter.type
    if type_.name in COLLECTIONS:
        if not isinstance(value, list):
            raise _wrong(name, type_.name, value)
        return _collection(name, type_, value, store)
    if type_.name == "VERTEX":
        found = _vertex(name, type_, value, store)
        if found is None:
            raise RuntimeFailure(f"parameter {name}: there is no vertex {value!r}")
        return found
    return _base(name, type_, value)


def _collection(name: str, type_: TypeRef, value: list[Any], store: Store) -> Any:
    inner = type_.of[0]
    if inner.name == "VERTEX":
        if type_.name != "SET":
            raise Undocumented(f"parameter {name}: a {type_.name} of vertices")
        found = [_vertex(name, inner, each, store) for each in value]
        return {vertex for vertex in found if vertex is not None}
    items = [_base(name, inner, each) for each in value]
    return {"SET": set, "BAG": Bag, "LIST": list}[type_.name](items)


def _vertex(name: str, type_: TypeRef, value: Any, store: Store) -> Vertex | None:
    if not isinstance(value, dict) or "id" not in value:
        raise RunError(BAD_PARAMETER, f"'id' is not found in the VERTEX parameter {name}")
    given: Mapping[str, Any] = value
    wanted = type_.of[0].name if type_.of else given.get("type", "")
    if not wanted or given.get("type", wanted) != wanted:
        raise RunError(BAD_PARAMETER, f"the vertex type of parameter {name} is missing or wrong")
    if wanted not in store.catalog.vertices:
        raise RunError(BAD_PARAMETER, f"parameter {name}: there is no vertex type {wanted}")
    return store.vertex(str(wanted), str(given["id"]))


def _base(name: str, type_: TypeRef, value: Any) -> Any:
    if type_.name not in BASE_DEFAULTS:
        raise Undocumented(f"parameter {name} of type {type_.name}")
    try:
        return written(value, type_)
    except WrongValue:
        raise _wrong(name, type_.name, value) from None


def _wrong(name: str, type_name: str, value: Any) -> RunError:
    word = _WORDS.get(type_name, type_name)
    return RunError(
        BAD_PARAMETER,
        f"Values of parameter {name} must be {word} type, invalid value [{value}] provided.",
    )

"""What vertex sets begin with: seeds and vector searches."""

from __future__ import annotations

from tigergraph_emulator import tree
from tigergraph_emulator.checks.expressions import typed, whole_number
from tigergraph_emulator.checks.scope import Scope
from tigergraph_emulator.checks.types import NUMBERS, Type, element, plain
from tigergraph_emulator.tree import AllOf, Name, Seed, VectorSearch


def check_seed(seed: Seed, scope: Scope) -> Type:
    """`{T.*, p, @@set}`: the vertices with the types they may have."""
    types: set[str] = set()
    open_ = False
    for item in seed.items:
        found = _all_of(item, scope) if isinstance(item, AllOf) else _given(item, scope)
        open_ = open_ or found is None
        types |= found or set()
    return Type("VERTEXSET", types=None if open_ else frozenset(types))


def _all_of(item: AllOf, scope: Scope) -> frozenset[str] | None:
    if item.name in scope.whole.catalog.vertices:
        return frozenset({item.name})
    if item.name in scope.whole.parameters:
        scope.add("SEM-23", item, f"a type by parameter, {item.name}, is not promised")
    elif item.name.upper() in ("ANY", "_"):
        return None
    else:
        scope.add("SEM-45", item, f"there is no vertex type {item.name}")
    return frozenset()


def _given(item: Name | tree.GlobalAcc, scope: Scope) -> frozenset[str] | None:
    if isinstance(item, Name):
        if item.name.upper() in ("ANY", "_"):
            return None
        if item.name not in scope.whole.parameters:
            hint = f"; write {{{item.name}.*}}" if item.name in scope.whole.catalog.vertices else ""
            scope.add("SEM-43", item, f"{item.name} in a seed must be a parameter{hint}")
            return frozenset()
        found = scope.whole.parameters[item.name]
        inner = element(found) if found.name == "SET" else found
    else:
        found = typed(item, scope)
        inner = element(found) if found.name in ("SetAccum", "?") else None
    if inner is None or inner.name != "VERTEX":
        if found.name != "?":
            scope.add("SEM-43", item, f"a seed takes vertices, this is {plain(found)}")
        return frozenset()
    return inner.types


def check_search(search: VectorSearch, scope: Scope) -> Type:
    """vectorSearch: known vectors, a list to compare with, a number, known options."""
    types: set[str] = set()
    dimensions: set[tuple[int, str]] = set()
    for type_, name in search.fields:
        kind = scope.whole.catalog.vertices.get(type_)
        vector = kind.vectors.get(name) if kind else None
        if kind is None:
            scope.add("SEM-45", search, f"there is no vertex type {type_}")
        elif vector is None:
            scope.add("SEM-45", search, f"{type_} has no vector attribute {name}")
        else:
            types.add(type_)
            dimensions.add((vector.dimension, vector.metric))
    if len(dimensions) > 1:
        scope.add("SEM-44", search, "the vectors searched differ in dimension or metric")
    found = plain(typed(search.query, scope))
    if found.name != "?" and (found.name != "LIST" or found.of[0].name not in (*NUMBERS, "?")):
        scope.add("TYP-3", search.query, f"the vector is a LIST<FLOAT>, this is {found}")
    whole_number(search.k, scope, "the number of hits")
    whole_number(search.ef, scope, "ef")
    _options(search, scope)
    return Type("VERTEXSET", types=frozenset(types))


def _options(search: VectorSearch, scope: Scope) -> None:
    if search.candidates:
        typed_set = scope.whole.sets.get(search.candidates, False)
        if typed_set is False:
            scope.add("SEM-45", search, f"candidate_set: {search.candidates} is no vertex set")
        elif search.candidates not in scope.assigned:
            scope.add("SEM-46", search, f"{search.candidates} may have no value here")
    if not search.distances:
        return
    map_ = scope.shared.get(search.distances)
    if map_ is None:
        scope.add("SEM-45", search, f"the accumulator @@{search.distances} is not declared")
    elif map_.name != "MapAccum" or [each.name for each in map_.of] != ["VERTEX", "FLOAT"]:
        scope.add("TYP-3", search, f"@@{search.distances} must be a MapAccum<VERTEX, FLOAT>")

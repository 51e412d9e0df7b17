"""FOREACH: what can be gone through, and what its variables are."""

from __future__ import annotations

from tigergraph_emulator.checks.expressions import typed, whole_number
from tigergraph_emulator.checks.scope import Scope
from tigergraph_emulator.checks.types import INT, UNKNOWN, Type, element, plain, vertex
from tigergraph_emulator.tree import ForEach, ListOf, Range, Several


def loop_names(loop: ForEach, scope: Scope, inner: Scope) -> None:
    """Declares the variables of a loop inside it."""
    types = _types(loop, scope)
    if len(types) != len(loop.names):
        if UNKNOWN not in types:
            scope.add(
                "SEM-39", loop, f"this loop has {len(types)} variables, not {len(loop.names)}"
            )
        types = [UNKNOWN] * len(loop.names)
    for name, type_ in zip(loop.names, types, strict=True):
        inner.declare(loop, name, "a loop's variable")
        inner.variables[name] = type_
    inner.looped = scope.looped | set(loop.names)


def _types(loop: ForEach, scope: Scope) -> list[Type]:
    source = loop.source
    if isinstance(source, Range):
        for each in (source.low, source.high, source.step):
            whole_number(each, scope, "a RANGE")
        return [INT]
    if isinstance(source, ListOf | Several) and not scope.in_clause:
        scope.add("SEM-39", source, "FOREACH goes through a variable, not through a written list")
    found = typed(source, scope)
    if found.name == "?":
        return [UNKNOWN]
    if found.name == "VERTEXSET":
        return [vertex(found.types)]
    if found.name == "MapAccum":
        return [found.of[0], plain(found.of[1])]
    if found.name == "GroupByAccum" and len(loop.names) == 1:
        return [Type("GROUP", found.of, found.labels)]
    if found.name == "GroupByAccum":
        return [plain(each) for each in found.of]
    inner = found.of[0] if found.name == "HeapAccum" else element(found)
    if inner is None:
        scope.add("SEM-39", source, f"FOREACH cannot go through {plain(found)}")
        return [UNKNOWN]
    fields = scope.whole.tuples.get(inner.name, {})
    return list(fields.values()) if fields and len(loop.names) > 1 else [inner]

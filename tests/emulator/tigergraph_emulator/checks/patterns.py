"""Patterns: what they may name, which way they go, and which types their aliases have."""

from __future__ import annotations

from tigergraph_emulator.catalog import EdgeType
from tigergraph_emulator.checks.expressions import condition, typed
from tigergraph_emulator.checks.scope import Scope
from tigergraph_emulator.checks.types import Type, comparable, plain, vertex
from tigergraph_emulator.tree import EdgeAtom, End, Hop, Path

Pairs = frozenset[tuple[str, str]]


def check_paths(paths: tuple[Path, ...], scope: Scope) -> dict[str, Type]:
    """The aliases of a FROM clause with their types."""
    vertices: dict[str, frozenset[str]] = {}
    edges: dict[str, Type] = {}
    for place, path in enumerate(paths):
        _style(path, scope)
        found = _ends(path, scope)
        named = {end.alias for end in path.ends if end.alias}
        if place and not named & set(vertices):
            scope.add("SEM-20", path, "paths in one FROM must share an alias")
        for end, types in zip(path.ends, found, strict=True):
            _alias(end, types, vertices, edges, scope)
        for hop in path.hops:
            if hop.alias and not hop.repeat:
                _edge_alias(hop, vertices, edges, scope)
    aliases = {name: vertex(types) for name, types in vertices.items()} | edges
    _inline(paths, scope, aliases)
    return aliases


def _style(path: Path, scope: Scope) -> None:
    whole = scope.whole
    if path.style == "v1":
        scope.add(
            "SEM-21", path, "this is a V1 arrow, -(E:e)->; write -(E>:e)-, the arrow at the edge"
        )
        return
    whole.styles.add(path.style)
    wanted = "v3" if whole.syntax == "v3" else "v2"
    if path.style != wanted:
        scope.add(
            "SEM-21",
            path,
            f"a {path.style} pattern in a query of SYNTAX {wanted}: write one style only",
        )


def _ends(path: Path, scope: Scope) -> list[frozenset[str]]:
    types = [_types(end, place == 0, scope) for place, end in enumerate(path.ends)]
    allowed = [_pairs(hop, scope) for hop in path.hops]
    both = list(range(len(path.hops)))
    for place in (*both, *reversed(both)):
        hop, pairs = path.hops[place], allowed[place]
        if not pairs:
            continue
        left, right = types[place], types[place + 1]
        if hop.repeat:
            fitting = {a for a, _ in pairs} & left, {b for _, b in pairs} & right
        else:
            joined = [(a, b) for a, b in pairs if a in left and b in right]
            fitting = {a for a, _ in joined}, {b for _, b in joined}
        if left and right and not all(fitting):
            names = "|".join(atom.name for atom in hop.atoms)
            scope.add(
                "SEM-22",
                hop,
                f"{names} leads this way from no {_told(left)} to any {_told(right)}",
            )
        types[place], types[place + 1] = frozenset(fitting[0]), frozenset(fitting[1])
    return types


def _told(types: frozenset[str]) -> str:
    return "|".join(sorted(types)) if len(types) < 5 else "any type"


def _types(end: End, first: bool, scope: Scope) -> frozenset[str]:
    catalog, sets = scope.whole.catalog, scope.whole.sets
    if not end.names:
        return frozenset(catalog.vertices)
    found: set[str] = set()
    for name in end.names:
        if name in catalog.vertices:
            found.add(name)
        elif name in sets and not first:
            scope.add(
                "SEM-23",
                end,
                f"the vertex set {name} as the target of a hop is not promised; name its type and "
                "mark its vertices with an accumulator",
            )
        elif name in sets and len(end.names) == 1:
            if name not in scope.assigned:
                scope.add("SEM-46", end, f"{name} may have no value here: assign it first")
            types = sets[name]
            found |= set(catalog.vertices) if types is None else types
        elif name in sets:
            scope.add("SEM-23", end, f"a vertex set, {name}, stands alone, not among types")
        elif name in scope.whole.parameters:
            scope.add("SEM-23", end, f"a type by parameter, {name}, is not promised: name the type")
        else:
            scope.add("SEM-45", end, f"there is no vertex type or vertex set {name}")
    return frozenset(found)


def _pairs(hop: Hop, scope: Scope) -> Pairs:
    _repeat(hop, scope)
    found: set[tuple[str, str]] = set()
    for atom in hop.atoms:
        edge = scope.whole.catalog.edges.get(atom.name)
        if not atom.name:
            scope.add("SEM-24", atom, "name the edge types: a hop over any edge walks reverses too")
        elif edge is None:
            scope.add("SEM-45", atom, f"there is no edge type {atom.name}")
        else:
            found |= _oriented(atom, edge, scope)
    return frozenset(found)


def _oriented(atom: EdgeAtom, edge: EdgeType, scope: Scope) -> set[tuple[str, str]]:
    ahead = set(edge.pairs)
    back = {(to, source) for source, to in ahead}
    if atom.direction == "undirected" and edge.directed:
        scope.add(
            "SEM-25",
            atom,
            f"{atom.name} is directed and never matches without an arrow: write {atom.name}> or "
            f"<{atom.name}",
        )
    if atom.direction in ("forward", "backward") and not edge.directed:
        scope.add("SEM-25", atom, f"{atom.name} is undirected: write it without an arrow")
    if atom.direction == "either" and scope.whole.syntax != "v3":
        scope.add("SEM-25", atom, f"<{atom.name}> is outside this subset: write one way")
    return {"forward": ahead, "backward": back}.get(atom.direction, ahead | back)


def _repeat(hop: Hop, scope: Scope) -> None:
    repeat = hop.repeat
    if repeat is None:
        return
    if hop.alias:
        scope.add("SEM-26", hop, f"a repeated edge cannot have an alias ({hop.alias})")
    if repeat.variable:
        scope.add(
            "SEM-26",
            repeat,
            f"the bounds of a repetition are numbers, not {repeat.variable}; use a WHILE loop",
        )
    elif repeat.low is None or repeat.high is None:
        scope.add("SEM-26", repeat, "write both bounds of a repetition: *1..3")
    elif repeat.low > repeat.high:
        scope.add("SEM-26", repeat, f"*{repeat.low}..{repeat.high} is empty")
    elif repeat.low != 1:
        scope.add(
            "SEM-26", repeat, "what a lower bound other than 1 means is not settled: write *1.."
        )


def _alias(
    end: End,
    types: frozenset[str],
    vertices: dict[str, frozenset[str]],
    edges: dict[str, Type],
    scope: Scope,
) -> None:
    name = end.alias
    if not name:
        return
    if name in vertices:
        vertices[name] &= types
    elif name in edges:
        scope.add("SEM-2", end, f"{name} is already an edge's alias")
    else:
        scope.declare(end, name, "an alias")
        vertices[name] = types


def _edge_alias(
    hop: Hop, vertices: dict[str, frozenset[str]], edges: dict[str, Type], scope: Scope
) -> None:
    if hop.alias in vertices or hop.alias in edges:
        scope.add("SEM-2", hop, f"{hop.alias} is already an alias")
        return
    scope.declare(hop, hop.alias, "an alias")
    known = {atom.name for atom in hop.atoms if atom.name in scope.whole.catalog.edges}
    edges[hop.alias] = Type("EDGE", types=frozenset(known))


def _inline(paths: tuple[Path, ...], scope: Scope, aliases: dict[str, Type]) -> None:
    inner = scope.clause("where", aliases)
    for end in (end for path in paths for end in path.ends):
        condition(end.where, inner)
        for name, value in end.fields:
            found = typed(value, inner)
            for type_ in sorted(end.names):
                kind = scope.whole.catalog.vertices.get(type_)
                attribute = kind.readable(name) if kind else None
                if kind and attribute is None:
                    scope.add("SEM-45", end, f"{type_} has no attribute {name}")
                elif attribute and not comparable(Type(attribute.type.name), found, False):
                    scope.add("TYP-2", end, f"{name} is {attribute.type.name}, not {plain(found)}")

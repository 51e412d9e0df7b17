"""Accumulators: which types there are, and what `+=` and `=` take."""

from __future__ import annotations

from tigergraph_emulator import tree
from tigergraph_emulator.checks.expressions import typed, whole_number
from tigergraph_emulator.checks.scope import Scope
from tigergraph_emulator.checks.types import (
    BASIC,
    BOOL,
    DOUBLE,
    INT,
    NUMBERS,
    UNKNOWN,
    Type,
    element,
    fits,
    plain,
)
from tigergraph_emulator.checks.words import check_name
from tigergraph_emulator.tree import Expr, Node, TypeRef

_SIMPLE = ("SumAccum", "MinAccum", "MaxAccum", "ListAccum", "SetAccum", "BagAccum")
_TRUTHS = ("OrAccum", "AndAccum")
_BARE = ("AvgAccum", "BitwiseOrAccum", "BitwiseAndAccum")
NAMES = (*_SIMPLE, *_TRUTHS, *_BARE, "MapAccum", "HeapAccum", "GroupByAccum")


def value_type(ref: TypeRef, scope: Scope, also: tuple[str, ...] = ()) -> Type:
    """A type that values have: basic, VERTEX, a tuple's, and containers when they are allowed."""
    whole = scope.whole
    if ref.name == "UINT":
        scope.add("TYP-5", ref, "UINT turns sums of INT into unsigned numbers; write INT")
        return UNKNOWN
    if ref.name in BASIC and not ref.of:
        return Type(ref.name)
    if ref.name == "VERTEX" and len(ref.of) <= 1:
        if not ref.of:
            return Type("VERTEX")
        name = ref.of[0].name
        if name not in whole.catalog.vertices:
            scope.add("SEM-45", ref, f"there is no vertex type {name}")
            return UNKNOWN
        return Type("VERTEX", types=frozenset({name}))
    if ref.name in whole.tuples and not ref.of:
        return Type(ref.name)
    if ref.name in also and len(ref.of) == 1:
        return Type(ref.name, (value_type(ref.of[0], scope),))
    hint = ""
    if ref.name.upper() in (*BASIC, "VERTEX"):
        hint = f"; write {ref.name.upper()}"
    elif (right := _spelled(ref.name)) and right != ref.name:
        hint = f"; write {right}"
    scope.add("SEM-45", ref, f"{ref.name} is no type that may stand here{hint}")
    return UNKNOWN


def _spelled(name: str) -> str:
    return next((each for each in NAMES if each.lower() == name.lower()), "")


def accumulator_type(ref: TypeRef, scope: Scope, inside: str = "") -> Type:
    """The type of an accumulator; `inside` names the accumulator that it is part of."""
    match ref.name:
        case "MapAccum" if len(ref.of) == 2:
            key = value_type(ref.of[0], scope)
            if ref.of[1].name.endswith("Accum"):
                return Type("MapAccum", (key, accumulator_type(ref.of[1], scope, "MapAccum")))
            return Type("MapAccum", (key, value_type(ref.of[1], scope)))
        case "HeapAccum" if len(ref.of) == 1:
            return _heap(ref, scope, inside)
        case "GroupByAccum" if ref.of:
            return _groups(ref, scope, inside)
        case "ListAccum" if len(ref.of) == 1 and ref.of[0].name == "ListAccum":
            inner = accumulator_type(ref.of[0], scope, "ListAccum")
            return Type("ListAccum", (plain(inner),))
        case _ if ref.name in _SIMPLE and len(ref.of) == 1:
            return _simple(ref, scope)
        case _ if ref.name in _TRUTHS and (not ref.of or ref.of == (TypeRef("BOOL"),)):
            return Type(ref.name)
        case _ if ref.name in _BARE and not ref.of:
            return Type(ref.name)
        case _ if ref.name in NAMES:
            scope.add("SEM-17", ref, f"{ref.name} has not the right arguments")
        case _:
            right = _spelled(ref.name)
            hint = f"write {right}" if right else f"there are {', '.join(NAMES)}"
            scope.add("SEM-17", ref, f"{ref.name} is no accumulator of this subset; {hint}")
    return UNKNOWN


def _simple(ref: TypeRef, scope: Scope) -> Type:
    inner = value_type(ref.of[0], scope)
    allowed = {
        "SumAccum": (*NUMBERS, "STRING"),
        "MinAccum": (*NUMBERS, "STRING", "DATETIME", *scope.whole.tuples),
        "MaxAccum": (*NUMBERS, "STRING", "DATETIME", *scope.whole.tuples),
    }.get(ref.name)
    if allowed is not None and inner.name not in (*allowed, "?"):
        scope.add("SEM-17", ref, f"{ref.name}<{inner}> is not documented")
        return UNKNOWN
    return Type(ref.name, (inner,))


def _heap(ref: TypeRef, scope: Scope, inside: str) -> Type:
    if inside:
        scope.add("SEM-17", ref, f"a HeapAccum inside a {inside} is not documented")
        return UNKNOWN
    name = ref.of[0].name
    if name not in scope.whole.tuples:
        scope.add("SEM-45", ref, f"HeapAccum takes a tuple type; {name} is not declared as one")
        return UNKNOWN
    if ref.capacity is None or not ref.order:
        scope.add("SEM-17", ref, f"HeapAccum<{name}>(capacity, field ASC|DESC, …) needs both")
    whole_number(ref.capacity, scope, "the capacity of a HeapAccum")
    for key in ref.order:
        if key.name not in scope.whole.tuples[name]:
            scope.add("SEM-45", key, f"{name} has no field {key.name} to sort a heap by")
    return Type("HeapAccum", (Type(name),))


def _groups(ref: TypeRef, scope: Scope, inside: str) -> Type:
    if inside:
        scope.add("SEM-17", ref, f"a GroupByAccum inside a {inside} is not documented")
        return UNKNOWN
    of: list[Type] = []
    for inner in ref.of:
        if inner.name.endswith("Accum"):
            of.append(accumulator_type(inner, scope, "GroupByAccum"))
        elif of and of[-1].name.endswith("Accum"):
            scope.add("SEM-17", inner, "the keys of a GroupByAccum stand before its accumulators")
        else:
            of.append(value_type(inner, scope))
    if len(ref.names) != len(ref.of) or not all(ref.names) or len(set(ref.names)) != len(ref.of):
        scope.add("SEM-17", ref, "every key and accumulator of a GroupByAccum has its own name")
        return UNKNOWN
    for name in ref.names:
        check_name(scope.whole.problems, ref, name, "a field of a GroupByAccum")
    if not of or of[0].name.endswith("Accum") or not of[-1].name.endswith("Accum"):
        scope.add("SEM-17", ref, "a GroupByAccum needs keys and accumulators")
        return UNKNOWN
    return Type("GroupByAccum", tuple(of), ref.names)


def accumulate(target: Type, value: Expr, scope: Scope, what: str) -> None:
    """What `+=` takes: a value, a collection of values, or (keys -> values)."""
    if target.name in ("MapAccum", "GroupByAccum"):
        if isinstance(value, tree.Arrow):
            _arrow(target, value, scope, what)
        else:
            typed(value, scope)
            keys = "(key -> value)" if target.name == "MapAccum" else "(keys -> values)"
            scope.add("TYP-6", value, f"{what} is a {target.name} and takes {keys}")
        return
    _take(target, typed(value, scope), value, scope, what)


def _arrow(target: Type, value: tree.Arrow, scope: Scope, what: str) -> None:
    wanted_keys = [each for each in target.of if not each.name.endswith("Accum")]
    if target.name == "MapAccum":
        wanted_keys = [target.of[0]]
    wanted = list(target.of[len(wanted_keys) :])
    if len(value.keys) != len(wanted_keys) or len(value.values) != len(wanted):
        scope.add(
            "SEM-11",
            value,
            f"{what} takes {len(wanted_keys)} keys and {len(wanted)} values, not "
            f"{len(value.keys)} and {len(value.values)}",
        )
    for key, needed in zip(value.keys, wanted_keys, strict=False):
        if not fits(needed, found := typed(key, scope)):
            scope.add("TYP-6", key, f"a key of {what} is {needed}, this is {plain(found)}")
    for each, needed in zip(value.values, wanted, strict=False):
        _take(needed, typed(each, scope), each, scope, what)


def _take(target: Type, found: Type, at: Node, scope: Scope, what: str) -> None:
    match target.name:
        case "AvgAccum":
            takes = DOUBLE
        case "OrAccum" | "AndAccum":
            takes = BOOL
        case "BitwiseOrAccum" | "BitwiseAndAccum":
            takes = INT
        case "ListAccum" | "SetAccum" | "BagAccum":
            inner = element(found)
            ordered = target.name != "ListAccum" or plain(found).name == "LIST"
            if inner is not None and ordered and fits(target.of[0], inner):
                return
            takes = target.of[0]
        case "SumAccum" | "MinAccum" | "MaxAccum" | "HeapAccum":
            takes = target.of[0]
        case _:
            takes = target
    if not fits(takes, found):
        scope.add("TYP-6", at, f"{what} takes {takes}, this is {plain(found)}")

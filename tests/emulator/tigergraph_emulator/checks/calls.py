"""Functions, tuples' literals and methods: which there are, and what they take and give."""

from __future__ import annotations

from collections.abc import Callable

from tigergraph_emulator.checks.functions import (
    AGGREGATES,
    CHANGING,
    FUNCTIONS,
    OF_SETS,
    OUTSIDE,
    READING,
    VECTOR_FUNCTIONS,
    Signature,
)
from tigergraph_emulator.checks.scope import Scope
from tigergraph_emulator.checks.types import (
    BASIC,
    BOOL,
    DOUBLE,
    FLOAT,
    INT,
    NUMBERS,
    STRING,
    UNKNOWN,
    Type,
    element,
    fits,
    plain,
)
from tigergraph_emulator.tree import Call, Expr, Literal, Method, Name, Star

Typed = Callable[[Expr, Scope], Type]


def call(expr: Call, scope: Scope, typed: Typed) -> Type:
    """A function, a tuple's literal, or vertices by their ids."""
    name = expr.function
    if name in scope.whole.tuples:
        return _tuple(expr, scope, typed)
    if name.startswith("gds."):
        return _of_package(expr, scope, typed)
    if name.lower() in ("to_vertex", "to_vertex_set"):
        return _to_vertices(expr, scope, typed)
    if name.lower() in (*AGGREGATES, *OF_SETS):
        return _aggregate(expr, scope, typed)
    for arg in expr.args:
        typed(arg, scope)
    if name.lower() in OUTSIDE:
        scope.add("SEM-10", expr, f"{name} cannot stand here: {OUTSIDE[name.lower()]}")
    elif name not in FUNCTIONS:
        hint = f"; write {name.lower()}" if name.lower() in FUNCTIONS else ""
        scope.add("SEM-10", expr, f"the function {name} is not among the documented ones{hint}")
    else:
        return _signed(expr, FUNCTIONS[name], scope, typed)
    return UNKNOWN


def _signed(expr: Call, signature: Signature, scope: Scope, typed: Typed) -> Type:
    if not signature.required <= len(expr.args) <= len(signature.takes):
        scope.add(
            "SEM-11", expr, f"{expr.function} takes {len(signature.takes)} values, not "
            f"{len(expr.args)}"
        )  # fmt: skip
    for arg, wanted in zip(expr.args, signature.takes, strict=False):
        found = plain(typed(arg, scope))
        if not _is(found, wanted):
            scope.add("TYP-3", arg, f"{expr.function} takes {wanted} here, this is {found}")
    return Type(signature.gives)


def _is(found: Type, wanted: str) -> bool:
    match wanted:
        case _ if found.name == "?":
            return True
        case "BASIC":
            return found.name in BASIC
        case "REAL":
            return found.name in ("FLOAT", "DOUBLE")
        case "VECTOR":
            return found.name == "LIST" and found.of[0].name in (*NUMBERS, "?")
        case _:
            return found.name == wanted


def _tuple(expr: Call, scope: Scope, typed: Typed) -> Type:
    fields = scope.whole.tuples[expr.function]
    if len(fields) != len(expr.args):
        scope.add("SEM-11", expr, f"{expr.function} has {len(fields)} fields, not {len(expr.args)}")
    for arg, (name, wanted) in zip(expr.args, fields.items(), strict=False):
        found = typed(arg, scope)
        if not fits(wanted, found):
            scope.add("TYP-3", arg, f"{expr.function}.{name} is {wanted}, this is {plain(found)}")
    return Type(expr.function)


def _of_package(expr: Call, scope: Scope, typed: Typed) -> Type:
    if expr.function not in VECTOR_FUNCTIONS:
        scope.add("SEM-10", expr, f"the function {expr.function} is not among the documented ones")
        return UNKNOWN
    if "gds" not in scope.whole.catalog.packages:
        scope.add(
            "SEM-12", expr, f"{expr.function}: first IMPORT PACKAGE gds and INSTALL FUNCTION gds.**"
        )
    found = _signed(expr, VECTOR_FUNCTIONS[expr.function], scope, typed)
    if len(expr.args) == 3:
        metric = expr.args[2]
        if not isinstance(metric, Literal) or metric.value not in ("COSINE", "L2", "IP"):
            scope.add("SEM-13", metric, 'the metric is "COSINE", "L2" or "IP", written out')
    return found


def _to_vertices(expr: Call, scope: Scope, typed: Typed) -> Type:
    name = expr.function.lower()
    if scope.in_clause:
        scope.add("SEM-14", expr, f"{name} is forbidden inside a clause; call it before the SELECT")
    if len(expr.args) != 2 or not isinstance(expr.args[1], Literal):
        scope.add("SEM-11", expr, f"{name} takes ids and a vertex type in quotes")
        return UNKNOWN
    type_ = str(expr.args[1].value)
    if type_ not in scope.whole.catalog.vertices:
        scope.add("SEM-45", expr.args[1], f"there is no vertex type {type_}")
        return UNKNOWN
    found = typed(expr.args[0], scope)
    ids = found if name == "to_vertex" else element(found) or Type(plain(found).name)
    if not fits(STRING, ids):
        scope.add("TYP-3", expr.args[0], f"{name} takes ids as STRING, this is {plain(found)}")
    kind = "VERTEX" if name == "to_vertex" else "VERTEXSET"
    return Type(kind, types=frozenset({type_}))


def _aggregate(expr: Call, scope: Scope, typed: Typed) -> Type:
    name = expr.function.lower()
    if len(expr.args) != 1:
        scope.add("SEM-11", expr, f"{name} takes one value")
        return UNKNOWN
    (arg,) = expr.args
    if scope.place == "columns":
        return _of_column(expr, name, arg, scope, typed)
    if isinstance(arg, Star) or expr.distinct:
        scope.add("SEM-15", expr, f"{name}({'*' if isinstance(arg, Star) else 'DISTINCT …'}) "
                  "stands only among the columns of SELECT … INTO")  # fmt: skip
        return UNKNOWN
    found = typed(arg, scope)
    inner = element(found)
    if found.name != "VERTEXSET" and inner is None and found.name != "?":
        scope.add("TYP-3", expr, f"{name} takes a set, this is {plain(found)}")
        return UNKNOWN
    if name in OF_SETS:
        return INT if name == "count" else BOOL
    if inner is None or inner.name not in (*NUMBERS, "?"):
        scope.add("TYP-3", expr, f"{name} takes a set of numbers")
        return UNKNOWN
    return DOUBLE if name == "avg" else inner


def _of_column(expr: Call, name: str, arg: Expr, scope: Scope, typed: Typed) -> Type:
    if isinstance(arg, Star):
        if name != "count":
            scope.add("SEM-15", expr, f"{name}(*) has no meaning; only count(*) has")
        return INT
    if expr.distinct and name != "count":
        scope.add("SEM-15", expr, f"{name}(DISTINCT …) is not documented; only count is")
    found = plain(typed(arg, scope))
    if name == "count":
        return INT
    if name in ("sum", "avg") and found.name not in (*NUMBERS, "?"):
        scope.add("TYP-3", arg, f"{name} takes numbers, this is {found}")
    return DOUBLE if name == "avg" else found


def method(expr: Method, scope: Scope, typed: Typed) -> Type:
    """A method that reads; one that changes something is a statement of its own."""
    target = typed(expr.target, scope)
    if target.name == "?":
        return UNKNOWN
    given = isinstance(expr.target, Name) and expr.target.name in scope.whole.parameters
    if given and target.name in ("LIST", "SET", "BAG"):
        scope.add(
            "SEM-16", expr, f".{expr.name}() of a parameter is not documented; copy it into an "
            "accumulator first",
        )  # fmt: skip
        return UNKNOWN
    known = READING.get(target.name, ())
    if expr.name not in known:
        _unknown(expr, target, known, scope)
        return UNKNOWN
    if expr.name == "getAttr":
        return _get_attribute(expr, target, scope, typed)
    args = [typed(arg, scope) for arg in expr.args]
    wanted, given = _method_types(expr.name, target)
    if len(args) != len(wanted):
        scope.add("SEM-11", expr, f".{expr.name}() takes {len(wanted)} values, not {len(args)}")
    for arg, found, needed in zip(expr.args, args, wanted, strict=False):
        if not fits(needed, found):
            scope.add("TYP-3", arg, f".{expr.name}() takes {needed}, this is {plain(found)}")
    return given


def _unknown(expr: Method, target: Type, known: tuple[str, ...], scope: Scope) -> None:
    if expr.name in CHANGING.get(target.name, ()):
        message = f".{expr.name}() changes the accumulator; make it a statement of its own"
    else:
        there = f"; there are {', '.join(f'.{each}()' for each in known)}" if known else ""
        message = f"{target} has no method .{expr.name}(){there}"
    scope.add("SEM-16", expr, message)


def _method_types(name: str, target: Type) -> tuple[tuple[Type, ...], Type]:
    if name == "size":
        return (), INT
    if name == "top":
        return (), target.of[0]
    if target.name == "MapAccum":
        key, value = target.of
        return (key,), BOOL if name == "containsKey" else value
    if target.name == "GroupByAccum":
        keys = tuple(each for each in target.of if not each.name.endswith("Accum"))
        group = Type("GROUP", target.of, target.labels)
        return keys, BOOL if name == "containsKey" else group
    return ((INT,), target.of[0]) if name == "get" else ((target.of[0],), BOOL)


def _get_attribute(expr: Method, target: Type, scope: Scope, typed: Typed) -> Type:
    if len(expr.args) != 2 or not isinstance(expr.args[1], Literal):
        scope.add("SEM-11", expr, 'getAttr takes a name and a type in quotes: getAttr(a, "INT")')
        return UNKNOWN
    name, wanted = expr.args[0], str(expr.args[1].value)
    if wanted not in BASIC:
        scope.add(
            "TYP-4", expr.args[1], f'getAttr of type "{wanted}": write one of {", ".join(BASIC)}'
        )
        return UNKNOWN
    if not fits(STRING, found := typed(name, scope)):
        scope.add("TYP-3", name, f"getAttr takes the name as STRING, this is {plain(found)}")
    if isinstance(name, Literal):
        for type_ in sorted(target.types or ()):
            attribute = scope.whole.catalog.vertices[type_].readable(str(name.value))
            if attribute is None:
                scope.add("SEM-45", name, f"{type_} has no attribute {name.value}")
            elif attribute.type.name != wanted:
                scope.add(
                    "TYP-4", expr, f'{type_}.{name.value} is {attribute.type.name}, not "{wanted}"'
                )
    return FLOAT if wanted == "FLOAT" else Type(wanted)

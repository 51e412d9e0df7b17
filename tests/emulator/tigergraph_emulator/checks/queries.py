"""A query as a whole: its header, its tuple types, then its statements."""

from __future__ import annotations

from tigergraph_emulator import tree
from tigergraph_emulator.catalog import Catalog
from tigergraph_emulator.checks.accumulators import value_type
from tigergraph_emulator.checks.problems import Problem, Problems
from tigergraph_emulator.checks.scope import Scope, Whole
from tigergraph_emulator.checks.statements import check_body
from tigergraph_emulator.checks.types import BASIC, UNKNOWN, Type, fits, literal, plain
from tigergraph_emulator.checks.words import check_name
from tigergraph_emulator.tree import Expr, Parameter, Query, TupleType

_CONTAINERS = ("SET", "BAG", "LIST")


def check_query(query: Query, catalog: Catalog) -> list[Problem]:
    """Everything that makes a query a draft instead of an installable one."""
    problems = Problems()
    whole = Whole(catalog, query.syntax, problems)
    scope = Scope(whole)
    _header(query, catalog, scope)
    for tuple_ in query.tuples:
        _tuple(tuple_, scope)
    for parameter in query.parameters:
        _parameter(parameter, scope)
    check_body(query.body, scope)
    return sorted(problems.found, key=lambda each: (each.line, each.column))


def _header(query: Query, catalog: Catalog, scope: Scope) -> None:
    check_name(scope.whole.problems, query, query.name, "a query")
    if query.graph and catalog.graph and query.graph != catalog.graph:
        scope.add("SEM-48", query, f"the query is for {query.graph}, not for {catalog.graph}")
    if query.syntax not in ("", "v2", "v3"):
        scope.add("SEM-21", query, f"SYNTAX {query.syntax}: write v2 or v3")
    if query.returns is not None:
        scope.add("SEM-40", query, "queries called by queries are outside this subset")


def _tuple(tuple_: TupleType, scope: Scope) -> None:
    scope.declare(tuple_, tuple_.name, "a tuple type")
    fields: dict[str, Type] = {}
    for each in tuple_.fields:
        check_name(scope.whole.problems, each, each.name, "a field")
        if each.name in fields:
            scope.add("SEM-2", each, f"{tuple_.name} has the field {each.name} twice")
        if each.type.name not in (*BASIC, "VERTEX"):
            scope.add(
                "SEM-45", each.type, f"{each.type.name} is no type of a field; the type comes first"
            )
            fields[each.name] = UNKNOWN
        else:
            fields[each.name] = value_type(each.type, scope)
    scope.whole.tuples[tuple_.name] = fields


def _parameter(parameter: Parameter, scope: Scope) -> None:
    whole, ref = scope.whole, parameter.type
    if parameter.name.upper() in (*BASIC, "UINT", "VERTEX") and ref.name not in BASIC:
        scope.add(
            "SEM-49",
            parameter,
            f"the type comes first: write {parameter.name.upper()} {ref.name}, not {ref.name} "
            f"{parameter.name}",
        )
        whole.parameters[ref.name] = UNKNOWN
        return
    scope.declare(parameter, parameter.name, "a parameter")
    if ref.name in whole.tuples:
        scope.add("SEM-45", ref, f"a parameter cannot be a tuple, {ref.name}")
        whole.parameters[parameter.name] = UNKNOWN
        return
    type_ = value_type(ref, scope, _CONTAINERS)
    whole.parameters[parameter.name] = type_
    if parameter.default is None:
        return
    if type_.name not in (*BASIC, "?"):
        scope.add("SEM-41", parameter, f"a parameter of type {type_} has no default")
        return
    found = _constant(parameter.default)
    if found is None:
        scope.add("SEM-41", parameter.default, f"the default of {parameter.name} is a constant")
    elif not fits(type_, found):
        scope.add(
            "TYP-8", parameter.default, f"{parameter.name} is {type_} and cannot be {plain(found)}"
        )


def _constant(expr: Expr) -> Type | None:
    match expr:
        case tree.Literal(value=value):
            return literal(value)
        case tree.Call(function="to_datetime", args=(tree.Literal(value=str()),)):
            return Type("DATETIME")
        case _:
            return None

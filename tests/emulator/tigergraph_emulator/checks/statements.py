"""Statements of a query's body, and the vertex sets they assign."""

from __future__ import annotations

from tigergraph_emulator import tree
from tigergraph_emulator.checks.accumulators import accumulate, accumulator_type
from tigergraph_emulator.checks.clauses import (
    assign_accumulator,
    assign_variable,
    check_change,
    declare_local,
)
from tigergraph_emulator.checks.expressions import condition, typed, whole_number
from tigergraph_emulator.checks.loops import loop_names
from tigergraph_emulator.checks.printing import check_print
from tigergraph_emulator.checks.scope import Scope
from tigergraph_emulator.checks.selections import check_select, check_table
from tigergraph_emulator.checks.sets import check_search, check_seed
from tigergraph_emulator.checks.types import Type
from tigergraph_emulator.checks.words import check_name
from tigergraph_emulator.tree import Statement


def check_body(body: tuple[Statement, ...], scope: Scope) -> None:
    """Statements in order."""
    for statement in body:
        _check(statement, scope)


def _check(statement: Statement, scope: Scope) -> None:
    match statement:
        case tree.DeclareAcc():
            _declare(statement, scope)
        case tree.DeclareVar():
            declare_local(statement, scope)
        case tree.Assign():
            _assign(statement, scope)
        case tree.AssignGlobal():
            _global(statement, scope)
        case tree.Print():
            check_print(statement, scope)
        case tree.TableSelect():
            check_table(statement, scope)
        case tree.If():
            _branches(statement, scope)
        case tree.While():
            condition(statement.condition, scope)
            whole_number(statement.limit, scope, "the LIMIT of a WHILE")
            check_body(statement.body, _loop(scope))
        case tree.ForEach():
            inner = _loop(scope)
            loop_names(statement, scope, inner)
            check_body(statement.body, inner)
        case _:
            _other(statement, scope)


def _other(statement: Statement, scope: Scope) -> None:
    match statement:
        case tree.Do(call=tree.Method(target=tree.GlobalAcc()) as call):
            check_change(call, scope)
        case tree.Do():
            scope.add("SEM-38", statement, "this call changes nothing, or is not documented here")
        case tree.Log(args=args):
            condition(args[0], scope)
            for arg in args[1:]:
                typed(arg, scope)
        case tree.Break() | tree.Continue():
            if not scope.in_loop:
                scope.add("SEM-31", statement, "BREAK and CONTINUE stand inside a loop")
        case tree.Return():
            scope.add("SEM-40", statement, "queries called by queries are outside this subset")
        case _:
            scope.add("SEM-32", statement, "this stands only in ACCUM or POST-ACCUM")


def _loop(scope: Scope) -> Scope:
    inner = scope.block()
    inner.in_loop = True
    return inner


def _branches(statement: tree.If, scope: Scope) -> None:
    ends: list[set[str]] = []
    for arm in statement.arms:
        condition(arm.condition, scope)
        inner = scope.block()
        check_body(arm.body, inner)
        ends.append(inner.assigned)
    inner = scope.block()
    check_body(statement.otherwise, inner)
    ends.append(inner.assigned)
    scope.assigned |= ends[0].intersection(*ends[1:])


def _declare(statement: tree.DeclareAcc, scope: Scope) -> None:
    type_ = accumulator_type(statement.type, scope)
    for declared, known, sign in (
        *((each, scope.shared, "@@") for each in statement.shared),
        *((each, scope.own, "@") for each in statement.own),
    ):
        name = f"{sign}{declared.name}"
        check_name(scope.whole.problems, declared, declared.name, f"the accumulator {name}")
        if declared.name in known:
            scope.add("SEM-2", declared, f"the accumulator {name} is declared twice")
        known[declared.name] = type_
        if declared.value is None:
            if type_ == Type("MinAccum", (Type("STRING"),)):
                scope.add(
                    "SEM-41", declared, f"{name} starts at the empty text and never changes; give "
                    "it a first value",
                )  # fmt: skip
        elif not isinstance(declared.value, tree.Literal):
            scope.add("SEM-41", declared.value, f"the first value of {name} is a constant")
        else:
            assign_accumulator(type_, declared.value, scope, name)


def _global(statement: tree.AssignGlobal, scope: Scope) -> None:
    name = f"@@{statement.name}"
    if statement.name not in scope.shared:
        scope.add("SEM-45", statement, f"the accumulator {name} is not declared")
    elif statement.op == "+=":
        accumulate(scope.shared[statement.name], statement.value, scope, name)
    else:
        assign_accumulator(scope.shared[statement.name], statement.value, scope, name)


def _assign(statement: tree.Assign, scope: Scope) -> None:
    value, name = statement.value, statement.name
    match value:
        case tree.Select():
            found = check_select(value, scope)
        case tree.Seed():
            found = check_seed(value, scope)
        case tree.VectorSearch():
            found = check_search(value, scope)
        case _ if name in scope.variables or name in scope.whole.parameters:
            assign_variable(statement, value, scope)
            return
        case _:
            found = typed(value, scope)
            if found.name != "VERTEXSET":
                if found.name != "?":
                    scope.add("SEM-45", statement, f"{name} is not declared: write its type first")
                return
    _set(statement, found, scope)


def _set(statement: tree.Assign, found: Type, scope: Scope) -> None:
    name, sets = statement.name, scope.whole.sets
    if statement.op != "=":
        scope.add("SEM-34", statement, f"{name} {statement.op}: a vertex set is assigned by =")
    if name not in sets:
        scope.declare(statement, name, "a vertex set")
        sets[name] = _fixed(statement, found, scope)
    elif statement.set_type and _declared(statement, scope) != sets[name]:
        scope.add("SEM-42", statement, f"{name} already has another type")
    types = sets[name]
    if types and found.types is not None and not found.types <= types:
        scope.add(
            "SEM-42",
            statement,
            f"{name} holds {'|'.join(sorted(types))} since its first assignment and cannot hold "
            f"{'|'.join(sorted(found.types))}; declare {name}(ANY)",
        )
    elif types and found.types is None:
        scope.add("SEM-42", statement, f"{name} cannot hold any type; declare {name}(ANY)")
    scope.assigned.add(name)


def _fixed(statement: tree.Assign, found: Type, scope: Scope) -> frozenset[str] | None:
    if statement.set_type:
        return _declared(statement, scope)
    if found.types is None or len(found.types) > 1:
        scope.add(
            "SEM-42",
            statement,
            f"{statement.name} would hold several types; declare {statement.name}(ANY)",
        )
        return found.types
    if isinstance(statement.value, tree.Seed) and not statement.value.items:
        scope.add("SEM-42", statement, f"the type of {statement.name} is open: write (ANY) or (T)")
    return found.types


def _declared(statement: tree.Assign, scope: Scope) -> frozenset[str] | None:
    if statement.set_type.upper() == "ANY":
        return None
    if statement.set_type not in scope.whole.catalog.vertices:
        scope.add("SEM-45", statement, f"there is no vertex type {statement.set_type}")
    return frozenset({statement.set_type})

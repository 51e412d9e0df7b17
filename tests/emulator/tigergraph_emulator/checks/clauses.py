"""ACCUM and POST-ACCUM: what may be written row by row, and what vertex by vertex."""

from __future__ import annotations

from tigergraph_emulator import tree
from tigergraph_emulator.checks.accumulators import accumulate, value_type
from tigergraph_emulator.checks.calls import CHANGING
from tigergraph_emulator.checks.expressions import condition, declared_type, typed, whole_number
from tigergraph_emulator.checks.loops import loop_names
from tigergraph_emulator.checks.scope import Scope
from tigergraph_emulator.checks.types import Type, fits, plain
from tigergraph_emulator.tree import Expr, Statement


def check_clause(body: tuple[Statement, ...], scope: Scope) -> None:
    """The statements of a clause, in order; what is declared among them is seen after it."""
    for statement in body:
        _check(statement, scope)


def _check(statement: Statement, scope: Scope) -> None:
    match statement:
        case tree.DeclareVar():
            declare_local(statement, scope)
        case tree.Assign():
            _assign(statement, scope)
        case tree.AssignGlobal():
            _global(statement, scope)
        case tree.AssignVertexAcc():
            _own(statement, scope)
        case tree.AssignAttribute():
            _attribute(statement, scope)
        case tree.Do():
            _do(statement, scope)
        case tree.If(arms=arms, otherwise=otherwise):
            for arm in arms:
                condition(arm.condition, scope)
                check_clause(arm.body, scope.block())
            check_clause(otherwise, scope.block())
        case tree.ForEach():
            inner = scope.block()
            inner.in_loop = True
            loop_names(statement, scope, inner)
            check_clause(statement.body, inner)
        case tree.While():
            inner = scope.block()
            inner.in_loop = True
            condition(statement.condition, scope)
            whole_number(statement.limit, scope, "the LIMIT of a WHILE")
            check_clause(statement.body, inner)
        case tree.Break() | tree.Continue():
            if not scope.in_loop:
                scope.add("SEM-31", statement, "BREAK and CONTINUE stand inside a loop")
        case _:
            scope.add("SEM-32", statement, "this statement cannot stand inside a clause")


def declare_local(statement: tree.DeclareVar, scope: Scope) -> None:
    """A local variable: basic types, and in a clause collections of them."""
    also = ("SET", "LIST", "BAG") if scope.in_clause else ()
    type_ = value_type(statement.type, scope, also)
    if len(statement.names) > 1:
        scope.add("SEM-33", statement, "declare one variable in a statement")
    for declared in statement.names:
        if declared.value is not None:
            _given(type_, declared.value, scope, declared.name)
        if declared.name in scope.variables and scope.in_clause:
            scope.add("SEM-2", declared, f"{declared.name} is already a variable")
        scope.declare(declared, declared.name, "a variable")
        scope.variables[declared.name] = type_


def _given(target: Type, value: Expr, scope: Scope, what: str) -> None:
    found = typed(value, scope)
    if not fits(target, found):
        scope.add("TYP-8", value, f"{what} is {plain(target)} and cannot be {plain(found)}")


def assign_variable(statement: tree.Assign, value: Expr, scope: Scope) -> None:
    """`name = value` for a variable that was declared."""
    name = statement.name
    if statement.op != "=":
        scope.add("SEM-34", statement, f"{name} {statement.op}: only accumulators take +=")
    if name in scope.whole.parameters:
        scope.add("SEM-34", statement, f"{name} is a parameter and cannot be changed")
    elif name in scope.looped:
        scope.add("SEM-34", statement, f"{name} belongs to the loop and cannot be changed")
    elif name in scope.variables:
        _given(scope.variables[name], value, scope, name)
    else:
        typed(value, scope)
        scope.add("SEM-45", statement, f"{name} is not declared; declare its type first")


def _assign(statement: tree.Assign, scope: Scope) -> None:
    value = statement.value
    if isinstance(value, tree.Seed | tree.Select | tree.VectorSearch) or statement.set_type:
        scope.add("SEM-32", statement, "a vertex set cannot be assigned inside a clause")
        return
    assign_variable(statement, value, scope)


def _global(statement: tree.AssignGlobal, scope: Scope) -> None:
    name = f"@@{statement.name}"
    if statement.name not in scope.shared:
        scope.add("SEM-45", statement, f"the accumulator {name} is not declared")
        return
    if statement.op == "=":
        scope.add(
            "SEM-35", statement, f"{name} = inside a clause: rows have no order; use += or assign "
            "before the SELECT",
        )  # fmt: skip
        return
    accumulate(scope.shared[statement.name], statement.value, scope, name)


def _own(statement: tree.AssignVertexAcc, scope: Scope) -> None:
    name = f"@{statement.name}"
    target = scope.aliases.get(statement.target)
    if target is None or target.name != "VERTEX":
        reason = "is a variable" if statement.target in scope.variables else "is no vertex alias"
        scope.add(
            "SEM-4", statement, f"{statement.target}.{name}: {statement.target} {reason} here"
        )
    if statement.name not in scope.own:
        scope.add("SEM-45", statement, f"the accumulator {name} is not declared")
        return
    type_ = scope.own[statement.name]
    if statement.op == "+=":
        accumulate(type_, statement.value, scope, name)
    else:
        assign_accumulator(type_, statement.value, scope, name)


def assign_accumulator(type_: Type, value: Expr, scope: Scope, what: str) -> None:
    """`=` on an accumulator: a value of what it holds."""
    if type_.name in ("MapAccum", "HeapAccum", "GroupByAccum"):
        typed(value, scope)
        scope.add("SEM-36", value, f"{what} is a {type_.name}: build it with +=, empty it by clear")
        return
    _given(type_, value, scope, what)


def _attribute(statement: tree.AssignAttribute, scope: Scope) -> None:
    target = scope.aliases.get(statement.target)
    if target is None:
        scope.add("SEM-45", statement, f"{statement.target} is no alias here")
        return
    if target.name == "VERTEX" and scope.place == "accum":
        scope.add(
            "SEM-37",
            statement,
            f"{statement.target}.{statement.name} is a vertex attribute: write it in POST-ACCUM, "
            "where each vertex comes once",
        )
    catalog = scope.whole.catalog
    known = catalog.vertices if target.name == "VERTEX" else catalog.edges
    for type_ in sorted(target.types if target.types is not None else known):
        attribute = known[type_].attributes.get(statement.name)
        if attribute is None:
            scope.add(
                "SEM-45",
                statement,
                f"{type_} has no attribute {statement.name} to write",
            )
            return
        _given(declared_type(attribute.type), statement.value, scope, statement.name)


def _do(statement: tree.Do, scope: Scope) -> None:
    call = statement.call
    if isinstance(call, tree.Method) and isinstance(call.target, tree.VertexAcc):
        if scope.place != "post":
            scope.add("SEM-38", statement, f".{call.name}() of a vertex is for POST-ACCUM")
        check_change(call, scope)
    elif isinstance(call, tree.Method) and isinstance(call.target, tree.GlobalAcc):
        scope.add(
            "SEM-38", statement, f"@@{call.target.name}.{call.name}() stands outside of clauses"
        )
    else:
        scope.add("SEM-38", statement, "this call changes nothing")


def check_change(call: tree.Method, scope: Scope) -> None:
    """A method that changes an accumulator."""
    target = typed(call.target, scope)
    known = CHANGING.get(target.name, ())
    if target.name != "?" and call.name not in known:
        there = f"; there are {', '.join(f'.{each}()' for each in known)}" if known else ""
        scope.add("SEM-16", call, f"{target} has no .{call.name}() that changes it{there}")
        return
    wanted = {"remove": target.of[:1], "resize": (Type("INT"),)}.get(call.name, ())
    if len(call.args) != len(wanted):
        scope.add("SEM-11", call, f".{call.name}() takes {len(wanted)} values")
    for arg, needed in zip(call.args, wanted, strict=False):
        _given(needed, arg, scope, f".{call.name}()")

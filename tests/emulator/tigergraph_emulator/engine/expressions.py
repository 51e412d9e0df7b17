"""Expressions made ready to run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tigergraph_emulator.engine.accumulators import Group, Pair, kept
from tigergraph_emulator.engine.arithmetic import BINARY, like, negative, opposite, within
from tigergraph_emulator.engine.calls import call, method
from tigergraph_emulator.engine.elements import Edge, Vertex
from tigergraph_emulator.engine.errors import RuntimeFailure, Undocumented
from tigergraph_emulator.engine.moments import interval
from tigergraph_emulator.engine.scope import Clause, Scope
from tigergraph_emulator.engine.staging import (
    Const,
    Row,
    RowFunction,
    Staged,
    both,
    constant,
    either,
    from_frame,
    from_row,
    lifted,
)
from tigergraph_emulator.engine.values import Record, kind_of
from tigergraph_emulator.tree import (
    Arrow,
    Between,
    Binary,
    Call,
    Expr,
    GlobalAcc,
    Interval,
    IsNull,
    Like,
    ListOf,
    Literal,
    Member,
    Method,
    Name,
    Several,
    Unary,
    VertexAcc,
)


def staged(expr: Expr, scope: Scope) -> Staged:
    """An expression as a function of the frame and the row."""
    column = _column(expr, scope.clause)
    if column is not None:
        return from_row(lambda row: row[column])
    match expr:
        case Literal(value=value):
            return constant(value)
        case Name(name=name):
            return _name(name, scope)
        case GlobalAcc():
            return _global(expr, scope)
        case VertexAcc():
            return _own(expr, scope)
        case Member():
            return _member(expr, scope)
        case Binary():
            return _binary(expr, scope)
        case Unary(op=op):
            function = opposite if op.upper() == "NOT" else negative
            return lifted(function, staged(expr.operand, scope))
        case Call():
            return call(expr, [staged(arg, scope) for arg in expr.args], scope)
        case Method():
            return method(expr, staged, scope)
        case _:
            return _composed(expr, scope)


def _composed(expr: Expr, scope: Scope) -> Staged:
    """The forms that put values together or test them in a special way."""
    match expr:
        case Like():
            escape = constant("") if expr.escape is None else staged(expr.escape, scope)
            found = lifted(like, staged(expr.value, scope), staged(expr.pattern, scope), escape)
            return lifted(opposite, found) if expr.negated else found
        case Between():
            parts = (expr.value, expr.low, expr.high)
            found = lifted(within, *(staged(part, scope) for part in parts))
            return lifted(opposite, found) if expr.negated else found
        case Several(items=items) | ListOf(items=items):
            made: Callable[..., Any] = list if isinstance(expr, ListOf) else tuple
            return lifted(lambda *values: made(values), *(staged(item, scope) for item in items))
        case Arrow(keys=keys, values=values):
            parts = [staged(part, scope) for part in (*keys, *values)]
            if len(keys) == len(values) == 1:
                return lifted(lambda key, value: Pair(((key,), (kept(value),))), *parts)
            return lifted(
                lambda *found: Pair((found[: len(keys)], tuple(map(kept, found[len(keys) :])))),
                *parts,
            )
        case Interval(unit=unit):
            return lifted(lambda amount: interval(amount, unit), staged(expr.amount, scope))
        case IsNull():
            raise Undocumented("IS NULL: no stored value is NULL")
        case _:
            raise Undocumented(f"{type(expr).__name__} has no value in a query")


def _column(expr: Expr, clause: Clause | None) -> int | None:
    """The slot of a table's column that has this expression or this alias."""
    for made_of, alias, slot in clause.columns if clause is not None else ():
        if expr == made_of or (isinstance(expr, Name) and expr.name == alias):
            return slot
    return None


def _name(name: str, scope: Scope) -> Staged:
    slot = scope.clause.slot(name) if scope.clause is not None else None
    if slot is not None:
        return from_row(_held_local(slot, name) if _is_local(name, scope) else _held(slot))
    if not scope.holds(name):
        raise RuntimeFailure(f"{name} is no alias, variable or parameter here")
    return from_frame(lambda frame: frame.variable(name))


def _is_local(name: str, scope: Scope) -> bool:
    return scope.clause is not None and name in scope.clause.locals


def _held(slot: int) -> RowFunction:
    return lambda row: row[slot]


def _held_local(slot: int, name: str) -> RowFunction:
    def read(row: Row) -> Any:
        if row[slot] is None:
            raise RuntimeFailure(f"{name} was never given a value")
        return row[slot]

    return read


def _global(expr: GlobalAcc, scope: Scope) -> Staged:
    name = expr.name
    scope.shared(name)
    if expr.previous:
        raise Undocumented(f"@@{name}': only vertex accumulators have a previous value")
    return from_frame(lambda frame: frame.accumulator(name).read())


def _own(expr: VertexAcc, scope: Scope) -> Staged:
    name = expr.name
    scope.own(name)
    if not isinstance(expr.target, Name):
        raise Undocumented(f"@{name} of something that is not an alias")
    slot = vertex_slot(expr.target.name, scope)
    stored = previous(name) if expr.previous else name

    def stage(frame: Any) -> RowFunction:
        read = frame.own_accumulator(stored).read
        return lambda row: read(row[slot])

    return stage


def previous(name: str) -> str:
    """Under which name a frame keeps what a vertex accumulator held before POST-ACCUM."""
    return f"{name}'"


def vertex_slot(name: str, scope: Scope) -> int:
    """The slot of an alias that stands for a vertex."""
    if scope.clause is None or name not in scope.clause.vertices:
        raise RuntimeFailure(f"{name} is no vertex alias here")
    return scope.clause.vertices[name]


def _member(expr: Member, scope: Scope) -> Staged:
    name, clause = expr.name, scope.clause
    if isinstance(expr.target, Name) and clause is not None:
        alias = expr.target.name
        slot = None if alias in clause.locals else clause.slot(alias)
        if slot is not None:
            return from_row(_type_of(slot) if name == "type" else _attribute_of(slot, name))
    return lifted(lambda value: field_of(value, name), staged(expr.target, scope))


def _type_of(slot: int) -> RowFunction:
    return lambda row: row[slot].type


def _attribute_of(slot: int, name: str) -> RowFunction:
    def read(row: Row) -> Any:
        try:
            return row[slot].attributes[name]
        except KeyError:
            return field_of(row[slot], name)

    return read


def field_of(value: Any, name: str) -> Any:
    """What stands behind the dot: a field of a tuple or group, or an attribute."""
    match value:
        case Record() if name in value.type.fields:
            return value[value.type.fields.index(name)]
        case Group():
            return value.get(name)
        case Vertex() | Edge() if name == "type":
            return value.type
        case Vertex() | Edge() if name in value.attributes:
            return value.attributes[name]
        case Vertex() if name in value.vectors:
            return value.vectors[name]
        case _:
            of = f"{value.type}" if isinstance(value, Vertex | Edge) else kind_of(value)
            raise RuntimeFailure(f"{of} has no readable {name}")


def _binary(expr: Binary, scope: Scope) -> Staged:
    left, right = staged(expr.left, scope), staged(expr.right, scope)
    op = expr.op.upper()
    if op == "AND":
        return both(left, right)
    if op == "OR":
        return either(left, right)
    if op in ("==", "!="):
        return _equality(left, right, equal=op == "==")
    if op not in BINARY:
        raise Undocumented(f"the operator {op}")
    return lifted(BINARY[op], left, right)


def _equality(left: Staged, right: Staged, equal: bool) -> Staged:
    """`==` and `!=`, without a call where the right side is known and of the left one's kind."""
    general = lifted(BINARY["==" if equal else "!="], left, right)
    compare = BINARY["==" if equal else "!="]

    def stage(frame: Any) -> RowFunction:
        known = right(frame)
        if not isinstance(known, Const):
            return general(frame)
        read = left(frame)
        if isinstance(read, Const):
            return general(frame)
        value, kind = known.value, type(known.value)

        def test(row: Row) -> bool:
            held = read(row)
            if type(held) is kind:
                return (held == value) is equal
            return compare(held, value)

        return test

    return stage

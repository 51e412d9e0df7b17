"""Statements made ready to run, in the order in which they stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tigergraph_emulator.engine.accumulators import Accumulator, Makers, kept
from tigergraph_emulator.engine.accumulators.collections import Make
from tigergraph_emulator.engine.calls import mutation
from tigergraph_emulator.engine.effects import Signal
from tigergraph_emulator.engine.errors import RuntimeFailure, Undocumented
from tigergraph_emulator.engine.expressions import staged
from tigergraph_emulator.engine.frame import Frame, Own
from tigergraph_emulator.engine.looping import in_chance_order
from tigergraph_emulator.engine.printing import printed
from tigergraph_emulator.engine.scope import Scope
from tigergraph_emulator.engine.seeds import seed
from tigergraph_emulator.engine.selecting import selection
from tigergraph_emulator.engine.staging import Staged, constant, lifted, now, truth
from tigergraph_emulator.engine.tables import table
from tigergraph_emulator.engine.values import VertexSet, cast_to
from tigergraph_emulator.engine.vectors import vector_search
from tigergraph_emulator.tree import (
    Assign,
    AssignGlobal,
    Break,
    Continue,
    DeclareAcc,
    DeclareVar,
    Do,
    Expr,
    ForEach,
    GlobalAcc,
    If,
    ListOf,
    Log,
    Method,
    Print,
    Range,
    Seed,
    Select,
    Statement,
    TableSelect,
    VectorSearch,
    While,
)

Run = Callable[[Frame], Signal]


def block(body: tuple[Statement, ...], scope: Scope) -> Run:
    """A body with its own declarations."""
    inside = scope.block()
    ready = [_statement(statement, inside) for statement in body]

    def run(frame: Frame) -> Signal:
        for each in ready:
            signal = each(frame)
            if signal is not None:
                return signal
        return None

    return run


def _statement(statement: Statement, scope: Scope) -> Run:
    match statement:
        case DeclareAcc():
            return _declare_accumulators(statement, scope)
        case DeclareVar():
            return _declare(statement, scope)
        case Assign():
            return _assign(statement, scope)
        case AssignGlobal():
            return _assign_global(statement, scope)
        case If():
            return _if(statement, scope)
        case While():
            return _while(statement, scope)
        case ForEach():
            return _foreach(statement, scope)
        case Print():
            return _silent(printed(statement, scope))
        case TableSelect():
            return _table(statement, scope)
        case Do(call=Method(target=GlobalAcc()) as call):
            return _mutate(call, scope)
        case Break():
            return lambda frame: "break"
        case Continue():
            return lambda frame: "continue"
        case Log(args=args):
            values = [staged(arg, scope) for arg in args]
            return _silent(lambda frame: [now(value, frame) for value in values])
        case _:
            raise Undocumented(f"{type(statement).__name__} at statement level")


def _silent(run: Callable[[Frame], object]) -> Run:
    def without_signal(frame: Frame) -> Signal:
        run(frame)
        return None

    return without_signal


def _declare_accumulators(statement: DeclareAcc, scope: Scope) -> Run:
    names, type_ = scope.names, statement.type
    shared = [(each.name, _first(each.value, scope)) for each in statement.shared]
    own = [(each.name, _first(each.value, scope)) for each in statement.own]
    for declared, known in ((shared, names.shared), (own, names.own)):
        for name, _ in declared:
            if name in known:
                raise RuntimeFailure(f"the accumulator {name} is declared twice")
            known[name] = type_

    def run(frame: Frame) -> Signal:
        makers = Makers(frame.tuples, lambda size: now(staged(size, scope), frame), frame.chance)
        make = makers.of(type_)
        for name, first in shared:
            frame.shared[name] = _started(make, first, frame)()
        for name, first in own:
            frame.own[name] = Own(_started(make, first, frame))
        return None

    return run


def _first(value: Expr | None, scope: Scope) -> Staged | None:
    return None if value is None else staged(value, scope)


def _started(make: Make, first: Staged | None, frame: Frame) -> Make:
    if first is None:
        return make
    value = now(first, frame)

    def started() -> Accumulator:
        made = make()
        made.assign(value)
        return made

    return started


def _declare(statement: DeclareVar, scope: Scope) -> Run:
    cast = cast_to(statement.type, scope.names.tuples)
    values = [(each.name, _first(each.value, scope)) for each in statement.names]
    for name, _ in values:
        scope.declare(name, statement.type)

    def run(frame: Frame) -> Signal:
        for name, value in values:
            frame.variables.pop(name, None)
            if value is not None:
                frame.variables[name] = cast(now(value, frame))
        return None

    return run


def _assign(statement: Assign, scope: Scope) -> Run:
    name, value = statement.name, statement.value
    if name in scope.names.parameters:
        raise RuntimeFailure(f"the parameter {name} cannot be assigned")
    if statement.op != "=":
        raise Undocumented(f"{name} {statement.op} …")
    if name in scope.variables:
        type_ = scope.variables[name]
        if type_ is None or isinstance(value, Seed | Select | VectorSearch):
            raise RuntimeFailure(f"{name} cannot hold what is assigned to it")
        cast, read = cast_to(type_, scope.names.tuples), staged(value, scope)
        return _storing(name, lambda frame: cast(kept(now(read, frame))))
    if name in scope.names.tables or name in scope.names.catalog.vertices:
        raise RuntimeFailure(f"{name} is a table or a vertex type, and no vertex set")
    found = _vertex_set(name, value, scope)
    scope.names.sets.add(name)
    return _storing(name, found)


def _storing(name: str, read: Callable[[Frame], Any]) -> Run:
    def run(frame: Frame) -> Signal:
        frame.variables[name] = read(frame)
        return None

    return run


def _vertex_set(
    name: str, value: Expr | Seed | Select | VectorSearch, scope: Scope
) -> Callable[[Frame], VertexSet]:
    match value:
        case Seed():
            return seed(value, scope)
        case Select():
            return selection(value, scope)
        case VectorSearch():
            return vector_search(value, scope)
        case _:
            read = staged(value, scope)

    def checked(frame: Frame) -> VertexSet:
        found = now(read, frame)
        if not isinstance(found, VertexSet):
            raise RuntimeFailure(f"{name} is not declared, and is given no vertex set")
        return found

    return checked


def _assign_global(statement: AssignGlobal, scope: Scope) -> Run:
    name, value = statement.name, staged(statement.value, scope)
    scope.shared(name)
    add = statement.op == "+="

    def run(frame: Frame) -> Signal:
        accumulator, given = frame.accumulator(name), kept(now(value, frame))
        if add:
            accumulator.add(given)
        else:
            accumulator.assign(given)
        return None

    return run


def _if(statement: If, scope: Scope) -> Run:
    arms = [(staged(arm.condition, scope), block(arm.body, scope)) for arm in statement.arms]
    otherwise = block(statement.otherwise, scope)

    def run(frame: Frame) -> Signal:
        for condition, body in arms:
            if truth(now(condition, frame)):
                return body(frame)
        return otherwise(frame)

    return run


def _while(statement: While, scope: Scope) -> Run:
    condition, body = staged(statement.condition, scope), block(statement.body, scope)
    limit = None if statement.limit is None else staged(statement.limit, scope)

    def run(frame: Frame) -> Signal:
        left = None if limit is None else now(limit, frame)
        while truth(now(condition, frame)) and left != 0:
            frame.still_in_time()
            left = None if left is None else left - 1
            if body(frame) == "break":
                break
        return None

    return run


def _foreach(statement: ForEach, scope: Scope) -> Run:
    if isinstance(statement.source, ListOf):
        raise RuntimeFailure("FOREACH at statement level takes a variable, not a constant list")
    source = (
        _range(statement.source, scope)
        if isinstance(statement.source, Range)
        else staged(statement.source, scope)
    )
    inside, names = scope.block(), statement.names
    for name in names:
        inside.declare(name, None)
    body = block(statement.body, inside)

    def run(frame: Frame) -> Signal:
        for each in list(in_chance_order(now(source, frame), len(names), frame.chance)):
            frame.still_in_time()
            frame.variables.update(zip(names, each, strict=True))
            if body(frame) == "break":
                break
        return None

    return run


def _range(source: Range, scope: Scope) -> Staged:
    step = constant(1) if source.step is None else staged(source.step, scope)

    def between(low: Any, high: Any, by: Any) -> list[int]:
        if any(type(each) is not int for each in (low, high, by)) or by < 1:
            raise RuntimeFailure("RANGE takes INT, and a step above 0")
        if low > high:
            raise Undocumented(f"RANGE[{low}, {high}]: guard it, so that it is never empty")
        return list(range(low, high + 1, by))

    return lifted(between, staged(source.low, scope), staged(source.high, scope), step)


def _table(statement: TableSelect, scope: Scope) -> Run:
    run = table(statement, scope)
    if scope.holds(statement.into) and statement.into not in scope.names.tables:
        raise RuntimeFailure(f"{statement.into} is taken already")
    scope.names.tables.add(statement.into)
    return _storing(statement.into, run)


def _mutate(call: Method, scope: Scope) -> Run:
    assert isinstance(call.target, GlobalAcc)
    name, change = call.target.name, mutation(call.name)
    scope.shared(name)
    args = [staged(arg, scope) for arg in call.args]

    def run(frame: Frame) -> Signal:
        change(frame.accumulator(name), *(now(arg, frame) for arg in args))
        return None

    return run

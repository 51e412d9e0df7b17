"""What ACCUM and POST-ACCUM do to each row: effects wait until the clause has ended.

In POST-ACCUM the accumulators of the vertex itself change at once, one statement after the other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from tigergraph_emulator.engine.accumulators import Accumulator, is_order_free, kept
from tigergraph_emulator.engine.calls import mutation
from tigergraph_emulator.engine.elements import Vertex
from tigergraph_emulator.engine.errors import RuntimeFailure, Undocumented
from tigergraph_emulator.engine.expressions import staged, vertex_slot
from tigergraph_emulator.engine.frame import Frame
from tigergraph_emulator.engine.looping import in_chance_order
from tigergraph_emulator.engine.scope import Scope
from tigergraph_emulator.engine.staging import Row, Staged, truth
from tigergraph_emulator.engine.updates import attribute_write
from tigergraph_emulator.engine.values import cast_to
from tigergraph_emulator.tree import (
    Assign,
    AssignAttribute,
    AssignGlobal,
    AssignVertexAcc,
    Break,
    Continue,
    DeclareVar,
    Do,
    ForEach,
    If,
    Method,
    Name,
    Range,
    Seed,
    Select,
    Statement,
    TypeRef,
    VectorSearch,
    VertexAcc,
)
from tigergraph_emulator.tree.walking import nodes

Signal = Literal["break", "continue"] | None
Effect = Callable[[Row], Signal]
StagedEffect = Callable[[Frame, "Pending"], Effect]

_COLLECTING = ("SetAccum", "ListAccum", "BagAccum")


@dataclass(slots=True)
class Pending:
    """What a clause has said so far, and will do when it has ended."""

    shared: dict[str, list[Any]] = field(default_factory=dict[str, list[Any]])
    own: list[tuple[str, str, Vertex, Any]] = field(
        default_factory=list[tuple[str, str, Vertex, Any]]
    )
    variables: dict[str, Any] = field(default_factory=dict[str, Any])

    def settle(self, frame: Frame) -> None:
        """Do it all."""
        for name, values in self.shared.items():
            add = frame.accumulator(name).add
            for value in values:
                add(value)
        for name, op, vertex, value in self.own:
            _take(frame.own_accumulator(name).of(vertex), op, value)
        frame.variables.update(self.variables)


def _take(accumulator: Accumulator, op: str, value: Any) -> None:
    if op == "+=":
        accumulator.add(value)
    else:
        accumulator.assign(value)


def sees_order(body: object, scope: Scope) -> bool:
    """Whether the order of the rows could show in what a clause leaves behind."""
    for node in nodes(body):
        match node:
            case AssignGlobal(name=name):
                if not is_order_free(scope.shared(name)):
                    return True
            case AssignVertexAcc(name=name, op=op):
                if op == "=" or not is_order_free(scope.own(name)):
                    return True
            case Assign():
                return True
            case _:
                continue
    return False


def effects(body: tuple[Statement, ...], scope: Scope, post: bool) -> StagedEffect:
    """Statements of a clause, one after the other."""
    ready = [_effect(statement, scope, post) for statement in body]
    if len(ready) == 1:
        return ready[0]

    def stage(frame: Frame, pending: Pending) -> Effect:
        run = [each(frame, pending) for each in ready]

        def effect(row: Row) -> Signal:
            for each in run:
                signal = each(row)
                if signal is not None:
                    return signal
            return None

        return effect

    return stage


def _effect(statement: Statement, scope: Scope, post: bool) -> StagedEffect:
    match statement:
        case AssignGlobal():
            return _global(statement, scope)
        case AssignVertexAcc():
            return _own(statement, scope, post)
        case AssignAttribute():
            return _attribute(statement, scope, post)
        case DeclareVar():
            return _declare(statement, scope)
        case Assign():
            return _assign(statement, scope)
        case If():
            return _if(statement, scope, post)
        case ForEach():
            return _foreach(statement, scope, post)
        case Do(call=Method() as call) if post:
            return _mutate(call, scope)
        case Break():
            return lambda frame, pending: lambda row: "break"
        case Continue():
            return lambda frame, pending: lambda row: "continue"
        case _:
            raise Undocumented(f"{type(statement).__name__} in ACCUM or POST-ACCUM")


def _global(statement: AssignGlobal, scope: Scope) -> StagedEffect:
    name, type_ = statement.name, scope.shared(statement.name)
    if statement.op != "+=":
        raise RuntimeFailure(f"@@{name} = … in a clause: only += is allowed there")
    value = staged(statement.value, scope)
    collects = type_.name in _COLLECTING

    def stage(frame: Frame, pending: Pending) -> Effect:
        read = value(frame)
        append = pending.shared.setdefault(name, []).append
        if collects:
            return lambda row: append(kept(read(row)))
        return lambda row: append(read(row))

    return stage


def _own(statement: AssignVertexAcc, scope: Scope, post: bool) -> StagedEffect:
    name, op = statement.name, statement.op
    scope.own(name)
    slot = vertex_slot(statement.target, scope)
    value = staged(statement.value, scope)

    def stage(frame: Frame, pending: Pending) -> Effect:
        read = value(frame)
        if post:
            of = frame.own_accumulator(name).of
            return lambda row: _take(of(row[slot]), op, kept(read(row)))
        append = pending.own.append
        return lambda row: append((name, op, row[slot], kept(read(row))))

    return stage


def _attribute(statement: AssignAttribute, scope: Scope, post: bool) -> StagedEffect:
    target, clause = statement.target, scope.clause
    assert clause is not None
    slot = clause.slot(target)
    if slot is None:
        raise RuntimeFailure(f"{target} is no alias here")
    if target in clause.vertices and not post:
        raise RuntimeFailure(f"{target}.{statement.name}: vertex attributes in POST-ACCUM only")
    if statement.op != "=":
        raise Undocumented(f"{statement.op} on the attribute {statement.name}")
    value = staged(statement.value, scope)
    catalog = scope.names.catalog

    def stage(frame: Frame, pending: Pending) -> Effect:
        read = value(frame)

        def effect(row: Row) -> Signal:
            write = attribute_write(catalog, row[slot], statement.name, read(row))
            frame.writes.append(write)

        return effect

    return stage


def _declare(statement: DeclareVar, scope: Scope) -> StagedEffect:
    clause = scope.clause
    assert clause is not None
    (declared,) = statement.names
    if declared.name in clause.vertices or declared.name in clause.edges:
        raise RuntimeFailure(f"{declared.name} is an alias already")
    value = None if declared.value is None else staged(declared.value, scope)
    if declared.name not in clause.locals:
        clause.locals[declared.name] = clause.room()
    slot, cast = clause.locals[declared.name], _cast(statement.type, scope)

    def stage(frame: Frame, pending: Pending) -> Effect:
        read = None if value is None else value(frame)

        def effect(row: Row) -> Signal:
            row[slot] = None if read is None else cast(read(row))

        return effect

    return stage


def _cast(type_: TypeRef, scope: Scope) -> Callable[[Any], Any]:
    return cast_to(type_, scope.names.tuples)


def _assign(statement: Assign, scope: Scope) -> StagedEffect:
    name, clause = statement.name, scope.clause
    assert clause is not None
    value = _value(statement, scope)
    if name in clause.locals:
        slot = clause.locals[name]

        def stage_local(frame: Frame, pending: Pending) -> Effect:
            read = value(frame)

            def effect(row: Row) -> Signal:
                row[slot] = read(row)

            return effect

        return stage_local
    type_ = scope.variables.get(name)
    if type_ is None:
        raise RuntimeFailure(f"{name} is no variable that can be assigned here")
    cast = _cast(type_, scope)

    def stage(frame: Frame, pending: Pending) -> Effect:
        read = value(frame)

        def effect(row: Row) -> Signal:
            pending.variables[name] = cast(read(row))

        return effect

    return stage


def _value(statement: Assign, scope: Scope) -> Staged:
    if statement.op != "=" or isinstance(statement.value, Seed | Select | VectorSearch):
        raise Undocumented(f"this assignment to {statement.name} in a clause")
    return staged(statement.value, scope)


def _if(statement: If, scope: Scope, post: bool) -> StagedEffect:
    arms = [
        (staged(arm.condition, scope), effects(arm.body, scope, post)) for arm in statement.arms
    ]
    otherwise = effects(statement.otherwise, scope, post) if statement.otherwise else None

    def stage(frame: Frame, pending: Pending) -> Effect:
        ready = [(condition(frame), body(frame, pending)) for condition, body in arms]
        last = otherwise(frame, pending) if otherwise is not None else None

        def effect(row: Row) -> Signal:
            for condition, body in ready:
                if truth(condition(row)):
                    return body(row)
            return last(row) if last is not None else None

        return effect

    return stage


def _foreach(statement: ForEach, scope: Scope, post: bool) -> StagedEffect:
    clause = scope.clause
    assert clause is not None
    if isinstance(statement.source, Range):
        raise Undocumented("FOREACH over RANGE in a clause")
    source = staged(statement.source, scope)
    for name in statement.names:
        if name in clause.vertices or name in clause.edges:
            raise RuntimeFailure(f"{name} is an alias already")
        if name not in clause.locals:
            clause.locals[name] = clause.room()
    slots = [clause.locals[name] for name in statement.names]
    body = effects(statement.body, scope, post)

    def stage(frame: Frame, pending: Pending) -> Effect:
        read, run = source(frame), body(frame, pending)

        def effect(row: Row) -> Signal:
            for values in in_chance_order(read(row), len(slots), frame.chance):
                for slot, value in zip(slots, values, strict=True):
                    row[slot] = value
                if run(row) == "break":
                    break
            return None

        return effect

    return stage


def _mutate(call: Method, scope: Scope) -> StagedEffect:
    if not isinstance(call.target, VertexAcc) or not isinstance(call.target.target, Name):
        raise RuntimeFailure(f".{call.name}() in POST-ACCUM: only on accumulators of the vertex")
    name, slot = call.target.name, vertex_slot(call.target.target.name, scope)
    scope.own(name)
    args = [staged(arg, scope) for arg in call.args]
    change = mutation(call.name)

    def stage(frame: Frame, pending: Pending) -> Effect:
        ready, of = [arg(frame) for arg in args], frame.own_accumulator(name).of

        def effect(row: Row) -> Signal:
            change(of(row[slot]), *(arg(row) for arg in ready))

        return effect

    return stage

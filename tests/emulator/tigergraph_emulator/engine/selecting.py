"""SELECT: the table of matches, WHERE, ACCUM, POST-ACCUM, and the vertices that are left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tigergraph_emulator.engine.effects import Pending, StagedEffect, effects, sees_order
from tigergraph_emulator.engine.elements import Vertex
from tigergraph_emulator.engine.errors import RuntimeFailure, Undocumented
from tigergraph_emulator.engine.expressions import previous, staged, vertex_slot
from tigergraph_emulator.engine.frame import Frame
from tigergraph_emulator.engine.looping import shuffled
from tigergraph_emulator.engine.mentions import (
    globals_read,
    globals_written,
    names,
    own_before,
    own_written,
)
from tigergraph_emulator.engine.ordering import Cut, sorted_rows
from tigergraph_emulator.engine.patterns import Bound, Pattern
from tigergraph_emulator.engine.scope import Clause, Scope
from tigergraph_emulator.engine.staging import Const, Staged, truth
from tigergraph_emulator.engine.values import VertexSet
from tigergraph_emulator.tree import Expr, Path, PostAccum, Select

_CHECK_EVERY = 4096


class Matches:
    """FROM and WHERE: the rows that a selection works on."""

    def __init__(self, paths: tuple[Path, ...], where: Expr | None, scope: Scope) -> None:
        self._pattern = Pattern(paths, scope)
        self.clause = self._pattern.clause
        self._where = None if where is None else staged(where, scope.within(self.clause))

    def rows(self, frame: Frame) -> list[Bound]:
        """The bag of rows."""
        holds = Const(True) if self._where is None else self._where(frame)
        if isinstance(holds, Const) and not truth(holds.value):
            return []
        found: list[Bound] = []
        for number, row in enumerate(self._pattern.rows(frame)):
            if number % _CHECK_EVERY == 0:
                frame.still_in_time()
            if truth(holds(row)):
                found.append(row)
        return found


def selection(select: Select, scope: Scope) -> Callable[[Frame], VertexSet]:
    """A SELECT whose result is a vertex set."""
    matches = Matches(select.paths, select.where, scope)
    inside = scope.within(matches.clause)
    slot = vertex_slot(select.alias, inside)
    bound = matches.clause.width
    accum = effects(select.accum, inside, post=False) if select.accum else None
    in_order = bool(select.accum) and sees_order(select.accum, scope)
    width = matches.clause.width
    posts = [_Post(post, matches.clause, select, scope) for post in select.post]
    before = own_before(select.post)
    finish = _Finish(select, scope)

    def select_(frame: Frame) -> VertexSet:
        rows = matches.rows(frame)
        if accum is not None:
            _accumulate(rows, accum, width - bound, in_order, frame)
        for name in before:
            frame.own[previous(name)] = frame.own_accumulator(name).frozen()
        for post in shuffled(posts, frame.chance):
            post.run(rows, frame)
        return finish(dict.fromkeys(row[slot] for row in rows), frame)

    return select_


def _accumulate(
    rows: list[Bound], accum: StagedEffect, extra: int, in_order: bool, frame: Frame
) -> None:
    if in_order:
        frame.chance.shuffle(rows)
    pending = Pending()
    effect = accum(frame, pending)
    room = [None] * extra
    for number, row in enumerate(rows):
        if number % _CHECK_EVERY == 0:
            frame.still_in_time()
        effect([*row, *room] if extra else row)
    pending.settle(frame)


class _Post:
    """One POST-ACCUM clause: once for every distinct vertex of its alias."""

    def __init__(self, post: PostAccum, clause: Clause, select: Select, scope: Scope) -> None:
        mentioned = {post.alias} if post.alias else names(post.body) & set(clause.vertices)
        if len(mentioned) != 1:
            raise RuntimeFailure("a POST-ACCUM clause speaks of one vertex alias")
        (alias,) = mentioned
        if alias not in clause.vertices:
            raise RuntimeFailure(f"POST-ACCUM({alias}): {alias} is no vertex alias")
        _refuse_unclear(post, own_before(post.body) & own_written(select.accum))
        self._slot = clause.vertices[alias]
        inside = Clause(vertices={alias: 0}, width=1)
        self._effect = effects(post.body, scope.within(inside), post=True)
        self._width = inside.width

    def run(self, rows: list[Bound], frame: Frame) -> None:
        """Run it over the rows of the selection."""
        slot = self._slot
        vertices = shuffled(dict.fromkeys(row[slot] for row in rows), frame.chance)
        pending = Pending()
        effect = self._effect(frame, pending)
        room = [None] * (self._width - 1)
        for number, vertex in enumerate(vertices):
            if number % _CHECK_EVERY == 0:
                frame.still_in_time()
            effect([vertex, *room])
        pending.settle(frame)


def _refuse_unclear(post: PostAccum, changed_before: set[str]) -> None:
    if changed_before:
        (name, *_) = changed_before
        raise Undocumented(f"@{name}' where ACCUM changes @{name} as well")
    unclear = globals_read(post.body) & globals_written(post.body)
    if unclear:
        (name, *_) = unclear
        raise Undocumented(f"a POST-ACCUM clause that both reads and changes @@{name}")


class _Finish:
    """HAVING, ORDER BY and LIMIT, which act on the distinct vertices of the selected alias."""

    def __init__(self, select: Select, scope: Scope) -> None:
        inside = scope.within(Clause(vertices={select.alias: 0}, width=1))
        self._having: Staged | None = None
        if select.having is not None:
            self._having = staged(select.having, inside)
        self._order = [(staged(key.value, inside), key.descending) for key in select.order]
        self._cut = Cut(select.limit, select.offset, bool(select.order), scope)

    def __call__(self, found: dict[Any, None], frame: Frame) -> VertexSet:
        vertices: list[Vertex] = list(found)
        if self._having is not None:
            holds = self._having(frame)
            vertices = [vertex for vertex in vertices if truth(holds((vertex,)))]
        if self._order:
            rows = sorted_rows([(vertex,) for vertex in vertices], self._order, frame)
            vertices = [row[0] for row in rows]
        return VertexSet(self._cut(vertices, frame), ordered=bool(self._order))

"""FROM: the table of all matches, one row for each, as tuples of vertices and edges by slot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import reduce

from tigergraph_emulator.engine.arithmetic import same
from tigergraph_emulator.engine.elements import Edge, Vertex
from tigergraph_emulator.engine.errors import RuntimeFailure, Undocumented
from tigergraph_emulator.engine.expressions import field_of, staged
from tigergraph_emulator.engine.frame import Frame
from tigergraph_emulator.engine.hops import Walk, walk
from tigergraph_emulator.engine.repeats import walk_repeated
from tigergraph_emulator.engine.scope import Clause, Scope
from tigergraph_emulator.engine.staging import RowFunction, Staged, both, from_row, lifted
from tigergraph_emulator.engine.values import VertexSet
from tigergraph_emulator.tree import End, Path

Bound = tuple[Vertex | Edge | None, ...]
Rows = Iterable[Bound]
Grow = Callable[[Rows, Frame], Iterator[Bound]]
"""One more end of a pattern: every row so far, with each way to go on from it."""


@dataclass(slots=True)
class _End:
    """One end of a pattern: which types may stand there, or which vertex set must hold it."""

    types: frozenset[str]
    holder: str
    condition: Staged | None = None


class Pattern:
    """All paths of one FROM."""

    def __init__(self, paths: tuple[Path, ...], scope: Scope) -> None:
        self.clause = Clause()
        self._scope = scope.within(self.clause)
        self._grow: list[Grow] = []
        for number, path in enumerate(paths):
            self._path(path, first=number == 0)

    def rows(self, frame: Frame) -> Iterator[Bound]:
        """Every match."""
        rows: Iterator[Bound] = iter([()])
        for grow in self._grow:
            rows = grow(rows, frame)
        return rows

    def _path(self, path: Path, first: bool) -> None:
        if path.style == "v1":
            raise Undocumented("V1 arrows: write -(E>:e)- or -[e:E]->")
        aliases = [end.alias for end in path.ends if end.alias]
        if len(set(aliases)) != len(aliases):
            raise Undocumented("an alias twice in one path: write two paths that share it")
        start = 0
        if not first:
            shared = [n for n, end in enumerate(path.ends) if end.alias in self.clause.vertices]
            if not shared:
                raise Undocumented("two paths that share no alias")
            start = shared[0]
        at = self._start(path.ends[start])
        self._onwards(path, range(start, len(path.hops)), at, forth=True)
        self._onwards(path, range(start - 1, -1, -1), at, forth=False)

    def _onwards(self, path: Path, hops: Iterable[int], at: int, forth: bool) -> None:
        for number in hops:
            at = self._hop(path, number, at, forth)

    def _start(self, written: End) -> int:
        if written.alias in self.clause.vertices:
            self._same(written, self.clause.vertices[written.alias])
            return self.clause.vertices[written.alias]
        end = self._end(written, may_be_set=True)
        slot = self._vertex_slot(written)
        end.condition = self._condition(written, slot)
        self._grow.append(_seeds(end))
        return slot

    def _hop(self, path: Path, number: int, at: int, forth: bool) -> int:
        hop, written = path.hops[number], path.ends[number + 1 if forth else number]
        if hop.repeat is not None:
            if hop.alias:
                raise RuntimeFailure(f"a repeated edge has no alias: {hop.alias}")
            walk_ = walk_repeated(hop, self._scope.names.catalog, forth)
        else:
            walk_ = walk(hop, self._scope.names.catalog, forth)
        edge_slot = self.clause.room()
        if hop.alias:
            if self.clause.slot(hop.alias) is not None:
                raise RuntimeFailure(f"the alias {hop.alias} is used twice")
            self.clause.edges[hop.alias] = edge_slot
        if written.alias in self.clause.vertices:
            known = self.clause.vertices[written.alias]
            self._grow.append(_closing(at, walk_, known))
            self._same(written, known)
            return known
        end = self._end(written, may_be_set=False)
        slot = self._vertex_slot(written)
        end.condition = self._condition(written, slot)
        self._grow.append(_growing(at, walk_, end))
        return slot

    def _same(self, written: End, slot: int) -> None:
        """An alias that is bound already: what is written here must hold of it as well."""
        if written.names:
            end = self._end(written, may_be_set=True)
            if end.holder:
                raise Undocumented(f"{written.alias} is bound already: {end.holder} cannot bind it")
            self._grow.append(_filtering(slot, end.types))
        condition = self._condition(written, slot)
        if condition is not None:
            self._grow.append(_passing(condition))

    def _vertex_slot(self, written: End) -> int:
        slot = self.clause.room()
        if written.alias:
            if self.clause.slot(written.alias) is not None:
                raise RuntimeFailure(f"the alias {written.alias} is used twice")
            self.clause.vertices[written.alias] = slot
        return slot

    def _end(self, written: End, may_be_set: bool) -> _End:
        names = self._scope.names
        if not written.names or written.names[0] in ("_", "ANY"):
            return _End(frozenset(names.catalog.vertices), "")
        held = [name for name in written.names if self._scope.holds(name)]
        if not held:
            unknown = [name for name in written.names if name not in names.catalog.vertices]
            if unknown:
                raise RuntimeFailure(f"{unknown[0]} is neither a vertex type nor a vertex set")
            return _End(frozenset(written.names), "")
        if held[0] in names.catalog.vertices:
            raise RuntimeFailure(f"{held[0]} is a vertex type and a variable")
        if not may_be_set:
            raise Undocumented(f"the vertex set {held[0]} as the target of a hop: name its type")
        if len(written.names) > 1 or held[0] not in names.sets:
            raise Undocumented(f"{held[0]} in FROM: only one vertex set variable, or types")
        return _End(frozenset(), held[0])

    def _condition(self, written: End, slot: int) -> Staged | None:
        parts: list[Staged] = []
        for name, value in written.fields:
            held = lifted(_reading(name), from_row(_held(slot)))
            parts.append(lifted(same, held, staged(value, self._scope)))
        if written.where is not None:
            parts.append(staged(written.where, self._scope))
        return reduce(both, parts) if parts else None


def _reading(name: str) -> Callable[[object], object]:
    return lambda vertex: field_of(vertex, name)


def _held(slot: int) -> RowFunction:
    return lambda row: row[slot]


def _seeds(end: _End) -> Grow:
    def grow(rows: Rows, frame: Frame) -> Iterator[Bound]:
        if end.holder:
            held = frame.variable(end.holder)
            if not isinstance(held, VertexSet):
                raise RuntimeFailure(f"{end.holder} is no vertex set")
            found: Iterable[Vertex] = held.members
        else:
            found = (v for type_ in sorted(end.types) for v in frame.store.vertices(type_))
        seeds: Iterator[Bound] = ((vertex,) for vertex in found)
        return _kept(seeds, end.condition, frame)

    return grow


def _kept(rows: Iterator[Bound], condition: Staged | None, frame: Frame) -> Iterator[Bound]:
    if condition is None:
        return rows
    holds = condition(frame)
    return (row for row in rows if holds(row))


def _growing(at: int, walk_: Walk, end: _End) -> Grow:
    types = end.types

    def grown(rows: Rows) -> Iterator[Bound]:
        for row in rows:
            vertex = row[at]
            assert isinstance(vertex, Vertex)
            for edge, far in walk_(vertex):
                if far.type in types:
                    yield (*row, edge, far)

    return lambda rows, frame: _kept(grown(rows), end.condition, frame)


def _closing(at: int, walk_: Walk, known: int) -> Grow:
    def grow(rows: Rows, frame: Frame) -> Iterator[Bound]:
        for row in rows:
            vertex = row[at]
            assert isinstance(vertex, Vertex)
            for edge, far in walk_(vertex):
                if far is row[known]:
                    yield (*row, edge)

    return grow


def _filtering(slot: int, types: frozenset[str]) -> Grow:
    def grow(rows: Rows, frame: Frame) -> Iterator[Bound]:
        return (row for row in rows if getattr(row[slot], "type", "") in types)

    return grow


def _passing(condition: Staged) -> Grow:
    return lambda rows, frame: _kept(iter(rows), condition, frame)

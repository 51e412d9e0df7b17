"""Judges what a store fetched: from the vertices found at each place to rows with their truth.

A binding maps the names that matter at the moment to vertices; everything else is folded into its
truth at once, so the work grows with what is asked for and not with the number of combinations.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from occam.core.evidence import Reached, Row
from occam.core.judge import satisfied
from occam.core.plan import Join, Predicate
from occam.core.values import Cell, Truth, both, either, negate
from occam.graph.outline import Arm, Outline, Place

Bound = frozenset[tuple[str, str | None]]
"""Names and the vertices they stand for; None where the sources do not say which."""
Bindings = dict[Bound, Truth]
"""The bindings that are not false, each with the best truth among those that look alike."""

NOTHING: Bound = frozenset()
NO_NAMES: frozenset[str] = frozenset()


@dataclass(slots=True)
class Found:
    """A vertex as a store knows it; `unknown` are its edges whose targets are not all known."""

    id: str
    label: str
    cells: dict[str, Cell] = field(default_factory=dict[str, Cell])
    unknown: frozenset[str] = frozenset()
    documents: tuple[str, ...] = ()


@dataclass(slots=True)
class Catch:
    """What was fetched for one place: the vertices, who leads to whom, and who might."""

    vertices: dict[str, Found] = field(default_factory=dict[str, Found])
    leads: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    floating: set[str] = field(default_factory=set[str])


class Weave:
    """One query over what was fetched for it."""

    def __init__(self, outline: Outline, catches: Sequence[Catch]) -> None:
        query, pool, root = outline.query, outline.pool, outline.root
        self._root = root
        self._catches = catches
        self._memo: dict[tuple[int, str, frozenset[str]], Bindings] = {}
        self._floats: dict[tuple[int, frozenset[str]], Bindings] = {}
        self._joins, self._pool_joins = query.joins, pool.joins
        self._measures = tuple(p for p in query.root.where if p not in root.where)
        self._late = [arms for arms in root.choices if arms not in root.narrowing]
        self._named = {
            name: [place for place in outline.places if place.node.name == name]
            for name in outline.names
        }
        self._cited = [p for p in outline.places if p is not root and p.tag in root.binds]

    def rows(self) -> tuple[Row, ...]:
        """The pool, sorted by id."""
        found = sorted(self._catches[0].vertices.items())
        rows = (self._row(vertex) for _, vertex in found)
        return tuple(row for row in rows if row is not None)

    def _row(self, vertex: Found) -> Row | None:
        pool = self._matches(vertex, NO_NAMES, late=False)
        if not pool:
            return None
        compared = _where(self._measures, vertex)
        whole = self._matches(vertex, NO_NAMES, late=True) if self._late else pool
        truth = both(compared, whole.get(NOTHING, "no"))
        nodes: dict[str, tuple[Reached, ...]] = {}
        unnamed: list[str] = []
        for name, places in self._named.items():
            bindings = self._matches(vertex, frozenset((name,)), late=True) if truth != "no" else {}
            nodes[name] = self._reached(places, bindings, compared)
            if frozenset(((name, None),)) in bindings:
                unnamed.append(name)
        return Row(
            id=vertex.id,
            label=vertex.label,
            truth=truth,
            cells={attr: vertex.cells[attr] for attr in self._root.cells},
            nodes=nodes,
            open=tuple(unnamed),
            documents=self._documents(vertex),
        )

    def _reached(
        self, places: list[Place], bindings: Bindings, compared: Truth
    ) -> tuple[Reached, ...]:
        found: list[Reached] = []
        for bound, truth in bindings.items():
            for _, id_ in bound:
                if id_ is not None:
                    found.append(self._stands(places, id_, both(truth, compared)))
        return tuple(sorted(found, key=_by_id))

    def _stands(self, places: list[Place], id_: str, truth: Truth) -> Reached:
        for place in places:
            vertex = self._catches[place.number].vertices.get(id_)
            if vertex is not None:
                cells = {attr: vertex.cells[attr] for attr in place.cells}
                return Reached(id=id_, label=vertex.label, truth=truth, cells=cells)
        raise LookupError(id_)

    def _documents(self, vertex: Found) -> tuple[str, ...]:
        if not self._cited:
            return vertex.documents
        documents = set(vertex.documents)
        for place in self._cited:
            vertices = self._catches[place.number].vertices
            for late in (False, True) if self._late else (False,):
                for bound in self._matches(vertex, frozenset((place.tag,)), late):
                    for _, id_ in bound:
                        if id_ is not None:
                            documents.update(vertices[id_].documents)
        return tuple(sorted(documents))

    def _matches(self, vertex: Found, keep: frozenset[str], late: bool) -> Bindings:
        """The bindings of the pool pattern at this root; `late` adds what mentions a measure."""
        joins = self._joins if late else self._pool_joins
        wanted = keep.union(*((join.left, join.right) for join in joins)) if joins else keep
        choices = self._root.choices if late else self._root.narrowing
        truth = _where(self._root.where, vertex)
        bindings = self._all(vertex, truth, self._root.steps, choices, wanted)
        bindings = _naming(bindings, self._root, vertex.id, wanted)
        return _joined(bindings, joins, keep) if joins else bindings

    def _all(
        self,
        vertex: Found,
        truth: Truth,
        steps: list[Place],
        choices: list[list[Arm]],
        keep: frozenset[str],
    ) -> Bindings:
        bindings: Bindings = {} if truth == "no" else {NOTHING: truth}
        for step in steps:
            if not bindings:
                return bindings
            bindings = _product(bindings, self._step(step, vertex, keep))
        for arms in choices:
            either_way: Bindings = {}
            for arm in arms:
                held = _where(arm.where, vertex)
                _merge(either_way, self._all(vertex, held, arm.steps, [], keep))
            bindings = _product(bindings, either_way)
        return bindings

    def _step(self, place: Place, vertex: Found, keep: frozenset[str]) -> Bindings:
        hop, catch = place.leads, self._catches[place.number]
        kept = NO_NAMES if hop.absent else keep & place.binds
        found: Bindings = {}
        for id_ in catch.leads.get(vertex.id, ()):
            _merge(found, self._at(place, id_, kept))
            if not kept and found.get(NOTHING) == "yes":
                break
        if hop.direction == "in":
            _merge(found, self._afloat(place, kept))
        elif hop.edge in vertex.unknown:
            nameless: Bindings = {frozenset((name, None) for name in kept): "unknown"}
            _merge(found, nameless)
        if not hop.absent:
            return found
        truth = negate(found.get(NOTHING, "no"))
        return {} if truth == "no" else {NOTHING: truth}

    def _afloat(self, place: Place, keep: frozenset[str]) -> Bindings:
        known = self._floats.get((place.number, keep))
        if known is None:
            known = {}
            for id_ in self._catches[place.number].floating:
                for bound in self._at(place, id_, keep):
                    known[bound] = "unknown"
            self._floats[place.number, keep] = known
        return known

    def _at(self, place: Place, id_: str, keep: frozenset[str]) -> Bindings:
        known = self._memo.get((place.number, id_, keep))
        if known is None:
            vertex = self._catches[place.number].vertices.get(id_)
            known = {}
            if vertex is not None:
                truth = _where(place.where, vertex)
                known = self._all(vertex, truth, place.steps, place.choices, keep)
                known = _naming(known, place, id_, keep)
            self._memo[place.number, id_, keep] = known
        return known


def _by_id(reached: Reached) -> str:
    return reached.id


def _where(predicates: Iterable[Predicate], vertex: Found) -> Truth:
    truth: Truth = "yes"
    for predicate in predicates:
        truth = both(truth, satisfied(predicate, _cell(vertex, predicate.attr)))
    return truth


def _cell(vertex: Found, attr: str) -> Cell:
    if attr == "id":
        return Cell(vertex.id)
    return Cell(vertex.label) if attr == "label" else vertex.cells[attr]


def _naming(bindings: Bindings, place: Place, id_: str, keep: frozenset[str]) -> Bindings:
    own = frozenset((name, id_) for name in (place.node.name, place.tag) if name in keep)
    return {bound | own: truth for bound, truth in bindings.items()} if own else bindings


def _merge(into: Bindings, more: Bindings) -> None:
    for bound, truth in more.items():
        into[bound] = either(into.get(bound, "no"), truth)


def _product(left: Bindings, right: Bindings) -> Bindings:
    found: Bindings = {}
    for bound, truth in left.items():
        for other, more in right.items():
            _merge(found, {bound | other: both(truth, more)})
    return found


def _joined(bindings: Bindings, joins: Sequence[Join], keep: frozenset[str]) -> Bindings:
    """What the joins leave, seen only through the names in `keep`."""
    found: Bindings = {}
    for bound, truth in bindings.items():
        stands = dict(bound)
        for join in joins:
            left, right = stands[join.left], stands[join.right]
            if left is None or right is None:
                truth = both(truth, "unknown")
            elif (left == right) != join.same:
                truth = "no"
        if truth != "no":
            _merge(found, {frozenset(pair for pair in bound if pair[0] in keep): truth})
    return found

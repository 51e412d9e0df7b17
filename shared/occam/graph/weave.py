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
CERTAIN: Bindings = {NOTHING: "yes"}
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
        self._ordering = {name for name, edge in outline.schema.edges.items() if edge.ordering}
        self._catches = catches
        self._memo: dict[tuple[int, str, frozenset[str]], Bindings] = {}
        self._floats: dict[tuple[int, frozenset[str]], Bindings] = {}
        self._joins, self._pool_joins = query.joins, pool.joins
        self._measures = tuple(p for p in query.root.where if p not in root.where)
        self._late = [arms for arms in root.choices if arms not in root.narrowing]
        self._places = {
            name: [place for place in outline.places if place.node.name == name]
            for name in outline.names
        }
        self._named = {name: frozenset((name,)) for name in outline.names}
        self._cited = [p for p in outline.places if p is not root and p.tag in root.binds]

    def rows(self) -> tuple[Row, ...]:
        """The pool, sorted by id."""
        found = sorted(self._catches[0].vertices.items())
        rows = (self._row(vertex) for _, vertex in found)
        return tuple(row for row in rows if row is not None)

    def _row(self, vertex: Found) -> Row | None:
        seen = {name: self._matches(vertex, keep, False) for name, keep in self._named.items()}
        pool = next(iter(seen.values())) if seen else self._matches(vertex, NO_NAMES, False)
        if not pool:
            return None
        whole = pool
        if self._late:
            whole = self._matches(vertex, NO_NAMES, late=True)
            seen = {name: self._matches(vertex, keep, True) for name, keep in self._named.items()}
        compared = _where(self._measures, vertex)
        truth = both(compared, _best(whole))
        if truth == "no":
            seen = dict.fromkeys(seen, Bindings())
        return Row(
            id=vertex.id,
            label=vertex.label,
            truth=truth,
            cells={attr: vertex.cells[attr] for attr in self._root.cells},
            nodes={name: self._reached(name, found, compared) for name, found in seen.items()},
            open=tuple(
                n for n, found in seen.items() if found and frozenset(((n, None),)) in found
            ),
            documents=self._documents(vertex, late=bool(self._late) and compared != "no"),
        )

    def _reached(self, name: str, bindings: Bindings, compared: Truth) -> tuple[Reached, ...]:
        found = [
            self._stands(name, id_, both(truth, compared))
            for bound, truth in bindings.items()
            for _, id_ in bound
            if id_ is not None
        ]
        found.sort(key=_by_id)
        return tuple(found)

    def _stands(self, name: str, id_: str, truth: Truth) -> Reached:
        for place in self._places[name]:
            vertex = self._catches[place.number].vertices.get(id_)
            if vertex is not None:
                cells = {attr: vertex.cells[attr] for attr in place.cells}
                return Reached(id=id_, label=vertex.label, truth=truth, cells=cells)
        raise LookupError(id_)

    def _documents(self, vertex: Found, late: bool) -> tuple[str, ...]:
        """The pages of the pool's bindings; `late` adds those of alternatives with a measure."""
        if not self._cited:
            return vertex.documents
        documents = set(vertex.documents)
        for place in self._cited:
            vertices, keep = self._catches[place.number].vertices, frozenset((place.tag,))
            bindings = [*self._matches(vertex, keep, late=False)]
            bindings += self._matches(vertex, keep, late=True) if late else ()
            for _, id_ in (pair for bound in bindings for pair in bound):
                documents.update(vertices[id_].documents if id_ is not None else ())
        return tuple(sorted(documents))

    def _matches(self, vertex: Found, keep: frozenset[str], late: bool) -> Bindings:
        """The bindings of the pool pattern at this root; `late` adds what mentions a measure."""
        joins = self._joins if late else self._pool_joins
        wanted = keep.union(*((join.left, join.right) for join in joins)) if joins else keep
        choices = self._root.choices if late else self._root.narrowing
        truth = _where(self._root.where, vertex)
        if not (self._root.steps or choices or wanted):
            return {} if truth == "no" else {NOTHING: truth}
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
            ways = [
                self._all(vertex, _where(arm.where, vertex), arm.steps, [], keep) for arm in arms
            ]
            bindings = _product(bindings, _merged(ways))
        return bindings

    def _step(self, place: Place, vertex: Found, keep: frozenset[str]) -> Bindings:
        hop = place.leads
        kept = NO_NAMES if hop.absent else keep & place.binds
        leads = self._catches[place.number].leads.get(vertex.id, ())
        ways = [self._at(place, id_, kept) for id_ in leads]
        if hop.direction == "in":
            if not (hop.edge in self._ordering and "yes" in map(_best, ways)):
                ways.append(self._afloat(place, kept))
        elif hop.edge in vertex.unknown:
            ways.append({frozenset((name, None) for name in kept): "unknown"})
        found = _merged(ways)
        if not hop.absent:
            return found
        truth = negate(_best(found))
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
    if not keep:
        return bindings
    own = frozenset((name, id_) for name in (place.node.name, place.tag) if name in keep)
    return {bound | own: truth for bound, truth in bindings.items()} if own else bindings


def _best(bindings: Bindings) -> Truth:
    if "yes" in bindings.values():
        return "yes"
    return "unknown" if bindings else "no"


def _merged(ways: Sequence[Bindings]) -> Bindings:
    """Any of the ways; a result may be one of them and is never changed."""
    possible = [way for way in ways if way]
    if len(possible) == 1:
        return possible[0]
    found: Bindings = {}
    for way in possible:
        for bound, truth in way.items():
            found[bound] = either(found.get(bound, "no"), truth)
    return found


def _product(left: Bindings, right: Bindings) -> Bindings:
    if left == CERTAIN:
        return right
    if right == CERTAIN:
        return left
    found: Bindings = {}
    for bound, truth in left.items():
        for other, more in right.items():
            together = bound | other
            found[together] = either(found.get(together, "no"), both(truth, more))
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
            seen = frozenset(pair for pair in bound if pair[0] in keep)
            found[seen] = either(found.get(seen, "no"), truth)
    return found

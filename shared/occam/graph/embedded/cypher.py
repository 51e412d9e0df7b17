"""From an outline to parameterised Cypher.

A statement finds the vertices of one place by one route: from the root, or from sources that do not
say where they lead, along the hops of the pattern. Its conditions are necessary ones; `weave` has
the last word. Identifiers come from the schema, values only as parameters.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from occam.core.plan import Hop, Node, Predicate
from occam.core.schema import Schema
from occam.graph.comparisons import Comparison, necessary
from occam.graph.embedded import layout
from occam.graph.outline import Arm, Outline, Place

FEW = 3
"""From so few vertices it is faster to ask for the neighbours of each."""


class Statement(NamedTuple):
    """A query text, its parameters, and the place it fills.

    With `paired` the first column is the parent's vertex. With `floating` the rows are sources that
    may lead anywhere.
    """

    place: Place
    text: str
    parameters: dict[str, Any]
    paired: bool
    floating: bool


def columns(outline: Outline, place: Place) -> list[str]:
    """What is read at a place: id, label, documents if cited, each cell, each unknown edge."""
    names = ["id", "label"]
    if place.cited:
        names.append("documents")
    attributes = outline.schema.vertices[place.type].attributes
    for attr in place.cells:
        names += layout.value_columns(attr, attributes[attr])
    return names + [layout.unknown_column(edge) for edge in place.unknowable]


def floating(outline: Outline, place: Place, afloat: frozenset[int]) -> Statement:
    """The sources of the edge to this place's parent that do not name their targets.

    `afloat` must already hold the places below this one that have such sources themselves.
    """
    match = _Match(outline.schema, afloat)
    match.patterns.append(_vertex("n0", place.type))
    match.admit(place, "n0", None, whole=True)
    match.conditions.append(f"n0.{layout.unknown_column(place.leads.edge)} IS NOT NULL")
    return match.statement(outline, place, ["n0"], floating=True)


def statements(
    outline: Outline, place: Place, afloat: frozenset[int], near: Collection[str]
) -> Iterator[Statement]:
    """What finds the vertices of a place: one by one from few neighbours, or by every route.

    `afloat` are all places that have floating sources, `near` what was found at the parent.
    """
    if place.parent is not None and len(near) <= FEW:
        yield from (_from_one(outline, place, afloat, id_) for id_ in near)
        return
    chain = [place]
    while chain[0].parent is not None:
        chain.insert(0, chain[0].parent)
    divided = _divided(outline, chain)
    for known in (True, False) if divided else (None,):
        match = _Match(outline.schema, afloat, divided=divided, known=known)
        yield _route(outline, chain, match)
    for start, first in enumerate(chain):
        if first.number in afloat and first is not place:
            match = _Match(outline.schema, afloat)
            match.conditions.append(f"n0.{layout.unknown_column(first.leads.edge)} IS NOT NULL")
            yield _route(outline, chain[start:], match)


def _from_one(outline: Outline, place: Place, afloat: frozenset[int], near: str) -> Statement:
    assert place.parent is not None
    match = _Match(outline.schema, afloat)
    match.patterns.append(
        _vertex("n0", place.parent.type) + _arrow(place.leads) + _vertex("n1", place.type)
    )
    match.conditions.append(f"n0.id = {match.parameter(near)}")
    match.admit(place, "n1", None, whole=False)
    return match.statement(outline, place, ["n0", "n1"], floating=False)


def _divided(outline: Outline, chain: list[Place]) -> Place | None:
    """A hop of the root by which to ask twice: for those that lead to one vertex, and for those
    that may. Either half starts from an index or a column, where one question would scan."""
    for step in chain[0].narrowing_steps(reached=False):
        edge = outline.schema.edges[step.leads.edge]
        if step not in chain and step.pinned and step.leads.direction == "out" and edge.unknown:
            return step
    return None


def _route(outline: Outline, chain: list[Place], match: _Match) -> Statement:
    names = [f"n{position}" for position in range(len(chain))]
    path = _vertex(names[0], chain[0].type)
    for place, name in zip(chain[1:], names[1:], strict=True):
        path += _arrow(place.leads) + _vertex(name, place.type)
    match.patterns.append(path)
    for position, (place, name) in enumerate(zip(chain, names, strict=True)):
        onward = chain[position + 1] if position + 1 < len(chain) else None
        match.admit(place, name, onward, whole=len(chain) == 1)
    match.many = match.many or len(chain) > 2
    return match.statement(outline, chain[-1], names[-2:], floating=False)


def _vertex(name: str, type_: str) -> str:
    return f"({name}:{layout.vertex_table(type_)})"


def _arrow(hop: Hop) -> str:
    edge = f"[:{layout.edge_table(hop.edge)}]"
    return f"-{edge}->" if hop.direction == "out" else f"<-{edge}-"


@dataclass(slots=True)
class _Shared:
    """Variables and parameters are numbered across a statement and its subqueries."""

    parameters: dict[str, Any] = field(default_factory=dict[str, Any])
    variables: int = 0


class _Match:
    """The patterns and conditions of one MATCH, or of one EXISTS inside it."""

    def __init__(
        self,
        schema: Schema,
        afloat: frozenset[int],
        shared: _Shared | None = None,
        divided: Place | None = None,
        known: bool | None = None,
    ) -> None:
        self.patterns: list[str] = []
        self.conditions: list[str] = []
        self.many = False
        self._schema = schema
        self._afloat = afloat
        self._shared = shared or _Shared()
        self._divided = divided
        self._known = known

    def parameter(self, value: Any) -> str:
        """Binds a value; the only way one gets into a statement."""
        key = f"p{len(self._shared.parameters)}"
        self._shared.parameters[key] = value
        return f"${key}"

    def statement(
        self, outline: Outline, place: Place, names: list[str], floating: bool
    ) -> Statement:
        paired = len(names) == 2
        read = [f"{names[0]}.id"] if paired else []
        read += [f"{names[-1]}.{column}" for column in columns(outline, place)]
        distinct = "DISTINCT " if self.many else ""
        text = f"{self._text()} RETURN {distinct}{', '.join(read)}"
        return Statement(place, text, self._shared.parameters, paired, floating)

    def _text(self) -> str:
        where = f" WHERE {' AND '.join(self.conditions)}" if self.conditions else ""
        return f"MATCH {', '.join(self.patterns)}{where}"

    def admit(self, place: Place, name: str, onward: Place | None, whole: bool) -> None:
        """What any vertex must satisfy to matter here; the hop that the path takes goes without.

        `whole` includes what needs subqueries: worth it where rows are first found.
        """
        self._compare(place.where, place.type, name)
        for hop in place.settled:
            self._settle(hop, name)
        for step in place.narrowing_steps(reached=name != "n0"):
            if step is not onward:
                self._step(step, name, whole)
        if whole and not place.pinned:
            for arms in place.narrowing:
                self._choose(arms, place.type, name)

    def _compare(self, where: tuple[Predicate, ...], type_: str, name: str) -> None:
        conditions = (self._predicate(predicate, type_, name) for predicate in where)
        self.conditions += [condition for condition in conditions if condition]

    def _settle(self, hop: Hop, name: str) -> None:
        if hop.absent:
            self.conditions.append("NOT " + self._exists(hop, name, hop.node))
        elif self._fits_in(hop):
            far = self._next()
            self.patterns.append(f"({name}){_arrow(hop)}{_vertex(far, hop.node.type)}")
            self._inside(hop.node, far)
        else:
            self.conditions.append(self._exists(hop, name, hop.node))

    def _inside(self, node: Node, name: str) -> None:
        self._compare(node.where, node.type, name)
        for hop in node.hops:
            self._settle(hop, name)

    def _step(self, step: Place, name: str, whole: bool) -> None:
        hop = step.leads
        if step is self._divided and not self._known:
            self.conditions.append(f"{name}.{layout.unknown_column(hop.edge)} IS NOT NULL")
        elif step is not self._divided and self._is_open(step):
            condition = self._maybe(step, name) if whole else ""
            self.conditions += [condition] if condition else []
        elif self._fits_in(hop):
            far = self._next()
            self.patterns.append(f"({name}){_arrow(hop)}{_vertex(far, hop.node.type)}")
            self.admit(step, far, None, whole)
        elif whole:
            self.conditions.append(self._exists(hop, name, step))

    def _is_open(self, step: Place) -> bool:
        if not self._schema.edges[step.leads.edge].unknown:
            return False
        return step.leads.direction == "out" or step.number in self._afloat

    def _maybe(self, step: Place, name: str) -> str:
        """A condition on a hop that may be unknown; empty when anything is possible."""
        hop = step.leads
        if not self._is_open(step):
            return self._exists(hop, name, step)
        if hop.direction == "in":
            return ""
        known = self._exists(hop, name, step)
        return f"({name}.{layout.unknown_column(hop.edge)} IS NOT NULL OR {known})"

    def _choose(self, arms: list[Arm], type_: str, name: str) -> None:
        ways: list[str] = []
        for arm in arms:
            found = [self._predicate(predicate, type_, name) for predicate in arm.where]
            found += [self._maybe(step, name) for step in arm.steps if not step.leads.absent]
            needed = [condition for condition in found if condition]
            if not needed:
                return
            ways.append(" AND ".join(needed))
        self.conditions.append(f"({' OR '.join(f'({way})' for way in ways)})")

    def _exists(self, hop: Hop, name: str, far: Node | Place) -> str:
        inner = _Match(self._schema, self._afloat, self._shared)
        variable = inner._next()
        inner.patterns.append(f"({name}){_arrow(hop)}{_vertex(variable, hop.node.type)}")
        if isinstance(far, Place):
            inner.admit(far, variable, None, whole=True)
        else:
            inner._inside(far, variable)
        return f"EXISTS {{ {inner._text()} }}"

    def _fits_in(self, hop: Hop) -> bool:
        """Whether the hop may join the pattern: it does not multiply, or it is the first to."""
        single = hop.direction == "out" and self._schema.edges[hop.edge].single
        if single or any(p.attr == "id" and p.op == "eq" for p in hop.node.where):
            return True
        if self.many:
            return False
        self.many = True
        return True

    def _predicate(self, predicate: Predicate, type_: str, name: str) -> str:
        attribute = self._schema.attribute(type_, predicate.attr)
        assert attribute is not None
        open_ = ""
        if attribute.unknown:
            why = f"{name}.{layout.why_column(predicate.attr)}"
            open_ = f"{why} STARTS WITH '{layout.UNKNOWN}'"
        if predicate.op == "is_unknown":
            return open_ or "false"
        comparisons = necessary(predicate, attribute.kind)
        if comparisons is None:
            return ""
        known = " AND ".join(self._comparison(c, predicate.attr, name) for c in comparisons)
        return f"({known} OR {open_})" if open_ else known

    def _comparison(self, comparison: Comparison, attr: str, name: str) -> str:
        part = "days" if comparison.part == "value" else comparison.part
        value = comparison.value
        bound = self.parameter(list(value) if isinstance(value, tuple) else value)
        return f"{name}.{layout.period_column(attr, part)} {comparison.sign} {bound}"

    def _next(self) -> str:
        self._shared.variables += 1
        return f"m{self._shared.variables}"

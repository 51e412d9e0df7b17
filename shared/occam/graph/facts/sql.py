"""From an outline to parameterised SQL over the fact table.

Each place gets a sub-select of the subjects that may stand there. Its conditions are necessary
ones; `weave` has the last word. Values, and identifiers too, are only ever bound parameters.
"""

# Only constants and column names are put together here; every value is bound.
# ruff: noqa: S608

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from occam.core.plan import Hop, Node, Predicate
from occam.core.schema import Schema
from occam.graph.comparisons import Comparison, necessary
from occam.graph.outline import Arm, Place


class Condition(NamedTuple):
    """A piece of SQL and the values of its question marks, in order."""

    text: str
    values: tuple[Any, ...] = ()


class Clauses:
    """Conditions on a column of vertex ids; `afloat` are the places that have floating sources."""

    def __init__(self, schema: Schema, afloat: frozenset[int]) -> None:
        self._schema = schema
        self._afloat = afloat

    def subjects(self, place: Place) -> Condition:
        """The subjects of the place's type that may stand there."""
        return _select(place.type, self.of_place(place, "subject", reached=False))

    def of_place(self, place: Place, column: str, reached: bool = True) -> list[Condition]:
        """What a vertex must satisfy here, whether `reached` over a hop or looked for."""
        found = self._compared(place.where, place.type, column)
        found += [self._settled(hop, column) for hop in place.settled]
        steps = (self._maybe(step, column) for step in place.narrowing_steps(reached))
        found += [condition for condition in steps if condition]
        for arms in () if place.pinned else place.narrowing:
            found += self._chosen(arms, place.type, column)
        return found

    def _compared(self, where: tuple[Predicate, ...], type_: str, column: str) -> list[Condition]:
        conditions = (self._predicate(predicate, type_, column) for predicate in where)
        return [condition for condition in conditions if condition]

    def _inside(self, node: Node, column: str) -> list[Condition]:
        return self._compared(node.where, node.type, column) + [
            self._settled(hop, column) for hop in node.hops
        ]

    def _settled(self, hop: Hop, column: str) -> Condition:
        near, far = _ends(hop)
        inner = self._linked(hop, near, self._inside(hop.node, far))
        sign = "NOT IN" if hop.absent else "IN"
        return Condition(f"{column} {sign} ({inner.text})", inner.values)

    def _maybe(self, step: Place, column: str) -> Condition | None:
        """A condition on a hop that may be unknown; None when anything is possible."""
        hop = step.leads
        near, far = _ends(hop)
        edge = self._schema.edges[hop.edge]
        if hop.direction == "in" and step.number in self._afloat:
            return None
        inner = self._linked(hop, near, self.of_place(step, far))
        text, values = f"{column} IN ({inner.text})", inner.values
        if hop.direction == "out" and edge.unknown:
            text = f"({text} OR {column} IN ({UNSAID}))"
            values += (edge.source, hop.edge)
        return Condition(text, values)

    def _linked(self, hop: Hop, near: str, far: Sequence[Condition]) -> Condition:
        source = self._schema.edges[hop.edge].source
        start = Condition("type = ? AND attr = ? AND target <> ''", (source, hop.edge))
        where = _all([start, *far])
        return Condition(f"SELECT {near} FROM fact WHERE {where.text}", where.values)

    def _chosen(self, arms: list[Arm], type_: str, column: str) -> list[Condition]:
        ways: list[Condition] = []
        for arm in arms:
            found = [self._predicate(predicate, type_, column) for predicate in arm.where]
            found += [self._maybe(step, column) for step in arm.steps if not step.leads.absent]
            needed = [condition for condition in found if condition]
            if not needed:
                return []
            ways.append(_all(needed))
        text = " OR ".join(f"({way.text})" for way in ways)
        return [Condition(f"({text})", tuple(value for way in ways for value in way.values))]

    def _predicate(self, predicate: Predicate, type_: str, column: str) -> Condition | None:
        attribute = self._schema.attribute(type_, predicate.attr)
        assert attribute is not None
        if predicate.op == "is_unknown":
            return Condition(f"{column} IN ({UNSAID})", (type_, predicate.attr))
        comparisons = necessary(predicate, attribute.kind)
        if comparisons is None:
            return None
        if predicate.attr == "id":
            return _all([_comparison(comparison, column) for comparison in comparisons])
        held = "txt" if attribute.kind in ("text", "period") else "num"
        known = _all([_comparison(comparison, held) for comparison in comparisons])
        text = (
            f"{column} IN (SELECT subject FROM fact WHERE type = ? AND attr = ? AND {known.text})"
        )
        values = (type_, predicate.attr, *known.values)
        if attribute.unknown:
            text = f"({text} OR {column} IN ({UNSAID}))"
            values += (type_, predicate.attr)
        return Condition(text, values)


UNSAID = "SELECT subject FROM fact WHERE type = ? AND attr = ? AND status = 'unknown'"
_PARTS = {"days": "txt", "start": "first", "end": "last"}


def _ends(hop: Hop) -> tuple[str, str]:
    """The columns of an edge's fact that hold the hop's near and far vertex."""
    return ("subject", "target") if hop.direction == "out" else ("target", "subject")


def _all(conditions: Sequence[Condition]) -> Condition:
    text = " AND ".join(condition.text for condition in conditions)
    return Condition(text, tuple(v for condition in conditions for v in condition.values))


def _select(type_: str, conditions: Sequence[Condition]) -> Condition:
    where = _all([Condition("type = ? AND attr = '@vertex'", (type_,)), *conditions])
    return Condition(f"SELECT DISTINCT subject FROM fact WHERE {where.text}", where.values)


def _comparison(comparison: Comparison, held: str) -> Condition:
    column = _PARTS.get(comparison.part, held)
    value = comparison.value
    if isinstance(value, tuple):
        return Condition(f"{column} IN ({', '.join('?' * len(value))})", value)
    return Condition(f"{column} {comparison.sign} ?", (value,))

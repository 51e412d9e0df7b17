"""A query as a program of set operations: what the installed interpreters and shapes execute.

Every place of the outline gets its candidates from the leaves up, by semi-joins with what must hang
there, and is then reached from the root down: the full reducer of M. Yannakakis, "Algorithms for
acyclic database schemes" (VLDB 1981), with "may be" in place of "is". A set holds every vertex that
could matter and perhaps more; `weave` has the last word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from occam.core.plan import Hop, Node, Predicate, Query
from occam.core.schema import Schema
from occam.core.values import Kind, Scalar
from occam.graph.comparisons import Comparison, necessary
from occam.graph.outline import Arm, Outline, Place

NONE = -1
"""Names no set: one that was never filled, and so is empty."""

Op = Literal[
    "all", "ids", "keep", "meet", "join", "less", "unless", "show",
    "out", "in", "reach_out", "reach_in",
]  # fmt: skip
Part = Literal["value", "days", "start", "end", "open"]

_EXACT = 2**53


@dataclass(frozen=True, slots=True)
class Test:
    """`attr sign values` on one part of an attribute; what is not known passes.

    `open` asks for those whose attribute, or whose targets over that edge, are not known.
    """

    attr: str
    part: Part
    kind: Kind
    sign: str = "="
    values: tuple[Scalar, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One operation on sets of vertices, numbered; `name` is the vertex type, of a hop the edge.

    - `all` every vertex of the type, `ids` those of the given ids, `keep` what passes the test
    - `meet` both in `source` and `other`, `join` in either, `less` in `source` alone
    - `unless` takes `other`, but `source` where the set `third` holds anything
    - `out` and `in` lead from `source` over the edge
    - `reach_out` and `reach_in` do so into `other` (or anywhere) and report the pairs for `place`
    - `show` reports the vertices themselves: the root's, and sources that may lead anywhere
    """

    op: Op
    into: int
    name: str
    source: int = NONE
    other: int = NONE
    third: int = NONE
    place: int = NONE
    test: Test | None = None
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Program:
    """The steps of one query, in order."""

    steps: tuple[Step, ...]


def compiled(outline: Outline) -> Program:
    """The program that fetches all that can matter for the query."""
    build = _Builder(outline.schema)
    for place in reversed(outline.places):
        build.prepare(place, outline.may_float(place))
    for place in outline.places:
        build.reach(place)
    return Program(tuple(build.steps))


class _Builder:
    """Writes steps. Methods that return a number return that of the set they fill."""

    def __init__(self, schema: Schema) -> None:
        self.steps: list[Step] = []
        self._schema = schema
        self._candidates: dict[int, int] = {}
        self._floating: dict[int, int] = {}
        self._reached: dict[int, int] = {}

    def step(
        self,
        op: Op,
        name: str,
        source: int = NONE,
        other: int = NONE,
        third: int = NONE,
        place: int = NONE,
        test: Test | None = None,
        ids: tuple[str, ...] = (),
    ) -> int:
        """Appends one step."""
        into = len(self.steps)
        self.steps.append(Step(op, into, name, source, other, third, place, test, ids))
        return into

    def prepare(self, place: Place, may_float: bool) -> None:
        """What may stand at a place (nothing is noted where nothing rules any vertex out), and
        the sources there that may lead to any vertex of the parent's type."""
        found = self._found(place)
        if found is None and place.parent is None:
            found = self.step("all", place.type)
        if found is not None:
            self._candidates[place.number] = found
        if may_float:
            source = self._some(found, place.type)
            self._floating[place.number] = self._open(source, place.type, place.leads.edge)

    def reach(self, place: Place) -> None:
        """What stands at a place, and the report of who leads there."""
        number, root = place.number, self._candidates.get(place.number, NONE)
        if place.parent is None:
            self.step("show", place.type, source=root, place=number)
            self._reached[number] = root
            return
        hop = place.leads
        self._reached[number] = self.step(
            "reach_out" if hop.direction == "out" else "reach_in",
            hop.edge,
            source=self._reached[place.parent.number],
            other=self._candidates.get(number, NONE),
            place=number,
        )
        if number in self._floating:
            afloat = self._floating[number]
            self.step("show", place.type, source=afloat, place=number)
            reached = self._reached[number]
            self._reached[number] = self.step("join", place.type, source=reached, other=afloat)

    def _found(self, place: Place) -> int | None:
        steps = [s for s in place.narrowing_steps(reached=False) if s.number in self._candidates]
        unsure = [s for s in steps if s.number in self._floating or self._is_open(s.leads.edge)]
        found = self._start(place.where, place.type)
        for step in steps:
            if step not in unsure:
                far = self._candidates[step.number]
                found = self._met(found, place.type, step.leads, far)
        found = self._settled(found, place)
        for step in unsure:
            found = self._perhaps(self._some(found, place.type), place.type, step)
        for arms in [] if place.pinned else place.narrowing:
            ways = [self._way(arm, place.type) for arm in arms]
            if all(way.tests or way.steps for way in ways):
                found = self._any(self._some(found, place.type), place.type, ways)
        return found

    def _is_open(self, edge: str) -> bool:
        return self._schema.edges[edge].unknown

    def _some(self, found: int | None, type_: str) -> int:
        return self.step("all", type_) if found is None else found

    def _start(self, where: tuple[Predicate, ...], type_: str) -> int | None:
        """The vertices of the ids that are named; None where none are."""
        for predicate in where:
            if _pins(predicate):
                return self.step("ids", type_, ids=tuple(str(value) for value in predicate.values))
        return None

    def _settled(self, found: int | None, place: Place | _Plain) -> int | None:
        """Narrows by comparisons, and by hops that are plainly there or not."""
        for hop in place.settled:
            if not hop.absent:
                found = self._met(found, place.type, hop, self._plainly(hop.node))
        for test in self._tests(place.where, place.type):
            source = self._some(found, place.type)
            found = self.step("keep", place.type, source=source, test=test)
        for hop in place.settled:
            if hop.absent:
                source = self._some(found, place.type)
                other = self._back(hop, self._plainly(hop.node))
                found = self.step("less", place.type, source=source, other=other)
        return found

    def _plainly(self, node: Node) -> int:
        """The vertices that satisfy a node in which nothing is unknown."""
        found = self._settled(self._start(node.where, node.type), _Plain(node))
        return self._some(found, node.type)

    def _back(self, hop: Hop, far: int) -> int:
        """The near ends of a hop that leads into a set."""
        return self.step("in" if hop.direction == "out" else "out", hop.edge, source=far)

    def _met(self, found: int | None, type_: str, hop: Hop, far: int) -> int:
        near = self._back(hop, far)
        return near if found is None else self.step("meet", type_, source=found, other=near)

    def _open(self, source: int, type_: str, edge: str) -> int:
        return self.step("keep", type_, source=source, test=Test(edge, "open", "flag"))

    def _perhaps(self, found: int, type_: str, step: Place) -> int:
        """Those that lead to a candidate, or whose neighbour nobody names."""
        hop = step.leads
        sure = self._met(found, type_, hop, self._candidates[step.number])
        if step.number in self._floating:
            afloat = self._floating[step.number]
            return self.step("unless", type_, source=found, other=sure, third=afloat)
        if hop.direction == "out" and self._is_open(hop.edge):
            unnamed = self._open(found, type_, hop.edge)
            return self.step("join", type_, source=sure, other=unnamed)
        return sure

    def _way(self, arm: Arm, type_: str) -> _Way:
        """What an arm needs of a vertex, as far as a store can tell."""
        return _Way(
            list(self._tests(arm.where, type_, start=False)),
            [s for s in arm.steps if s.number in self._candidates and not s.leads.absent],
        )

    def _any(self, found: int, type_: str, ways: list[_Way]) -> int:
        """Those that may go one of the ways."""
        ends: list[int] = []
        for way in ways:
            end = found
            for test in way.tests:
                end = self.step("keep", type_, source=end, test=test)
            for step in way.steps:
                end = self._perhaps(end, type_, step)
            ends.append(end)
        together = ends[0]
        for end in ends[1:]:
            together = self.step("join", type_, source=together, other=end)
        return together

    def _tests(self, where: Iterable[Predicate], type_: str, start: bool = True) -> Iterator[Test]:
        """Comparisons that a store can make; at a `start` the first named ids are made already."""
        for predicate in where:
            if start and _pins(predicate):
                start = False
                continue
            attribute = self._schema.attribute(type_, predicate.attr)
            assert attribute is not None
            if predicate.op == "is_unknown":
                yield Test(predicate.attr, "open", attribute.kind)
                continue
            for comparison in necessary(predicate, attribute.kind) or ():
                if not _is_rounded(comparison, attribute.kind):
                    yield _test(predicate.attr, attribute.kind, comparison)


class _Way(NamedTuple):
    """One arm of an alternative, as far as it can be tested."""

    tests: list[Test]
    steps: list[Place]


@dataclass(frozen=True, slots=True)
class _Plain:
    """A node in which everything is settled."""

    node: Node

    @property
    def type(self) -> str:
        return self.node.type

    @property
    def where(self) -> tuple[Predicate, ...]:
        return self.node.where

    @property
    def settled(self) -> tuple[Hop, ...]:
        return self.node.hops


def _pins(predicate: Predicate) -> bool:
    return predicate.attr == "id" and predicate.op in ("eq", "in")


def _test(attr: str, kind: Kind, comparison: Comparison) -> Test:
    value = comparison.value
    values = value if isinstance(value, tuple) else (value,)
    return Test(attr, comparison.part, kind, comparison.sign, values)


def _is_rounded(comparison: Comparison, kind: Kind) -> bool:
    """A whole number that a float cannot hold would be compared by its neighbour."""
    value = comparison.value
    values = value if isinstance(value, tuple) else (value,)
    return kind == "number" and any(isinstance(v, int) and abs(v) > _EXACT for v in values)


def program(query: Query, schema: Schema) -> tuple[Outline, Program]:
    """The query's outline and its program."""
    outline = Outline(query, schema)
    return outline, compiled(outline)

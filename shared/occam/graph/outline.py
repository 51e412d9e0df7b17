"""A query laid out for fetching: numbered places, each with what must be read there.

Both stores fetch, place by place, a part of the graph that is sure to hold every vertex that could
matter, and leave the three-valued judgement to `weave`. Hops that are plainly true or false are
settled by the store itself and drop out of the outline.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from occam.core.plan import Hop, Node, Predicate, Query
from occam.core.schema import Schema
from occam.graph.cells import shown
from occam.graph.comparisons import is_settled
from occam.graph.pool import examined, named


@dataclass(slots=True, eq=False)
class Place:
    """One node of the pattern, and the hop that leads to it (none: the root).

    `settled` are the hops that the store decides; `steps` and `choices` are judged by `weave`.
    A store narrows by `where` and `narrowing`: at the root they leave out what only compares.
    `cells` are read there, and `unknowable` are the outgoing edges whose targets may be unknown.
    `binds` holds the names of this place and of all that is bound below it.
    """

    number: int
    node: Node
    parent: Place | None
    hop: Hop | None
    cells: tuple[str, ...]
    cited: bool
    settled: tuple[Hop, ...]
    where: tuple[Predicate, ...]
    narrowing: list[list[Arm]] = field(default_factory=list[list["Arm"]])
    steps: list[Place] = field(default_factory=list["Place"])
    choices: list[list[Arm]] = field(default_factory=list[list["Arm"]])
    unknowable: tuple[str, ...] = ()
    binds: frozenset[str] = frozenset()

    @property
    def type(self) -> str:
        """The vertex type found here."""
        return self.node.type

    @property
    def tag(self) -> str:
        """A name for what stands here that no plan can use."""
        return f"@{self.number}"

    @property
    def leads(self) -> Hop:
        """The hop that leads here; the root has none."""
        assert self.hop is not None
        return self.hop

    @property
    def pinned(self) -> bool:
        """Few vertices can stand here, so that narrowing further costs more than it saves."""
        return any(p.attr == "id" and p.op in ("eq", "in") for p in self.where)

    @property
    def selective(self) -> bool:
        """Whether what hangs here rules vertices out, rather than being there of almost all."""
        return bool(self.where or self.settled) or any(step.selective for step in self.required())

    def required(self) -> Iterator[Place]:
        """The places that must be reached for a vertex to match here."""
        return (step for step in self.steps if not step.leads.absent)

    def narrowing_steps(self, reached: bool) -> Iterator[Place]:
        """The required places by which a store should narrow: those that rule vertices out.

        Where nothing else limits what is looked through (a hop has not `reached` the place), any.
        """
        if not self.pinned:
            limited = reached or bool(self.where or self.settled)
            yield from (step for step in self.required() if step.selective or not limited)

    def below(self) -> Iterator[Place]:
        """The places one hop away, those inside alternatives included."""
        yield from self.steps
        for arms in self.choices:
            for arm in arms:
                yield from arm.steps


@dataclass(slots=True, eq=False)
class Arm:
    """One branch of an alternative."""

    where: tuple[Predicate, ...]
    steps: list[Place]


class Outline:
    """The places of one query, the root first, parents before children."""

    def __init__(self, query: Query, schema: Schema) -> None:
        self.query = query
        self.schema = schema
        self.pool = examined(query, schema)
        self.names = named(query.root)
        self.places: list[Place] = []
        self.root = self._place(query.root, None, None)

    def may_float(self, place: Place) -> bool:
        """Whether sources that do not say where they lead could lead to the parent's vertex."""
        hop = place.hop
        return hop is not None and hop.direction == "in" and self.schema.edges[hop.edge].unknown

    def _place(self, node: Node, parent: Place | None, hop: Hop | None) -> Place:
        schema = self.schema
        pool = self.pool.root if parent is None else node
        place = Place(
            number=len(self.places),
            node=node,
            parent=parent,
            hop=hop,
            cells=shown(self.query, self.names.get(node.name, (node,)), at_root=parent is None),
            cited=schema.vertices[node.type].documentary,
            settled=tuple(hop for hop in node.hops if is_settled(hop, schema)),
            where=pool.where,
        )
        self.places.append(place)
        place.steps = self._steps(place, [h for h in node.hops if h not in place.settled])
        place.choices = [
            [Arm(branch.where, self._steps(place, list(branch.hops))) for branch in choice.branches]
            for choice in node.any_of
        ]
        pairs = zip(node.any_of, place.choices, strict=True)
        place.narrowing = [arms for choice, arms in pairs if choice in pool.any_of]
        outgoing = {p.leads.edge for p in place.below() if p.leads.direction == "out"}
        place.unknowable = tuple(sorted(edge for edge in outgoing if schema.edges[edge].unknown))
        place.binds = frozenset(_bound(place))
        return place

    def _steps(self, place: Place, hops: list[Hop]) -> list[Place]:
        return [self._place(hop.node, place, hop) for hop in hops]


def _bound(place: Place) -> Iterator[str]:
    if place.node.name:
        yield place.node.name
    if place.cited:
        yield place.tag
    for below in place.below():
        if not below.leads.absent:
            yield from below.binds

"""What a conclusion is, and which unknowns stand behind it: the ground of every answer clause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter

import msgspec

from occam.core.evidence import Reached, Row, Source
from occam.core.gaps import Empty, MissingValue, Shortlist, Truncated
from occam.core.plan import Node, Predicate, Query, hops_of
from occam.core.record import Unknown
from occam.core.schema import Schema
from occam.core.values import Cell

Number = int | float
Interval = tuple[float | None, float | None]


class Share(msgspec.Struct, frozen=True, kw_only=True):
    """The number of one group, or of one side of a comparison, and its range if it has one."""

    id: str
    label: str
    number: Number | None
    interval: Interval | None = None


class Conclusion(msgspec.Struct, frozen=True, kw_only=True):
    """What the evidence says: the answer over what is known, and what unknowns could do to it.

    `could_change` says that some completion of the unknown values would give another answer. With
    a `gap` there is no answer: the evidence does not decide, and the gap names what is missing.
    """

    answer: tuple[str, ...] = ()
    value: Number | bool | None = None
    interval: Interval | None = None
    could_change: bool = False
    unknowns: tuple[Unknown, ...] = ()
    groups: tuple[Share, ...] = ()
    gap: Empty | Shortlist | MissingValue | Truncated | None = None


Finding = Conclusion | Empty | Shortlist | MissingValue | Truncated


class Reading:
    """A query seen from its rows: which root attributes it compares, and where its names hang."""

    def __init__(
        self, query: Query, schema: Schema | None = None, sources: Sequence[Source] = ()
    ) -> None:
        self.query = query
        self.schema = schema
        self._sources = sources
        self.compared = frozenset(predicate.attr for predicate in predicates_of(query.root))
        self.edges: dict[str, str] = {}
        self.unnamed: list[str] = []
        self._walk(query.root, schema)

    def told(self, row: Row, name: str) -> list[Reached]:
        """The vertices known to stand at a name, in the order in which the row's documents name
        them: a roster is told as it was written, not by its letters."""
        standing = [vertex for vertex in row.nodes.get(name, ()) if vertex.truth == "yes"]
        if len(standing) < 2 or not self._sources:
            return standing
        edge, last = self.edges.get(name), len(self._sources)
        place = {
            source.target: (row.documents.index(source.document), source.start)
            for source in reversed(self._sources)
            if source.attr == edge and source.document in row.documents
        }
        return sorted(standing, key=lambda vertex: place.get(vertex.id, (last, 0)))

    def _walk(self, node: Node, schema: Schema | None) -> None:
        for hop in hops_of(node):
            if hop.node.name:
                self.edges[hop.node.name] = hop.edge
            elif schema is None or schema.edges[hop.edge].unknown:
                self.unnamed.append(hop.edge)
            self._walk(hop.node, schema)

    def doubts(self, row: Row) -> Iterator[Unknown]:
        """Why the row's truth is unknown: compared values, nodes and hops that no source gives."""
        found = list(self._stated(row))
        if found:
            yield from found
            return
        for edge in sorted(set(self.unnamed)):
            yield Unknown(vertex=row.id, label=row.label, attr=edge, cause="the hop is unknown")

    def _stated(self, row: Row) -> Iterator[Unknown]:
        for attr in sorted(self.compared):
            if (cell := row.cells.get(attr)) and cell.status == "unknown":
                yield unknown(row, attr, cell.cause)
        for name, vertices in row.nodes.items():
            for vertex in vertices:
                if vertex.truth == "unknown":
                    yield from _blank_cells(vertex)
            if name in row.open:
                yield unknown(row, self.edges.get(name, name), "the sources do not name it")
        for name in row.open:
            if name not in row.nodes:
                yield unknown(row, self.edges.get(name, name), "the sources do not name it")

    def all_doubts(self, rows: Iterable[Row]) -> tuple[Unknown, ...]:
        """The doubts of every row whose truth is unknown."""
        return tuple(doubt for row in rows if row.truth == "unknown" for doubt in self.doubts(row))


def _blank_cells(vertex: Reached) -> Iterator[Unknown]:
    for attr in sorted(vertex.cells):
        if vertex.cells[attr].status == "unknown":
            yield unknown(vertex, attr, vertex.cells[attr].cause)


def predicates_of(node: Node) -> Iterator[Predicate]:
    """The node's own predicates, those inside its alternatives included."""
    yield from node.where
    for choice in node.any_of:
        for branch in choice.branches:
            yield from branch.where


def unknown(vertex: Row | Reached, attr: str, cause: str = "") -> Unknown:
    """The line of the certificate that names one value the sources do not give."""
    return Unknown(vertex=vertex.id, label=vertex.label, attr=attr, cause=cause)


def cell_of(vertex: Row | Reached, attr: str) -> Cell:
    """An attribute of a row or reached vertex; `label` and `id` are fields, not cells."""
    if attr == "label":
        return Cell(value=vertex.label)
    if attr == "id":
        return Cell(value=vertex.id)
    return vertex.cells[attr]


def undecided(reading: Reading, rows: Iterable[Row]) -> MissingValue:
    """Nothing is known to match and something might: names the first value that would tell."""
    might = [row for row in rows if row.truth == "unknown"]
    first = next(reading.doubts(might[0]), unknown(might[0], ""))
    others = f" ({len(might)} could match)" if len(might) > 1 else ""
    return MissingValue(
        vertex=first.vertex,
        label=first.label,
        attr=first.attr,
        cause=(first.cause or "the sources do not say") + others,
        documents=documents_of(might),
    )


def documents_of(rows: Iterable[Row]) -> tuple[str, ...]:
    """The cited documents of these rows, sorted, each once."""
    return tuple(sorted({document for row in rows for document in row.documents}))


by_name = attrgetter("label", "id")

"""The reference evaluator: every binding, one by one. Slow, and the judge of the other backends."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import product

import msgspec

from occam.core.dataset import Dataset, Vertex
from occam.core.evidence import Reached, Row, Rows
from occam.core.judge import satisfied
from occam.core.plan import Branch, Hop, Join, Node, Predicate, Query
from occam.core.schema import Schema
from occam.core.values import Cell, Truth, both, either, negate
from occam.graph.cells import ABSENT, settled, shown
from occam.graph.pool import examined, named

OPEN = None
"""What a name stands for when the sources do not say which vertex it is."""


class Binding(msgspec.Struct, frozen=True):
    """One way to match: how true it is, what each name stands for, which documents it rests on."""

    truth: Truth = "yes"
    names: dict[str, str | None] = {}
    documents: frozenset[str] = frozenset()


class MemoryGraph:
    """A dataset in dictionaries."""

    def __init__(self, schema: Schema, dataset: Dataset) -> None:
        self.version = dataset.version
        self._schema = schema
        self._vertices: dict[str, dict[str, Vertex]] = defaultdict(dict)
        for vertex in dataset.vertices:
            self._vertices[vertex.type][vertex.id] = _settled(schema, vertex)
        self._targets: dict[tuple[str, str], set[str]] = defaultdict(set)
        self._sources: dict[tuple[str, str], set[str]] = defaultdict(set)
        for edge in dataset.edges:
            self._targets[edge.type, edge.source].add(edge.target)
            self._sources[edge.type, edge.target].add(edge.source)

    async def rows(self, query: Query) -> Rows:
        """The examined pool, sorted by id."""
        vertices = sorted(self._vertices[query.root.type].items())
        rows = (self._row(query, vertex) for _, vertex in vertices)
        return Rows(version=self.version, rows=tuple(row for row in rows if row is not None))

    def _row(self, query: Query, vertex: Vertex) -> Row | None:
        pool = self._possible(examined(query, self._schema), vertex)
        if not pool:
            return None
        whole = self._possible(query, vertex)
        documents = set(vertex.documents if self._is_cited(vertex.type) else ())
        documents.update(*(binding.documents for binding in (*pool, *whole)))
        names = named(query.root)
        return Row(
            id=vertex.id,
            label=vertex.label,
            truth=_any(binding.truth for binding in whole),
            cells=_cells(vertex, shown(query, (query.root,), at_root=True)),
            nodes={name: self._reached(query, name, nodes, whole) for name, nodes in names.items()},
            open=tuple(name for name in names if any(_is_open(name, binding) for binding in whole)),
            documents=tuple(sorted(documents)),
        )

    def _reached(
        self, query: Query, name: str, nodes: tuple[Node, ...], bindings: list[Binding]
    ) -> tuple[Reached, ...]:
        truths: dict[str, Truth] = {}
        for binding in bindings:
            found = binding.names.get(name)
            if found is not None:
                truths[found] = either(truths.get(found, "no"), binding.truth)
        attrs = shown(query, nodes, at_root=nodes[0] is query.root)
        vertices = self._vertices[nodes[0].type]
        return tuple(
            Reached(
                id=id_,
                label=vertices[id_].label,
                truth=truth,
                cells=_cells(vertices[id_], attrs),
            )
            for id_, truth in sorted(truths.items())
        )

    def _possible(self, query: Query, vertex: Vertex) -> list[Binding]:
        """The joint bindings at this root that are not false."""
        found: list[Binding] = []
        for binding in self._node(query.root, vertex):
            joins = _all(_joined(join, binding) for join in query.joins)
            truth = both(binding.truth, joins)
            if truth != "no":
                found.append(msgspec.structs.replace(binding, truth=truth))
        return found

    def _node(self, node: Node, vertex: Vertex) -> list[Binding]:
        itself = Binding(
            names={node.name: vertex.id} if node.name else {},
            documents=frozenset(vertex.documents if self._is_cited(vertex.type) else ()),
        )
        parts = [self._branch(Branch(where=node.where, hops=node.hops), vertex)]
        for choice in node.any_of:
            parts.append([b for branch in choice.branches for b in self._branch(branch, vertex)])
        return [reduce(_merged, way, itself) for way in product(*parts)]

    def _branch(self, branch: Branch, vertex: Vertex) -> list[Binding]:
        parts = [[Binding(truth=_all(_judged(predicate, vertex) for predicate in branch.where))]]
        parts.extend(self._hop(hop, vertex) for hop in branch.hops)
        return [reduce(_merged, way) for way in product(*parts)]

    def _hop(self, hop: Hop, vertex: Vertex) -> list[Binding]:
        found = list(self._alternatives(hop, vertex))
        if hop.absent:
            return [Binding(truth=negate(_any(binding.truth for binding in found)))]
        return found

    def _alternatives(self, hop: Hop, vertex: Vertex) -> Iterator[Binding]:
        neighbours = self._targets if hop.direction == "out" else self._sources
        vertices = self._vertices[hop.node.type]
        known = [
            binding
            for id_ in sorted(neighbours[hop.edge, vertex.id])
            for binding in self._node(hop.node, vertices[id_])
        ]
        yield from known
        if hop.direction == "out":
            if hop.edge in vertex.unknown_edges:
                yield Binding(truth="unknown", names=dict.fromkeys(named(hop.node), OPEN))
            return
        if self._schema.edges[hop.edge].ordering and any(b.truth == "yes" for b in known):
            return
        for source in vertices.values():
            if hop.edge in source.unknown_edges:
                for binding in self._node(hop.node, source):
                    truth = both(binding.truth, "unknown")
                    yield msgspec.structs.replace(binding, truth=truth)

    def _is_cited(self, type_: str) -> bool:
        return self._schema.vertices[type_].documentary


def _settled(schema: Schema, vertex: Vertex) -> Vertex:
    attributes = schema.vertices[vertex.type].attributes
    cells = {
        attr: settled(attributes[attr], cell, f"{vertex.type} {vertex.id}: {attr}")
        for attr, cell in vertex.cells.items()
    }
    return msgspec.structs.replace(vertex, cells=cells)


def _is_open(name: str, binding: Binding) -> bool:
    return name in binding.names and binding.names[name] is OPEN


def _any(truths: Iterable[Truth]) -> Truth:
    return reduce(either, truths, "no")


def _all(truths: Iterable[Truth]) -> Truth:
    return reduce(both, truths, "yes")


def _merged(left: Binding, right: Binding) -> Binding:
    return Binding(
        truth=both(left.truth, right.truth),
        names=left.names | right.names,
        documents=left.documents | right.documents,
    )


def _joined(join: Join, binding: Binding) -> Truth:
    left, right = binding.names[join.left], binding.names[join.right]
    if left is OPEN or right is OPEN:
        return "unknown"
    return "yes" if (left == right) == join.same else "no"


def _judged(predicate: Predicate, vertex: Vertex) -> Truth:
    implied = {"id": Cell(vertex.id), "label": Cell(vertex.label)}
    return satisfied(
        predicate, implied.get(predicate.attr) or vertex.cells.get(predicate.attr, ABSENT)
    )


def _cells(vertex: Vertex, attrs: Iterable[str]) -> dict[str, Cell]:
    return {attr: vertex.cells.get(attr, ABSENT) for attr in attrs}

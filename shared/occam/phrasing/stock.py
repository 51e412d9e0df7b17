"""What a graph holds, read once through its port: ids, names, values, and who leads to whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from occam.core.dataset import Name
from occam.core.plan import Hop, Members, Node, Query, Values
from occam.core.ports import Graph
from occam.core.schema import Schema
from occam.core.values import Scalar

Vertex = tuple[str, str]
"""Type and id."""


@dataclass(slots=True)
class Stock:
    """The ids of each type and the known values of each attribute; links once `link` has run."""

    schema: Schema
    ids: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    values: dict[tuple[str, str], list[Scalar]] = field(
        default_factory=dict[tuple[str, str], list[Scalar]]
    )
    labels: dict[Vertex, str] = field(default_factory=dict[Vertex, str])
    aliases: dict[Vertex, tuple[str, ...]] = field(default_factory=dict[Vertex, tuple[str, ...]])
    cells: dict[Vertex, dict[str, Scalar]] = field(default_factory=dict[Vertex, dict[str, Scalar]])
    targets: dict[tuple[str, str], tuple[str, ...]] = field(
        default_factory=dict[tuple[str, str], tuple[str, ...]]
    )

    async def link(self, graph: Graph) -> None:
        """Reads which known targets each edge leads to."""
        for name, edge in self.schema.edges.items():
            far = Node(type=edge.target, name="far")
            root = Node(type=edge.source, hops=(Hop(edge=name, direction="out", node=far),))
            for row in (await graph.rows(Query(root=root, answer=Values(node="far")))).rows:
                known = tuple(each.id for each in row.nodes["far"] if each.truth == "yes")
                self.targets[name, row.id] = known

    def leads(self, edge: str, source: str) -> tuple[str, ...]:
        """The known targets of one edge from one vertex."""
        return self.targets.get((edge, source), ())


async def stock(graph: Graph, schema: Schema, names: Sequence[Name] = ()) -> Stock:
    """Reads the ids and values of a graph; `names` brings what else its vertices are called."""
    found = Stock(schema)
    for type_, vertex in schema.vertices.items():
        rows = (await graph.rows(Query(root=Node(type=type_), answer=Members()))).rows
        found.ids[type_] = [row.id for row in rows]
        found.values[type_, "label"] = [row.label for row in rows]
        found.labels.update({(type_, row.id): row.label for row in rows})
        found.cells.update({(type_, row.id): {} for row in rows})
        for attr in vertex.attributes:
            asked = Query(root=Node(type=type_), answer=Values(attr=attr))
            known = [(row.id, row.cells[attr].value) for row in (await graph.rows(asked)).rows]
            found.values[type_, attr] = [value for _, value in known if value is not None]
            for id_, value in known:
                if value is not None:
                    found.cells[type_, id_][attr] = value
    found.aliases = {(name.type, name.id): name.aliases for name in names}
    return found

"""Where drafts are made: one graph, one split's words, one seed, and the draws all shapes share."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from typing import TypeVar

from occam.core.plan import Direction, Hop, Node
from occam.phrasing.book import Book
from occam.phrasing.conditions import Condition
from occam.phrasing.findings import Findings
from occam.phrasing.grammar import Unsayable
from occam.phrasing.names import Names
from occam.phrasing.stock import Stock, Vertex

Drawn = TypeVar("Drawn")
TELLING = frozenset({"value", "edge", "far", "year", "day"})
INSIDE = frozenset({"pre", "post", "pred", "rel"})
PLAIN = frozenset({"value", "edge", "far", "year"})


class Bench:
    """Draws from one stock; the same seed draws the same."""

    def __init__(self, stock: Stock, book: Book, chance: random.Random) -> None:
        self.stock = stock
        self.schema = stock.schema
        self.book = book
        self.chance = chance
        self.names = Names(stock, book)
        self.findings = Findings(stock, book, self.names, chance)
        types = [type_ for type_ in self.schema.vertices if stock.ids[type_]]
        self._types = types
        self._weights = [8 if self.schema.vertices[type_].documentary else 1 for type_ in types]

    def pick(self, from_: Sequence[Drawn]) -> Drawn:
        """One of them; nothing to choose from makes the shape unsayable."""
        if not from_:
            raise Unsayable("nothing to choose from")
        return self.chance.choice(from_)

    def one_in(self, many: int) -> bool:
        return self.chance.randrange(many) == 0

    def vertex(self, type_: str = "") -> Vertex:
        """A vertex; of any type, those that stand for documents most often."""
        if not self._types:
            raise Unsayable("an empty graph")
        chosen = type_ or self.chance.choices(self._types, self._weights)[0]
        return chosen, self.pick(self.stock.ids[chosen])

    def sibling(self, vertex: Vertex, without: Collection[str] = ()) -> Vertex:
        """Mostly another one in the same place (its sport, its country): people ask of kin."""
        edges = sorted(self.single_edges(vertex[0]) - set(without))
        shared = [(e, self.stock.leads(e, vertex[1])) for e in edges]
        shared = [(edge, targets) for edge, targets in shared if targets]
        if not shared or self.one_in(5):
            return self.vertex(vertex[0])
        edge, targets = self.pick(shared)
        ids = self.stock.ids[vertex[0]]
        kin = [i for i in ids if i != vertex[1] and self.stock.leads(edge, i) == targets]
        return (vertex[0], self.pick(kin)) if kin else self.vertex(vertex[0])

    def some(
        self,
        vertex: Vertex,
        count: int,
        tags: Collection[str] = PLAIN,
        without: Collection[str] = (),
    ) -> list[Condition]:
        """So many conditions that hold of the vertex, each about something else."""
        fit = [c for c in self.findings.of(vertex) if c.tag in tags and c.group not in without]
        fit = [c for c in fit if INSIDE & set(c.texts)]
        found = self._apart(self._mixed(fit), count)
        if len(found) < count:
            raise Unsayable("too little is known of it")
        return found

    def telling(self, vertex: Vertex, without: Collection[str] = ()) -> list[Condition]:
        """Conditions that may tell this vertex from all others: a name, or two or three traits."""
        fit = [c for c in self.findings.of(vertex) if c.group not in without]
        named = [c for c in fit if c.tag == "name"]
        traits = self._mixed([c for c in fit if c.tag in TELLING])
        if named and (self.one_in(6) or len(traits) < 2):
            return [self.pick(named)]
        if not self.one_in(3):
            traits.sort(key=lambda each: "head" not in each.texts)
        found = self._apart(traits, self.pick((2, 2, 3)))
        if not found:
            raise Unsayable("nothing is known of it")
        return found

    def _mixed(self, conditions: list[Condition]) -> list[Condition]:
        """In random order, what has one answer only more often in front."""
        keyed = [(self.chance.random() ** (1 / self._weight(c)), c) for c in conditions]
        return [condition for _, condition in sorted(keyed, key=lambda each: -each[0])]

    def _weight(self, condition: Condition) -> int:
        edge = self.schema.edges.get(condition.group)
        return 4 if edge is None or edge.single else 1

    def _apart(self, conditions: list[Condition], count: int) -> list[Condition]:
        """The first so many of them that are about different things."""
        found: dict[str, Condition] = {}
        for condition in conditions:
            if len(found) == count:
                break
            if not any(self.same_words(condition, other) for other in found.values()):
                found.setdefault(condition.group, condition)
        return list(found.values())

    def same_words(self, left: Condition, right: Condition) -> bool:
        """Whether one of two names nothing that the other does not: "2012" beside "London 2012"."""
        mine, other = (
            {word.removesuffix("'s") for word in self.names.key(each.surface)}
            for each in (left, right)
        )
        return bool(mine and other) and (mine <= other or other <= mine)

    def told(self, conditions: list[Condition], answer: str) -> bool:
        """Whether the conditions already say the answer."""
        said = {word.removesuffix("'s") for c in conditions for word in self.names.key(c.surface)}
        return set(self.names.key(answer)) <= said

    def single_edges(self, type_: str) -> set[str]:
        """The edges that place a thing (its sport, its country) rather than tell a deed."""
        edges = self.schema.edges.items()
        return {
            name
            for name, edge in edges
            if edge.source == type_ and edge.single and not edge.ordering
        }

    def edge_of(self, vertex: Vertex, without: Collection[str] = ()) -> str:
        """An edge with known targets from this vertex, no ordering one."""
        return self.pick(
            [
                name
                for name, edge in self.schema.edges.items()
                if edge.source == vertex[0]
                and not edge.ordering
                and not self.book.wording.edge(name).hidden
                and name not in without
                and self.stock.leads(name, vertex[1])
            ]
        )

    def measure_of(self, vertex: Vertex, kinds: Collection[str] = ("integer", "number")) -> str:
        """A measure whose value the vertex has."""
        attributes = self.schema.vertices[vertex[0]].attributes
        return self.pick(
            [
                attr
                for attr in sorted(self.stock.cells[vertex])
                if attributes[attr].kind in kinds
                and self.book.wording.attribute(vertex[0], attr).ranked
                and (attributes[attr].role == "measure" or attributes[attr].kind == "period")
            ]
        )

    def target_words(self, edge: str) -> dict[str, tuple[str, ...]]:
        """The nouns of an edge's far end."""
        one, many = self.book.noun(self.schema.edges[edge].target, self.chance)
        return {"target": (one,), "targets": (many,)}


def towards(edge: str, node: Node, direction: Direction = "out") -> Hop:
    """A hop over an edge."""
    return Hop(edge=edge, direction=direction, node=node)

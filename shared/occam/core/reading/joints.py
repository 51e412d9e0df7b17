"""How the types of a schema hang together without words: the joints of the smallest subtree."""

from __future__ import annotations

from collections import deque
from functools import cached_property

import msgspec

from occam.core.lexicon import Lexicon, Relation
from occam.core.schema import Schema

LONGEST = 3

Path = tuple[tuple[str, str], ...]
"""Hops, each an edge and `out` or `in`."""


class Joints(msgspec.Struct, frozen=True, dict=True, eq=False):
    """A schema with the pack's words for it.

    An edge that a relation names is walked only where the question says so; the others join types
    silently ("swimming events in 2008").
    """

    schema: Schema
    lexicon: Lexicon

    @cached_property
    def root(self) -> str:
        """The type that documents are about, where there is just one."""
        found = [name for name, vertex in self.schema.vertices.items() if vertex.documentary]
        return found[0] if len(found) == 1 else ""

    @cached_property
    def spoken(self) -> frozenset[str]:
        """Edges that are named by a relation."""
        named = (edge for relation in self.relations.values() for edge in relation.edges)
        return frozenset(named)

    @property
    def relations(self) -> dict[str, Relation]:
        return self.lexicon.relations

    def edges_of(self, relation: str) -> tuple[str, ...]:
        """The edges of a relation, or of several joined by a bar."""
        parts = relation.replace("&", "|").split("|")
        return tuple(edge for part in parts for edge in self.relations[part].edges)

    @cached_property
    def _paths(self) -> dict[tuple[str, str], Path | None]:
        return {}

    def path(self, start: str, end: str) -> Path | None:
        """The shortest silent path between two types; None where there is none or several."""
        if (start, end) not in self._paths:
            self._paths[start, end] = self._shortest(start, end)
        return self._paths[start, end]

    def _shortest(self, start: str, end: str) -> Path | None:
        waiting: deque[tuple[str, Path]] = deque([(start, ())])
        found: list[Path] = []
        while waiting:
            here, path = waiting.popleft()
            if here == end:
                found.append(path)
                continue
            if len(path) >= LONGEST or (found and len(path) >= len(found[0])):
                continue
            for edge, way, there in self._silent(here):
                if there not in _visited(start, path, self.schema):
                    waiting.append((there, (*path, (edge, way))))
        shortest = [path for path in found if len(path) == len(found[0])] if found else []
        return shortest[0] if len(shortest) == 1 else None

    def _silent(self, here: str) -> list[tuple[str, str, str]]:
        hops: list[tuple[str, str, str]] = []
        for name, edge in self.schema.edges.items():
            if name in self.spoken or edge.ordering:
                continue
            if edge.source == here:
                hops.append((name, "out", edge.target))
            if edge.target == here:
                hops.append((name, "in", edge.source))
        return hops

    def ordering(self, type_name: str) -> str:
        """The edge that leads from an edition of this type to the one before, or nothing."""
        for name, edge in self.schema.edges.items():
            if edge.ordering and edge.source == edge.target == type_name:
                return name
        return ""

    @cached_property
    def timed(self) -> tuple[str, str]:
        """The type and the attribute by whose years things are dated; both empty without one."""
        type_name, _, attr = self.lexicon.year_of.partition(".")
        return type_name, attr

    def far_types(self, relation: str) -> tuple[str, ...]:
        """The types at the far ends of a relation."""
        edges = self.edges_of(relation)
        return tuple(dict.fromkeys(self.schema.edges[edge].target for edge in edges))

    def behind(self, relation: str) -> str:
        """The relation of those who did better, or nothing."""
        found = self.lexicon.relations.get(relation)
        return found.behind if found else ""

    def near_type(self, relation: str) -> str:
        """The type that a relation starts from."""
        return self.schema.edges[self.edges_of(relation)[0]].source

    def edges(self, relation: str, far: str) -> tuple[str, ...]:
        """The relation's edges that lead to this type."""
        edges = self.edges_of(relation)
        return tuple(edge for edge in edges if self.schema.edges[edge].target == far)

    @cached_property
    def names(self) -> frozenset[str]:
        """The attributes by whose values things are called, as against sorted into kinds."""
        return frozenset(each.attribute for each in self.lexicon.droppable)

    def is_person(self, type_name: str) -> bool:
        noun = self.lexicon.nouns.get(type_name)
        return bool(noun and noun.person)

    def is_place(self, type_name: str) -> bool:
        noun = self.lexicon.nouns.get(type_name)
        return bool(noun and noun.place)

    def periods(self, type_name: str) -> tuple[str, ...]:
        """The attributes of this type that hold days."""
        found = self.schema.vertices[type_name].attributes.items() if type_name else ()
        return tuple(name for name, attribute in found if attribute.kind == "period")


def _visited(start: str, path: Path, schema: Schema) -> set[str]:
    seen = {start}
    here = start
    for edge, way in path:
        here = schema.far_end(edge, way)
        seen.add(here)
    return seen

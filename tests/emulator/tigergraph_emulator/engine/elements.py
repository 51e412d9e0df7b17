"""Vertices and edges as they are stored: objects, the same one as long as it exists."""

from __future__ import annotations

from typing import Any

Discriminator = tuple[Any, ...]
Far = tuple["Vertex", Discriminator]
"""What tells the edges of one type at one vertex apart: the other end, and the discriminator."""


class Edge:
    """One edge; a reverse edge is a twin that shares the attributes of the edge it mirrors."""

    __slots__ = ("attributes", "directed", "discriminator", "source", "target", "type")

    def __init__(
        self,
        type_: str,
        source: Vertex,
        target: Vertex,
        directed: bool,
        attributes: dict[str, Any],
        discriminator: Discriminator = (),
    ) -> None:
        self.type = type_
        self.source = source
        self.target = target
        self.directed = directed
        self.attributes = attributes
        self.discriminator = discriminator

    def other(self, vertex: Vertex) -> Vertex:
        """The end that is not this one."""
        return self.target if vertex is self.source else self.source


class Vertex:
    """One vertex with the edges that leave it, enter it or lie undirected at it, by type.

    A vector that was never written is an empty list.
    """

    __slots__ = ("attributes", "id", "into", "out", "type", "undirected", "vectors")

    def __init__(self, type_: str, id_: str, attributes: dict[str, Any]) -> None:
        self.type = type_
        self.id = id_
        self.attributes = attributes
        self.vectors: dict[str, list[float]] = {}
        self.out: dict[str, dict[Far, Edge]] = {}
        self.into: dict[str, dict[Far, Edge]] = {}
        self.undirected: dict[str, dict[Far, Edge]] = {}

    def __repr__(self) -> str:
        return f"{self.type}:{self.id}"

    def edges(self) -> list[Edge]:
        """Every edge that touches this vertex, reverse edges among them; a loop comes twice."""
        ways = (self.out, self.into, self.undirected)
        return [edge for way in ways for found in way.values() for edge in found.values()]

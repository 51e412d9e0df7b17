"""The shape of a pack's graph: its vertices, edges and attributes, and what people call them."""

from __future__ import annotations

from typing import Literal

import msgspec

from occam.core.values import Kind

Role = Literal["key", "label", "dimension", "measure", "text"]


class Attribute(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One attribute of a vertex type.

    A `measure` is compared and folded and never narrows the examined pool; a `dimension` does.
    `vocabulary` says that the attribute's values are words people use in questions.
    """

    kind: Kind
    role: Role = "dimension"
    unit: str = ""
    unknown: bool = False
    vocabulary: bool = False
    labels: tuple[str, ...] = ()


class VertexType(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of thing. `documentary` vertices stand for a source document each and are cited."""

    labels: tuple[str, ...]
    documentary: bool = False
    attributes: dict[str, Attribute] = {}


class EdgeType(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A relation. `unknown` allows that a source vertex's targets are not known.

    `single` allows one target at most. `ordering` edges lead from an edition to its neighbour in
    time: they chain ("two editions before"), and where one neighbour is known no unnamed one is
    possible on that side.
    """

    source: str
    target: str
    labels: tuple[str, ...] = ()
    inverse_labels: tuple[str, ...] = ()
    single: bool = False
    unknown: bool = False
    ordering: bool = False


class Schema(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every identifier a plan may use. Vertices have `id` and `label` besides their attributes."""

    vertices: dict[str, VertexType]
    edges: dict[str, EdgeType]

    def attribute(self, vertex: str, name: str) -> Attribute | None:
        """The attribute of that vertex type, `id` and `label` included, or None."""
        if vertex not in self.vertices:
            return None
        return IMPLIED.get(name) or self.vertices[vertex].attributes.get(name)

    def far_end(self, edge: str, direction: str) -> str:
        """The vertex type at the other end of a hop; `direction` is `out` or `in`."""
        found = self.edges[edge]
        return found.target if direction == "out" else found.source

    def near_end(self, edge: str, direction: str) -> str:
        """The vertex type a hop starts from."""
        found = self.edges[edge]
        return found.source if direction == "out" else found.target


IMPLIED = {
    "id": Attribute(kind="text", role="key"),
    "label": Attribute(kind="text", role="label"),
}

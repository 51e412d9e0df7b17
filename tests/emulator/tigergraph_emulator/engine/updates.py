"""Writes of a query to the graph, which become visible when the query has ended."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tigergraph_emulator.catalog import Catalog
from tigergraph_emulator.engine.elements import Edge, Vertex
from tigergraph_emulator.engine.errors import RuntimeFailure
from tigergraph_emulator.engine.values import cast_to


def attribute_write(
    catalog: Catalog, element: Vertex | Edge, name: str, value: Any
) -> Callable[[], None]:
    """Sets an attribute, once it is called."""
    kind = catalog.edges if isinstance(element, Edge) else catalog.vertices
    attribute = kind[element.type].attributes.get(name)
    if attribute is None:
        raise RuntimeFailure(f"{element.type} has no attribute {name} that can be set")
    taken = cast_to(attribute.type, {})(value)
    held = element.attributes

    def write() -> None:
        held[name] = taken

    return write

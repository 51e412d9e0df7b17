"""Every node below a node."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from tigergraph_emulator.tree.positions import Node


def nodes(tree: object) -> Iterator[Node]:
    """Every node of a tree, or of several, itself included."""
    if isinstance(tree, tuple):
        for item in tree:  # pyright: ignore[reportUnknownVariableType]
            yield from nodes(item)  # pyright: ignore[reportUnknownArgumentType]
    elif isinstance(tree, Node):
        yield tree
        for each in fields(tree):
            yield from nodes(getattr(tree, each.name))

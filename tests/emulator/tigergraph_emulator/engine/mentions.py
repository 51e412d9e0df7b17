"""What a piece of the tree mentions, found by walking it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from tigergraph_emulator.tree import (
    AssignAttribute,
    AssignGlobal,
    AssignVertexAcc,
    GlobalAcc,
    Name,
    Node,
    VertexAcc,
)


def nodes(tree: object) -> Iterator[Node]:
    """Every node of a tree, or of several, itself included."""
    if isinstance(tree, tuple):
        for item in tree:
            yield from nodes(item)
    elif isinstance(tree, Node):
        yield tree
        for each in fields(tree):
            yield from nodes(getattr(tree, each.name))


def names(tree: object) -> set[str]:
    """Every plain name, whatever it means; what is assigned to is among them."""
    found = {node.name for node in nodes(tree) if isinstance(node, Name)}
    targets = (n for n in nodes(tree) if isinstance(n, AssignVertexAcc | AssignAttribute))
    return found | {node.target for node in targets}


def globals_read(tree: object) -> set[str]:
    """The global accumulators whose value is asked for."""
    return {node.name for node in nodes(tree) if isinstance(node, GlobalAcc)}


def globals_written(tree: object) -> set[str]:
    """The global accumulators that take something in."""
    return {node.name for node in nodes(tree) if isinstance(node, AssignGlobal)}


def own_written(tree: object) -> set[str]:
    """The vertex accumulators that take something in."""
    return {node.name for node in nodes(tree) if isinstance(node, AssignVertexAcc)}


def own_before(tree: object) -> set[str]:
    """The vertex accumulators whose previous value is asked for."""
    return {n.name for n in nodes(tree) if isinstance(n, VertexAcc) and n.previous}

"""What a piece of the tree mentions, found by walking it."""

from __future__ import annotations

from tigergraph_emulator.tree import (
    AssignAttribute,
    AssignGlobal,
    AssignVertexAcc,
    GlobalAcc,
    Name,
    VertexAcc,
)
from tigergraph_emulator.tree.walking import nodes


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

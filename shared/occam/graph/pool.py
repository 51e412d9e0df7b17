"""Which part of a query says who is examined: everything but the root's own measures."""

from __future__ import annotations

import msgspec

from occam.core.plan import AnyOf, Node, Predicate, Query, nodes_of
from occam.core.schema import Schema


def examined(query: Query, schema: Schema) -> Query:
    """The query without the root's measure predicates: its matches are the pool.

    An alternative that mentions a measure goes as a whole, and with it the joins that need what it
    would have bound.
    """
    root = msgspec.structs.replace(
        query.root,
        where=tuple(p for p in query.root.where if not _measures(p, query.root, schema)),
        any_of=tuple(c for c in query.root.any_of if not _mentions(c, query.root, schema)),
    )
    if root == query.root:
        return query
    left = {node.name for node in nodes_of(root)}
    joins = tuple(join for join in query.joins if {join.left, join.right} <= left)
    return msgspec.structs.replace(query, root=root, joins=joins)


def named(root: Node) -> dict[str, tuple[Node, ...]]:
    """Every name at the root or below, with the nodes that carry it (one in each alternative)."""
    found: dict[str, tuple[Node, ...]] = {}
    for node in nodes_of(root):
        if node.name:
            found[node.name] = (*found.get(node.name, ()), node)
    return dict(sorted(found.items()))


def _measures(predicate: Predicate, root: Node, schema: Schema) -> bool:
    attribute = schema.attribute(root.type, predicate.attr)
    return attribute is not None and attribute.role == "measure"


def _mentions(choice: AnyOf, root: Node, schema: Schema) -> bool:
    return any(_measures(p, root, schema) for branch in choice.branches for p in branch.where)

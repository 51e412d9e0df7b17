"""A plan that wants two different things where there can be one: the words were misread."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from occam.core.plan import Hop, Node, Plan, leaves, nodes_of
from occam.core.schema import Schema
from occam.core.values import Scalar


def contradicts(plan: Plan, schema: Schema) -> bool:
    """True where two neighbours over an edge that has one target are given different names, or
    one is named and another denied, and where two choices among edges stand side by side: whoever
    is at one need not be at the other."""
    for query in leaves(plan):
        if any(_crossed(node) or _denied(node, schema) for node in nodes_of(query.root)):
            return True
    return any(
        _apart(first, second)
        for query in leaves(plan)
        for node in nodes_of(query.root)
        for first, second in combinations(_single(node, schema), 2)
        if first.edge == second.edge
    )


def _denied(node: Node, schema: Schema) -> bool:
    """A denial beside a name for the same one thing says nothing: it was meant for both."""
    said = {hop.edge for hop in _single(node, schema) if _ids(hop)}
    return any(hop.absent and hop.edge in said and _ids(hop) for hop in node.hops)


def _crossed(node: Node) -> bool:
    choices = [each for each in node.any_of if all(branch.hops for branch in each.branches)]
    edges = [{hop.edge for branch in each.branches for hop in branch.hops} for each in choices]
    many = [each for each in edges if len(each) > 1]
    return len(many) > 1 and len(set[str]().union(*many)) == sum(map(len, many))


def _single(node: Node, schema: Schema) -> Iterator[Hop]:
    for hop in node.hops:
        if hop.direction == "out" and not hop.absent and schema.edges[hop.edge].single:
            yield hop


def _apart(first: Hop, second: Hop) -> bool:
    mine, other = _ids(first), _ids(second)
    return bool(mine and other) and mine.isdisjoint(other)


def _ids(hop: Hop) -> frozenset[Scalar]:
    named = [
        each.values for each in hop.node.where if each.attr == "id" and each.op in ("eq", "in")
    ]
    return frozenset(named[0]) if len(named) == 1 else frozenset()

"""What kind of question a plan answers: one word for its form, whatever domain it speaks of.

The answer clause decides where it says enough; among lists and counts the pattern does. A decider
learns these kinds, so a kind is read from the plan alone: no schema, no graph.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Literal, get_args

from occam.core.plan import (
    AllValues,
    Compare,
    Count,
    Exists,
    Extreme,
    ExtremeValues,
    Fold,
    Group,
    Groups,
    Holds,
    Members,
    Node,
    Plan,
    Query,
    TopK,
    Total,
    Values,
    hops_of,
    nodes_of,
)

Kind = Literal[
    "lookup", "relation", "further", "edition", "list", "count", "distinct", "join", "absent",
    "either", "both", "exists", "extreme", "top", "fold", "group", "group_fold", "having",
    "compare", "difference",
]  # fmt: skip
KINDS: tuple[Kind, ...] = get_args(Kind)

MEANINGS: dict[Kind, str] = {
    "lookup": "an attribute of the thing that the question names",
    "relation": "which neighbour that thing has",
    "further": "an attribute of a neighbour, or a neighbour's neighbour",
    "edition": "something of another of the same type, such as the edition before",
    "list": "all that match",
    "count": "how many match",
    "distinct": "how many different ones stand at the other end",
    "join": "those whose branches end at the same one, or at different ones",
    "absent": "those without something",
    "either": "those with one thing or another",
    "both": "those with two things of one sort",
    "exists": "whether there is any",
    "extreme": "the one with the most or the least of a measure",
    "top": "the first few by a measure",
    "fold": "one number over all that match",
    "group": "which neighbour has most or fewest of them",
    "group_fold": "which neighbour has the highest or lowest number over them",
    "having": "the neighbours that have so many of them",
    "compare": "which of two numbers is greater, or whether one is",
    "difference": "by how much two numbers differ",
}


def kind_of(plan: Plan) -> Kind:
    """The kind of a plan; equal for all spellings of one plan."""
    if isinstance(plan, Compare):
        return "difference" if plan.op == "difference" else "compare"
    if isinstance(plan, Total):
        return _of_total(plan)
    if plan.joins:
        return "join"
    match plan.answer:
        case Values():
            return _of_values(plan.root, plan.answer)
        case Extreme() | ExtremeValues():
            return "extreme"
        case TopK():
            return "top"
        case Fold():
            return "fold"
        case Group(having=None, fold=None):
            return "group"
        case Group(having=None):
            return "group_fold"
        case Group() | Groups():
            return "having"
        case Exists() | Holds():
            return "exists"
        case Members(limit=limit, order=order) if limit and order:
            return "top"
        case AllValues() | Members() | Count():
            return _of_set(plan)


def _of_total(plan: Total) -> Kind:
    if plan.having:
        return "having"
    return "group" if isinstance(plan.parts[0].answer, Group) else "count"


def _of_values(root: Node, answer: Values) -> Kind:
    paths = [path for path in _paths(root, (root.type,), answer.node) if len(path) > 1]
    if not answer.node or not paths:
        return "lookup"
    if any(left == right for path in paths for left, right in pairwise(path)):
        return "edition"
    near = all(len(path) == 2 for path in paths)
    return "relation" if near and answer.attr == "label" else "further"


def _of_set(query: Query) -> Kind:
    nodes = tuple(nodes_of(query.root))
    if any(_denies(node) for node in nodes):
        return "absent"
    if any(_offers(node) for node in nodes):
        return "either"
    if any(_repeated(node) for node in nodes):
        return "both"
    if any(hop.node.type == node.type for node in nodes for hop in hops_of(node)):
        return "edition"
    if isinstance(query.answer, Count):
        return "distinct" if query.answer.node else "count"
    return "list"


def _denies(node: Node) -> bool:
    return any(hop.absent for hop in hops_of(node)) or any(p.op == "ne" for p in node.where)


def _offers(node: Node) -> bool:
    """Whether one of several branches, or of several values, will do."""
    return bool(node.any_of) or any(p.op == "in" and len(set(p.values)) > 1 for p in node.where)


def _repeated(node: Node) -> bool:
    """Whether the node needs two neighbours over one edge."""
    over = Counter((hop.edge, hop.direction) for hop in node.hops)
    return any(number > 1 for number in over.values())


def _paths(node: Node, walked: tuple[str, ...], name: str) -> Iterator[tuple[str, ...]]:
    """The types on the way to each node of that name: alternatives may bind it twice."""
    if node.name == name:
        yield walked
    for hop in hops_of(node):
        yield from _paths(hop.node, (*walked, hop.node.type), name)

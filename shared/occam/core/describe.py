"""A plan in plain words, for people who read traces, certificates and refusals."""

from __future__ import annotations

from occam.core.plan import (
    AllValues,
    AnyOf,
    Branch,
    Compare,
    Count,
    Exists,
    Extreme,
    ExtremeValues,
    Fold,
    Group,
    Groups,
    Having,
    Holds,
    Hop,
    Members,
    Node,
    Plan,
    Predicate,
    Query,
    TopK,
    Total,
    Values,
    nodes_of,
)
from occam.core.schema import Schema
from occam.core.spelling import listed, spell

SIGNS = {
    "eq": "is", "ne": "is not", "lt": "<", "le": "≤", "gt": ">", "ge": "≥", "in": "is one of",
    "between": "between", "contains": "contains", "is_unknown": "is unknown", "on": "on",
    "covers": "covers", "within": "within", "before": "before", "after": "after", "=": "=",
}  # fmt: skip
FOLDS = {"sum": "total", "avg": "average", "min": "least", "max": "greatest"}


def describe(plan: Plan, schema: Schema | None = None) -> str:
    """The whole plan in one line: what is looked at, then what is said of it."""
    if isinstance(plan, Query):
        words = Words(plan, schema)
        return f"{words.pattern()}; {words.answer()}"
    if isinstance(plan, Total):
        return " plus ".join(f"({describe(each, schema)})" for each in plan.parts) + _picked(plan)
    left, right = (f"({describe(each, schema)})" for each in (plan.left, plan.right))
    return f"{left} {_comparison(plan)} {right}"


def describe_answer(plan: Plan, schema: Schema | None = None) -> str:
    """What is asked of the matches; of two sides, how they are held against each other."""
    if isinstance(plan, Query):
        return Words(plan, schema).answer()
    if isinstance(plan, Total):
        return f"sum of {Words(plan.parts[0], schema).answer()}{_picked(plan)}"
    left, right = (describe_answer(each, schema) for each in (plan.left, plan.right))
    return f"{left} {_comparison(plan)} {right}"


def describe_pattern(query: Query, schema: Schema | None = None, pool_only: bool = False) -> str:
    """What is looked at; with `pool_only` without the conditions that the pool did not apply."""
    return Words(query, schema).pattern(pool_only)


def _picked(plan: Total) -> str:
    """Which sums of groups are wanted."""
    only = f", {_having(plan.having)}" if plan.having else ""
    order = "top" if plan.descending else "bottom"
    return only + (f", {order} {plan.k}" if plan.k else "")


def _comparison(plan: Compare) -> str:
    return "minus" if plan.op == "difference" else SIGNS[plan.op].replace("is", "equals")


class Words:
    """The words of one query: schema labels where a schema is given, identifiers otherwise."""

    def __init__(self, query: Query, schema: Schema | None = None) -> None:
        self.query = query
        self.schema = schema
        self.named = {node.name: node for node in nodes_of(query.root) if node.name}

    def pattern(self, pool_only: bool = False) -> str:
        """The root, its conditions and its joins."""
        root = self.query.root
        if pool_only and self.schema:
            root = _without_measures(root, self.schema)
        joins = [
            f"{self.kind(self.named[join.left].type)} {join.left} "
            f"{'is the same as' if join.same else 'differs from'} {join.right}"
            for join in self.query.joins
        ]
        return ", where ".join([self.node(root), *joins])

    def answer(self) -> str:
        """What is asked of the matches."""
        match self.query.answer:
            case Values(attr=attr, node=node):
                return f"{attr} of {self.place(node)}"
            case AllValues(attr=attr, node=node):
                return f"every {attr} of {self.place(node)}"
            case Members(limit=limit, order=order):
                by = f" by {order.attr}" if order else ""
                return f"list {limit or 'all'}{by}"
            case Count(node=node):
                return f"count of {self.place(node)}" if node else "count"
            case Extreme(attr=attr, greatest=greatest):
                return f"{'most' if greatest else 'fewest'} {attr}"
            case ExtremeValues(attr=attr, greatest=greatest, told=told, node=node):
                best = f"{'most' if greatest else 'fewest'} {attr}"
                return f"{told} of {self.place(node)} with {best}"
            case TopK(attr=attr, k=k, descending=descending):
                return f"{'top' if descending else 'bottom'} {k} by {attr}"
            case Fold() as fold:
                return self.fold(fold)
            case Group() as group:
                return self.group(group)
            case Groups(node=node, having=having):
                return f"number of {self.place(node)} with count, {_having(having)}"
            case Holds(node=node, having=having):
                counted = f"count of {self.place(node)}" if node else "count"
                return f"is {counted} {SIGNS[having.op]} {spell(having.value)}"
            case Exists():
                return "is there any"

    def fold(self, fold: Fold) -> str:
        return f"{FOLDS[fold.by]} of {fold.attr}"

    def group(self, group: Group) -> str:
        """Groups, their number, and which of them are kept."""
        number = self.fold(group.fold) if group.fold else "count"
        parts = [f"{number} by {self.place(group.node)}"]
        if group.having:
            parts.append(_having(group.having))
        if group.k:
            parts.append(f"{'top' if group.descending else 'bottom'} {group.k}")
        return ", ".join(parts)

    def place(self, name: str) -> str:
        """The kind of thing that stands at a named node, with its name."""
        node = self.named.get(name)
        return f"{self.kind(node.type)} {name}" if node else self.kind(self.query.root.type)

    def kind(self, vertex: str, many: bool = False) -> str:
        """A vertex type in words."""
        labels = self.schema.vertices[vertex].labels if self.schema else ()
        if many and len(labels) > 1:
            return labels[1]
        return labels[0] if labels else vertex.lower() + "s" * many

    def node(self, node: Node) -> str:
        """`events in Judo at 2012 Summer where competitors > 32`."""
        if not node.hops and not node.any_of and (one := _identity(node)):
            return one
        parts = self.parts(node)
        parts += [self.choice(choice) for choice in node.any_of]
        return " ".join([self.kind(node.type, many=True), *parts])

    def parts(self, part: Node | Branch) -> list[str]:
        """Hops first, then what is demanded of the vertex itself."""
        hops = [self.hop(hop) for hop in part.hops]
        where = [_predicate(predicate) for predicate in part.where]
        return [*hops, *([f"where {listed(where)}"] if where else [])]

    def hop(self, hop: Hop) -> str:
        """An edge in words and what stands at its other end."""
        link = hop.edge.lower().replace("_", " ")
        if self.schema:
            found = self.schema.edges[hop.edge]
            labels = found.labels if hop.direction == "out" else found.inverse_labels
            link = labels[0] if labels else link
        far = self.node(hop.node)
        nested = f"({far})" if hop.node.hops or hop.node.any_of else far
        return f"{'not ' * hop.absent}{link} {nested}"

    def choice(self, choice: AnyOf) -> str:
        """Alternatives in brackets."""
        return f"({' or '.join(' '.join(self.parts(branch)) for branch in choice.branches)})"


def _identity(node: Node) -> str:
    """The ids that a node is pinned to, or those that it is not, when that is all it says."""
    if not node.where or any(test.attr != "id" for test in node.where):
        return ""
    ops = {test.op for test in node.where}
    named = listed([spell(value) for test in node.where for value in test.values], "or")
    if ops == {"ne"}:
        return f"others than {named}"
    return named if len(node.where) == 1 and ops <= {"eq", "in"} else ""


def _predicate(predicate: Predicate) -> str:
    values = [spell(value) for value in predicate.values]
    end = listed(values, "or" if predicate.op == "in" else "and")
    return " ".join(filter(None, (predicate.attr, SIGNS[predicate.op], end)))


def _having(having: Having) -> str:
    return f"only {SIGNS[having.op]} {spell(having.value)}"


def _without_measures(node: Node, schema: Schema) -> Node:
    kept = tuple(
        predicate
        for predicate in node.where
        if (found := schema.attribute(node.type, predicate.attr)) and found.role != "measure"
    )
    return Node(type=node.type, name=node.name, where=kept, hops=node.hops, any_of=node.any_of)

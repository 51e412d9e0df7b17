"""Queries that type-check against a schema: hops, alternatives, absence, names and joins."""

from __future__ import annotations

from itertools import combinations, count

from hypothesis import strategies as st
from occam.core.plan import (
    AllValues,
    Answer,
    AnyOf,
    Branch,
    Count,
    Direction,
    Exists,
    Extreme,
    ExtremeValues,
    Fold,
    Group,
    Groups,
    Having,
    Holds,
    Hop,
    Join,
    Members,
    Node,
    Order,
    Predicate,
    Query,
    TopK,
    Values,
)  # fmt: skip
from occam.core.schema import Schema

from tests.strategies.values import VALUES, predicates

Names = dict[str, str]


class _Pattern:
    """Draws one tree pattern and remembers which names every binding binds."""

    def __init__(self, draw: st.DrawFn, schema: Schema) -> None:
        self._draw = draw
        self._schema = schema
        self._fresh = count()
        self._left = 5

    def node(self, type_: str, depth: int, names: Names | None) -> Node:
        """`names` collects what is bound; None where naming is not allowed."""
        where, hops = self._part(type_, depth, names, most=2)
        choices: list[AnyOf] = []
        if depth and self._left and self._draw(st.integers(0, 3)) == 0:
            choices.append(self._choice(type_, depth, names))
        name = ""
        if names is not None and self._draw(st.integers(0, 3)) != 3:
            name = f"n{next(self._fresh)}"
            names[name] = type_
        return Node(type=type_, name=name, where=where, hops=hops, any_of=tuple(choices))

    def _part(
        self, type_: str, depth: int, names: Names | None, most: int, least: int = 0
    ) -> tuple[tuple[Predicate, ...], tuple[Hop, ...]]:
        hops: list[Hop] = []
        for _ in range(self._draw(st.sampled_from((most, most, 1, 0))) if depth else 0):
            hop = self.hop(type_, depth, names) if self._left else None
            hops += [hop] if hop else []
        wanted = self._draw(st.integers(0 if hops else least, 1))
        return tuple(self._predicate(type_) for _ in range(wanted)), tuple(hops)

    def _predicate(self, type_: str) -> Predicate:
        attributes = self._schema.vertices[type_].attributes
        attr = self._draw(st.sampled_from(["id", "label", *attributes, *attributes]))
        if attr == "id":
            ids = st.sampled_from([f"{type_[0].lower()}{n}" for n in range(5)])
            return self._draw(predicates(attr, "text", ids))
        if attr == "label":
            return self._draw(predicates(attr, "text", st.sampled_from(("same", "it's", "S"))))
        kind = attributes[attr].kind
        return self._draw(predicates(attr, kind, VALUES[kind]))

    def hop(self, type_: str, depth: int, names: Names | None) -> Hop | None:
        """A hop over any edge that touches the type; None where none does."""
        ways: list[tuple[str, Direction, str]] = []
        for name, edge in self._schema.edges.items():
            if edge.source == type_:
                ways.append((name, "out", edge.target))
            if edge.target == type_:
                ways.append((name, "in", edge.source))
        if not ways:
            return None
        self._left -= 1
        name, direction, far = self._draw(st.sampled_from(ways))
        absent = self._draw(st.integers(0, 3)) == 0
        node = self.node(far, depth - 1, None if absent else names)
        return Hop(edge=name, direction=direction, node=node, absent=absent)

    def _choice(self, type_: str, depth: int, names: Names | None) -> AnyOf:
        """Two branches; sometimes both bind the same name, sometimes only one does."""
        branches: list[Branch] = []
        bound: list[Names] = []
        for _ in range(2):
            own: Names | None = None if names is None else {}
            where, hops = self._part(type_, depth, own, most=1, least=1)
            branches.append(Branch(where=where, hops=hops))
            bound.append(own or {})
        left, right = bound
        for one, other in zip(sorted(left), sorted(right), strict=False):
            if names is not None and left[one] == right[other]:
                branches[1] = _renamed(branches[1], other, one)
                names[one] = left[one]
        return AnyOf(branches=tuple(branches))


def _renamed(branch: Branch, old: str, new: str) -> Branch:
    def within(node: Node) -> Node:
        return Node(
            type=node.type,
            name=new if node.name == old else node.name,
            where=node.where,
            hops=tuple(over(hop) for hop in node.hops),
            any_of=tuple(
                AnyOf(branches=tuple(_renamed(b, old, new) for b in choice.branches))
                for choice in node.any_of
            ),
        )

    def over(hop: Hop) -> Hop:
        return Hop(edge=hop.edge, direction=hop.direction, node=within(hop.node), absent=hop.absent)

    return Branch(where=branch.where, hops=tuple(over(hop) for hop in branch.hops))


@st.composite
def queries(draw: st.DrawFn, schema: Schema) -> Query:
    """A query of a handful of nodes with any answer clause."""
    names: Names = {}
    root = _Pattern(draw, schema).node(draw(st.sampled_from(sorted(schema.vertices))), 2, names)
    pairs = [(a, b) for a, b in combinations(sorted(names), 2) if names[a] == names[b]]
    joins: tuple[Join, ...] = ()
    if pairs and draw(st.integers(0, 3)) != 3:
        left, right = draw(st.sampled_from(pairs))
        joins = (Join(left=left, right=right, same=draw(st.booleans())),)
    return Query(root=root, answer=draw(_answers(schema, root, names)), joins=joins)


@st.composite
def hops(draw: st.DrawFn, schema: Schema) -> tuple[str, Hop]:
    """A vertex type and a hop that leaves it; nothing below is named."""
    type_ = draw(st.sampled_from(sorted({edge.source for edge in schema.edges.values()})))
    hop = _Pattern(draw, schema).hop(type_, 2, None)
    assert hop is not None
    return type_, hop


@st.composite
def _answers(draw: st.DrawFn, schema: Schema, root: Node, names: Names) -> Answer:
    attributes = schema.vertices[root.type].attributes
    numeric = [a for a, found in attributes.items() if found.kind in ("integer", "number")]
    choices: list[Answer] = [Exists(), Count(), Members(), Values(attr="label")]
    choices += [Values(attr=attr) for attr in attributes]
    choices += [AllValues(attr=attr) for attr in attributes]
    choices += [Members(order=Order(attr=attr)) for attr in numeric]
    choices += [Extreme(attr=attr) for attr in numeric]
    choices += [TopK(attr=attr, k=2) for attr in numeric]
    choices += [ExtremeValues(attr=attr, told=told) for attr in numeric for told in attributes]
    choices += [Holds(having=Having(op="gt", value=1))]
    choices += [Fold(attr=attr, by="sum") for attr in numeric]
    for name, type_ in sorted(names.items()):
        bar = Having(op="ge", value=2)
        choices += [Count(node=name), Group(node=name), Values(node=name)]
        choices += [Groups(node=name, having=bar), Holds(node=name, having=bar)]
        choices += [ExtremeValues(attr=attr, node=name) for attr in numeric]
        told = schema.vertices[type_].attributes
        choices += [Values(attr=attr, node=name) for attr in told]
        choices += [AllValues(attr=attr, node=name) for attr in told]
        choices += [Group(node=name, fold=Fold(attr=attr, by="avg")) for attr in numeric]
    return draw(st.sampled_from(choices))

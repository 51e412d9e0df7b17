"""Plans that nobody wrote, over a graph that somebody uses: seeded, type-checked, of every kind.

Values come from the graph itself, so that comparisons hit, miss, tie and meet what is unknown.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import cast, get_args

from occam.core.check import check
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
    Op,
    Order,
    Predicate,
    Query,
    TopK,
    Values,
)
from occam.core.values import Kind, Period, Scalar
from occam.phrasing import Stock

DEPTH = 2
NODES = 6
_OPS: dict[Kind, tuple[Op, ...]] = {
    "integer": ("eq", "ne", "lt", "le", "gt", "ge", "in", "between", "is_unknown"),
    "number": ("eq", "ne", "lt", "le", "gt", "ge", "in", "between", "is_unknown"),
    "text": ("eq", "ne", "in", "contains", "is_unknown"),
    "period": ("on", "covers", "within", "before", "after", "is_unknown"),
    "flag": ("eq", "ne", "is_unknown"),
}
_DIRECTIONS: tuple[Direction, ...] = get_args(Direction)


def sampled(stock: Stock, seed: int) -> Iterator[Query]:
    """Plans without end, the same for the same seed and graph; every one type-checks."""
    chance = random.Random(seed)  # noqa: S311
    types = [type_ for type_, ids in stock.ids.items() if ids]
    while types:
        query = _Draft(stock, chance).query(chance.choice(types))
        if check(query, stock.schema) is None:
            yield query


class _Draft:
    """One plan in the making."""

    def __init__(self, stock: Stock, chance: random.Random) -> None:
        self._stock = stock
        self._schema = stock.schema
        self._chance = chance
        self._left = NODES
        self._names: dict[str, str] = {}

    def query(self, type_: str) -> Query:
        root = self._node(type_, DEPTH, named=True)
        names = sorted(self._names)
        pairs = [(a, b) for a in names for b in names if a < b and self._names[a] == self._names[b]]
        joins: tuple[Join, ...] = ()
        if pairs and self._one_in(2):
            left, right = self._chance.choice(pairs)
            joins = (Join(left=left, right=right, same=self._one_in(2)),)
        return Query(root=root, answer=self._answer(type_), joins=joins)

    def _one_in(self, many: int) -> bool:
        return self._chance.randrange(many) == 0

    def _node(self, type_: str, depth: int, named: bool) -> Node:
        self._left -= 1
        choices: tuple[AnyOf, ...] = ()
        where = self._where(type_)
        hops = self._hops(type_, depth, named)
        if depth and self._left > 1 and self._one_in(5):
            branches = (self._branch(type_, depth), self._branch(type_, depth))
            choices = (AnyOf(branches=branches),)
        if depth < DEPTH and not where and not hops:
            where = (self._pinned(type_),) if not self._one_in(4) else ()
        name = ""
        if named and not self._one_in(3):
            name = f"n{len(self._names)}"
            self._names[name] = type_
        return Node(type=type_, name=name, where=where, hops=hops, any_of=choices)

    def _branch(self, type_: str, depth: int) -> Branch:
        hops = self._hops(type_, depth, named=False) if self._one_in(2) else ()
        return Branch(where=self._where(type_) or (self._pinned(type_),), hops=hops)

    def _hops(self, type_: str, depth: int, named: bool) -> tuple[Hop, ...]:
        found: list[Hop] = []
        for _ in range(self._chance.choice((0, 1, 1, 2)) if depth else 0):
            ways = self._ways(type_)
            if not ways or self._left < 1:
                break
            edge, direction = self._chance.choice(ways)
            absent = self._one_in(5)
            far = self._schema.far_end(edge, direction)
            node = self._node(far, depth - 1, named and not absent)
            found.append(Hop(edge=edge, direction=direction, node=node, absent=absent))
        return tuple(found)

    def _ways(self, type_: str) -> list[tuple[str, Direction]]:
        return [
            (edge, direction)
            for edge in self._schema.edges
            for direction in _DIRECTIONS
            if self._schema.near_end(edge, direction) == type_
        ]

    def _pinned(self, type_: str) -> Predicate:
        ids = self._stock.ids[type_] or [type_]
        picked = self._chance.sample(ids, min(len(ids), self._chance.choice((1, 1, 1, 3))))
        op: Op = "eq" if len(picked) == 1 else "in"
        return Predicate(attr="id", op=op, values=tuple(sorted(picked)))

    def _where(self, type_: str) -> tuple[Predicate, ...]:
        attributes = self._schema.vertices[type_].attributes
        found: list[Predicate] = []
        for _ in range(self._chance.choice((0, 0, 0, 1, 1, 2))):
            attr = self._chance.choice(["label", *attributes])
            kind: Kind = "text" if attr == "label" else attributes[attr].kind
            values = self._stock.values.get((type_, attr))
            if values:
                found.append(self._compared(attr, kind, values))
        return tuple(found)

    def _compared(self, attr: str, kind: Kind, values: Sequence[Scalar]) -> Predicate:
        ops = _OPS[kind] if attr != "label" else ("eq", "in", "contains")
        op = self._chance.choice(ops)
        picked = [self._chance.choice(values) for _ in range(3)]
        match op:
            case "is_unknown":
                given: tuple[Scalar, ...] = ()
            case "in":
                given = tuple(picked)
            case "between":
                low, high = sorted(cast(list[float], picked[:2]))
                given = (low, high)
            case "contains":
                given = (str(picked[0])[: self._chance.randint(1, 8)],)
            case "covers":
                first = picked[0]
                assert isinstance(first, Period)
                given = (
                    Period(start=first.start, end=first.start, days=f"{first.start}/{first.start}"),
                )
            case _:
                given = (picked[0],)
        return Predicate(attr=attr, op=op, values=given)

    def _answer(self, type_: str) -> Answer:
        attributes = self._schema.vertices[type_].attributes
        numeric = [a for a, found in attributes.items() if found.kind in ("integer", "number")]
        choices: list[Answer] = [Exists(), Count(), Members(), Values()]
        choices += [Values(attr=attr) for attr in attributes]
        choices += [AllValues(attr=attr) for attr in attributes]
        for attr in numeric:
            choices += [
                Members(order=Order(attr=attr)),
                Extreme(attr=attr, greatest=self._one_in(2)),
                ExtremeValues(attr=attr, greatest=self._one_in(2)),
                TopK(attr=attr, k=self._chance.randint(1, 5)),
                Fold(attr=attr, by=self._chance.choice(("sum", "avg", "min", "max"))),
            ]
        for name in self._names:
            bar = Having(op="ge", value=float(self._chance.randint(1, 4)))
            choices += [Count(node=name), Group(node=name), Values(node=name)]
            choices += [Groups(node=name, having=bar), Holds(node=name, having=bar)]
            choices += [ExtremeValues(attr=attr, node=name) for attr in numeric]
            choices += [Group(node=name, fold=Fold(attr=attr, by="sum")) for attr in numeric]
        return self._chance.choice(choices)

"""A tree pattern grows: each condition takes its place on the smallest subtree of the schema."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta

import msgspec

from occam.core.plan import AnyOf, Branch, Hop, Node, Op, Predicate
from occam.core.reading.conditions import Bound, Check, Condition, Either, Shift, Tie, When
from occam.core.reading.items import Dated
from occam.core.reading.joints import Joints, Path
from occam.core.values import Period
from occam.core.vocabulary import Vocabulary

Periods = Callable[[Dated], Sequence[Period]]


class Unattached(Exception):
    """A condition that no vertex of the pattern can have."""

    def __init__(self, condition: Condition) -> None:
        super().__init__(condition.slot)
        self.condition = condition


class Reach(msgspec.Struct, frozen=True):
    """How far a plan reaches beyond the letter: `lenient` days may lie inside longer periods,
    `spanning` ones do or are their last, `relaxed` names mean their wider values, `byname`
    neighbours in time are found without their own edge to the edition."""

    lenient: bool = False
    spanning: bool = False
    relaxed: bool = False
    byname: bool = False


class Growing:
    """A node that still grows."""

    def __init__(self, type_name: str, name: str = "") -> None:
        self.type, self.name = type_name, name
        self.where: list[Predicate] = []
        self.hops: list[tuple[str, str, bool, Growing]] = []
        self.any_of: list[AnyOf] = []
        self.choices: list[list[tuple[str, Growing]]] = []

    def hop(self, edge: str, way: str, type_name: str, *, absent: bool = False) -> Growing:
        """A new neighbour over this edge."""
        node = Growing(type_name)
        self.hops.append((edge, way, absent, node))
        return node

    def silent(self, path: Path, joints: Joints) -> Growing:
        """The neighbour at the end of a silent path; the same each time."""
        here = self
        for edge, way in path:
            known = next(
                (node for e, w, absent, node in here.hops if (e, w, absent) == (edge, way, False)),
                None,
            )
            here = known or here.hop(edge, way, joints.schema.far_end(edge, way))
        return here

    def frozen(self) -> Node:
        """The finished node."""
        hops = [
            Hop(
                edge=edge,
                direction="out" if way == "out" else "in",
                node=node.frozen(),
                absent=absent,
            )
            for edge, way, absent, node in self.hops
        ]
        return Node(
            type=self.type,
            name=self.name,
            where=tuple(dict.fromkeys(self.where)),
            hops=tuple(dict.fromkeys(hops)),
            any_of=tuple(dict.fromkeys([*self.any_of, *map(_choice, self.choices)])),
        )

    def one_of(self, edges: Sequence[str], type_name: str) -> list[Growing]:
        """New neighbours over any of these edges: one of them is enough."""
        ends = [Growing(type_name) for _ in edges]
        self.choices.append(list(zip(edges, ends, strict=True)))
        return ends


def _choice(choice: Sequence[tuple[str, Growing]]) -> AnyOf:
    return AnyOf(
        branches=tuple(
            Branch(hops=(Hop(edge=edge, direction="out", node=end.frozen()),))
            for edge, end in choice
        )
    )


class Builder:
    """Grows one pattern from a root; `asked` is the node that the answer stands at."""

    def __init__(
        self, root: str, joints: Joints, periods: Periods, reach: Reach, vocabulary: Vocabulary
    ) -> None:
        self._vocabulary = vocabulary
        self.root = Growing(root)
        self.asked = self.root
        self._twins: list[Growing] = []
        self._joints, self._periods, self._reach = joints, periods, reach

    def target(self, node: Growing) -> Growing:
        """Makes this node the one asked about."""
        node.name = node.name or "asked"
        self.asked = node
        return node

    def targets(self, nodes: Sequence[Growing]) -> None:
        """Makes these alternatives the ones asked about, under one name."""
        for node in nodes:
            self.target(node)
        self._twins = list(nodes)

    def add(self, condition: Condition, at: Growing | None = None) -> None:
        """Puts the condition where the schema has a place for it."""
        start = at or self.root
        for each in condition.also:
            self.add(each, at)
        match condition.body:
            case Check() | When():
                self._restrict(condition, start)
            case Tie():
                self._tie(condition, start)
            case Shift():
                self._shift(condition, condition.body, start)
            case Either():
                self._either(condition.body, start)
            case Bound():
                node, path = self._place(condition, condition.body.type, start)
                self._bound(node.silent(path, self._joints), condition.body)

    def _bound(self, node: Growing, body: Bound) -> None:
        value = self._vocabulary.values(body.type, body.attr).get(body.of)
        attribute = self._joints.schema.attribute(body.type, body.attr)
        whole = attribute is not None and attribute.kind == "integer"
        if value is not None:
            number = int(value) if whole else value
            node.where.append(Predicate(attr=body.attr, op=body.op, values=(number,)))

    def _either(self, body: Either, start: Growing) -> None:
        branches: list[Branch] = []
        for option in body.options:
            apart = Growing(start.type)
            self.add(option, apart)
            node = apart.frozen()
            if node.any_of:
                raise Unattached(option)
            branches.append(Branch(where=node.where, hops=node.hops))
        start.any_of.append(AnyOf(branches=tuple(branches)))

    def _place(self, condition: Condition, type_name: str, start: Growing) -> tuple[Growing, Path]:
        for node in dict.fromkeys((start, self.asked)):
            if node.type == type_name:
                return node, ()
            if path := self._joints.path(node.type, type_name):
                return node, path
        raise Unattached(condition)

    def _restrict(self, condition: Condition, start: Growing) -> None:
        body = condition.body
        assert isinstance(body, Check | When)
        node, path = self._place(condition, body.type, start)
        twins = self._twins if node is self.asked and self._twins else [node]
        for twin in twins:
            if condition.absent:
                self._deny(condition, body, twin, path)
            else:
                self._check(twin.silent(path, self._joints), body)

    def _deny(self, condition: Condition, body: Check | When, node: Growing, path: Path) -> None:
        if path:
            (edge, way), rest = path[0], path[1:]
            end = node.hop(edge, way, self._joints.schema.far_end(edge, way), absent=True)
            self._check(end.silent(rest, self._joints), body)
            return
        if not isinstance(body, Check) or body.op not in _OPPOSITE:
            raise Unattached(condition)
        opposite = _OPPOSITE[body.op]
        node.where += [
            Predicate(attr=body.attr, op=opposite, values=(value,)) for value in body.values
        ]

    def _check(self, node: Growing, body: Check | When) -> None:
        if isinstance(body, When):
            tests = [self._tests(body, period) for period in self._periods(body.dated)]
            if len(tests) == 1:
                node.where += tests[0]
            else:
                node.any_of.append(AnyOf(branches=tuple(Branch(where=each) for each in tests)))
            return
        if self._reach.spanning and (kind := self._kind(body)):
            node.any_of.append(kind)
            return
        values = body.wider if self._reach.relaxed and body.wider else body.values
        op: Op = "eq" if body.op == "in" and len(values) == 1 else body.op
        node.where.append(Predicate(attr=body.attr, op=op, values=values))

    def _kind(self, body: Check) -> AnyOf | None:
        """A name with a word of a kind, or what goes by it without one and is of that kind, which
        may be unknown; nothing where no other value goes by it."""
        others = tuple(value for value in body.wider if value not in body.values)
        said = self._vocabulary.sorted_by(body.term) if body.term and others else None
        if said is None or said.type != body.type:
            return None
        bare = Predicate(attr=body.attr, op="in", values=others)
        kind = Predicate(attr=said.attr, op="in", values=said.values)
        named = Predicate(attr=body.attr, op="in", values=body.values)
        return AnyOf(branches=(Branch(where=(named,)), Branch(where=(bare, kind))))

    def _tests(self, body: When, period: Period) -> tuple[Predicate, ...]:
        """A day is one of those of the period that is held against it, where the plan may reach so
        far, or its last; what names several days means just these."""
        spans = self._reach.spanning and period.start == period.end
        if body.op != "on" or not (self._reach.lenient or spans):
            return (Predicate(attr=body.attr, op=body.op, values=(period,)),)
        covers = Predicate(attr=body.attr, op="covers", values=(period,))
        if not (spans and body.ends):
            return (covers,)
        following = (date.fromisoformat(period.end) + timedelta(days=1)).isoformat()
        behind = Period(following, following, f"{following}/{following}")
        return covers, Predicate(attr=body.attr, op="before", values=(behind,))

    def _tie(self, condition: Condition, start: Growing) -> None:
        body = condition.body
        assert isinstance(body, Tie)
        near = self._joints.near_type(body.relation)
        node, path = self._place(condition, near, start)
        node = node.silent(path, self._joints)
        ends = [Growing(body.type) for _ in body.edges]
        for end in ends:
            for said in body.far:
                self.add(said, end)
        if len(ends) == 1 or condition.absent:
            node.hops += [
                (edge, "out", condition.absent, end)
                for edge, end in zip(body.edges, ends, strict=True)
            ]
            return
        branches = [
            Branch(hops=(Hop(edge=edge, direction="out", node=end.frozen()),))
            for edge, end in zip(body.edges, ends, strict=True)
        ]
        node.any_of.append(AnyOf(branches=tuple(branches)))

    def _shift(self, condition: Condition, body: Shift, start: Growing) -> None:
        """A neighbour in time of a type beside the root ("the Games before 2016")."""
        edge = self._joints.ordering(body.type)
        node, path = self._place(condition, body.type, start)
        here = node.silent(path, self._joints)
        for _ in range(body.steps):
            here = here.hop(edge, "in" if body.earlier else "out", body.type)
        for said in body.anchor:
            self.add(said, here)


_OPPOSITE: dict[Op, Op] = {"eq": "ne", "in": "ne", "lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}

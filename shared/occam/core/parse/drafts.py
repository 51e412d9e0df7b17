"""A plan being assembled: plan lines grow a tree of nodes, which then freezes into a query."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from occam.core.lexicon import Term
from occam.core.parse.lattice import Bound, Choice, Day, Measure, Value
from occam.core.parse.rules import Rules
from occam.core.parse.statements import OPS, BadStatement, Condition, Statement, Step, slot_of
from occam.core.plan import AnyOf, Branch, Hop, Node, Op, Predicate
from occam.core.schema import Schema
from occam.core.values import Period, Scalar
from occam.core.vocabulary import Vocabulary

Slots = Mapping[str, Bound]


class Draft:
    """A node that may still grow; `choices` are alternatives, each a list of hops."""

    def __init__(self, type_name: str, name: str = "") -> None:
        self.type, self.name = type_name, name
        self.where: list[Predicate] = []
        self.hops: list[tuple[str, bool, bool, Draft]] = []
        self.any_of: list[AnyOf] = []
        self.choices: list[list[tuple[str, bool, Draft]]] = []

    def frozen(self, *, named: bool = True) -> Node:
        """The finished node; lines that said the same are one, what is absent has no name."""
        hops = [
            _hop(edge, out, node.frozen(named=named and not absent), absent)
            for edge, out, absent, node in self.hops
        ]
        choices = [
            AnyOf(
                branches=tuple(
                    Branch(hops=(_hop(edge, out, node.frozen(named=named), False),))
                    for edge, out, node in choice
                )
            )
            for choice in self.choices
        ]
        return Node(
            type=self.type,
            name=self.name if named else "",
            where=tuple(dict.fromkeys(self.where)),
            hops=tuple(dict.fromkeys(hops)),
            any_of=tuple(dict.fromkeys([*self.any_of, *choices])),
        )


def _hop(edge: str, out: bool, node: Node, absent: bool) -> Hop:
    return Hop(edge=edge, direction="out" if out else "in", node=node, absent=absent)


class Renderer:
    """Turns the slots of a plan line into identifiers and values."""

    def __init__(
        self,
        rules: Rules,
        vocabulary: Vocabulary,
        periods: Callable[[Day], tuple[Period, ...]],
        *,
        relaxed: bool = False,
    ) -> None:
        self.rules, self.vocabulary = rules, vocabulary
        self._periods, self._relaxed = periods, relaxed

    def texts(self, part: str, slots: Slots) -> tuple[str, ...]:
        """A literal, or what the slot says: a class's field, an attribute's name, a number."""
        if slot_of(part) is None:
            return (part,)
        name, _, field = part[1:-1].partition(".")
        value = slots[name].value
        match value:
            case Choice(group, member):
                return self.rules.field(group, member, field)
            case Measure(attr=attr):
                return (attr,)
            case Term() | Day():
                raise BadStatement(f"{part} is a value, not a name")
            case _:
                return (str(int(value)),)

    def text(self, part: str, slots: Slots) -> str:
        """The one text that the part stands for."""
        found = self.texts(part, slots)
        if len(found) != 1:
            raise BadStatement(f"{part} stands for several: {', '.join(found)}")
        return found[0]

    def values(self, part: str, slots: Slots, attr: str) -> tuple[Scalar, ...]:
        """The plain values that the part stands for."""
        if slot_of(part) is None:
            return (float(part) if part.replace(".", "", 1).isdigit() else part,)
        name, _, field = part[1:-1].partition(".")
        return self._values(slots[name].value, field, attr)

    def _values(self, value: Value, field: str, attr: str) -> tuple[Scalar, ...]:
        match value:
            case Term():
                if attr == "id" and value.attr != "id":
                    return tuple(sorted(self.vocabulary.ids(value)))
                return value.wider if self._relaxed and value.wider else value.values
            case Choice(group, member):
                return self.rules.field(group, member, field)
            case Day():
                return self._periods(value)
            case Measure(attr=attr):
                return (attr,)
            case _:
                return (int(value) if float(value).is_integer() else value,)


class Tree:
    """The root and the named nodes of one pattern; plan lines are applied to it."""

    def __init__(self, root: str, schema: Schema, renderer: Renderer) -> None:
        self.root = Draft(root)
        self.named: dict[str, list[Draft]] = {"": [self.root]}
        self._schema, self._renderer = schema, renderer

    def apply(self, statements: Sequence[Statement], slots: Slots, at: str = "") -> None:
        """Grow by these lines; those without a start begin at the node named `at`."""
        for statement in statements:
            for start in self.named[statement.start or at]:
                self._grow(start, statement, slots)

    def _grow(self, start: Draft, statement: Statement, slots: Slots) -> None:
        here = [start]
        for step, first in self._walked(statement.steps, slots):
            here = [
                end
                for node in here
                for end in self._step(node, step, slots, absent=statement.absent and first)
            ]
        if statement.condition:
            for node in here:
                self._restrict(node, statement.condition, slots)

    def _walked(self, steps: Sequence[Step], slots: Slots) -> list[tuple[Step, bool]]:
        walked: list[Step] = []
        for step in steps:
            times = int(self._renderer.text(step.times, slots))
            walked += [Step(step.edge, step.out)] * (times - 1) + [step]
        return [(step, place == 0) for place, step in enumerate(walked)]

    def _step(self, node: Draft, step: Step, slots: Slots, *, absent: bool) -> list[Draft]:
        edges = self._renderer.texts(step.edge, slots)
        way = "out" if step.out else "in"
        ends = [Draft(self._schema.far_end(edge, way), step.name) for edge in edges]
        if absent or len(edges) == 1:
            node.hops += [
                (edge, step.out, absent, end) for edge, end in zip(edges, ends, strict=True)
            ]
        else:
            node.choices.append(
                [(edge, step.out, end) for edge, end in zip(edges, ends, strict=True)]
            )
        if step.name:
            self.named.setdefault(step.name, []).extend(ends)
        return ends

    def _restrict(self, node: Draft, condition: Condition, slots: Slots) -> None:
        attr = self._renderer.text(condition.attr, slots)
        op = self._renderer.text(condition.op, slots)
        read = [self._renderer.values(part, slots, attr) for part in condition.operands]
        if any(isinstance(value, Period) for values in read for value in values):
            predicates = [Predicate(attr=attr, op=_op(op), values=(value,)) for value in read[0]]
            if len(predicates) > 1:
                node.any_of.append(AnyOf(branches=tuple(Branch(where=(p,)) for p in predicates)))
                return
            node.where += predicates
            return
        values = tuple(value for part in read for value in part)
        op = "eq" if op == "in" and len(values) == 1 else op
        node.where.append(Predicate(attr=attr, op=_op(op), values=values))


def _op(text: str) -> Op:
    if text not in OPS:
        raise BadStatement(f"{text!r} is no operator")
    return cast("Op", text)

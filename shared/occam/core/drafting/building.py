"""A draft becomes a plan: paths become nodes, names become ids, texts become values of their kind.

Names are looked up in the graph's vocabulary; where one is not there the plan is invalid, and the
nearest names are told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import cast

from occam.core.drafting.draft import Ask, Draft, Test
from occam.core.drafting.draft import Scalar as Written
from occam.core.gaps import InvalidPlan
from occam.core.periods import parse_period
from occam.core.plan import (
    AllValues,
    Answer,
    AnyOf,
    Branch,
    Compare,
    Count,
    Direction,
    Exists,
    Extreme,
    ExtremeValues,
    Fold,
    Group,
    Having,
    Hop,
    Join,
    Members,
    Node,
    Op,
    Order,
    Plan,
    Predicate,
    Query,
    TopK,
    Values,
)
from occam.core.schema import Attribute, Schema
from occam.core.values import Scalar
from occam.core.vocabulary import Vocabulary

_STEP = re.compile(r"<\s*([A-Za-z]\w*)|([A-Za-z]\w*)\s*>")
_PATH = re.compile(rf"(?:\s*(?:{_STEP.pattern}))*\s*")
_OPS: dict[str, Op] = {
    "=": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge", "in": "in",
    "between": "between", "contains": "contains", "unknown": "is_unknown", "before": "before",
    "after": "after",
}  # fmt: skip
_HAVING = {"=", "<", "<=", ">", ">="}
_DAYS: dict[str, Op] = {"=": "on", "in": "within", "before": "before", "after": "after"}
Step = tuple[str, Direction]


class Wrong(Exception):
    """Carries place and reason out of the building; becomes the gap."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(path, reason)
        self.gap = InvalidPlan(path=path, reason=reason)


def build(draft: Draft, schema: Schema, vocabulary: Vocabulary) -> Plan | InvalidPlan:
    """The plan that a draft describes. It is not checked against the schema yet, only built."""
    assert draft.ask
    try:
        if draft.find not in schema.vertices:
            raise Wrong("find", f"the schema has no vertex type {draft.find!r}")
        sides = draft.sides or [[]]
        queries = [
            _Query(draft, [*draft.where, *side], schema, vocabulary).query() for side in sides
        ]
    except Wrong as wrong:
        return wrong.gap
    if len(queries) == 1:
        return queries[0]
    return Compare(left=queries[0], right=queries[1], op=draft.versus)


class _Place:
    """What stands at the end of a path, while tests are put on it."""

    def __init__(self, type_name: str) -> None:
        self.type = type_name
        self.name = ""
        self.where: list[Predicate] = []
        self.hops: dict[Step, _Place] = {}
        self.absent: list[Hop] = []
        self.choices: dict[int, list[Branch]] = {}

    def node(self) -> Node:
        hops = [
            Hop(edge=edge, direction=way, node=place.node())
            for (edge, way), place in self.hops.items()
        ]
        return Node(
            type=self.type,
            name=self.name,
            where=tuple(dict.fromkeys(self.where)),
            hops=(*hops, *self.absent),
            any_of=tuple(AnyOf(branches=tuple(each)) for each in self.choices.values()),
        )


class _Query:
    """One pattern with its answer clause."""

    def __init__(
        self, draft: Draft, tests: Sequence[Test], schema: Schema, vocabulary: Vocabulary
    ) -> None:
        self._draft, self._tests = draft, tests
        self._schema, self._vocabulary = schema, vocabulary
        self._root = _Place(draft.find)
        self._names = 0

    def query(self) -> Query:
        for at, test in enumerate(self._tests):
            self._put(test, f"where[{at}]")
        joins = [
            Join(left=self._named(left, key), right=self._named(right, key), same=key == "same")
            for key, pairs in (("same", self._draft.same), ("differ", self._draft.differ))
            for left, right in pairs
        ]
        assert self._draft.ask
        answer = self._answer(self._draft.ask)
        return Query(root=self._root.node(), answer=answer, joins=tuple(joins))

    def _put(self, test: Test, path: str) -> None:
        steps = self._steps(test.at, f"{path}.at")
        if test.any:
            branch = self._branch(test, steps, path)
            self._root.choices.setdefault(test.any, []).append(branch)
            return
        if test.absent:
            if not steps:
                raise Wrong(f"{path}.absent", "only what a path leads to can be absent")
            start = self._walk(steps[:-1])
            end = self._chain(start.type, steps[-1:], self._predicates(test, steps, path))
            start.absent.append(_but(end[0]))
            return
        self._walk(steps).where += self._predicates(test, steps, path)

    def _branch(self, test: Test, steps: Sequence[Step], path: str) -> Branch:
        predicates = self._predicates(test, steps, path)
        if not steps:
            return Branch(where=tuple(predicates))
        hops = self._chain(self._root.type, steps, predicates)
        return Branch(hops=tuple(map(_but, hops) if test.absent else hops))

    def _chain(
        self, type_name: str, steps: Sequence[Step], predicates: Sequence[Predicate]
    ) -> list[Hop]:
        """Hops of their own, one inside the other, with the predicates at the end."""
        edge, way = steps[0]
        far = self._schema.far_end(edge, way)
        inner = self._chain(far, steps[1:], predicates) if len(steps) > 1 else []
        where = () if inner else tuple(predicates)
        return [Hop(edge=edge, direction=way, node=Node(type=far, where=where, hops=tuple(inner)))]

    def _steps(self, path: str, at: str) -> list[Step]:
        if not _PATH.fullmatch(path):
            raise Wrong(at, f"{path!r} is no path: write EDGE> along an edge and <EDGE against it")
        here, steps = self._root.type, list[Step]()
        for found in _STEP.finditer(path):
            edge = found[1] or found[2]
            way: Direction = "in" if found[1] else "out"
            if edge not in self._schema.edges:
                raise Wrong(at, f"the schema has no edge {edge!r}")
            near = self._schema.near_end(edge, way)
            if near != here:
                raise Wrong(at, f"{found[0]} starts at {near}, and the path stands at {here}")
            here = self._schema.far_end(edge, way)
            steps.append((edge, way))
        return steps

    def _walk(self, steps: Iterable[Step]) -> _Place:
        """The place at the end of a path; equal paths lead to the same place."""
        place = self._root
        for edge, way in steps:
            far = self._schema.far_end(edge, way)
            place = place.hops.setdefault((edge, way), _Place(far))
        return place

    def _named(self, path: str, at: str) -> str:
        """The name of the place at the end of a path; the root needs none."""
        place = self._walk(self._steps(path, at))
        if place is not self._root and not place.name:
            self._names += 1
            place.name = f"n{self._names}"
        return place.name

    def _predicates(self, test: Test, steps: Sequence[Step], path: str) -> list[Predicate]:
        type_name = self._schema.far_end(*steps[-1]) if steps else self._root.type
        if test.op not in _OPS:
            raise Wrong(f"{path}.op", f"{test.op!r} is no operator")
        if test.op == "unknown":
            return [Predicate(attr=test.attr, op="is_unknown")]
        if test.value is None:
            return []
        attribute = self._schema.attribute(type_name, test.attr)
        if attribute is None:
            raise Wrong(f"{path}.attr", f"{type_name} has no attribute {test.attr!r}")
        written = test.value if isinstance(test.value, list) else [test.value]
        if test.attr in ("id", "label"):
            return [self._identity(type_name, test.op, written, path)]
        if attribute.kind == "period":
            return [self._dated(test, written, path)]
        values = [
            value
            for each in written
            for value in self._values(type_name, test.attr, attribute, each, path)
        ]
        op = _OPS[test.op]
        if op == "eq" and len(values) > 1:
            op = "in"
        return [Predicate(attr=test.attr, op=op, values=tuple(values))]

    def _identity(
        self, type_name: str, op: str, written: Sequence[Written], path: str
    ) -> Predicate:
        if op not in ("=", "!=", "in"):
            raise Wrong(f"{path}.op", f"{op!r} does not apply to a name")
        ids: list[str] = []
        for each in written:
            found = self._vocabulary.called_so(str(each), type_name)
            if not found:
                raise Wrong(f"{path}.value", self._unknown(str(each), type_name))
            ids += found
        if op == "!=" and len(ids) == 1:
            return Predicate(attr="id", op="ne", values=tuple(ids))
        if op == "!=":
            raise Wrong(f"{path}.value", f"{written[0]!r} names {len(ids)} of {type_name}")
        one = len(ids) == 1
        return Predicate(attr="id", op="eq" if one else "in", values=tuple(sorted(set(ids))))

    def _unknown(self, text: str, slot: str) -> str:
        near = self._vocabulary.nearest(text, slot)
        close = f"; the nearest are {', '.join(near)}" if near else ""
        return f"nothing in the graph is called {text!r} ({slot}){close}"

    def _dated(self, test: Test, written: Sequence[Written], path: str) -> Predicate:
        periods = [parse_period(str(each)) for each in written]
        if test.op not in _DAYS or len(periods) != 1 or periods[0] is None:
            raise Wrong(
                path, f"days are tested with =, in, before or after one date, not {written}"
            )
        return Predicate(attr=test.attr, op=_DAYS[test.op], values=(periods[0],))

    def _values(
        self, type_name: str, attr: str, attribute: Attribute, each: Written, path: str
    ) -> Sequence[Scalar]:
        match attribute.kind:
            case "integer" | "number":
                return (_number(each, attribute.kind == "integer", path),)
            case "flag":
                return (str(each).lower() in ("true", "yes", "1"),)
            case _ if attribute.vocabulary:
                if found := self._vocabulary.valued_so(str(each), f"{type_name}.{attr}"):
                    return found
                raise Wrong(f"{path}.value", self._unknown(str(each), f"{type_name}.{attr}"))
            case _:
                return (str(each),)

    def _answer(self, ask: Ask) -> Answer:
        name = self._named(ask.at, "ask.at")
        having = _having(ask)
        match ask.what:
            case "value":
                return Values(attr=ask.attr, node=name)
            case "values":
                return AllValues(attr=ask.attr, node=name)
            case "list":
                order = Order(attr=ask.by) if ask.by else None
                return Members(limit=max(ask.k, 0), order=order)
            case "count":
                return Count(node=name)
            case "most" | "least":
                greatest = ask.what == "most"
                if name or ask.attr != "label":
                    return ExtremeValues(attr=_by(ask), greatest=greatest, told=ask.attr, node=name)
                return Extreme(attr=_by(ask), greatest=greatest)
            case "top" | "bottom":
                return TopK(attr=_by(ask), k=ask.k, descending=ask.what == "top")
            case "sum" | "avg" | "min" | "max":
                return Fold(attr=_by(ask), by=ask.what)
            case "group" | "rarest":
                return Group(node=name, descending=ask.what == "group", k=ask.k, having=having)
            case "exists":
                return Exists()


def _but(hop: Hop) -> Hop:
    return Hop(edge=hop.edge, direction=hop.direction, node=hop.node, absent=True)


def _by(ask: Ask) -> str:
    if not ask.by:
        raise Wrong("ask.by", f"{ask.what!r} needs the attribute that is compared")
    return ask.by


def _having(ask: Ask) -> Having | None:
    if ask.having is None:
        return None
    op, value = ask.having
    if op not in _HAVING:
        raise Wrong("ask.having", f"{op!r} does not compare a count")
    kind = cast("str", _OPS[op])
    return Having(op=kind, value=value)  # type: ignore[arg-type]


def _number(each: Written, whole: bool, path: str) -> int | float:
    try:
        value = float(each)
    except ValueError:
        raise Wrong(f"{path}.value", f"{each!r} is no number") from None
    return int(value) if whole and value.is_integer() else value

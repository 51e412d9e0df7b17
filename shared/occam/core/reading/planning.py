"""From a meaning to a plan, and to the wider plans to try where it finds nothing."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from occam.core.periods import parse_period
from occam.core.plan import (
    Compare,
    Count,
    Join,
    Members,
    Plan,
    Query,
    Total,
)
from occam.core.reading.answering import answer_of, having_of
from occam.core.reading.building import Builder, Growing, Reach, Unattached
from occam.core.reading.conditions import Check, Condition, Shift, Tie
from occam.core.reading.items import Dated
from occam.core.reading.joints import Joints, Path
from occam.core.reading.meaning import Meaning, Side, Target, Wanted
from occam.core.reading.summing import apart
from occam.core.values import Period
from occam.core.vocabulary import Vocabulary

MOST_FALLBACKS = 6
LETTER = Reach()


class Planner:
    """Writes the plans of meanings over one vocabulary."""

    def __init__(self, joints: Joints, vocabulary: Vocabulary) -> None:
        self._joints, self._vocabulary = joints, vocabulary

    def plan(self, meaning: Meaning, reach: Reach = LETTER) -> Plan:
        """The plan of a meaning. Raises `Unattached` where a condition has no place."""
        if not _is_one(meaning):
            reach = msgspec.structs.replace(reach, spanning=True)
        if meaning.wanted.kind == "lacking":
            return self._lacking(meaning, reach)
        if meaning.wanted.kind == "edition":
            return self._edition(meaning, reach)
        if meaning.wanted.compared is None:
            if meaning.wanted.summed:
                return self._counts(meaning, meaning.conditions, reach)
            if meaning.sides and meaning.wanted.target is None:
                return self._branched(meaning, reach)
            if meaning.sides or _lacks(meaning) or _both_deeds(meaning):
                return self._of_target(meaning, reach)
            return self._query(meaning, meaning.conditions, reach)
        left, right = (
            self._counts(meaning, (*meaning.conditions, *side.conditions), reach)
            for side in meaning.sides
        )
        names = tuple(map(self._named, meaning.sides))
        compared = meaning.wanted.compared
        if meaning.wanted.op == "eq":
            return Compare(left=left, right=right, op=compared)
        return Compare(left=left, right=right, op=compared, names=(names[0], names[1]))

    def _counts(
        self, meaning: Meaning, conditions: Sequence[Condition], reach: Reach
    ) -> Query | Total:
        """One query, or where what is done over each edge of a relation is counted by itself, one
        for each edge, added up."""
        parts = apart(meaning.wanted, conditions, self._joints)
        if len(parts) < 2:
            return self._query(meaning, conditions, reach)
        queries: list[Query] = []
        for wanted, said in parts:
            part = msgspec.structs.replace(meaning, wanted=wanted)
            queries.append(self._query(part, said, reach))
        wanted = meaning.wanted
        having = having_of(wanted) if wanted.op and wanted.kind == "group" else None
        return Total(parts=tuple(queries), k=wanted.k, descending=wanted.greatest, having=having)

    def _named(self, side: Side) -> str:
        """What a side is called: the one vertex it means by its name, else its words."""
        body = side.conditions[0].body if len(side.conditions) == 1 else None
        if isinstance(body, Tie) and len(body.far) == 1:
            body = body.far[0].body
        if isinstance(body, Check) and body.attr == "id" and len(body.values) == 1:
            return self._vocabulary.label(body.type, str(body.values[0]))
        return side.words

    def _of_target(self, meaning: Meaning, reach: Reach) -> Plan:
        """A pattern rooted at what is asked for, with a branch for each thing said of it: what
        holds of two, or what never holds."""
        wanted = meaning.wanted
        target = wanted.target
        assert target
        builder = Builder(
            target.type,
            self._joints,
            self._periods(meaning.conditions),
            reach,
            self._vocabulary,
        )
        own, shared = _parted(meaning.conditions, target.type)
        for condition in own:
            builder.add(condition)
        sides = [side.conditions for side in meaning.sides]
        denied = tuple(each for each in shared if each.absent)
        if not sides:
            shared = tuple(each for each in shared if not each.absent)
            sides = [()]
        for side in sides:
            for relation in target.relation.split("&"):
                done = msgspec.structs.replace(target, relation=relation)
                start = self._back(builder, done, meaning.root)
                for condition in (*shared, *side):
                    builder.add(condition, start)
        if denied and not meaning.sides:
            lacking = self._back(builder, target, meaning.root, absent=True)
            slots = {each.slot for each in denied}
            for condition in (*(each for each in shared if each.slot not in slots), *denied):
                builder.add(msgspec.structs.replace(condition, absent=False), lacking)
        answer = Count() if wanted.kind == "count" else Members()
        return Query(root=builder.root.frozen(), answer=answer)

    def _branched(self, meaning: Meaning, reach: Reach) -> Plan:
        """A pattern with a branch of its own for each of two neighbours ("sent A and B too")."""
        periods = self._periods(meaning.conditions)
        builder = Builder(meaning.root, self._joints, periods, reach, self._vocabulary)
        for condition in meaning.conditions:
            builder.add(condition)
        for side in meaning.sides:
            for condition in side.conditions:
                target = Target(type=condition.body.type)
                builder.add(condition, self._apart(builder.root, target))
        answer = Count() if meaning.wanted.kind == "count" else Members()
        return Query(root=builder.root.frozen(), answer=answer)

    def _lacking(self, meaning: Meaning, reach: Reach) -> Plan:
        """What is asked for, with a branch for what it did and one for what it never did, the same
        said of both."""
        wanted = meaning.wanted
        assert wanted.target and wanted.other
        type_name = wanted.target.type
        periods = self._periods(meaning.conditions)
        builder = Builder(type_name, self._joints, periods, reach, self._vocabulary)
        own, shared = _parted(meaning.conditions, type_name)
        for condition in own:
            builder.add(condition)
        for target, absent in ((wanted.target, False), (wanted.other, True)):
            start = self._back(builder, target, meaning.root, absent=absent)
            for condition in shared:
                builder.add(condition, start)
        answer = Count() if wanted.op else Members()
        return Query(root=builder.root.frozen(), answer=answer)

    def _edition(self, meaning: Meaning, reach: Reach) -> Plan:
        """The first or last edition with such a thing, or what is told of it."""
        wanted = meaning.wanted
        type_name, attr = self._joints.timed
        periods = self._periods(meaning.conditions)
        builder = Builder(type_name, self._joints, periods, reach, self._vocabulary)
        own, shared = _parted(meaning.conditions, type_name)
        for condition in own:
            builder.add(condition)
        start = self._back(builder, Target(type=type_name), meaning.root)
        for condition in shared:
            builder.add(condition, start)
        if wanted.target:
            self._reach(builder, wanted.target, start)
        told = msgspec.structs.replace(wanted, kind="extreme", attr=attr)
        return Query(root=builder.root.frozen(), answer=answer_of(told, builder.asked.name))

    def _back(
        self, builder: Builder, target: Target, root: str, *, absent: bool = False
    ) -> Growing:
        """A new vertex of the documents' type, reached from what is asked for."""
        if target.relation:
            edges = self._joints.edges(target.relation, target.type)
            if len(edges) != 1:
                raise Unattached(Condition("", Check(target.type, "id", "in"), 0, 0))
            return builder.root.hop(edges[0], "in", root, absent=absent)
        path = self._path(root, target.type)
        here = builder.root
        for edge, way in reversed(path):
            near = self._joints.schema.near_end(edge, way)
            here = here.hop(edge, "in" if way == "out" else "out", near, absent=absent)
            absent = False
        return here

    def fallbacks(self, meaning: Meaning, plan: Plan) -> tuple[Plan, ...]:
        """Wider plans of a question that wants one thing, the nearest first."""
        if not _is_one(meaning):
            return ()
        found: dict[Plan, None] = {plan: None}
        for byname in (False, True):
            for relaxed, lenient in ((False, False), (False, True), (True, False), (True, True)):
                reach = Reach(lenient=lenient, relaxed=relaxed, byname=byname)
                found[self.plan(meaning, reach)] = None
        return tuple(found)[1 : MOST_FALLBACKS + 1]

    def _query(self, meaning: Meaning, conditions: Sequence[Condition], reach: Reach) -> Query:
        wanted = meaning.wanted
        builder = Builder(
            meaning.root, self._joints, self._periods(conditions), reach, self._vocabulary
        )
        edition = next((each for each in conditions if isinstance(each.body, Shift)), None)
        start = builder.root
        single = wanted.kind in ("value", "target")
        moved = (
            self._moved(builder, edition, reach)
            if edition and (single or edition.slot == "edition")
            else None
        )
        if moved:
            start = moved
            conditions = [each for each in conditions if each is not edition]
        if wanted.kind == "join":
            return self._join(builder, wanted, conditions)
        if wanted.target:
            self._reach(builder, wanted.target, start)
        elif moved:
            builder.target(moved)
        for condition in conditions:
            builder.add(condition)
        return Query(root=builder.root.frozen(), answer=answer_of(wanted, builder.asked.name))

    def _moved(self, builder: Builder, condition: Condition, reach: Reach) -> Growing | None:
        """The neighbour of the root's own edition: by its own edge to it, and (where the question
        names the Games or the like) with a check that it is at the neighbour of that."""
        shift = condition.body
        assert isinstance(shift, Shift)
        edge = self._joints.ordering(builder.root.type)
        if not edge:
            return None
        if shift.type == builder.root.type:
            for each in shift.anchor:
                builder.add(each)
            return _walk(builder.root, edge, shift)
        if reach.byname:
            return None
        for each in shift.anchor:
            builder.add(each)
        node = _walk(builder.root, edge, shift)
        builder.add(condition, node)
        return node

    def _reach(self, builder: Builder, target: Target, start: Growing) -> None:
        if target.relation:
            edges = self._joints.edges(target.relation, target.type)
            edges = (target.edge,) if target.edge else edges
            if len(edges) != 1 and target.beyond:
                raise Unattached(Condition("", Check(target.type, "id", "in"), 0, 0))
            if len(edges) != 1:
                builder.targets(start.one_of(edges, target.type))
                return
            (edge,) = edges
            end = start.hop(edge, "out", target.type)
        else:
            end = self._silent(start, target.type)
        if target.beyond:
            builder.target(self._silent(end, target.beyond))
            return
        builder.target(end)

    def _silent(self, start: Growing, type_name: str) -> Growing:
        """The vertex of that type that hangs together with this one in silence."""
        return start.silent(self._path(start.type, type_name), self._joints)

    def _path(self, start: str, end: str) -> Path:
        path = self._joints.path(start, end)
        if path is None:
            raise Unattached(Condition("", Check(end, "id", "in"), 0, 0))
        return path

    def _join(self, builder: Builder, wanted: Wanted, conditions: Sequence[Condition]) -> Query:
        assert wanted.target
        for condition in conditions:
            if not (isinstance(condition.body, Shift) and wanted.repeated):
                builder.add(condition)
        ends: list[Growing] = []
        starts = [builder.root, builder.root]
        targets = [wanted.target, wanted.other or wanted.target]
        if wanted.repeated:
            edge = self._joints.ordering(builder.root.type)
            starts[1] = builder.root.hop(edge, "out", builder.root.type)
        for start, target, name in zip(starts, targets, ("first", "second"), strict=True):
            end = self._apart(start, target)
            end.name = name
            ends.append(end)
        answer = Count() if wanted.op else Members()
        join = Join(left="first", right="second", same=wanted.same)
        return Query(root=builder.root.frozen(), answer=answer, joins=(join,))

    def _apart(self, start: Growing, target: Target) -> Growing:
        """A new vertex at the far end of a relation or of a silent path."""
        if target.relation:
            edges = self._joints.edges(target.relation, target.type)
            return start.hop(edges[0], "out", target.type)
        for edge, way in self._path(start.type, target.type):
            start = start.hop(edge, way, self._joints.schema.far_end(edge, way))
        return start

    def _periods(self, conditions: Sequence[Condition]):
        """Days as written; where they name no year, that of what the question is about."""

        def periods(dated: Dated) -> tuple[Period, ...]:
            if dated.period:
                return (dated.period,)
            found = [parse_period(dated.text, year) for year in sorted(self._years(conditions))]
            return tuple(dict.fromkeys(period for period in found if period))

        return periods

    def _years(self, conditions: Sequence[Condition]) -> set[int]:
        type_name, attr = self._joints.timed
        known = self._vocabulary.values(type_name, attr)
        about = {
            str(value)
            for condition in conditions
            if isinstance(condition.body, Check)
            and (condition.body.type, condition.body.attr) == (type_name, "id")
            for value in condition.body.values
        }
        years = {year for holder, year in known.items() if holder in about or not about}
        return {int(year) for year in years}


def _is_one(meaning: Meaning) -> bool:
    """True where one thing is wanted: what fits to the letter goes before what fits."""
    return meaning.wanted.kind in ("value", "target", "edition") and not meaning.wanted.compared


def _both_deeds(meaning: Meaning) -> bool:
    target = meaning.wanted.target
    asks = meaning.wanted.kind in ("group", "count", "target")
    return asks and target is not None and "&" in target.relation


def _lacks(meaning: Meaning) -> bool:
    """True where what is asked for is said to lack something: there is none such at all, which is
    more than that there is another one."""
    target, wanted = meaning.wanted.target, meaning.wanted
    if target is None or target.beyond or wanted.kind not in ("group", "count", "target"):
        return False
    denied = [each for each in meaning.conditions if each.absent and each.body.type != target.type]
    if target.relation:
        said = {each.slot for each in meaning.conditions if not each.absent}
        return any(each.slot in said for each in denied)
    return bool(denied)


def _parted(
    conditions: Sequence[Condition], type_name: str
) -> tuple[tuple[Condition, ...], tuple[Condition, ...]]:
    own = tuple(
        each
        for each in conditions
        if each.body.type == type_name and not isinstance(each.body, Tie)
    )
    return own, tuple(each for each in conditions if each not in own)


def _walk(node: Growing, edge: str, shift: Shift) -> Growing:
    for _ in range(shift.steps):
        node = node.hop(edge, "out" if shift.earlier else "in", node.type)
    return node

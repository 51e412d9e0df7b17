"""Numbers with what they measure: thresholds of attributes, and tallies of things or deeds."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from occam.core.plan import Op
from occam.core.reading.conditions import Check, Condition, Tally
from occam.core.reading.items import Amount, Cue, Deed, Glue, Named, Place, Prop, Span, Thing
from occam.core.reading.joints import Joints
from occam.core.reading.walking import find, kept, loose, merged

_OPS: dict[str, Op] = {"gt": "gt", "ge": "ge", "lt": "lt", "le": "le", "eq": "eq"}


class _Bounds(msgspec.Struct):
    """Comparisons and the places [start, end) they were read from."""

    start: int
    end: int
    tests: list[tuple[Op, tuple[float, ...]]]
    plain: bool = False


def read_amounts(line: list[Span], joints: Joints) -> list[Span]:
    """Every number that measures something becomes a condition or a tally."""
    place = 0
    while place < len(line):
        bounds = _bounds(line, place) if line[place].get(Amount) else None
        made = _measured(line, bounds, joints) if bounds else None
        if made:
            line = made
            place = 0
            continue
        place += 1
    return _unknowns(line, joints)


def _bounds(line: Sequence[Span], at: int) -> _Bounds | None:
    amount = line[at].get(Amount)
    assert amount
    between = find(line, at, -1, lambda span: span.sense("time", "between", "from"))
    to = find(line, at, 1, lambda span: span.sense("time", "to") or span.sense("join", "and"))
    until = find(line, to, 1, lambda span: span.get(Amount)) if to is not None else None
    if until is not None:
        last = line[until].get(Amount)
        assert last
        if between is not None:
            return _Bounds(between, until + 1, [("between", (amount.value, last.value))])
        if line[to or 0].sense("time", "to"):
            return _Bounds(at, until + 1, [("between", (amount.value, last.value))])
    compare = find(line, at, -1, lambda span: _compares(span))
    if compare is not None:
        first = _Bounds(compare, at + 1, [(_OPS[_compares(line[compare])], (amount.value,))])
        return _second(line, first)
    if at + 1 < len(line) and (trailing := line[at + 1].sense("trailing")):
        return _Bounds(at, at + 2, [(_OPS[trailing], (amount.value,))])
    return _Bounds(at, at + 1, [("eq", (amount.value,))], plain=True)


def _compares(span: Span) -> str:
    """How a word holds against a number what it stands before."""
    return span.sense("compare") or span.sense("limit")


def _second(line: Sequence[Span], first: _Bounds) -> _Bounds:
    """ "at least 40 but fewer than 60": another comparison of the same thing."""
    compare = find(line, first.end - 1, 1, lambda span: _compares(span))
    if compare is None:
        return first
    at = find(line, compare, 1, lambda span: span.get(Amount))
    amount = line[at].get(Amount) if at is not None else None
    if at is None or amount is None:
        return first
    test: tuple[Op, tuple[float, ...]] = (_OPS[_compares(line[compare])], (amount.value,))
    return _Bounds(first.start, at + 1, [*first.tests, test])


def _measured(line: list[Span], bounds: _Bounds, joints: Joints) -> list[Span] | None:
    if _is_some(bounds):
        at = find(line, bounds.end - 1, 1, lambda span: span.get(Thing) or _is_object(span))
        named = find(line, bounds.end - 1, 1, lambda span: span.get(Named))
        if (at is not None and not line[at].get(Prop)) or named is not None:
            return merged(line, bounds.start, bounds.end, Glue())
    right = find(line, bounds.end - 1, 1, _countable)
    if right is not None and _describes(line, right):
        right = None
    if right is None and not bounds.plain and (apart := _apart(line, bounds, joints)):
        return apart
    if right is not None:
        end = right + 1
        if end < len(line) and (trailing := line[end].sense("trailing")) and bounds.plain:
            bounds.tests = [(_OPS[trailing], bounds.tests[0][1])]
            bounds.plain, end = False, end + 1
        return _joined(line, bounds, line[right], min(bounds.start, right), end, joints)
    if bounds.plain:
        return None
    left = find(line, bounds.start, -1, lambda span: span.get(Prop))
    if left is not None:
        return _joined(line, bounds, line[left], left, bounds.end, joints)
    return None


def _describes(line: Sequence[Span], at: int) -> bool:
    """True for a name before what is counted ("two individual golds"), whatever else it says."""
    following = line[at + 1] if at + 1 < len(line) else None
    counts = following is not None and (_is_object(following) or following.get(Thing) is not None)
    return counts and line[at].get(Named) is not None


def _apart(line: list[Span], bounds: _Bounds, joints: Joints) -> list[Span] | None:
    """ "more than ten swimming events": a name stands between the number and what it counts."""
    place = bounds.end
    while place < len(line) and (line[place].get(Named) or loose(line[place])):
        place += 1
    if place >= len(line) or len(bounds.tests) != 1 or bounds.tests[0][0] == "between":
        return None
    op, values = bounds.tests[0]
    deed = line[place].get(Deed)
    if deed and deed.form == "object":
        tally = Tally(op, values[0], relation=deed.relation)
        made = merged(line, bounds.start, bounds.end, Glue())
        at = place - (bounds.end - bounds.start) + 1
        return [*made[:at], kept(made[at], tally, deed), *made[at + 1 :]]
    if not any(thing.type == joints.root for thing in line[place].all(Thing)):
        return None
    return merged(line, bounds.start, bounds.end, Tally(op, values[0], type=joints.root))


def _is_some(bounds: _Bounds) -> bool:
    """ "At least one" says no more than that there is any."""
    return bounds.tests in ([("ge", (1.0,))], [("gt", (0.0,))])


def _countable(span: Span) -> bool:
    return bool(span.get(Prop) or span.get(Cue) or span.get(Thing) or _is_object(span))


def _is_object(span: Span) -> bool:
    deed = span.get(Deed)
    return deed is not None and deed.form == "object"


def _joined(
    line: list[Span], bounds: _Bounds, what: Span, start: int, end: int, joints: Joints
) -> list[Span] | None:
    measure = next((prop for prop in what.all(Prop) if _is_measure(prop, joints)), None)
    cue = what.get(Cue)
    if measure is None and cue and not bounds.plain:
        measure = Prop(cue.type, cue.attr)
    if measure:
        if bounds.plain and (_ranks(line) or line[bounds.start].get(Named)):
            return None
        slot = f"{measure.type}.{measure.attr}"
        start, end = _widened(line, start, end, measure)
        here = line[start].start, line[end - 1].end
        conditions = [
            Condition(slot, Check(measure.type, measure.attr, op, _whole(values)), *here)
            for op, values in bounds.tests
        ]
        both = msgspec.structs.replace(conditions[0], also=tuple(conditions[1:]))
        return merged(line, start, end, both)
    thing, deed = what.get(Thing), what.get(Deed)
    if bounds.plain or len(bounds.tests) != 1 or bounds.tests[0][0] == "between":
        return None
    op, values = bounds.tests[0]
    if deed and deed.form == "object":
        return merged(line, start, end, Tally(op, values[0], relation=deed.relation), deed)
    if thing:
        return merged(line, start, end, Tally(op, values[0], type=thing.type))
    return None


def _widened(line: Sequence[Span], start: int, end: int, measure: Prop) -> tuple[int, int]:
    """Another word for the same measure beside it belongs to it ("a range of 20 sea miles")."""
    before = find(line, start, -1, lambda span: measure in span.all(Prop))
    after = find(line, end - 1, 1, lambda span: measure in span.all(Prop))
    if before is not None and line[before].get(Thing) and _has(line[before + 1 : start]):
        before = None
    first = start if before is None else before
    number = find(line, first, -1, lambda span: span.sense("amount"))
    first = first if number is None or number != first - 1 else number
    return first, (end if after is None else after + 1)


def _has(between: Sequence[Span]) -> bool:
    """ "A country with more than 20 nations": the noun has so many, and is no word for them."""
    return any(span.sense("owner") for span in between)


def _ranks(line: Sequence[Span]) -> bool:
    """True where a bare number may say how many of an order are wanted."""
    return any(span.sense("degree") or span.sense("size") or span.get(Place) for span in line)


def _is_measure(prop: Prop, joints: Joints) -> bool:
    attribute = joints.schema.attribute(prop.type, prop.attr)
    return attribute is not None and attribute.role == "measure"


def _whole(values: Sequence[float]) -> tuple[float, ...]:
    return tuple(int(value) if float(value).is_integer() else value for value in values)


def _unknowns(line: list[Span], joints: Joints) -> list[Span]:
    """ "an unknown number of nations", "competitors not known"."""
    for place, span in enumerate(line):
        if not span.sense("unknown"):
            continue
        for step in (1, -1):
            at = find(line, place, step, lambda each: each.get(Prop))
            prop = line[at].get(Prop) if at is not None else None
            if at is not None and prop:
                first, last = min(place, at), max(place, at) + 1
                here = line[first].start, line[last - 1].end
                check = Check(prop.type, prop.attr, "is_unknown")
                slot = f"{prop.type}.{prop.attr}"
                return _unknowns(merged(line, first, last, Condition(slot, check, *here)), joints)
    return line

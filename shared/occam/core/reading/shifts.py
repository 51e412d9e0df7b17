"""Neighbours in time: "immediately before 2016", "two editions after Athens", "the previous"."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from occam.core.plan import Op
from occam.core.reading.conditions import Bound, Check, Condition, Shift
from occam.core.reading.items import Amount, Place, Span, Thing
from occam.core.reading.joints import Joints
from occam.core.reading.walking import Unmapped, find, loose, merged

MOST_STEPS = 20
_SIDES: dict[str, Op] = {"since": "ge", "until": "le"}


def read_shifts(line: list[Span], joints: Joints) -> list[Span]:
    """Each phrase that leads from an edition to its neighbour becomes one condition."""
    for place, span in enumerate(line):
        way = span.sense("time", "before", "after")
        made = _anchored(line, place, way == "before", joints) if way else None
        side = span.sense("time", "since", "until")
        made = made or (_bounded(line, place, _SIDES[side], joints) if side else None)
        made = made or _spanned(line, place, joints)
        made = made or _possessed(line, place, joints) or _apart(line, place, joints)
        if made:
            return read_shifts(made, joints)
    return line


def _ordered(span: Span, joints: Joints) -> Condition | None:
    """A condition on a type whose vertices stand in an order in time."""
    for condition in span.all(Condition):
        body = condition.body
        if isinstance(body, Check) and body.attr == "id" and joints.ordering(body.type):
            return condition
    return None


def _anchored(line: list[Span], place: int, earlier: bool, joints: Joints) -> list[Span] | None:
    """[previous | N] [edition] [immediately] before ANCHOR."""
    start, steps, marked, edition = _lead(line, place, joints)
    marked = marked or _is_neighbour(line, start, place, joints)
    if not marked:
        return _bounded(line, place, "lt" if earlier else "gt", joints)
    at = find(line, place, 1, lambda span: _ordered(span, joints) or not _skippable(span))
    anchor = _ordered(line[at], joints) if at is not None else None
    if at is None or anchor is None:
        if not edition:
            return None
        here = line[start].start, line[place].end
        shift = Shift(joints.root, steps, earlier, ())
        return merged(line, start, place + 1, Condition("edition", shift, *here))
    assert isinstance(anchor.body, Check)
    start, anchor = _seasoned(line, start, anchor)
    here = line[start].start, line[at].end
    type_name = joints.root if edition and joints.ordering(joints.root) else anchor.body.type
    shift = Shift(type_name, steps, earlier, (anchor,))
    slot = "edition" if type_name == joints.root else anchor.slot
    asked = [
        thing
        for span in line[start:place]
        if span.get(Condition)
        for thing in span.all(Thing)
        if thing.type == type_name
    ]
    return merged(line, start, at + 1, Condition(slot, shift, *here), *asked[:1])


def _is_neighbour(line: Sequence[Span], start: int, place: int, joints: Joints) -> bool:
    """ "the Games after Atlanta 1996": a noun and one anchor of its type."""
    at = find(line, place, 1, lambda span: _ordered(span, joints) or not _skippable(span))
    anchor = _ordered(line[at], joints) if at is not None else None
    body = anchor.body if anchor else None
    if not isinstance(body, Check) or len(body.values) != 1:
        return False
    lead = find(line, place, -1, lambda span: not loose(span))
    season = line[lead].all(Condition) if lead is not None else []
    if len(season) == 1 and isinstance(season[0].body, Check) and season[0].slot == body.type:
        return len(season[0].body.values) > 1
    return start < place and any(
        thing.type == body.type and not thing.many for thing in line[start].all(Thing)
    )


def _bounded(line: list[Span], place: int, op: Op, joints: Joints) -> list[Span] | None:
    """ "after Nagano 1998", "since Nagano 1998": by the year of what is named."""
    at = find(line, place, 1, lambda span: _ordered(span, joints) or not loose(span))
    anchor = _ordered(line[at], joints) if at is not None else None
    type_name, attr = joints.timed
    body = anchor.body if anchor else None
    if at is None or not isinstance(body, Check) or body.type != type_name:
        return None
    if len(body.values) != 1:
        return None
    here = line[place].start, line[at].end
    bound = Bound(type_name, attr, op, str(body.values[0]))
    return merged(line, place, at + 1, Condition(f"{type_name}.{attr}", bound, *here))


def _spanned(line: list[Span], place: int, joints: Joints) -> list[Span] | None:
    """ "from Atlanta 1996 to Sydney 2000", "between the 1992 and the 2004 Games"."""
    if not line[place].sense("time", "from", "between"):
        return None
    first = find(line, place, 1, lambda span: _ordered(span, joints))
    joint = (
        find(
            line,
            first,
            1,
            lambda span: span.sense("time", "to", "until") or span.sense("join", "and"),
        )
        if first is not None
        else None
    )
    last = find(line, joint, 1, lambda span: _ordered(span, joints)) if joint is not None else None
    type_name, attr = joints.timed
    ends = [_ordered(line[at], joints) for at in (first, last) if at is not None]
    bodies = [each.body for each in ends if each and isinstance(each.body, Check)]
    if last is None or len(bodies) != 2:
        return None
    if any(body.type != type_name or len(body.values) != 1 for body in bodies):
        return None
    here = line[place].start, line[last].end
    bounds = (
        Bound(type_name, attr, "ge", str(bodies[0].values[0])),
        Bound(type_name, attr, "le", str(bodies[1].values[0])),
    )
    low, high = (Condition(f"{type_name}.{attr}", bound, *here) for bound in bounds)
    return merged(line, place, last + 1, msgspec.structs.replace(low, also=(high,)))


def _skippable(span: Span) -> bool:
    return loose(span) or bool(
        span.sense("pronoun") or span.sense("edition", "noun") or span.get(Thing)
    )


def _lead(line: Sequence[Span], place: int, joints: Joints) -> tuple[int, int, bool, bool]:
    """Where the phrase begins, how many steps it takes, whether it means a neighbour at all, and
    whether one of the thing asked about (an edition) rather than of the anchor's type."""
    start, steps, marked, edition, noun = place, 1, False, False, False
    ranked = False
    for at in range(place - 1, -1, -1):
        span = line[at]
        amount = span.get(Amount)
        first = span.get(Place)
        if (
            span.sense("close")
            or span.sense("edition", "previous", "next")
            or (first and first.value == 1 and (noun or edition))
        ):
            marked, ranked = True, edition
        elif span.sense("edition", "noun"):
            edition = marked = True
        elif any(
            thing.type != joints.root and joints.ordering(thing.type) for thing in span.all(Thing)
        ):
            if ranked or (edition and _is_asked(line, at)):
                break
            noun = True
            if span.get(Condition):
                break
        elif amount and 0 < amount.value < MOST_STEPS and (noun or edition):
            steps, marked = int(amount.value), True
        elif amount and 0 < amount.value < MOST_STEPS and at == place - 1:
            if not _names_edition(line, at, joints):
                break
            steps, marked = int(amount.value), True
        elif loose(span):
            continue
        else:
            break
        start = at
    return start, steps, marked, edition


def _is_asked(line: Sequence[Span], at: int) -> bool:
    lead = find(line, at, -1, lambda span: not loose(span))
    return lead is not None and bool(line[lead].sense("ask", "which"))


def _names_edition(line: Sequence[Span], at: int, joints: Joints) -> bool:
    """True where the word before a number is one for an edition ("the Games two before")."""
    lead = find(line, at, -1, lambda span: not loose(span) or bool(span.get(Thing)))
    if lead is None:
        return False
    span = line[lead]
    return bool(span.sense("edition", "noun")) or any(
        thing.type != joints.root and joints.ordering(thing.type) for thing in span.all(Thing)
    )


def _seasoned(line: Sequence[Span], start: int, anchor: Condition) -> tuple[int, Condition]:
    """ "the Summer Games immediately before 2016": what stands before says which are meant."""
    lead = find(line, start, -1, lambda span: span.get(Condition))
    found = line[lead].all(Condition) if lead is not None else []
    before = found[0] if len(found) == 1 else None
    if lead is None or before is None or before.slot != anchor.slot:
        return start, anchor
    own, other = anchor.body, before.body
    if not (isinstance(own, Check) and isinstance(other, Check)):
        return start, anchor
    ids = tuple(value for value in own.values if value in other.values)
    if not ids:
        raise Unmapped(line[lead])
    body = Check(own.type, own.attr, own.op, ids, one=True)
    return lead, Condition(anchor.slot, body, anchor.start, anchor.end)


def _apart(line: list[Span], place: int, joints: Joints) -> list[Span] | None:
    """ "one edition earlier", "two editions later"."""
    amount = line[place].get(Amount)
    noun = find(line, place, 1, lambda span: span.sense("edition", "noun")) if amount else None
    at = find(line, noun, 1, lambda span: span.sense("shift")) if noun else None
    if at is None or amount is None or not 0 < amount.value < MOST_STEPS:
        return None
    if find(line, at, 1, lambda span: _ordered(span, joints)) is not None:
        return None
    earlier = line[at].sense("shift") == "earlier"
    here = line[place].start, line[at].end
    shift = Shift(joints.root, int(amount.value), earlier, ())
    return merged(line, place, at + 1, Condition("edition", shift, *here))


def _possessed(line: list[Span], place: int, joints: Joints) -> list[Span] | None:
    """ "the previous edition of …", "the next staging of …": one step from what is described."""
    which = line[place].sense("edition", "previous", "next")
    noun = find(line, place, 1, lambda span: span.sense("edition", "noun")) if which else None
    if noun is None or not joints.ordering(joints.root):
        return None
    following = find(line, noun, 1, lambda span: not loose(span))
    if following is not None and line[following].sense("time", "before", "after"):
        return None
    here = line[place].start, line[noun].end
    shift = Shift(joints.root, 1, which == "previous", ())
    return merged(line, place, noun + 1, Condition("edition", shift, *here))

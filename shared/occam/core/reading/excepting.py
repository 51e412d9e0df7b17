"""Anyone but somebody: the others are meant, and not whoever is named."""

from __future__ import annotations

from collections.abc import Sequence

from occam.core.reading.conditions import Check, Condition, Tie
from occam.core.reading.items import Deed, Span, Thing
from occam.core.reading.joints import Joints
from occam.core.reading.walking import Misled, find, is_had, loose, merged
from occam.core.values import Scalar


def read_exceptions(line: list[Span], joints: Joints) -> list[Span]:
    """ "Anyone but Kenya", "athletes from any country other than Kenya": one condition on who does
    something. Where the others are what is asked for, a denial says it already."""
    for place, span in enumerate(line):
        if not (span.sense("join", "but") or span.sense("negation", "except")):
            continue
        if span.sense("join", "but") and place and line[place - 1].sense("ask", "which", "who"):
            raise Misled(span)
        lead = _others(line, place, joints)
        named = find(line, place, 1, lambda each: not loose(each))
        one = _doer(line[named], joints) if named is not None else None
        if one is None or named is None:
            continue
        if lead is None and span.sense("join", "but") and place and _is_noun(line[place - 1]):
            raise Misled(line[named])
        if lead is None:
            continue
        end, values = _all(line, named, one, joints)
        body = Check(one.body.type, "id", "in", values)
        start = _whole(line, lead, joints)
        here = line[start].start, line[end].end
        made = merged(line, start, end + 1, Condition(one.body.type, body, *here, absent=True))
        return read_exceptions(made, joints)
    return line


def excepts(condition: Condition) -> bool:
    """True for what anyone but somebody did: of how many, nothing is known."""
    return isinstance(condition.body, Tie) and any(each.absent for each in condition.body.far)


def _doer(span: Span, joints: Joints) -> Condition | None:
    """Who is named, where it is somebody that does things."""
    for condition in span.all(Condition):
        body = condition.body
        done = any(body.type in joints.far_types(each) for each in joints.relations)
        if done and isinstance(body, Check) and body.attr == "id" and not condition.absent:
            return condition
    return None


def _is_noun(span: Span) -> bool:
    return bool(span.get(Thing) or span.get(Deed))


def _others(line: Sequence[Span], place: int, joints: Joints) -> int | None:
    """The noun before, for whoever does things, that is not itself asked for."""
    at = place - 1
    if at < 0 or not _does(line, at, joints):
        return None
    return None if _is_asked(line, at) else at


def _does(line: Sequence[Span], at: int, joints: Joints) -> bool:
    """True for a noun for who does things; one that says the deed too ("producer") only beside
    another word for a deed."""
    if line[at].get(Deed) and sum(bool(span.get(Deed)) for span in line) < 2:
        return False
    far = {type_name for each in joints.relations for type_name in joints.far_types(each)}
    return any(thing.type in far for thing in line[at].all(Thing))


def _is_asked(line: Sequence[Span], at: int) -> bool:
    """True where a question word leads to the noun, and no verb stands between."""
    for span in reversed(line[:at]):
        if span.sense("ask", "which", "who", "list", "count"):
            return True
        if is_had(span) or not (loose(span) or span.get(Condition)) or span.sense("passive"):
            return False
    return False


def _whole(line: Sequence[Span], lead: int, joints: Joints) -> int:
    """Where it begins: "athletes from any country" are no others than those of any country."""
    before = find(line, lead, -1, lambda span: span.get(Thing))
    if before is None or _is_asked(line, before) or not _does(line, before, joints):
        return lead
    return before


def _all(
    line: Sequence[Span], named: int, one: Condition, joints: Joints
) -> tuple[int, tuple[Scalar, ...]]:
    """Everybody who is excepted, as far as they are listed."""
    values = list(one.body.values) if isinstance(one.body, Check) else []
    while True:
        joint = find(line, named, 1, lambda span: span.sense("join", "and", "or", "also"))
        following = find(line, joint, 1, lambda span: span.get(Condition)) if joint else None
        other = _doer(line[following], joints) if following is not None else None
        if following is None or other is None or other.slot != one.slot:
            return named, tuple(values)
        assert isinstance(other.body, Check)
        values += other.body.values
        named = following

"""Two things held against each other: "more nations in A than in B", "by how many"."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from occam.core.reading.conditions import Condition, Tie
from occam.core.reading.deeds import read_deeds
from occam.core.reading.items import Cue, Grade, Prop, Span, Thing
from occam.core.reading.joints import Joints
from occam.core.reading.meaning import Meaning, Side, Wanted
from occam.core.reading.scene import IDLE_ASKS, Unmapped
from occam.core.reading.walking import find, loose

Words = Callable[[tuple[int, int]], str]


def comparison(line: list[Span], joints: Joints, words: Words) -> Meaning | None:
    """The comparison that a line makes; None where it makes none."""
    more = next((at for at, span in enumerate(line) if _compares(span)), None)
    if more is None:
        return None
    split = _split(line, more)
    if split is None:
        return None
    line = read_deeds(line, joints)
    more = next((at for at, span in enumerate(line) if _compares(span)), None)
    split = _split(line, more) if more is not None else None
    if more is None or split is None:
        return None
    used = {more, split}
    attr, measured = _measure(line, more, joints)
    used |= measured
    left, right = _conditions(line, used, 0, split), _conditions(line, used, split, len(line))
    if attr is None and not _counts(line, more, joints):
        return None
    _complain(line, used, joints)
    sides = _sides(left, right, words)
    if sides is None:
        return None
    shared, first, second = sides
    member = line[more].sense("more") or ("gt" if _greater(line[more]) else "lt")
    if member == "shortfall":
        first, second, member = second, first, "difference"
    asks = any(span.sense("ask", "which", "who") or span.sense("join", "or") for span in line)
    wanted = Wanted(
        kind="value" if attr else "count",
        attr=attr or "",
        compared="difference" if member == "difference" else member,  # type: ignore[arg-type]
        op=None if asks or member == "difference" else "eq",
    )
    return Meaning(root=joints.root, wanted=wanted, conditions=shared, sides=(first, second))


def _compares(span: Span) -> bool:
    grade = span.get(Grade)
    return bool(span.sense("more")) or (grade is not None and grade.compares)


def _greater(span: Span) -> bool:
    grade = span.get(Grade)
    return grade is not None and grade.greatest


def _split(line: Sequence[Span], more: int) -> int | None:
    for group, member in (("than", "than"), ("join", "or"), ("join", "and")):
        found = [
            at
            for at, span in enumerate(line)
            if span.sense(group, member) and at != more and _has_both(line, at)
        ]
        if found:
            return found[-1] if group == "than" else found[0]
    return (
        more if line[more].sense("more") and _has_both(line, more) and _verb(line, more) else None
    )


def _verb(line: Sequence[Span], more: int) -> bool:
    """True for "outnumber": the comparison itself stands between the sides."""
    following = find(line, more, 1, lambda span: not loose(span))
    return following is not None and bool(
        line[following].get(Condition) or line[following].get(Thing)
    )


def _has_both(line: Sequence[Span], at: int) -> bool:
    return any(span.get(Condition) for span in line[:at]) and any(
        span.get(Condition) for span in line[at:]
    )


def _measure(line: Sequence[Span], more: int, joints: Joints) -> tuple[str | None, set[int]]:
    grade = line[more].get(Grade)
    if grade and grade.compares:
        return grade.attr, set()
    used: set[int] = set()
    attr = None
    for at, span in enumerate(line):
        for prop in span.all(Prop):
            found = joints.schema.attribute(prop.type, prop.attr)
            if prop.type == joints.root and found and found.role == "measure":
                if attr not in (None, prop.attr):
                    raise Unmapped(span)
                attr = prop.attr
                used.add(at)
    return attr, used


def _counts(line: Sequence[Span], more: int, joints: Joints) -> bool:
    """Things themselves are compared by how many there are."""
    return any(thing.type == joints.root for span in line for thing in span.all(Thing)) or any(
        isinstance(each.body, Tie) for span in line for each in span.all(Condition)
    )


def _conditions(line: Sequence[Span], used: set[int], start: int, end: int) -> list[Condition]:
    found: list[Condition] = []
    for at in range(start, end):
        if at not in used and (condition := line[at].get(Condition)):
            found.append(condition)
    return found


def _complain(line: Sequence[Span], used: set[int], joints: Joints) -> None:
    for at, span in enumerate(line):
        idle = (
            at in used
            or loose(span)
            or span.get(Condition)
            or span.get(Cue)
            or span.sense("pronoun")
            or span.sense("ask", "count", *IDLE_ASKS)
            or span.sense("join", "and", "or", "either")
            or span.sense("time", "between", "to", "within")
            or span.sense("more")
            or any(thing.type == joints.root for thing in span.all(Thing))
        )
        if not idle:
            raise Unmapped(span)


def _sides(
    left: Sequence[Condition], right: Sequence[Condition], words: Words
) -> tuple[tuple[Condition, ...], Side, Side] | None:
    """What both sides share, and what sets each apart: the slots that both have."""
    both = {each.slot for each in left} & {each.slot for each in right}
    mine = tuple(each for each in left if each.slot in both)
    other = tuple(each for each in right if each.slot in both)
    if not both and left and right:
        return (), _side(tuple(left), words), _side(tuple(right), words)
    if not both or len(mine) != len(other):
        return None
    shared = tuple(each for each in (*left, *right) if each.slot not in both)
    return shared, _side(mine, words), _side(other, words)


def _side(conditions: tuple[Condition, ...], words: Words) -> Side:
    said = ", ".join(words((each.start, each.end)) for each in conditions)
    return Side(conditions, said)

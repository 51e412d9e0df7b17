"""Conditions of different kinds of which one is enough: "won by Kenya or with silver for Japan"."""

from __future__ import annotations

from occam.core.reading.conditions import Condition, Either
from occam.core.reading.items import Span
from occam.core.reading.joints import Joints
from occam.core.reading.walking import Unmapped, find, merged


def read_either(line: list[Span], joints: Joints) -> list[Span]:
    """Neighbouring conditions with "or" between them become one."""
    for place, span in enumerate(line):
        first = span.get(Condition)
        joint = find(line, place, 1, lambda each: each.sense("join", "or")) if first else None
        if first is None or joint is None:
            continue
        at = find(line, joint, 1, lambda each: each.get(Condition))
        second = line[at].get(Condition) if at is not None else None
        if second is None or at is None:
            continue
        before = {each.slot for span in line[:place] for each in span.all(Condition)}
        behind = {each.slot for span in line[at + 1 :] for each in span.all(Condition)}
        if second.slot in before or first.slot in behind:
            raise Unmapped(line[joint])
        lead = find(line, place, -1, lambda each: each.sense("join", "either"))
        start = place if lead is None else lead
        options = first.body.options if isinstance(first.body, Either) else (first,)
        body = Either(joints.root, (*options, second))
        here = line[start].start, line[at].end
        return read_either(merged(line, start, at + 1, Condition("either", body, *here)), joints)
    return line

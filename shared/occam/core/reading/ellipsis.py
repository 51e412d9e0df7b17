"""What is left out the second time: "the men's marathon than the women's"."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from occam.core.reading.conditions import Check, Condition
from occam.core.reading.items import Span, Thing
from occam.core.reading.joints import Joints
from occam.core.reading.walking import kept
from occam.core.vocabulary import Vocabulary


def read_ellipsis(line: list[Span], joints: Joints, vocabulary: Vocabulary) -> list[Span]:
    """A bare word for a kind, behind a name and a word that joins or compares, is the same name of
    that kind."""
    for place in range(1, len(line)):
        kind = _kind(line, place, joints)
        if not kind or not any(_joins(span) for span in line[:place]):
            continue
        for span in reversed(line[:place]):
            made = _alike(span, kind, line[place], joints, vocabulary)
            if made is not None:
                return [*line[:place], kept(line[place], made), *line[place + 1 :]]
    return line


def _joins(span: Span) -> bool:
    return bool(span.sense("than") or span.sense("join", "or", "and"))


def _kind(line: Sequence[Span], place: int, joints: Joints) -> str:
    """The kind that a word says, where no noun and no name of the root stands behind it."""
    found = line[place].all(Condition)
    body = found[0].body if len(found) == 1 else None
    if not isinstance(body, Check) or body.type != joints.root or len(body.values) != 1:
        return ""
    following = line[place + 1] if place + 1 < len(line) else None
    if following and (following.get(Thing) or _named(following, joints)):
        return ""
    return "" if found[0].slot in joints.names else str(body.values[0])


def _named(span: Span, joints: Joints) -> bool:
    return any(each.slot in joints.names for each in span.all(Condition))


def _alike(
    span: Span, kind: str, bare: Span, joints: Joints, vocabulary: Vocabulary
) -> Condition | None:
    for condition in span.all(Condition):
        body = condition.body
        if condition.slot not in joints.names or not isinstance(body, Check) or not body.term:
            continue
        term = vocabulary.counterpart(body.term, kind)
        if term is not None and term != body.term:
            check = msgspec.structs.replace(body, values=term.values, wider=term.wider, term=term)
            return Condition(condition.slot, check, bare.start, bare.end)
    return None

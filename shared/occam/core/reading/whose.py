"""Things told by who stands in a role: "events whose winner came from Kenya"."""

from __future__ import annotations

from collections.abc import Sequence

from occam.core.reading.conditions import Check, Condition, Tie
from occam.core.reading.items import Deed, Span, Thing
from occam.core.reading.joints import Joints
from occam.core.reading.walking import find, loose, merged


def whose(
    line: Sequence[Span], place: int, deed: Deed, joints: Joints, *, absent: bool
) -> list[Span] | None:
    """The role with what describes who has it, where things of the root were named before."""
    nouns = [thing for span in line[:place] for thing in span.all(Thing)]
    people = [each for each in joints.far_types(deed.relation) if joints.is_person(each)]
    if deed.form != "role" or not people or not any(n.type == joints.root for n in nouns):
        return None
    if any(span.sense("ask", "who") for span in line[:place]):
        return None
    holder = find(line, place, -1, lambda span: not loose(span))
    if holder is not None and any(each.body.type in people for each in line[holder].all(Condition)):
        return None
    at = find(line, place, 1, lambda span: not loose(span) or span.sense("clause"))
    said = described(line[at], people[0], joints) if at is not None else None
    if at is None or said is None:
        return None
    tie = Tie(deed.relation, joints.edges(deed.relation, people[0]), people[0], (said,))
    here = line[place].start, line[at].end
    return merged(
        line, place, at + 1, Condition(f"deed:{deed.relation}", tie, *here, absent=absent)
    )


def done_by(span: Span, relation: str, joints: Joints) -> Condition | None:
    """The deed of whom the span names."""
    for condition in span.all(Condition):
        body = condition.body
        if not isinstance(body, Check) or body.attr != "id" or condition.each:
            continue
        if edges := joints.edges(relation, body.type):
            tie = Tie(relation, edges, body.type, (condition,))
            return Condition(f"deed:{relation}", tie, condition.start, condition.end)
    return None


def described(span: Span, type_name: str, joints: Joints) -> Condition | None:
    """A condition that describes vertices of this type by a neighbour ("from Norway")."""
    for condition in span.all(Condition):
        body = condition.body
        if isinstance(body, Check) and joints.path(type_name, body.type):
            return condition
    return None

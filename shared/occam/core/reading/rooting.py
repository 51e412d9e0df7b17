"""The type that a question is about."""

from __future__ import annotations

from collections.abc import Sequence

from occam.core.reading.conditions import Condition, Tie
from occam.core.reading.deeds import Counted, Open
from occam.core.reading.items import Prop, Span, Thing
from occam.core.reading.joints import Joints
from occam.core.reading.walking import loose


def root_of(line: Sequence[Span], joints: Joints) -> str:
    """The type that documents are about, where anything said is of it or only hangs together
    through it; else the one type that all conditions are of."""
    readings = [found for span in line if (found := span.all(Condition))]
    said = {found[0].body.type for found in readings}
    nouns = {thing.type for span in line for thing in span.all(Thing)[:1]}
    deeds = any(span.get(Open) or span.get(Counted) for span in line) or any(
        isinstance(each.body, Tie) for span in line for each in span.all(Condition)
    )
    props = {
        prop.type
        for span in line
        if not (loose(span) or span.get(Thing))
        for prop in span.all(Prop)
    }
    timed = joints.lexicon.year_of and any(span.sense("latest") for span in line)
    if not joints.root or deeds or timed or joints.root in said | nouns | props:
        return joints.root
    for start in sorted(nouns) + sorted(said):
        others = [{each.body.type for each in found} for found in readings]
        others += [{each} for each in (*nouns, *props)]
        if all(any(_aside(joints, start, other) for other in each) for each in others):
            return start
    return joints.root


def _aside(joints: Joints, start: str, end: str) -> bool:
    """True where two types hang together without the root."""
    path = joints.path(start, end)
    if path is None:
        return False
    return joints.root not in {joints.schema.far_end(edge, way) for edge, way in path}

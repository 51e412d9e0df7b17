"""Who did better: "second to Ann", "silver behind Kenya"."""

from __future__ import annotations

from occam.core.reading.items import Deed, Glue, Span
from occam.core.reading.joints import Joints
from occam.core.reading.walking import find, kept, loose
from occam.core.reading.whose import done_by


def read_beaten(line: list[Span], joints: Joints) -> list[Span]:
    """A name behind a deed and "behind", or behind one that is a place and "to", has the relation
    of those who did better."""
    for place, span in enumerate(line):
        deed = span.get(Deed)
        relation = joints.behind(deed.relation) if deed else ""
        if deed is None or not relation:
            continue
        at = find(line, place, 1, lambda each: each.sense("behind") or each.sense("receiver"))
        if at is None or not (line[at].sense("behind") or deed.form in ("verb", "role")):
            continue
        who = find(line, at, 1, lambda each: not loose(each))
        tied = done_by(line[who], relation, joints) if who is not None else None
        if who is not None and tied is not None:
            made = [*line[:at], kept(line[at], Glue()), *line[at + 1 :]]
            return [*made[:who], kept(line[who], tied), *made[who + 1 :]]
    return line

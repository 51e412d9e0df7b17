"""Verbs and the objects that say which deed they are: "won … silver" is one deed."""

from __future__ import annotations

from collections.abc import Sequence

from occam.core.reading.conditions import Condition, Tally
from occam.core.reading.items import Deed, Glue, Span, Thing
from occam.core.reading.joints import Joints
from occam.core.reading.walking import find, kept, loose, merged


def read_objects(line: list[Span], joints: Joints) -> list[Span]:
    """Each verb with its object is one deed; "gold or silver" is one of either kind."""
    return _doing(_coordinated(_lightened(line)), joints)


def _doing(line: list[Span], joints: Joints) -> list[Span]:
    """ "Producers worked on": a noun for who does it is no role where another deed is said, or
    only whether there is any."""
    claims = any(span.sense("ask", "polar", "exists") for span in line)
    deeds = [at for at, span in enumerate(line) if span.get(Deed)]
    made = list(line)
    for place in deeds:
        span = line[place]
        roles = [deed for deed in span.all(Deed) if deed.form == "role"]
        if not roles or span.get(Thing) is None or not (claims or len(deeds) > 1):
            continue
        if any(thing.type in joints.far_types(roles[0].relation) for thing in span.all(Thing)):
            made[place] = kept(span, *(each for each in span.readings if each not in roles))
    return made


def _lightened(line: list[Span], verbs: frozenset[int] = frozenset()) -> list[Span]:
    """A verb and the object that says which deed it is become one: "won … silver". `verbs` holds
    the first tokens of objects that have their verb."""
    for place, span in enumerate(line):
        light = next((deed for deed in span.all(Deed) if deed.form == "light"), None)
        if light is None or span.get(Tally):
            continue
        ahead = _object_ahead(line, place)
        if ahead is not None:
            rest = [*line[:place], kept(span, Glue()), *line[place + 1 :]]
            return _lightened(rest, verbs | {line[ahead].start})
        behind = _object_behind(line, place, verbs)
        if behind is not None:
            rest = [*line[:place], kept(span, Glue()), *line[place + 1 :]]
            return _lightened(rest, verbs | {line[behind].start})
    return line


def _coordinated(line: list[Span]) -> list[Span]:
    """ "gold or silver" is one deed of either kind."""
    for place, span in enumerate(line):
        first = next((deed for deed in span.all(Deed) if deed.form == "object"), None)
        joint = (
            find(line, place, 1, lambda each: each.sense("join", "or", "and")) if first else None
        )
        at = find(line, joint, 1, _tells) if joint is not None else None
        second = line[at].get(Deed) if at is not None else None
        if first and second and at is not None and second.form == "object":
            lead = place - 1
            either = lead >= 0 and bool(line[lead].sense("join", "either", "both"))
            both = lead >= 0 and bool(line[lead].sense("join", "both"))
            bar = "|" if line[joint or 0].sense("join", "or") else "&"
            if bar == "&" and not both:
                continue
            relation = f"{first.relation}{bar}{second.relation}"
            start = lead if either else place
            return _coordinated(merged(line, start, at + 1, Deed(relation, "object")))
    return line


def _tells(span: Span) -> bool:
    return any(deed.form in ("object", "role") for deed in span.all(Deed))


def _between(span: Span) -> bool:
    return loose(span) or bool(
        span.sense("negation", "not", "neither")
        or span.sense("degree")
        or span.sense("more")
        or span.sense("amount")
        or span.sense("distinct")
    )


def _object_ahead(line: Sequence[Span], place: int) -> int | None:
    """ "won the most silver medals": the object stands behind the verb."""
    for at in range(place + 1, len(line)):
        if _tells(line[at]):
            return at
        if (named := _named_object(line, at)) is not None:
            return named
        if not _between(line[at]):
            return None
    return None


def _named_object(line: Sequence[Span], at: int) -> int | None:
    """The object right behind what it is for ("won more men's judo golds")."""
    place = at
    while place < len(line) and line[place].get(Condition) and not line[place].get(Deed):
        place += 1
    found = place > at and place < len(line)
    told = found and any(deed.form == "object" for deed in line[place].all(Deed))
    return place if told else None


def _object_behind(line: Sequence[Span], place: int, verbs: frozenset[int]) -> int | None:
    """ "How many gold medals did Kenya win": the object stands before the verb."""
    at = place - 1
    while at >= 0:
        span = line[at]
        if any(deed.form == "object" for deed in span.all(Deed)):
            return None if span.start in verbs else at
        if not (loose(span) or span.get(Condition) or span.get(Thing)):
            return None
        at -= 1
    return None

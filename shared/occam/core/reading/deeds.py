"""Relations with whom they are said of: "won by Kenya", "silver for an athlete from Norway"."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from occam.core.reading.conditions import Check, Condition, Tally, Tie
from occam.core.reading.items import Deed, Glue, Sense, Span, Thing
from occam.core.reading.joints import Joints
from occam.core.reading.walking import find, kept, loose, merged

NOT = Sense("negation", "not")


class Open(msgspec.Struct, frozen=True):
    """A relation whose far end is not said: it is what is asked. `type` is the far end's where a
    noun says it ("winning nation"), `role` that the word itself names the far end."""

    relation: str
    role: bool = False
    type: str = ""
    absent: bool = False


def read_deeds(line: list[Span], joints: Joints) -> list[Span]:
    """Each relation becomes a condition on its near end, or stays open where nobody is named."""
    line = _lightened(line)
    for place, span in enumerate(line):
        deed = span.get(Deed)
        if deed:
            return read_deeds(_tied(line, place, deed, joints), joints)
    return line


def _lightened(line: list[Span]) -> list[Span]:
    """A verb and the object that says which deed it is become one: "won … silver"."""
    for place, span in enumerate(line):
        light = next((deed for deed in span.all(Deed) if deed.form == "light"), None)
        if light is None or span.get(Tally):
            continue
        ahead = find(line, place, 1, lambda each: _tells(each) or not _between(each))
        if ahead is not None and _tells(line[ahead]):
            return _lightened(_absorbed(line, place, ahead))
        behind = _object_behind(line, place)
        if behind is not None:
            return _lightened([*line[:place], kept(span, Glue()), *line[place + 1 :]])
    return line


def _tells(span: Span) -> bool:
    return any(deed.form in ("object", "role") for deed in span.all(Deed))


def _between(span: Span) -> bool:
    return loose(span)


def _absorbed(line: list[Span], verb: int, told: int) -> list[Span]:
    """The verb gives its place to what it says; a denial between them stays before it."""
    return [*line[:verb], kept(line[verb], Glue()), *line[verb + 1 :]]


def _object_behind(line: Sequence[Span], place: int) -> int | None:
    """ "How many gold medals did Kenya win": the object stands before the verb."""
    at = place - 1
    while at >= 0:
        span = line[at]
        if any(deed.form == "object" for deed in span.all(Deed)):
            return at
        if not (loose(span) or span.get(Condition) or span.get(Thing)):
            return None
        at -= 1
    return None


def _tied(line: list[Span], place: int, deed: Deed, joints: Joints) -> list[Span]:
    """The relation with its far end, where somebody near it is one."""
    line, place, absent = _denied(line, place)
    span = line[place]
    far_types = joints.far_types(deed.relation)
    extra = [reading for reading in span.readings if isinstance(reading, Tally)]
    typed = _typed(line, place, far_types) if deed.form in ("role", "object") else None
    if typed is not None:
        thing = line[typed].get(Thing)
        assert thing
        opened = Open(deed.relation, role=True, type=thing.type, absent=absent)
        return merged(line, place, typed + 1, opened, *extra)
    for at in _sides(line, place, deed):
        made = _far(line, at, far_types, joints) if at is not None else None
        if made and at is not None:
            start, end, type_name, far = made
            first, last = min(start, place), max(end, place + 1)
            tie = Tie(deed.relation, joints.edges(deed.relation, type_name), type_name, far)
            here = line[first].start, line[last - 1].end
            slot = f"deed:{deed.relation}"
            condition = Condition(slot, tie, *here, absent=absent)
            counted = _counted(line, place, deed)
            return merged(line, first, last, condition, *extra, *counted)
    opened = Open(deed.relation, role=deed.form == "role", absent=absent)
    rest = [each for each in span.readings if not isinstance(each, Deed)]
    counted = _counted(line, place, deed)
    return [*line[:place], kept(span, opened, *counted, *rest), *line[place + 1 :]]


class Counted(msgspec.Struct, frozen=True):
    """The object of a relation as something that can be counted ("gold medals")."""

    relation: str


def _counted(line: Sequence[Span], place: int, deed: Deed) -> list[Counted]:
    return [Counted(deed.relation)] if deed.form == "object" else []


def _denied(line: list[Span], place: int) -> tuple[list[Span], int, bool]:
    """A denial right before the relation is taken into it."""
    at = find(line, place, -1, lambda span: span.sense("negation", "not", "without"))
    if at is None:
        return line, place, False
    return [*line[:at], kept(line[at], Glue()), *line[at + 1 :]], place, True


def _typed(line: Sequence[Span], place: int, far_types: Sequence[str]) -> int | None:
    """ "winning nation", "gold medal country": a noun right behind says whose role it is."""
    at = place + 1
    if at < len(line) and any(thing.type in far_types for thing in line[at].all(Thing)):
        return at
    return None


def _sides(line: Sequence[Span], place: int, deed: Deed) -> list[int | None]:
    """Where to look for the far end, the likelier side first."""
    ahead = find(line, place, 1, lambda span: not loose(span))
    behind = find(line, place, -1, lambda span: not loose(span))
    passive = any(
        line[at].sense("passive") for at in range(place, ahead if ahead is not None else place)
    )
    if passive:
        return [ahead]
    if deed.form == "role":
        return [behind]
    if behind is not None and _is_asked(line, behind):
        return []
    return [behind, ahead]


def _is_asked(line: Sequence[Span], at: int) -> bool:
    """True where the subject is what the question asks for: "who won", "which country won"."""
    if line[at].sense("ask", "who"):
        return True
    if not line[at].get(Thing):
        return False
    lead = find(line, at, -1, lambda span: not loose(span) and not span.get(Condition))
    return lead is None or bool(line[lead].sense("ask") or line[lead].get(Thing) is None)


def _far(
    line: Sequence[Span], at: int, far_types: Sequence[str], joints: Joints
) -> tuple[int, int, str, tuple[Condition, ...]] | None:
    for condition in line[at].all(Condition):
        body = condition.body
        if isinstance(body, Check) and body.attr == "id" and body.type in far_types:
            return at, at + 1, body.type, (condition,)
    thing = next((each for each in line[at].all(Thing) if each.type in far_types), None)
    if thing:
        beyond = find(line, at, 1, lambda span: not loose(span))
        said = _of_type(line[beyond], thing.type, joints) if beyond is not None else None
        if said and beyond is not None:
            return at, beyond + 1, thing.type, (said,)
    described = line[at].get(Condition)
    behind = find(line, at, -1, lambda span: not loose(span)) if described else None
    if behind is not None:
        thing = next((each for each in line[behind].all(Thing) if each.type in far_types), None)
        said = _of_type(line[at], thing.type, joints) if thing else None
        if thing and said:
            return behind, at + 1, thing.type, (said,)
    return None


def _of_type(span: Span, type_name: str, joints: Joints) -> Condition | None:
    """A condition that describes vertices of this type by a neighbour ("from Norway")."""
    for condition in span.all(Condition):
        body = condition.body
        if isinstance(body, Check) and joints.path(type_name, body.type):
            return condition
    return None

"""Relations with whom they are said of: "won by Kenya", "silver for an athlete from Norway"."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from occam.core.reading.conditions import Check, Condition, Tally, Tie
from occam.core.reading.items import Deed, Glue, Sense, Span, Thing
from occam.core.reading.joints import Joints
from occam.core.reading.objects import read_objects
from occam.core.reading.walking import Unmapped, find, is_had, kept, loose, merged
from occam.core.reading.whose import described, done_by, whose

NOT = Sense("negation", "not")


class Open(msgspec.Struct, frozen=True):
    """A relation whose far end is not said: it is what is asked. `type` is the far end's where a
    noun says it ("winning nation"), `role` that the word itself names the far end."""

    relation: str
    role: bool = False
    type: str = ""
    absent: bool = False
    many: bool = False


def read_deeds(line: list[Span], joints: Joints) -> list[Span]:
    """Each relation becomes a condition on its near end, or stays open where nobody is named."""
    line = read_objects(line, joints)
    for place, span in enumerate(line):
        deed = span.get(Deed)
        if deed:
            return read_deeds(_tied(line, place, deed, joints), joints)
    return line


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
    if (made := whose(line, place, deed, joints, absent=absent)) is not None:
        return made
    sides = _sides(line, place, deed, far_types)
    sides += _recipients(line, place, deed, far_types) if sides else []
    for at in sides:
        certain = len(sides) == 1 and deed.form != "role"
        made = _far(line, at, far_types, joints, certain=certain) if at is not None else None
        if made and at is not None:
            start, end, type_name, far = made
            if any(each.joined == "both" or (absent and each.absent) for each in far):
                raise Unmapped(line[at])
            whole = [
                each for each in line[min(start, place) : max(end, place + 1)] if _is_all(each)
            ]
            if whole:
                raise Unmapped(whole[0])
            first, last = min(start, place), max(end, place + 1)
            here = line[first].start, line[last - 1].end
            ties = [
                Condition(
                    f"deed:{each}",
                    Tie(each, joints.edges(each, type_name), type_name, far),
                    *here,
                    absent=absent,
                )
                for each in deed.relation.split("&")
            ]
            condition = msgspec.structs.replace(ties[0], also=tuple(ties[1:]))
            counted = _counted(line, place, deed, at)
            aside = [
                each
                for at, each in enumerate(line[first:last], first)
                if at != place and not start <= at < end
                if _stays(each)
            ]
            held = _held(deed, type_name, joints)
            made = merged(line, first, last, condition, *extra, *counted, *held)
            return [*made[:first], *aside, *made[first:]]
    line = _for_whom(line, place, deed, joints)
    opened = Open(deed.relation, role=deed.form == "role", absent=absent, many=deed.many)
    rest = [each for each in span.readings if not isinstance(each, Deed)]
    counted = _counted(line, place, deed)
    return [*line[:place], kept(span, opened, *counted, *rest), *line[place + 1 :]]


def _stays(span: Span) -> bool:
    """True for what a deed and its doer may have between them that says something else."""
    asks = span.sense("more") or span.sense("degree") or span.sense("ask", "count")
    return bool(asks or span.get(Condition))


def _is_all(span: Span) -> bool:
    return bool(span.sense("every", "all"))


class Holder(msgspec.Struct, frozen=True):
    """A role with whose it is ("Kenyan winners"): the people themselves may be asked for."""

    relation: str
    many: bool = False


def _held(deed: Deed, type_name: str, joints: Joints) -> list[Holder]:
    """The people of a role that is said of something else than people."""
    said = deed.form == "role" and not joints.is_person(type_name)
    return [Holder(deed.relation, deed.many)] if said else []


class Counted(msgspec.Struct, frozen=True):
    """The object of a relation as something that can be counted ("gold medals"); it `leads` where
    nothing stands between its doer and it, or its doer comes behind."""

    relation: str
    leads: bool = True


def _counted(
    line: Sequence[Span], place: int, deed: Deed, doer: int | None = None
) -> list[Counted]:
    """The object as what is counted."""
    if deed.form != "object":
        return []
    leads = doer is None or place < doer or doer == place - 1
    asked = doer is not None and any(span.sense("ask", "count") for span in line[doer:place])
    return [Counted(deed.relation, leads or asked)]


def _denied(line: list[Span], place: int) -> tuple[list[Span], int, bool]:
    """A denial right before the relation is taken into it."""
    at = find(line, place, -1, lambda span: span.sense("negation", "not", "neither", "without"))
    if at is None:
        at = _denied_agent(line, place)
    if at is None:
        return line, place, False
    never = [each for each in line[at].all(Sense) if each.group == "never"]
    return [*line[:at], kept(line[at], Glue(), *never), *line[at + 1 :]], place, True


def _denied_agent(line: Sequence[Span], place: int) -> int | None:
    """ "won neither by Kenya nor by Ethiopia"."""
    at = find(line, place, 1, lambda span: span.sense("negation", "not", "neither"))
    if at is None or at + 1 >= len(line):
        return None
    return at if line[at + 1].sense("passive") or line[at + 1].sense("receiver") else None


def _typed(line: Sequence[Span], place: int, far_types: Sequence[str]) -> int | None:
    """ "winning nation", "gold medal country": a noun right behind says whose role it is."""
    at = place + 1
    if at < len(line) and any(thing.type in far_types for thing in line[at].all(Thing)):
        return at
    return None


def _sides(
    line: Sequence[Span], place: int, deed: Deed, far_types: Sequence[str]
) -> list[int | None]:
    """Where to look for the far end, the likelier side first."""
    ahead = find(line, place, 1, lambda span: not loose(span))
    behind = _subject(line, place, deed, far_types)
    passive = any(
        line[at].sense("passive") for at in range(place, ahead if ahead is not None else place)
    )
    if passive and ahead is not None and _may_do(line[ahead], far_types):
        return [ahead]
    if deed.form != "role" and _leads(line, place, ahead, far_types):
        return [ahead, behind]
    if deed.form == "role":
        return [behind]
    if ahead is not None and deed.form == "object" and _is_anothers(line, ahead):
        ahead = None
    if behind is not None and _is_asked(line, behind, far_types):
        return []
    if behind is not None and _is_of_another(line, behind):
        return [None, ahead]
    noun = _next(line, behind, -1) if behind is not None and line[behind].get(Condition) else None
    if noun is not None and line[noun].sense("negation", "except"):
        noun = _next(line, noun, -1)
    if noun is not None and _is_asked(line, noun, far_types):
        return []
    return [behind, ahead]


def _is_of(span: Span) -> bool:
    """True for a word that only ties a name to what stands before it: "for", "from", "of"."""
    if span.sense("receiver") or span.sense("time", "from"):
        return True
    return loose(span) and not span.all(Sense)


def _for_whom(line: list[Span], place: int, deed: Deed, joints: Joints) -> list[Span]:
    """ "Who won gold for Russia": it was Russia's, wherever the winner is from."""
    at = find(line, place, 1, lambda span: span.sense("receiver"))
    who = find(line, at, 1, lambda span: not loose(span)) if at is not None else None
    said = done_by(line[who], deed.relation, joints) if who is not None else None
    if who is None or said is None or joints.is_person(said.body.type):
        return line
    return [*line[:who], kept(line[who], said), *line[who + 1 :]]


def _is_of_another(line: Sequence[Span], at: int) -> bool:
    """True for a name that a deed before it has: "who won silver for Kenya won gold"."""
    before = _next(line, at, -1)
    if before is None or not line[at].get(Condition):
        return False
    told = line[before].get(Deed) or line[before].get(Open)
    between = line[before + 1 : at]
    return bool(told and between) and all(map(_is_of, between))


def _recipients(
    line: Sequence[Span], place: int, deed: Deed, far_types: Sequence[str]
) -> list[int]:
    """ "Golds in judo since 2000 went to China": who got the object, what it is for between."""
    if deed.form != "object":
        return []
    for at in range(place + 1, len(line) - 1):
        span = line[at]
        if span.sense("receiver") or span.sense("passive"):
            who = find(line, at, 1, lambda each: not loose(each))
            if who is not None and _may_do(line[who], far_types):
                return [who]
        if not (loose(span) or span.get(Condition) or span.sense("receiver")):
            break
    return []


def _subject(line: Sequence[Span], place: int, deed: Deed, far_types: Sequence[str]) -> int | None:
    """The place before: what an object is for ("judo golds") and a comparison aside."""
    at = place
    if deed.form == "object":
        while at and line[at - 1].get(Condition) and not _may_do(line[at - 1], far_types):
            at -= 1
    behind = find(line, at, -1, lambda span: not loose(span))
    if behind is not None and deed.form == "object" and line[behind].sense("ask", "count"):
        further = find(line, behind, -1, lambda span: not loose(span) and not is_had(span))
        if further is not None and _may_do(line[further], far_types):
            return further
    weighs = behind is not None and (line[behind].sense("more") or line[behind].sense("degree"))
    if behind is not None and weighs and not line[behind].get(Condition):
        further = find(line, behind, -1, lambda span: not loose(span))
        return behind if further is None else further
    if behind is None and at < place:
        return find(line, place, -1, lambda span: not loose(span))
    return behind


def _is_anothers(line: Sequence[Span], at: int) -> bool:
    """True for a name that the deed behind it claims ("the most golds with Egypt in third")."""
    after = find(line, at, 1, lambda span: not loose(span))
    told = line[after].get(Deed) if after is not None else None
    return told is not None and told.form in ("object", "role")


def _may_do(span: Span, far_types: Sequence[str]) -> bool:
    """True for who can have done it, by name or by a noun."""
    kinds = [*(each.body.type for each in span.all(Condition)), *(t.type for t in span.all(Thing))]
    return any(kind in far_types for kind in kinds) or bool(span.sense("negation"))


def _leads(line: Sequence[Span], place: int, ahead: int | None, far_types: Sequence[str]) -> bool:
    """ "silver to Kenya", "gold for Norway"."""
    between = range(place + 1, ahead if ahead is not None else place)
    behind = find(line, place, -1, lambda span: not loose(span))
    asked = behind is not None and _is_asked(line, behind, far_types)
    return not asked and any(line[at].sense("receiver") for at in between)


def _is_asked(line: Sequence[Span], at: int, far_types: Sequence[str]) -> bool:
    """True where the subject is what the question asks for: "who won", "which country won"."""
    if line[at].sense("ask", "who"):
        return True
    if not any(thing.type in far_types for thing in line[at].all(Thing)):
        return False
    for lead in reversed(line[:at]):
        if is_had(lead):
            return False
        if not _describes(lead):
            return bool(lead.sense("ask") or lead.get(Thing) is None)
    return True


def _describes(span: Span) -> bool:
    return loose(span) or bool(span.get(Condition))


def _far(
    line: Sequence[Span],
    at: int,
    far_types: Sequence[str],
    joints: Joints,
    *,
    certain: bool,
) -> tuple[int, int, str, tuple[Condition, ...]] | None:
    """Who stands at this place: a name, or a noun with what describes it ("an athlete from
    Norway"). A word that may as well describe the root is nobody, unless `certain`."""
    for noun, said in ((at, _next(line, at, 1)), (_next(line, at, -1), at)):
        if noun is None or said is None:
            continue
        thing = next((each for each in line[noun].all(Thing) if each.type in far_types), None)
        told = described(line[said], thing.type, joints) if thing else None
        if thing and told:
            return min(noun, said), max(noun, said) + 1, thing.type, (told,)
    found = line[at].all(Condition)
    if not certain and any(each.body.type == joints.root for each in found):
        return None
    for condition in found:
        body = condition.body
        if isinstance(body, Check) and body.attr == "id" and body.type in far_types:
            start, more = _of_whom(line, at, body.type, joints)
            return start, at + 1, body.type, (condition, *more)
    return None


def _of_whom(
    line: Sequence[Span], at: int, type_name: str, joints: Joints
) -> tuple[int, tuple[Condition, ...]]:
    """ "Jamaica's Elaine Thompson": what right before a name says where it is from."""
    said = described(line[at - 1], type_name, joints) if at else None
    return (at - 1, (said,)) if said else (at, ())


def _next(line: Sequence[Span], at: int, step: int) -> int | None:
    return find(line, at, step, lambda span: not loose(span))

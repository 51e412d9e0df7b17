"""Names of the graph as conditions: words for one thing are put together, lists are coordinated."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial, reduce
from typing import Literal

import msgspec

from occam.core.lexicon import HEAD, Term
from occam.core.reading.conditions import Check, Condition
from occam.core.reading.items import Deed, Named, Prop, Span, Thing
from occam.core.reading.joints import Joints
from occam.core.reading.walking import find, kept, loose, merged
from occam.core.vocabulary import Vocabulary

MOST_BESIDE = 8
RANGES = ("from", "to", "since", "until", "between")
Joined = Literal["and", "or", "both"]


def read_names(line: list[Span], joints: Joints, vocabulary: Vocabulary) -> list[Span]:
    """Each name becomes a condition for every type it may be of; neighbours that describe one
    vertex ("Summer Olympics of 2008 in Beijing") become one."""
    while (place := _next(line)) is not None:
        line = _gathered(line, place, joints, vocabulary)
    return line


def _next(line: Sequence[Span]) -> int | None:
    return next((place for place, span in enumerate(line) if span.get(Named)), None)


def _gathered(line: list[Span], place: int, joints: Joints, vocabulary: Vocabulary) -> list[Span]:
    described = _run(line, place, joints, vocabulary)
    if described:
        end, type_name, ids = described
        start = _first(line, place, type_name)
        here = line[start].start, line[end - 1].end
        check = Check(type_name, "id", "in", ids, one=True)
        condition = Condition(type_name, check, *here)
        thing = _asked_thing(line, start, end, type_name)
        return merged(line, start, end, condition, *thing)
    span = line[place]
    names = _sole(line, place, _likely(line, place, joints), joints, vocabulary)
    conditions = [_condition(name.term, span, joints, vocabulary) for name in names]
    beside = next((name.beside for name in span.all(Named) if name.beside), None)
    if beside:
        extra = _condition(beside, span, joints, vocabulary)
        conditions = [msgspec.structs.replace(each, also=(extra,)) for each in conditions]
    rest = [reading for reading in span.readings if not isinstance(reading, Named)]
    return [*line[:place], kept(span, *dict.fromkeys(conditions), *rest), *line[place + 1 :]]


def _likely(line: Sequence[Span], place: int, joints: Joints) -> list[Named]:
    """The readings of a name; a value that is also a doer ("France") is meant only behind a word
    for being inside, and the first words of a name only behind a small word."""
    names = line[place].all(Named)
    before = line[place - 1] if place else None
    inside = _is_inside(line, place)
    small = before is not None and loose(before)
    whole = [name for name in names if name.term.attr != HEAD or small]
    vertices = {name.term.type for name in whole if name.term.attr == "id"} & _doers(joints)
    called = any(f"{n.term.type}.{n.term.attr}" in joints.names for n in whole)
    if called:
        whole = [n for n in whole if (n.term.type, n.term.attr) != (joints.root, "id")]
    if called and vertices and _is_won(line, place, joints):
        return [n for n in whole if f"{n.term.type}.{n.term.attr}" in joints.names]
    return [
        name
        for name in whole
        if inside or name.term.attr in ("id", HEAD) or not vertices - {name.term.type}
    ]


def _is_won(line: Sequence[Span], place: int, joints: Joints) -> bool:
    """True right behind a verb whose doer stands before it ("who won the Finn"): what a thing is
    called is meant there, and nobody."""
    verb = find(line, place, -1, lambda span: not loose(span) or span.sense("passive"))
    if verb is None or not any(deed.form in ("verb", "light") for deed in line[verb].all(Deed)):
        return False
    return any(
        span.sense("ask", "who", "which") or _is_doer(line, at, joints) or _has_doer(span, joints)
        for at, span in enumerate(line[:verb])
    )


def _has_doer(span: Span, joints: Joints) -> bool:
    """True for a doer that was read already."""
    return any(each.body.type in _doers(joints) for each in span.all(Condition))


def _sole(
    line: Sequence[Span],
    place: int,
    names: list[Named],
    joints: Joints,
    vocabulary: Vocabulary,
) -> list[Named]:
    """The readings without those that no document has beside the rest of the line; none where two
    of one slot remain ("the 400 and 800 metre freestyle": of running or of swimming). What happened
    to be at one edition does not tell two names apart."""
    if len(names) < 2:
        return names
    types = {name.term.type for name in names}
    beside = [
        term
        for at, span in enumerate(line)
        if at != place and (term := _whole(span, vocabulary)) and term.type not in types
    ]
    fitting = [name for name in names if vocabulary.together([name.term, *beside])]
    timed, _ = joints.timed
    slots = [name.term.slot for name in names]
    if len(slots) != len(set(slots)):
        beside = [term for term in beside if term.type != timed]
        fitting = [name for name in names if vocabulary.together([name.term, *beside])]
    slots = [name.term.slot for name in fitting or names]
    return [name for name in fitting or names if slots.count(name.term.slot) == 1]


def _whole(span: Span, vocabulary: Vocabulary) -> Term | None:
    """The vertices that a span says, read already or not, of the one type that names of documents
    mention."""
    terms = [name.term for name in span.all(Named)] or _terms(span)
    found: list[Term] = []
    for kind in sorted({term.type for term in terms}):
        ids = {each for term in terms if term.type == kind for each in vocabulary.ids(term)}
        whole = Term(kind, "id", tuple(sorted(ids)))
        if len(ids) <= MOST_BESIDE and vocabulary.together([whole]):
            found.append(whole)
    return found[0] if len(found) == 1 else None


def _terms(span: Span) -> list[Term]:
    bodies = [each.body for each in span.all(Condition)]
    return [body.term for body in bodies if isinstance(body, Check) and body.term]


def _is_inside(line: Sequence[Span], place: int) -> bool:
    return place > 0 and bool(line[place - 1].sense("time", "within"))


def _doers(joints: Joints) -> set[str]:
    """The types whose vertices do something."""
    return {far for relation in joints.relations for far in joints.far_types(relation)}


def _is_doer(line: Sequence[Span], place: int, joints: Joints) -> bool:
    """True for the name of a doer that nothing says is a place: it describes nothing further on."""
    named = {name.term.type for name in line[place].all(Named) if name.term.attr == "id"}
    return bool(named & _doers(joints)) and not _is_inside(line, place)


def _asked_thing(line: Sequence[Span], start: int, end: int, type_name: str) -> list[Thing]:
    """The noun of a phrase that a question word leads to is asked for ("which Winter Games")."""
    things = [thing for span in line[start:end] for thing in span.all(Thing)]
    own = [thing for thing in things if thing.type == type_name][:1]
    lead = find(
        line, start, -1, lambda span: not loose(span) or span.sense("ask") or span.get(Thing)
    )
    compares = lead is not None and bool(line[lead].sense("more"))
    polar = any(span.sense("ask", "polar") for span in line)
    if (polar and not compares) or _asks_value(line[:start]):
        return []
    others = [span for span in line if any(t.type != type_name for t in span.all(Thing))]
    told = any(span.sense("ask", "who", "where", "when") for span in line[:start])
    if not (others or told) and any(span.sense("ask", "which", "list") for span in line):
        return own
    asks = lead is not None and line[lead].sense("ask", "which", "list", "count")
    if not (asks or compares):
        return []
    following = line[end] if end < len(line) else None
    if following and (following.get(Thing) or following.get(Named)):
        return []
    return own


def _asks_value(line: Sequence[Span]) -> bool:
    """True where the question begins with a word for an attribute or a question word leads to one
    ("give the result in …")."""
    for at, span in enumerate(line):
        if not span.get(Prop) or span.get(Thing):
            continue
        lead = next((each for each in reversed(line[:at]) if not loose(each)), None)
        if lead is None or lead.sense("ask", "which", "list"):
            return True
    return False


def _first(line: Sequence[Span], place: int, type_name: str) -> int:
    """Where the phrase begins: a noun just before belongs to it ("the Games of 2008")."""
    lead = find(
        line, place, -1, lambda span: _is_thing(span, type_name) and not span.get(Condition)
    )
    return place if lead is None or _asks_between(line, lead, place) else lead


def _asks_between(line: Sequence[Span], first: int, last: int) -> bool:
    """A question word, one of a range or one that excepts between two spans: they belong to
    different phrases."""
    between = line[first + 1 : last]
    return any(
        span.sense("ask") or span.sense("time", *RANGES) or span.sense("join", "but")
        for span in between
    )


def _is_thing(span: Span, type_name: str) -> bool:
    return any(thing.type == type_name for thing in span.all(Thing))


def _run(
    line: Sequence[Span], place: int, joints: Joints, vocabulary: Vocabulary
) -> tuple[int, str, tuple[str, ...]] | None:
    """The longest phrase from here that describes vertices of one type by two or more parts."""
    best: tuple[int, str, tuple[str, ...]] | None = None
    if is_denied(line, place):
        return None
    for type_name in {name.term.type for name in line[place].all(Named)} - {joints.root}:
        sets = [_ids(line[place], type_name, vocabulary)]
        ids, end, at = sets[0], place + 1, place
        noun = _first(line, place, type_name) != place
        while True:
            following = find(line, at, 1, partial(_describes, type_name))
            if following is None or _asks_between(line, at, following):
                break
            if following > at + 1 and _is_doer(line, at, joints):
                break
            if _is_thing(line[following], type_name):
                noun, at, end = True, following, following + 1
                continue
            narrower = ids & _ids(line[following], type_name, vocabulary)
            doer = _is_doer(line, following, joints)
            if doer and (not narrower or _is_listed(line, following)):
                break
            if not narrower and not _same_phrase(line, at, following):
                break
            ids, at, end = narrower, following, following + 1
        if noun or end > place + 1:
            found = (end, type_name, tuple(sorted(ids)))
            if best is None or end > best[0]:
                best = found
    return best


def _is_listed(line: Sequence[Span], at: int) -> bool:
    """True for the first of two names that "or" or "and" joins."""
    joint = line[at + 1] if at + 1 < len(line) else None
    return joint is not None and bool(joint.sense("join", "or", "and"))


def is_denied(line: Sequence[Span], place: int) -> bool:
    """A denial takes the name behind it, and no more."""
    at = place - 1
    while at >= 0 and (loose(line[at]) or line[at].sense("pronoun")):
        if line[at].sense("negation"):
            return True
        at -= 1
    return at >= 0 and bool(line[at].sense("negation"))


def _same_phrase(line: Sequence[Span], at: int, following: int) -> bool:
    """Two parts with nothing between them are one phrase, even one that describes nothing."""
    return following == at + 1 and not _slots(line[at]) & _slots(line[following])


def _slots(span: Span) -> set[str]:
    return {name.term.slot for name in span.all(Named)}


def _describes(type_name: str, span: Span) -> bool:
    return _is_thing(span, type_name) or any(
        name.term.type == type_name for name in span.all(Named)
    )


def _ids(span: Span, type_name: str, vocabulary: Vocabulary) -> frozenset[str]:
    """What the span's readings of one type allow: the widest of them."""
    found = [vocabulary.ids(name.term) for name in span.all(Named) if name.term.type == type_name]
    return reduce(lambda left, right: left | right, found)


def _condition(term: Term, span: Span, joints: Joints, vocabulary: Vocabulary) -> Condition:
    here = span.start, span.end
    if term.type == joints.root and term.attr not in ("id", HEAD):
        check = Check(term.type, term.attr, "in", term.values, term.wider, term=term)
        return Condition(term.slot, check, *here)
    ids = tuple(sorted(vocabulary.ids(term)))
    one = term.attr in ("id", HEAD)
    return Condition(term.type, Check(term.type, "id", "in", ids, one=one, term=term), *here)


def coordinate(line: list[Span], commas: Sequence[int]) -> list[Span]:
    """ "A or B", "both A and B", "A, B and C": conditions of one slot become one."""
    for place in range(len(line)):
        made = _listed(line, place, commas)
        if made:
            return coordinate(made, commas)
    return line


def _listed(line: list[Span], place: int, commas: Sequence[int]) -> list[Span] | None:
    first = line[place].all(Condition)
    if not first or any(each.each for each in first):
        return None
    members, at, joined = [first], place, ""
    while True:
        joint = find(line, at, 1, lambda span: span.sense("join", "and", "or", "also"))
        start = at if joint is None else joint
        nearest = find(line, start, 1, lambda span: span.get(Condition))
        if nearest is None:
            break
        tied = joint is not None
        if not tied and line[nearest].start not in commas:
            break
        if joint is not None:
            joined = line[joint].sense("join", "and", "or", "also")
        shared = {each.slot for each in members[0]} & {
            each.slot for each in line[nearest].all(Condition)
        }
        if not shared:
            break
        members = [
            [each for each in group if each.slot in shared]
            for group in (*members, line[nearest].all(Condition))
        ]
        at = nearest
    if len(members) < 2 or not joined or (joined == "and" and _is_range(members)):
        return None
    lead = find(line, place, -1, lambda span: span.sense("join", "both", "either"))
    said = line[lead].sense("join", "both", "either") if lead is not None else ""
    start = place if lead is None else lead
    how: Joined = "or" if "or" in (said, joined) or said == "either" else "and"
    both = said == "both" or joined == "also"
    return _united(line, start, at + 1, members, "both" if both else how)


def _is_range(members: Sequence[Sequence[Condition]]) -> bool:
    """ "After 1996 and before 2012": both hold of one thing."""
    bodies = [group[0].body for group in members]
    return all(isinstance(body, Check) and body.op in ("lt", "le", "gt", "ge") for body in bodies)


def _united(
    line: list[Span], start: int, end: int, members: Sequence[Sequence[Condition]], joined: Joined
) -> list[Span]:
    here = line[start].start, line[end - 1].end
    made: list[Condition] = []
    for at, first in enumerate(members[0]):
        each = [group[at] if at < len(group) else group[0] for group in members]
        bodies = [one.body for one in each]
        checks = [body for body in bodies if isinstance(body, Check)]
        if len(checks) != len(bodies) or len({check.attr for check in checks}) > 1:
            continue
        values = tuple(dict.fromkeys(value for check in checks for value in check.values))
        body = msgspec.structs.replace(checks[0], values=values, wider=(), one=False, term=None)
        made.append(Condition(first.slot, body, *here, each=tuple(each), joined=joined))
    return merged(line, start, end, *made)

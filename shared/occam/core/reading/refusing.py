"""Readings that no document bears out: refused before a plan is made of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set
from itertools import combinations

from occam.core.lexicon import Term
from occam.core.reading.conditions import Bound, Check, Condition, Shift, Tally
from occam.core.reading.items import Glue, Prop, Span, Thing
from occam.core.reading.joints import Joints
from occam.core.reading.meaning import Wanted
from occam.core.reading.walking import Misled, Unmapped, find, is_had, loose
from occam.core.vocabulary import Vocabulary

_ASKING = ("polar", "who", "which", "where", "when", "why", "count", "list")
_NAMING = ("value", "extreme", "members")


class Doubts:
    """What the names of documents say of things that go together."""

    def __init__(self, joints: Joints, vocabulary: Vocabulary) -> None:
        self._joints, self._vocabulary = joints, vocabulary

    def refuse_strangers(self, line: Sequence[Span], conditions: Sequence[Condition]) -> None:
        """Two things said of the root that no document says together were misread, of one or both
        ("men's and women's marathon" is no women's marathon of men)."""
        said = [
            (each, each.body.term)
            for each in conditions
            if isinstance(each.body, Check) and each.body.term and not each.absent
            if self._is_kind(each.body.term)
        ]
        for (_, first), (second, other) in combinations(said, 2):
            if first.slot != other.slot and not self._vocabulary.together([first, other]):
                raise Misled(next(s for s in line if s.start <= second.start < s.end))

    def refuse_halves(self, line: Sequence[Span], conditions: Sequence[Condition]) -> None:
        """Of two names of which each is meant, one that no document has beside the rest: what is
        known of the other would pass for the whole."""
        terms = [_term(each) for each in conditions if not each.absent]
        beside = [term for term in terms if term and self._vocabulary.together([term])]
        for united in conditions:
            for term in filter(None, map(_term, united.each)):
                for other in beside:
                    if not self._vocabulary.together([term, other]):
                        raise Misled(next(s for s in line if s.start <= united.start < s.end))

    def refuse_uncovered(self, line: Sequence[Span], conditions: Sequence[Condition]) -> None:
        """An edition that no document is about: that nothing is known of it proves nothing."""
        timed, _ = self._joints.timed
        for condition in conditions:
            body = condition.body
            if not isinstance(body, Check) or body.attr != "id" or body.type != timed:
                continue
            if not self._vocabulary.is_covered(timed, map(str, body.values)):
                raise Unmapped(next(s for s in line if s.start <= condition.start < s.end))

    def _is_kind(self, term: Term) -> bool:
        """True for what a thing is called or sorted under wherever it takes place: a value of the
        root, or a neighbour that no order in time runs through and that documents are named by."""
        root = self._joints.root
        if term.type == root:
            return term.attr != "id"
        aside = term.slot == term.type and not self._joints.ordering(term.type)
        return aside and self._vocabulary.together([term])


def _term(condition: Condition) -> Term | None:
    """What a condition names: vertices or values."""
    body = condition.body
    if not isinstance(body, Check) or body.op not in ("in", "eq"):
        return None
    ids = Term(body.type, "id", tuple(map(str, body.values))) if body.attr == "id" else None
    return ids or body.term


def as_asked(
    line: Sequence[Span],
    wanted: Wanted,
    conditions: Sequence[Condition],
    root: str,
    joints: Joints,
) -> None:
    """What is wanted is what the words ask for, in kind and in type."""
    of_type_asked(line, wanted, root, joints.timed[0])
    of_more_than_was_said(line, wanted, conditions, root)
    yes_or_no(line, wanted)
    of_one_thing(line, wanted, conditions, joints)


def of_type_asked(line: Sequence[Span], wanted: Wanted, root: str, timed: str) -> None:
    """ "Which country …" is answered with countries: what a superlative or a deed is of may be
    something else, and is no answer."""
    lead = next((at for at, span in enumerate(line) if span.sense("ask", "which")), None)
    if lead is None or wanted.kind in ("value", "fold", "count", "exists", "holds", "groups"):
        return
    start = lead + 1
    while start < len(line) and not line[start].get(Thing) and _is_before_noun(line[start]):
        start += 1
    end = start
    while end < len(line) and line[end].get(Thing):
        end += 1
    types = {thing.type for span in line[start:end] for thing in span.all(Thing)}
    told = {prop.attr for span in line[start:end] for prop in span.all(Prop)}
    target = wanted.target
    near = timed if wanted.kind == "edition" else root
    type_name = (target.beyond or target.type) if target else near
    attr = wanted.told if wanted.told != "label" else ""
    if types and (attr not in told if attr else type_name not in types):
        raise Misled(line[start])


def _is_before_noun(span: Span) -> bool:
    return bool(span.get(Condition)) or (loose(span) and not is_had(span))


def of_one_thing(
    line: Sequence[Span], wanted: Wanted, conditions: Sequence[Condition], joints: Joints
) -> None:
    """ "The distance of the men's marathon", "how many races in the men's marathon": a noun for
    what documents are about, asked of one that is named, is meant in a sense of its own."""
    told = any(not isinstance(each.body, Check) or _is_amount(each, joints) for each in conditions)
    if wanted.target or told or wanted.kind not in ("members", "count"):
        return
    for at, span in enumerate(line):
        things = [thing for thing in span.all(Thing) if thing.type == joints.root]
        listed = wanted.kind == "members" and any(thing.many for thing in things)
        if not things or listed or span.get(Condition):
            continue
        behind = (each for each in line[at + 1 :] if not _says_nothing(each))
        found = next(behind, span).all(Condition)
        names = (*joints.names, joints.root)
        if any(each.slot in names and not each.each for each in found):
            raise Misled(span)


def of_more_than_was_said(
    line: Sequence[Span], wanted: Wanted, conditions: Sequence[Condition], root: str
) -> None:
    """ "Lights that have museum as their status" asks for no status: an attribute that is said with
    its value is not what is wanted."""
    if wanted.kind != "value" or wanted.target:
        return
    bodies = [each.body for each in conditions if not each.absent]
    if any(
        isinstance(body, Check)
        and body.op in ("in", "eq")
        and (body.type, body.attr) == (root, wanted.attr)
        for body in bodies
    ):
        raise Misled(next(s for s in line if any(p.attr == wanted.attr for p in s.all(Prop))))


def yes_or_no(line: Sequence[Span], wanted: Wanted) -> None:
    """ "Is it true that the light lit for the first time …" is answered with yes or no, and with
    nothing that another word in it might ask for."""
    first = next((span for span in line if span.sense("ask", *_ASKING)), None)
    if first and first.sense("ask", "polar") and wanted.kind in _NAMING:
        raise Misled(first)


def _says_nothing(span: Span) -> bool:
    return not span.get(Condition) and (loose(span) or bool(span.sense("ask", "exists")))


def of_its_noun(line: Sequence[Span], joints: Joints) -> None:
    """ "Countries with more than ten athletes": the number belongs to the noun before it, and not
    to what documents are about, which may be asked for in the same breath."""
    for at, span in enumerate(line):
        lead = find(line, at, -1, lambda each: each.sense("owner") or is_had(each))
        noun = find(line, lead, -1, lambda each: each.get(Thing)) if lead is not None else None
        types = {thing.type for thing in line[noun].all(Thing)} if noun is not None else set[str]()
        if not types or (noun != (lead or 0) - 1 and not is_had(line[lead or 0])):
            continue
        measured = [each.body.type for each in span.all(Condition) if _is_amount(each, joints)]
        if any(each not in types for each in measured):
            raise Misled(span)
        tally = span.get(Tally)
        counts = tally is not None and tally.type and tally.type not in types
        if counts and _goes_on(line, at, joints.timed[0]):
            raise Misled(span)


def _is_amount(condition: Condition, joints: Joints) -> bool:
    body = condition.body
    if not isinstance(body, Check) or body.type != joints.root:
        return False
    attribute = joints.schema.attribute(body.type, body.attr)
    return attribute is not None and attribute.role == "measure"


def _goes_on(line: Sequence[Span], at: int, timed: str) -> bool:
    """True where behind a count something else is told of what has so many ("… had luge")."""
    told = False
    for span in line[at + 1 :]:
        told = told or is_had(span) or any(each.done for each in span.all(Glue))
        if told and any(each.body.type != timed for each in span.all(Condition)):
            return True
    return False


def one_question(line: Sequence[Span], asking: Set[int]) -> None:
    """Two question words ask two things; only one is answered at a time. `asking` are the tokens
    that are such a word, also inside a word for an attribute ("which years")."""
    asked = [
        span
        for span in line
        if span.sense("ask", "who", "which", "where", "when", "why")
        or (span.sense("ask", "count") and not span.sense("amount"))
        or (span.get(Prop) and not asking.isdisjoint(range(span.start, span.end)))
    ]
    second = asked[1] if len(asked) > 1 else _second(line)
    if second:
        raise Misled(second)


def _second(line: Sequence[Span]) -> Span | None:
    """ "The date and the venue of …": the second of two nouns that a question begins with."""
    at = next((at for at, span in enumerate(line) if not (loose(span) or span.sense("ask"))), None)
    if at is None or not _is_noun(line[at]):
        return None
    joint = find(line, at, 1, lambda span: span.sense("join", "and", "also"))
    other = find(line, joint, 1, _is_noun) if joint is not None else None
    if other is None or _slots(line[at]) & _slots(line[other]):
        return None
    return line[other]


def _is_noun(span: Span) -> bool:
    return bool(span.get(Prop) or span.get(Thing)) and not span.get(Condition)


def _slots(span: Span) -> set[str]:
    props = {f"{prop.type}.{prop.attr}" for prop in span.all(Prop)}
    return props | {thing.type for thing in span.all(Thing)}


def one_neighbour(line: Sequence[Span]) -> None:
    """ "The next edition after 2008": of which edition it is the next is said behind it, and no
    stretch of time."""
    said = [each for span in line for each in span.all(Condition)]
    moved = any(isinstance(each.body, Shift) and not each.body.anchor for each in said)
    for span in line if moved else ():
        if any(isinstance(each.body, Bound) for each in span.all(Condition)):
            raise Unmapped(span)


def unbroken(line: Sequence[Span], breaks: Collection[int]) -> None:
    """A denial before a break denies what was said, not what follows ("Africa's … no, Kenya's")."""
    for span in line:
        if span.sense("negation", "not") and span.end in breaks:
            raise Unmapped(span)

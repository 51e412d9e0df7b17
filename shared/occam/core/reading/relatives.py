"""Question words that ask, told from those that only begin a clause ("events in which …")."""

from __future__ import annotations

from collections.abc import Collection

from occam.core.reading.conditions import Condition
from occam.core.reading.items import Deed, Glue, Prop, Sense, Span, Thing
from occam.core.reading.walking import find, kept, loose

CLAUSE = Sense("clause", "begins")
ASKING = ("who", "which", "where", "when")


def read_relatives(line: list[Span], breaks: Collection[int]) -> list[Span]:
    """The line without the question words that ask nothing. `breaks` are tokens behind a comma, a
    colon or a dash."""
    made = list(line)
    for place, span in enumerate(line):
        if span.sense("ask", *ASKING) and _is_relative(line, place, breaks):
            rest = [each for each in span.readings if not _asks(each)]
            made[place] = kept(span, *rest, Glue(), CLAUSE)
    return made


def read_pairs(line: list[Span], root: str) -> list[Span]:
    """ "Both races" says no more than "the races", unless two things are named."""
    if any(span.sense("join", "and", "also") for span in line):
        return line
    made = list(line)
    for place, span in enumerate(line):
        if span.sense("join", "both") and _leads_to(line, place, root):
            made[place] = kept(span, Glue())
    return made


def read_only(line: list[Span], root: str) -> list[Span]:
    """ "Men's events only", "…, judo only": behind what it narrows to, the word says no more than
    that, unless a deed is told or something else is asked for."""
    told = any(span.get(Deed) or span.sense("ask", "polar", "auxiliary") for span in line)
    others = any(thing.type != root for span in line for thing in span.all(Thing))
    made = list(line)
    for place, span in enumerate(line):
        if not span.sense("unsaid", "only") or not place or told or others:
            continue
        before = line[place - 1]
        nouns = any(thing.type == root for thing in before.all(Thing))
        if before.get(Condition) or (nouns and place > 1 and line[place - 2].get(Condition)):
            made[place] = kept(span, Glue())
    return made


def _leads_to(line: list[Span], place: int, root: str) -> bool:
    for span in line[place + 1 :]:
        if any(thing.type == root and thing.many for thing in span.all(Thing)):
            return True
        if not (loose(span) or span.get(Condition)):
            return False
    return False


def _asks(reading: object) -> bool:
    return isinstance(reading, Sense) and reading.group == "ask" and reading.member in ASKING


def _is_relative(line: list[Span], place: int, breaks: Collection[int]) -> bool:
    if place and line[place - 1].sense("pronoun"):
        return True
    lead = place
    while lead and loose(line[lead - 1]) and line[lead].start not in breaks:
        lead -= 1
    if line[lead].start in breaks or line[place - 1].sense("join", "and"):
        return False
    if place > 1 and loose(line[place - 1]) and line[place - 2].sense("join", "and"):
        return False
    before = line[:place]
    if any(span.sense("ask", "count", *ASKING) for span in before):
        return True
    if any(span.sense("ask", "polar") for span in before[:-1]):
        return True
    if any(span.get(Thing) for span in before):
        return True
    if not any(span.get(Condition) or span.get(Prop) for span in before):
        return False
    if span := line[place].sense("ask", "who", "where", "when"):
        return span == "where"
    following = find(line, place, 1, lambda each: not loose(each))
    return following is None or not (line[following].get(Thing) or line[following].get(Prop))

"""Days and years with the words that place them in time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from occam.core.periods import parse_period
from occam.core.plan import Op
from occam.core.reading.conditions import Check, Condition, When
from occam.core.reading.items import Amount, Dated, Decade, Deed, Glue, Named, Prop, Span, Thing
from occam.core.reading.joints import Joints
from occam.core.reading.tagging import LEAP_YEAR
from occam.core.reading.walking import find, kept, loose, merged

MONTH = 27
_YEARS: dict[str, Op] = {"before": "lt", "after": "gt", "since": "ge", "until": "le"}
_DAYS: dict[str, Op] = {"before": "before", "after": "after", "until": "before"}


def read_days(line: list[Span], joints: Joints) -> list[Span]:
    """Every date becomes a condition on the days of what documents are about."""
    periods = joints.periods(joints.root)
    for place, span in enumerate(line):
        dated = span.get(Dated)
        if dated is None or len(periods) != 1:
            continue
        start, op = _relation(line, place, dated)
        here = line[start].start, span.end
        slot = f"{joints.root}.{periods[0]}"
        body = When(joints.root, periods[0], op, dated, _ends(line, start, joints))
        return read_days(merged(line, start, place + 1, Condition(slot, body, *here)), joints)
    return line


def _ends(line: Sequence[Span], place: int, joints: Joints) -> bool:
    """True where a day is the last one: of what ends ("finals"), or of a deed that ends it, unless
    the day stands behind a noun that nothing was done to before ("which event on 3 August did")."""
    things = [thing for span in line for thing in span.all(Thing) if thing.type == joints.root]
    if any(thing.ends for thing in things):
        return True
    relations = joints.lexicon.relations
    deeds = [
        at
        for at, span in enumerate(line)
        if any((known := relations.get(d.relation)) and known.ends for d in span.all(Deed))
    ]
    noun = find(line, place, -1, lambda span: any(t in things for t in span.all(Thing)))
    return bool(deeds) and (noun is None or deeds[0] < noun)


def _relation(line: Sequence[Span], place: int, dated: Dated) -> tuple[int, Op]:
    sense = find(line, place, -1, lambda span: span.sense("time", *_DAYS))
    if sense is not None:
        return sense, _DAYS[line[sense].sense("time", *_DAYS)]
    lead = place - 1
    within = place > 0 and line[lead].sense("time", "within", "between", "from")
    return (lead if within else place), ("within" if within or _is_month(dated) else "on")


def _is_month(dated: Dated) -> bool:
    period = dated.period or parse_period(dated.text, LEAP_YEAR)
    if period is None:
        return False
    first, last = date.fromisoformat(period.start), date.fromisoformat(period.end)
    return (last - first).days >= MONTH


def read_years(line: list[Span], joints: Joints, dash: Sequence[int]) -> list[Span]:
    """Years with before, after, since, between and the like become ranges. `dash` holds tokens that
    a dash joins to the token before."""
    for place in range(len(line)):
        if _says_year(line, place, joints):
            line = [*line[:place], kept(line[place], Glue()), *line[place + 1 :]]
        if decade := line[place].get(Decade):
            type_name, attr = joints.timed
            values = (decade.first, decade.first + 9)
            check = Check(type_name, attr, "between", values)
            here = line[place].start, line[place].end
            condition = Condition(f"{type_name}.{attr}", check, *here)
            return read_years(merged(line, place, place + 1, condition), joints, dash)
        if (year := _year(line[place])) is None:
            continue
        type_name, attr = joints.timed
        made = _range(line, place, year, dash) or _side(line, place, year, type_name)
        if made:
            start, end, op, values = made
            if not attr:
                return line
            here = line[start].start, line[end - 1].end
            check = Check(type_name, attr, op, values)
            condition = Condition(f"{type_name}.{attr}", check, *here)
            return read_years(merged(line, start, end, condition), joints, dash)
    return line


def _says_year(line: Sequence[Span], place: int, joints: Joints) -> bool:
    """True for the word "year" right before one."""
    props = {f"{prop.type}.{prop.attr}" for prop in line[place].all(Prop)}
    following = line[place + 1 : place + 2]
    return joints.lexicon.year_of in props and any(_year(span) is not None for span in following)


def _year(span: Span) -> int | None:
    amount = span.get(Amount)
    return int(amount.value) if amount and 1000 <= amount.value < 3000 else None


Made = tuple[int, int, Op, tuple[int, ...]]


def _range(line: Sequence[Span], place: int, year: int, dash: Sequence[int]) -> Made | None:
    to = find(
        line,
        place,
        1,
        lambda span: span.sense("time", "to", "until") or span.sense("join", "and"),
    )
    until = find(line, to if to is not None else place, 1, lambda span: _year(span) is not None)
    if until is None:
        return None
    last = _year(line[until]) or 0
    lead = find(line, place, -1, lambda span: span.sense("time", "between", "from"))
    tied = to is None and line[until].start in dash
    said = to is not None and (lead is not None or line[to].sense("time", "to", "until"))
    if not (said or tied) or last <= year:
        return None
    return (place if lead is None else lead), until + 1, "between", (year, last)


def _side(line: Sequence[Span], place: int, year: int, type_name: str) -> Made | None:
    lead = find(line, place, -1, lambda span: span.sense("time", "from", *_YEARS))
    if place + 1 < len(line) and line[place + 1].sense("time", "onward"):
        start = lead if lead is not None and line[lead].sense("time", "from") else place
        return start, place + 2, "ge", (year,)
    lead = find(line, place, -1, lambda span: span.sense("time", *_YEARS))
    if lead is None or _is_edition(line, lead) or _is_the_one(line, lead, type_name):
        return None
    return lead, place + 1, _YEARS[line[lead].sense("time", *_YEARS)], (year,)


def _is_the_one(line: Sequence[Span], lead: int, type_name: str) -> bool:
    """ "At the Games before 2008": the neighbour, not any earlier one."""
    noun = find(line, lead, -1, lambda span: any(t.type == type_name for t in span.all(Thing)))
    inside = noun is not None and noun > 0 and _follows(line, noun)
    before = bool(line[lead].sense("time", "before", "after"))
    return before and bool(inside) and line[noun or 0].get(Named) is None


def _follows(line: Sequence[Span], noun: int) -> bool:
    """True for a noun with something told before it: it is neither asked for nor counted."""
    place = noun - 1
    while place >= 0 and loose(line[place]) and not line[place].sense("amount"):
        place -= 1
    told = line[place] if 0 <= place < noun - 1 else None
    return told is not None and not (told.sense("ask") or told.sense("amount"))


def _is_edition(line: Sequence[Span], lead: int) -> bool:
    """True where a neighbour in time is meant: "immediately before 2016", "the edition after"."""
    place = lead - 1
    while place >= 0:
        span = line[place]
        if span.sense("close") or span.sense("edition"):
            return True
        if not loose(span) and not span.get(Thing) and not span.get(Named):
            return False
        if span.get(Named) and not span.get(Thing):
            return False
        place -= 1
    return False

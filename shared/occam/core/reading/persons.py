"""Words for where people are from or whether they are men, as words for the people themselves."""

from __future__ import annotations

from collections.abc import Sequence

from occam.core.lexicon import Lexicon, People
from occam.core.reading.conditions import Condition
from occam.core.reading.items import Among, Cue, Deed, Glue, Named, Prop, Span, Thing
from occam.core.reading.walking import beyond, is_had, kept


def read_persons(line: list[Span], peoples: Sequence[People]) -> list[Span]:
    """ "Which Kenyan won", "how many women took part": a value that is asked for and does
    something is whoever has it."""
    made = list(line)
    for place, span in enumerate(line):
        people = people_of(span, peoples)
        if (
            people
            and not span.get(Thing)
            and _is_asked(line, place, peoples)
            and _acts(line, place)
        ):
            made[place] = kept(span, *span.readings, *words_for(people))
    return made


def read_among(line: list[Span]) -> list[Span]:
    """Words that say more than the graph can tell are bare where nothing beside them tells it."""
    said = {each.slot for span in line for each in span.all(Condition)}
    return [
        kept(span) if (among := span.get(Among)) and not said & set(among.slots) else span
        for span in line
    ]


def read_pronouns(line: list[Span], lexicon: Lexicon) -> list[Span]:
    """ "Ann, in what years did she win": the one person named before does what is said."""
    at = next((at for at, span in enumerate(line) if span.sense("pronoun", "who")), None)
    people = {name for name, noun in lexicon.nouns.items() if noun.person}
    named = [
        place
        for place, span in enumerate(line[:at])
        if any(each.body.type in people for each in span.all(Condition)[:1])
    ]
    if at is None or len(named) != 1:
        return line
    made = [*line[:at], kept(line[at], *line[named[0]].readings), *line[at + 1 :]]
    return [*made[: named[0]], kept(line[named[0]], Glue()), *made[named[0] + 1 :]]


def people_of(span: Span, peoples: Sequence[People]) -> People | None:
    """What the span's value stands for besides."""
    slots = {name.term.slot for name in span.all(Named)}
    return next((each for each in peoples if each.slot in slots), None)


def words_for(people: People, *, many: bool = False) -> list[Thing | Prop]:
    """The noun, and the attribute that counts them."""
    type_name, _, attr = people.property.partition(".")
    said: list[Thing | Prop] = [Thing(people.type, many=many or people.many)]
    return [*said, Prop(type_name, attr)] if attr else said


def _is_asked(line: Sequence[Span], place: int, peoples: Sequence[People]) -> bool:
    """True behind a question word, other such values aside ("which Kenyan women"), and at the
    front of what is described ("women who …")."""
    at = beyond(line, place, -1)
    while at is not None and people_of(line[at], peoples):
        at = beyond(line, at, -1)
    if at is None:
        following = beyond(line, place, 1)
        return following is not None and bool(line[following].sense("ask", "who"))
    led = line[at].sense("ask", "which", "count", "list")
    return bool(led) and not any(map(is_had, line[at + 1 : place]))


def _acts(line: Sequence[Span], place: int) -> bool:
    """True before a verb."""
    following = line[place + 1] if place + 1 < len(line) else None
    if following is None:
        return False
    told = any(deed.form in ("verb", "light") for deed in following.all(Deed))
    verb = following.sense("ask", "auxiliary", "who") or following.sense("copula")
    return told or bool(verb) or following.get(Cue) is not None

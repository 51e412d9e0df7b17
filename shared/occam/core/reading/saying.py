"""Conditions and readings in plain words, for people who want to see how a question was read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from occam.core.describe import SIGNS
from occam.core.lexicon import HEAD, Term
from occam.core.reading.conditions import Bound, Check, Condition, Either, Shift, Tie, When
from occam.core.reading.items import (
    Amount,
    Cue,
    Dated,
    Decade,
    Deed,
    Form,
    Glue,
    Grade,
    Named,
    Place,
    Prop,
    Sense,
    Thing,
)
from occam.core.spelling import listed, spell, spell_number
from occam.core.values import Scalar

NAMED = 3

Label = Callable[[str, str], str]
"""What a vertex is called, by its type and id."""


def said(condition: Condition, label: Label | None = None) -> str:
    """One condition: `Event.competitors ≥ 40`, `not Sport is Judo`, `gold of NOC Kenya`."""
    own = _body(condition.body, label) or condition.slot
    parts = [own, *(said(each, label) for each in condition.also)]
    return f"{'not ' * condition.absent}{' and '.join(dict.fromkeys(parts))}"


def names(type_name: str, ids: Sequence[Scalar], label: Label | None = None) -> str:
    """A few vertices by name, more by their number."""
    if len(ids) > NAMED:
        return f"one of {len(ids)}"
    found = [(label and label(type_name, str(each))) or str(each) for each in ids]
    return listed(found, "or") or "none"


def _body(body: object, label: Label | None) -> str:
    match body:
        case Check(type=type_name, attr="id", values=values):
            return f"{type_name} is {names(type_name, values, label)}"
        case Check(type=type_name, attr=attr, op=op, values=values):
            sign = "is" if op == "in" else SIGNS[op]
            ends = listed([spell(value) for value in values], "or" if op == "in" else "and")
            return f"{type_name}.{attr} {sign} {ends}".rstrip()
        case When(type=type_name, attr=attr, op=op, dated=dated):
            return f"{type_name}.{attr} {SIGNS[op]} {dated.text}"
        case Tie(relation=relation, type=type_name, far=far):
            whose = listed([said(each, label) for each in far])
            own = whose.removeprefix(f"{type_name} is ")
            behind = f" {own}" if own != whose else f" whose {whose}" if whose else ""
            return f"{relation} of {type_name}{behind}"
        case Shift(type=type_name, steps=steps, earlier=earlier, anchor=anchor):
            of = listed([said(each, label) for each in anchor])
            way = "before" if earlier else "after"
            return f"{type_name}, {steps} {way} {of or 'the one described'}"
        case Bound(type=type_name, attr=attr, op=op, of=of):
            than = (label and label(type_name, of)) or of
            return f"{type_name}.{attr} {SIGNS[op]} that of {than}"
        case Either(options=options):
            return listed([said(each, label) for each in options], "or")
        case _:
            return ""


def meanings(readings: Sequence[object], label: Label | None = None) -> Iterator[str]:
    """Each reading of some words, once."""
    yield from dict.fromkeys(_meaning(reading, label) for reading in readings)


def _meaning(reading: object, label: Label | None) -> str:
    match reading:
        case Sense(group=group, member=member):
            return SENSES_IN_WORDS.get((group, member), f"{group}: {member}")
        case Named(term=term):
            return _name(term, label)
        case Amount(value=value):
            return f"number {spell_number(value)}"
        case Decade(first=first):
            return f"years {first} to {first + 9}"
        case Place(value=value):
            return f"number {value} of an order"
        case Dated(text=text, period=period):
            return f"days {text}" if period else f"days {text}, of a year said elsewhere"
        case Thing(type=type_name, many=many):
            number = {None: "", True: ", many", False: ", one"}[many]
            return f"noun for {type_name}{number}"
        case Prop(type=type_name, attr=attr):
            return f"attribute {type_name}.{attr}"
        case Cue(type=type_name, attr=attr):
            return f"goes with {type_name}.{attr}"
        case Grade(type=type_name, attr=attr, greatest=greatest, compares=compares):
            degree = ("more" if greatest else "less") if compares else ""
            return f"{degree or ('most' if greatest else 'least')} {type_name}.{attr}"
        case Deed(relation=relation, form=form):
            return f"deed {relation} ({FORMS[form]})"
        case Glue():
            return "joins words, says nothing"
        case _:
            return type(reading).__name__.lower()


def _name(term: Term, label: Label | None) -> str:
    if term.attr == "id":
        return f"name of {term.type}: {names(term.type, term.values, label)}"
    if term.attr == HEAD:
        return f"first words of a name of {term.type}: {names(term.type, term.values, label)}"
    found = [spell(value) for value in term.values]
    shown = listed(found, "or") if len(found) <= NAMED else f"one of {len(found)}"
    return f"{term.type}.{term.attr}: {shown}"


FORMS: dict[Form, str] = {
    "verb": "done",
    "object": "what is had by it",
    "role": "who did it",
    "light": "a verb that needs an object",
}

SENSES_IN_WORDS: dict[tuple[str, str], str] = {
    ("ask", "who"): "asks who",
    ("ask", "which"): "asks which or what",
    ("ask", "where"): "asks where",
    ("ask", "when"): "asks when",
    ("ask", "count"): "asks how many",
    ("ask", "list"): "asks for a list",
    ("ask", "polar"): "asks whether it is so",
    ("ask", "exists"): "asks whether there is any",
    ("ask", "auxiliary"): "a verb that may ask for yes or no",
    ("ask", "why"): "asks why",
    ("unsaid", "unsaid"): "means what no plan can say",
    ("unsaid", "only"): "only, and nothing else",
    ("ask", "often"): "asks how often",
    ("compare", "gt"): "more than",
    ("limit", "gt"): "more than",
    ("limit", "lt"): "fewer than",
    ("compare", "ge"): "at least",
    ("compare", "lt"): "less than",
    ("compare", "le"): "at most",
    ("compare", "eq"): "just as many",
    ("trailing", "ge"): "or more",
    ("trailing", "le"): "or less",
    ("degree", "most"): "the most",
    ("degree", "least"): "the least",
    ("size", "most"): "the greatest",
    ("size", "least"): "the smallest",
    ("latest", "most"): "the latest",
    ("latest", "least"): "the earliest",
    ("often", "most"): "most often",
    ("often", "least"): "least often",
    ("fold", "avg"): "the average",
    ("fold", "sum"): "the total",
    ("amount", "number"): "the number of",
    ("time", "before"): "before a time",
    ("time", "after"): "after a time",
    ("time", "since"): "since a time",
    ("time", "until"): "until a time",
    ("time", "between"): "between two times",
    ("time", "from"): "from a time",
    ("time", "to"): "up to a time",
    ("time", "within"): "within a time",
    ("time", "onward"): "from a time on",
    ("time", "decade"): "ten years",
    ("edition", "previous"): "the one before",
    ("edition", "next"): "the one after",
    ("edition", "noun"): "an edition",
    ("shift", "earlier"): "earlier",
    ("shift", "later"): "later",
    ("copula", "be"): "says that one is another",
    ("close", "at"): "immediately",
    ("negation", "not"): "denies",
    ("negation", "neither"): "denies both",
    ("negation", "without"): "without",
    ("negation", "except"): "all but",
    ("join", "and"): "joins: and",
    ("join", "or"): "joins: or",
    ("join", "also"): "joins: also",
    ("join", "both"): "both of two",
    ("join", "either"): "either of two",
    ("join", "but"): "joins: but",
    ("same", "same"): "the same",
    ("same", "differ"): "not the same",
    ("same", "repeated"): "the same as the time before",
    ("more", "gt"): "compares: more",
    ("more", "lt"): "compares: fewer",
    ("more", "difference"): "how many more",
    ("more", "shortfall"): "how many fewer",
    ("than", "than"): "what is compared with",
    ("than", "any"): "than any other",
    ("passive", "by"): "by whom",
    ("owner", "with"): "what the noun before has",
    ("receiver", "to"): "to or for whom",
    ("every", "all"): "all of them",
    ("distinct", "distinct"): "each counted once",
    ("per", "per"): "for each",
    ("unknown", "unknown"): "not known",
    ("pronoun", "those"): "those that were named",
    ("pronoun", "who"): "who was named before",
    ("pronoun", "speaker"): "whoever asks",
    ("never", "never"): "at no time",
    ("behind", "behind"): "behind somebody",
}
"""Every sense of a language, as a person would say it."""

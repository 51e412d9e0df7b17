"""Is it the question's plan? Every word is held against the plan, and every part of the plan
against the words.

A model may phrase a plan that is sound and answers something else. What the question says by a word
that is known (a name, a number, a date, a deed, a comparison, a negation) the plan has to say too;
for a word that nobody knows the model has to name a part of the plan that no other word stands for,
and that goes on record. Nothing else may stand in the plan: values, deeds, comparisons and the kind
of answer are those of the question.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import msgspec

from occam.core.drafting.apart import Apart
from occam.core.drafting.backing import Backing
from occam.core.drafting.bearing import Bearing
from occam.core.drafting.draft import Because, Draft
from occam.core.drafting.said import Number, said_by
from occam.core.gaps import InvalidPlan, UnmappedPhrase
from occam.core.lexicon import Lexicon
from occam.core.plan import Plan
from occam.core.reading.explaining import Heard
from occam.core.reading.items import (
    Among,
    Amount,
    Beside,
    Cue,
    Dated,
    Decade,
    Deed,
    Grade,
    Named,
    Place,
    Prop,
    Sense,
    Span,
    Thing,
)
from occam.core.reading.ledger import is_glue
from occam.core.reading.walking import loose
from occam.core.record import Constraint
from occam.core.schema import Schema
from occam.core.spelling import spell
from occam.core.vocabulary import Vocabulary

NONE: set[str] = set()
MODEL = "mapped by the model"
_STRONG = (Named, Deed, Amount, Dated, Decade, Grade, Beside, Place, Among)
_SIDES = ("sides gt", "sides ge", "sides lt", "sides le", "sides eq", "sides difference")
_MORE, _LESS = ("gt", "sides gt", "sides difference"), ("lt", "sides lt", "sides difference")
_EARLIER, _LATER = ("lt", "before", "steps"), ("gt", "after", "steps")
_TURNS: dict[tuple[str, str], tuple[str, ...]] = {
    **{("negation", each): ("denies",) for each in ("not", "neither", "without", "except")},
    ("never", "never"): ("denies",), ("unsaid", "only"): (), ("unsaid", "unsaid"): (),
    ("ask", "why"): (), ("behind", "behind"): (), ("more", "shortfall"): (),
    ("compare", "gt"): _MORE, ("limit", "gt"): _MORE, ("more", "gt"): (*_MORE, "most"),
    ("compare", "lt"): _LESS, ("limit", "lt"): _LESS, ("more", "lt"): (*_LESS, "least"),
    ("compare", "ge"): ("ge", "sides ge"), ("compare", "le"): ("le", "sides le"),
    ("trailing", "ge"): ("ge",), ("trailing", "le"): ("le",),
    ("more", "difference"): ("sides difference",),
    **{(group, "most"): ("most",) for group in ("degree", "size", "often", "latest")},
    **{(group, "least"): ("least",) for group in ("degree", "size", "often", "latest")},
    ("fold", "avg"): ("avg",), ("fold", "sum"): ("sum", "counts"),
    ("time", "before"): _EARLIER, ("time", "after"): _LATER, ("time", "since"): ("ge",),
    ("time", "until"): ("le",), ("time", "between"): ("between",),
    ("shift", "earlier"): _EARLIER, ("shift", "later"): _LATER,
    ("edition", "previous"): ("steps",), ("edition", "next"): ("steps",),
    ("join", "or"): ("unites", *_SIDES), ("join", "either"): ("unites", *_SIDES),
    ("same", "same"): ("joins", "sides eq"), ("same", "differ"): ("joins",),
    ("same", "repeated"): ("joins", "steps"), ("unknown", "unknown"): ("is_unknown",),
}  # fmt: skip
"""Which turns of a plan say the same as a sense of the language; where there are none, no plan can
say it."""


class Grounded(msgspec.Struct, frozen=True, kw_only=True):
    """A plan that says what the question says, with a line for each of its phrases."""

    plan: Plan
    constraints: tuple[Constraint, ...]


def ground(
    draft: Draft,
    plan: Plan,
    heard: Heard,
    schema: Schema,
    lexicon: Lexicon,
    vocabulary: Vocabulary,
) -> Grounded | InvalidPlan | UnmappedPhrase:
    """The plan with its ledger, or the first thing about it that the question does not bear out."""
    return _Grounding(
        draft,
        plan,
        heard,
        Backing(heard, said_by(plan, schema), schema, lexicon, vocabulary),
        vocabulary,
    ).grounded()


class _Grounding:
    def __init__(
        self, draft: Draft, plan: Plan, heard: Heard, backing: Backing, vocabulary: Vocabulary
    ) -> None:
        self._plan, self._heard, self._backing = plan, heard, backing
        self._said, self._asked = backing.said, backing.asked
        self._vocabulary = vocabulary
        self._texts = [token.text for token in heard.tokens]
        counts = {"counts"} if any(told.attr == "count" for told in self._said.told) else NONE
        unites = {"unites"} if self._said.unites else NONE
        self._turns = self._said.turns | counts | unites
        self._mapped: dict[int, Because] = {}
        self._parts: dict[str, str] = {}
        for each in draft.because:
            self._map(each)

    def grounded(self) -> Grounded | InvalidPlan | UnmappedPhrase:
        lines: list[Constraint] = []
        for at, span in enumerate(self._heard.line):
            if is_glue(span) and not _strong(span) and not _turning(span):
                continue
            line = self._line(at, span)
            if line is None:
                last = max(at, self._asked.objects.get(at, -1))
                return UnmappedPhrase(
                    phrase=self._phrase(span.start, self._heard.line[last].end),
                    understood=tuple(each.phrase for each in lines),
                )
            if line not in lines:
                lines.append(line)
        apart = Apart(self._plan, self._backing)
        for at in apart.unsaid():
            span = self._heard.line[at]
            said = tuple(each.phrase for each in lines)
            return UnmappedPhrase(phrase=self._phrase(span.start, span.end), understood=said)
        bearing = Bearing(self._plan, self._backing, frozenset(self._parts))
        for path, reason in chain(bearing.strange(), apart.strange()):
            return InvalidPlan(path=path, reason=reason)
        return Grounded(plan=self._plan, constraints=tuple(lines))

    def _map(self, because: Because) -> None:
        """Words that nobody knows stand for a part of the plan that no other words stand for."""
        words = self._vocabulary.words.key(because.phrase)
        part = self._part(because.is_)
        if not words or not part or self._parts.get(part, because.phrase) != because.phrase:
            return
        places = [at for start in self._starts(words) for at in range(start, start + len(words))]
        unknown = {
            at
            for span in self._heard.line
            if not span.readings
            for at in range(span.start, span.end)
        }
        if not unknown.isdisjoint(places):
            self._parts[part] = because.phrase
            self._mapped |= dict.fromkeys(places, because)

    def _starts(self, words: tuple[str, ...]) -> Iterator[int]:
        for start in range(len(self._texts) - len(words) + 1):
            if tuple(self._texts[start : start + len(words)]) == tuple(words):
                yield start

    def _part(self, text: str) -> str:
        """The edge or attribute of the plan that a mapping names and the question does not."""
        named = {part.casefold() for part in text.replace(".", " ").replace(">", " ").split()}
        named |= {part.lstrip("<") for part in named}
        free = [edge for edge in sorted(self._said.edges) if self._is_free(edge)]
        free += [
            attr
            for attr in sorted(self._said.attrs)
            if attr not in ("id", "label")
            and not self._backing.names_attribute(attr)
            and not any(test.predicate.attr == attr for test in self._said.tests)
        ]
        return next((part for part in free if part.casefold() in named), "")

    def _is_free(self, edge: str) -> bool:
        schema, lexicon = self._backing.schema, self._backing.lexicon
        if schema.edges[edge].ordering:
            return False
        told = {relation for deed in self._asked.deeds for relation in deed.relations}
        if any(edge in lexicon.relations[relation].edges for relation in told):
            return False
        ends = [test for test in self._said.tests if edge in test.edges[-1:]]
        rivals = Bearing(self._plan, self._backing, frozenset()).has_rivals(edge)
        return rivals or not (ends or self._backing.names_type(schema.edges[edge].target))

    def _line(self, at: int, span: Span) -> Constraint | None:
        """What became of a span; None where the plan does not say it."""
        turns = [_TURNS[each.group, each.member] for each in _turning(span)]
        beside = span.get(Beside) or span.get(Among)
        if beside and not self._says(at, beside):
            return None
        if any(turn in self._turns for each in turns for turn in each):
            return self._told(span, "predicate", "as the question puts it")
        if turns and not _strong(span) and not _is_optional(span):
            return None
        for each in span.readings:
            if said := self._says(at, each):
                became = "hop" if isinstance(each, Deed) else "predicate"
                return self._told(span, became, said)
        if _strong(span):
            return None
        for test in self._backing.tests_at(at):
            detail = _spelled(test.type, test.predicate.attr, test.predicate.values)
            return self._told(span, "predicate", detail)
        because = self._mapped.get(span.start)
        if because and not span.readings:
            return Constraint(
                phrase=because.phrase, became="predicate", detail=f"{because.is_} ({MODEL})"
            )
        if (cue := span.get(Cue)) and not span.get(Thing):
            return self._told(span, "ignored", f"says no more than that there is {cue.attr}")
        if span.readings and any(isinstance(each, Sense) for each in span.readings):
            return self._told(span, "answer", "how the question is put")
        return None

    def _says(self, at: int, reading: object) -> str:
        """The part of the plan that says the same as a reading, in words; empty for none."""
        said = self._said
        match reading:
            case Named(beside=beside) if beside and not self._backing.meaning(beside, at):
                return ""
            case Named(term=term):
                test = self._backing.meaning(term, at)
                return (
                    _spelled(test.type, test.predicate.attr, test.predicate.values) if test else ""
                )
            case Beside(slot=slot):
                held = [t for t in self._backing.tests_at(at) if t.type == slot.partition(".")[0]]
                return slot if held else ""
            case Amount() | Decade():
                return self._counted(at)
            case Dated():
                for test in self._backing.tests_at(at):
                    return _spelled(test.type, test.predicate.attr, test.predicate.values)
                return ""
            case Deed():
                relations = self._asked.relations(at)
                known = self._backing.lexicon.relations
                edges = {edge for each in relations for edge in known[each].edges} & said.edges
                return ", ".join(sorted(edges))
            case Thing(type=type_name):
                return type_name if type_name in said.types else ""
            case Among(slots=slots):
                types = {slot.partition(".")[0] for slot in slots}
                return next((test.type for test in said.tests if test.type in types), "")
            case Grade(attr=attr, greatest=greatest, compares=compares):
                turns = _SIDES if compares else ("most" if greatest else "least",)
                by = {told.by for told in said.told} | {told.attr for told in said.told}
                return attr if attr in by and not self._turns.isdisjoint(turns) else ""
            case Prop(attr=attr) | Cue(attr=attr):
                return attr if attr in said.attrs else ""
            case _:
                return ""

    def _counted(self, at: int) -> str:
        held: list[Number] = [
            number for number in self._said.numbers if self._backing.counts(at, number)
        ]
        return f"{held[0].op} {held[0].value:g}" if held else ""

    def _told(self, span: Span, became: str, detail: str) -> Constraint:
        return Constraint(phrase=self._phrase(span.start, span.end), became=became, detail=detail)

    def _phrase(self, start: int, end: int) -> str:
        tokens = self._heard.tokens
        return self._heard.text[tokens[start].start : tokens[end - 1].end]


def _spelled(type_name: str, attr: str, values: tuple[object, ...]) -> str:
    return f"{type_name}.{attr} {' or '.join(sorted(map(str, map(spell, values))))}"  # type: ignore[arg-type]


def _turning(span: Span) -> list[Sense]:
    return [
        each
        for each in span.readings
        if isinstance(each, Sense) and (each.group, each.member) in _TURNS
    ]


def _is_optional(span: Span) -> bool:
    """True for a word that may as well just join."""
    return loose(span) or bool(span.sense("join", "also"))


def _strong(span: Span) -> bool:
    """True for a span that means something definite."""
    return any(isinstance(each, _STRONG) for each in span.readings)

"""Is it the question's plan? Every word is held against the plan, and every value against the
words.

A model may phrase a plan that is sound and answers something else. What the question says by a word
that is known (a name, a number, a date, a deed, a comparison, a negation) the plan has to say too;
for a word that nobody knows the model has to name its part of the plan, and that goes on record. A
value of the plan has to stand in the question, or to be what a name in it is called.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from occam.core.drafting.draft import Because, Draft
from occam.core.drafting.said import Said, Tested, said_by
from occam.core.gaps import InvalidPlan, UnmappedPhrase
from occam.core.judge import stretches
from occam.core.lexicon import Lexicon, Term
from occam.core.periods import parse_period
from occam.core.plan import Plan
from occam.core.reading.explaining import Heard
from occam.core.reading.items import (
    Amount,
    Beside,
    Cue,
    Dated,
    Decade,
    Deed,
    Grade,
    Named,
    Prop,
    Sense,
    Span,
    Thing,
)
from occam.core.reading.ledger import is_glue
from occam.core.record import Constraint
from occam.core.spelling import spell
from occam.core.values import Period
from occam.core.vocabulary import Vocabulary

MODEL = "mapped by the model"
_STRONG = (Named, Deed, Amount, Dated, Decade, Grade, Beside)
_TURNS = {
    ("negation", "not"): "denies", ("negation", "neither"): "denies",
    ("negation", "without"): "denies", ("negation", "except"): "denies",
    ("never", "never"): "denies", ("unsaid", "only"): "", ("unsaid", "unsaid"): "",
    ("compare", "gt"): "more", ("compare", "ge"): "more", ("limit", "gt"): "more",
    ("trailing", "ge"): "more", ("more", "gt"): "more", ("compare", "lt"): "less",
    ("compare", "le"): "less", ("limit", "lt"): "less", ("trailing", "le"): "less",
    ("more", "lt"): "less", ("degree", "most"): "most", ("degree", "least"): "least",
    ("size", "most"): "most", ("size", "least"): "least", ("often", "most"): "most",
    ("often", "least"): "least", ("latest", "most"): "most", ("latest", "least"): "least",
    ("ask", "count"): "counts",
}  # fmt: skip
"""Which turn of a plan a sense of the language asks for; an empty one no plan can say."""


class Grounded(msgspec.Struct, frozen=True, kw_only=True):
    """A plan that says what the question says, with a line for each of its phrases."""

    plan: Plan
    constraints: tuple[Constraint, ...]


def ground(
    draft: Draft, plan: Plan, heard: Heard, lexicon: Lexicon, vocabulary: Vocabulary
) -> Grounded | InvalidPlan | UnmappedPhrase:
    """The plan with its ledger, or the first thing about it that the question does not bear out."""
    return _Grounding(draft, plan, heard, lexicon, vocabulary).grounded()


class _Grounding:
    def __init__(
        self, draft: Draft, plan: Plan, heard: Heard, lexicon: Lexicon, vocabulary: Vocabulary
    ) -> None:
        self._plan, self._heard, self._lexicon = plan, heard, lexicon
        self._vocabulary = vocabulary
        self._said: Said = said_by(plan)
        self._texts = [token.text for token in heard.tokens]
        self._mapped = dict(self._mappings(draft.because))

    def grounded(self) -> Grounded | InvalidPlan | UnmappedPhrase:
        for tested in self._said.tests:
            if strange := self._strange(tested):
                return InvalidPlan(path=f"{tested.type}.{tested.predicate.attr}", reason=strange)
        lines: list[Constraint] = []
        for span in self._heard.line:
            if is_glue(span) and not _strong(span) and not _turning(span):
                continue
            line = self._line(span)
            if line is None:
                return UnmappedPhrase(
                    phrase=self._phrase(span.start, span.end),
                    understood=tuple(each.phrase for each in lines),
                )
            if line not in lines:
                lines.append(line)
        return Grounded(plan=self._plan, constraints=tuple(lines))

    def _mappings(self, because: Sequence[Because]) -> Iterator[tuple[int, Because]]:
        """By token: what the model says that it stands for, where it is a part of the plan."""
        for each in because:
            words = self._vocabulary.words.key(each.phrase)
            if not words or not self._is_part(each.is_):
                continue
            for start in range(len(self._texts) - len(words) + 1):
                if tuple(self._texts[start : start + len(words)]) == words:
                    yield from ((at, each) for at in range(start, start + len(words)))

    def _is_part(self, text: str) -> bool:
        """True for words that hold an identifier or a value of the plan."""
        parts = {part.casefold() for part in text.replace(".", " ").replace(">", " ").split()}
        values = [
            spell(value).casefold() for test in self._said.tests for value in test.predicate.values
        ]
        whole = text.casefold()
        return bool(parts & self._said.names()) or any(v and v in whole for v in values)

    def _line(self, span: Span) -> Constraint | None:
        """What became of a span; None where the plan does not say it."""
        turns = [_TURNS[each.group, each.member] for each in _turning(span)]
        if any(turn and getattr(self._said, turn) for turn in turns):
            return self._told(span, "predicate", "as the question puts it")
        if turns and not _strong(span):
            return None
        for each in span.readings:
            if said := self._says(each):
                became = "hop" if isinstance(each, Deed) else "predicate"
                return self._told(span, became, said)
        if _strong(span):
            return None
        mapped = [self._mapped.get(at) for at in range(span.start, span.end)]
        if all(mapped) and (because := mapped[0]):
            return Constraint(
                phrase=because.phrase, became="predicate", detail=f"{because.is_} ({MODEL})"
            )
        if span.readings and any(isinstance(each, Sense) for each in span.readings):
            return self._told(span, "answer", "how the question is put")
        return None

    def _says(self, reading: object) -> str:
        """The part of the plan that says the same as a reading, in words; empty for none."""
        said = self._said
        match reading:
            case Named(term=term):
                return self._term(term)
            case Amount(value=value):
                return f"{value:g}" if value in said.numbers else ""
            case Decade(first=first):
                return f"{first} to {first + 9}" if {first, first + 9.0} <= said.numbers else ""
            case Dated() as dated:
                return self._dated(dated)
            case Deed(relation=relation):
                edges = set(self._lexicon.relations[relation].edges) & said.edges
                return ", ".join(sorted(edges))
            case Beside(name=name, slot=slot):
                type_name, _, attr = slot.partition(".")
                values = self._vocabulary.called_so(name, type_name) if not attr else (name,)
                return self._term(Term(type_name, attr or "id", tuple(values)))
            case Thing(type=type_name):
                return type_name if type_name in said.types else ""
            case Prop(attr=attr) | Cue(attr=attr) | Grade(attr=attr):
                return attr if attr in said.attrs else ""
            case _:
                return ""

    def _term(self, term: Term) -> str:
        """The test that means what a name means: the same values, or vertices that have them."""
        meant = frozenset(map(str, (*term.values, *term.wider)))
        ids = self._vocabulary.ids(term)
        for tested in self._said.tests:
            predicate = tested.predicate
            if tested.type != term.type or predicate.op not in ("eq", "ne", "in", "contains"):
                continue
            values = frozenset(map(str, predicate.values))
            exact = predicate.attr in (term.attr, "label") and values & meant
            if exact or (predicate.attr == "id" and values <= ids):
                return f"{tested.type}.{predicate.attr} {' or '.join(sorted(values))}"
        return ""

    def _dated(self, dated: Dated) -> str:
        for period in self._periods():
            year = int(period.start[:4])
            if _within(dated.period or parse_period(dated.text, year), period):
                return spell(period)
        return ""

    def _periods(self) -> Iterator[Period]:
        for tested in self._said.tests:
            yield from (v for v in tested.predicate.values if isinstance(v, Period))

    def _strange(self, tested: Tested) -> str:
        """What of a test stands neither in the question nor in a name that it holds."""
        predicate = tested.predicate
        for value in predicate.values:
            if not self._is_grounded(tested, value):
                return f"“{spell(value)}” is neither in the question nor what a phrase of it names"
        return ""

    def _is_grounded(self, tested: Tested, value: object) -> bool:
        if isinstance(value, bool):
            return True
        if isinstance(value, int | float):
            numbers = {float(text) for text in self._texts if _is_number(text)}
            return float(value) in numbers or self._is_named(tested, str(value))
        if isinstance(value, Period):
            return any(
                _within(dated.period or parse_period(dated.text, int(value.start[:4])), value)
                for span in self._heard.line
                for dated in span.all(Dated)
            )
        text = str(value)
        words = self._vocabulary.words.key(text)
        return (
            self._is_named(tested, text)
            or _stands(words, self._texts)
            or any(text.casefold() in each.is_.casefold() for each in self._mapped.values())
        )

    def _is_named(self, tested: Tested, value: str) -> bool:
        """True where a name in the question means this value, or a vertex that has it."""
        for span in self._heard.line:
            for named in span.all(Named):
                term = named.term
                if term.type != tested.type:
                    continue
                if tested.predicate.attr == "id" and value in self._vocabulary.ids(term):
                    return True
                if value in map(str, (*term.values, *term.wider)):
                    return True
            for beside in span.all(Beside):
                if value in self._vocabulary.called_so(beside.name, tested.type):
                    return True
        return False

    def _told(self, span: Span, became: str, detail: str) -> Constraint:
        return Constraint(phrase=self._phrase(span.start, span.end), became=became, detail=detail)

    def _phrase(self, start: int, end: int) -> str:
        tokens = self._heard.tokens
        return self._heard.text[tokens[start].start : tokens[end - 1].end]


def _turning(span: Span) -> list[Sense]:
    return [
        each
        for each in span.readings
        if isinstance(each, Sense) and (each.group, each.member) in _TURNS
    ]


def _strong(span: Span) -> bool:
    """True for a span that means something definite."""
    return any(isinstance(each, _STRONG) for each in span.readings)


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdigit()


def _stands(words: Sequence[str], texts: Sequence[str]) -> bool:
    """True where the words stand in the question, side by side."""
    size = len(words)
    starts = range(len(texts) - size + 1) if size else range(0)
    return any(tuple(texts[at : at + size]) == tuple(words) for at in starts)


def _within(written: Period | None, period: Period) -> bool:
    """True where the days of the plan are those written, or some of them."""
    if written is None:
        return False
    runs = stretches(written)
    return all(
        any(first <= start and end <= last for first, last in runs)
        for start, end in stretches(period)
    )

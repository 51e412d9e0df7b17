"""Tier 0: a question becomes a plan by the pack's rules, or the gap that says what is missing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import reduce

from occam.core.gaps import (
    Ambiguous,
    LowConfidence,
    NoRoute,
    NoSuchChoice,
    UnmappedPhrase,
    Unresolved,
)
from occam.core.lexicon import Term
from occam.core.parse.assembly import Understood, assemble
from occam.core.parse.choosing import one_of
from occam.core.parse.cover import Chunk, Cover, covers, find_chunks
from occam.core.parse.fitting import Fit, Misfit, fits
from occam.core.parse.lattice import Bound, Choice, Day, Fill, Lattice, Measure, Reached
from occam.core.parse.refusal import leftover_gap
from occam.core.parse.rules import Rules
from occam.core.periods import find_periods, parse_period
from occam.core.schema import Schema
from occam.core.spelling import MONTHS
from occam.core.vocabulary import Mention, Vocabulary
from occam.core.words import repaired

MOST_TOKENS = 200
MOST_FEW = 99
LEAP_YEAR = 2000
_MONTHS = frozenset(
    short for month in MONTHS for short in (month.lower(), month[:3].lower(), month[:4].lower())
)
_DATED = re.compile(r"\d-\d\d-\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec", re.IGNORECASE)
_AND = re.compile(r"\band\b", re.IGNORECASE)
_RANGE = re.compile(r"\b(?:to|until|till|through)\b|[-\u2010-\u2015\u2212]", re.IGNORECASE)
_THOUSANDS = re.compile(r"\d{1,3}\.\d{3}")
_SIGNED = re.compile(r"(?:^|[\s(])[-\u2010-\u2015\u2212]\s?$")

Parsed = (
    Understood | NoRoute | Unresolved | UnmappedPhrase | LowConfidence | Ambiguous | NoSuchChoice
)


class Parser:
    """The rules of one pack over the vocabulary of one graph version."""

    def __init__(self, schema: Schema, rules: Rules, vocabulary: Vocabulary) -> None:
        self.schema, self.rules, self.vocabulary = schema, rules, vocabulary
        self._measures = _measures(schema, rules)
        self._dated = _MONTHS | rules.dated | rules.calendar.words

    def parse(self, question: str, choice: str = "") -> Parsed:
        """The plan of the question. Every content word is accounted for, or the question is not
        understood. Where several readings remain, `choice` is the key of the one to take."""
        text = repaired(question)
        lattice = Lattice(text, self.rules.words.tokens(text), self._fragment)
        if not (self.rules.phrases and 0 < len(lattice) <= MOST_TOKENS):
            return NoRoute(phrase=text[:200])
        self._fill(lattice)
        found = covers(lattice, find_chunks(lattice, self.rules), self.rules)
        whole = [cover for cover in found if not cover.leftover]
        if not whole:
            return leftover_gap(lattice, found, self.rules, self.vocabulary)
        return self._best(whole, lattice, choice)

    def _best(self, whole: Sequence[Cover], lattice: Lattice, choice: str) -> Parsed:
        """What the cheapest covers with a fitting shape say; dearer ones never overrule a gap."""
        misfits: list[Misfit] = []
        for cost in sorted({cover.cost for cover in whole}):
            fitting: list[Fit] = []
            for cover in whole:
                if cover.cost == cost:
                    tried = fits(self.rules, cover)
                    fitting += [found for found in tried if isinstance(found, Fit)]
                    misfits += [found for found in tried if isinstance(found, Misfit)]
            if fitting:
                return self._chosen(fitting, lattice, choice)
        return _refused(whole[0].chunks, misfits, lattice)

    def _chosen(self, fitting: Sequence[Fit], lattice: Lattice, choice: str) -> Parsed:
        """The reading of the most specific shape; two readings that differ are none, unless the
        asker chose one."""
        most = max(len(found.shape.shape.needs) for found in fitting)
        best = [found for found in fitting if len(found.shape.shape.needs) == most]
        made = [assemble(found, lattice, self.rules, self.vocabulary, choice) for found in best]
        understood = [each for each in made if isinstance(each, Understood)]
        if not understood:
            return made[0]
        return one_of(understood, self.schema, choice, self.rules.raw.threshold)

    def _fill(self, lattice: Lattice) -> None:
        for mention in self.vocabulary.scan(lattice.tokens):
            if self._modifies(lattice, mention) or self._is_word(lattice, mention):
                continue
            fill = Fill(mention.end, mention.term, mention.inside)
            lattice.put(mention.start, mention.term.slot, fill)
        for start in range(len(lattice)):
            self._fill_words(lattice, start)
        self._fill_periods(lattice)

    def _is_word(self, lattice: Lattice, mention: Mention) -> bool:
        """True for a code that is an everyday word, where it is not written like a code."""
        if mention.end - mention.start != 1:
            return False
        written = lattice.phrase(mention.start, mention.end)
        plain = not written.isupper() or lattice.text.isupper()
        return plain and lattice.texts[mention.start] in self.rules.capitals

    def _modifies(self, lattice: Lattice, mention: Mention) -> bool:
        """True for "individual" before a noun: no name, but a word about that noun."""
        named = lattice.texts[mention.start : mention.end]
        following = lattice.texts[mention.end : mention.end + 1]
        return self.rules.modifiers.issuperset(named) and not self.rules.closing.issuperset(
            following
        )

    def _fill_words(self, lattice: Lattice, start: int) -> None:
        if lattice.tokens[start].is_number and _plain(lattice, start):
            number = float(lattice.texts[start])
            lattice.put(start, "number", Fill(start + 1, number))
            if number <= MOST_FEW:
                lattice.put(start, "few", Fill(start + 1, number))
        for key, group, member in self.rules.class_words.get(lattice.texts[start], ()):
            end = start + len(key)
            if tuple(lattice.texts[start:end]) == key:
                lattice.put(start, group, Fill(end, Choice(group, member)))
        for key, measure in self._measures.get(lattice.texts[start], ()):
            end = start + len(key)
            if tuple(lattice.texts[start:end]) == key:
                lattice.put(start, "measure", Fill(end, measure))

    def _fill_periods(self, lattice: Lattice) -> None:
        """Dates with and without a year; the year of the latter is settled later."""
        calendar = self.rules.calendar
        if not (calendar.foreign or _DATED.search(lattice.text)):
            return
        for dating in calendar.find(lattice.text, LEAP_YEAR):
            inside = [
                place
                for place, token in enumerate(lattice.tokens)
                if dating.start <= token.start and token.end <= dating.end
            ]
            if inside and all(self._belongs_to_date(lattice.texts[at]) for at in inside):
                written = dating.written
                leading = lattice.texts[inside[0] - 1] if inside[0] else ""
                if leading in calendar.between:
                    self._put_span(lattice, written, inside)
                    continue
                if leading in calendar.opening and not _RANGE.search(written):
                    continue
                stated = find_periods(written) == [(0, len(written), dating.period)]
                day = Day(written, dating.period if stated else None)
                lattice.put(inside[0], "period", Fill(inside[-1] + 1, day))

    def _put_span(self, lattice: Lattice, written: str, inside: Sequence[int]) -> None:
        """Two days behind "between" are the ends of a span; anything else there is not read."""
        span = _AND.sub("to", written)
        if len(_AND.findall(written)) == 1 and parse_period(span, LEAP_YEAR):
            day = Day(span, parse_period(span))
            lattice.put(inside[0], "period", Fill(inside[-1] + 1, day))

    def _belongs_to_date(self, word: str) -> bool:
        """Numbers, months and the pack's words for stages: a date swallows no other condition."""
        return word[0] in "'0123456789" or word in self._dated

    def _fragment(self, lattice: Lattice, name: str, at: int) -> Reached:
        """What a fragment matches; one with a type stands for the vertices its slots describe."""
        fragment = self.rules.raw.fragments[name]
        reached = [
            hit for pattern in self.rules.fragments[name] for hit in pattern.match(lattice, at)
        ]
        if not fragment.type:
            return list(dict.fromkeys(reached))
        described: dict[int, list[frozenset[str]]] = {}
        for end, bounds in reached:
            terms = [bound.value for bound in bounds if isinstance(bound.value, Term)]
            ids = [self.vocabulary.ids(term) for term in terms if term.type == fragment.type]
            common = reduce(lambda left, right: left & right, ids) if ids else frozenset[str]()
            described.setdefault(end, []).append(common)
        return [
            (end, (Bound(name, _vertices(fragment.type, ids), at, end, None, fragment.one),))
            for end, readings in described.items()
            for ids in _narrowest(readings)
        ]


def _plain(lattice: Lattice, at: int) -> bool:
    """False for a number that a sign, a percent sign or a doubtful point makes another one."""
    token = lattice.tokens[at]
    doubtful = _THOUSANDS.fullmatch(lattice.text[token.start : token.end])
    signed = _SIGNED.search(lattice.text[: token.start])
    return not (doubtful or signed or lattice.text[token.end :].lstrip().startswith("%"))


def _vertices(type_name: str, ids: frozenset[str]) -> Term:
    return Term(type_name, "id", tuple(sorted(ids)))


def _narrowest(readings: Sequence[frozenset[str]]) -> list[frozenset[str]]:
    """Readings of the same words without those that only say less than another."""
    some = [ids for ids in dict.fromkeys(readings) if ids] or [frozenset[str]()]
    return [ids for ids in some if not any(other < ids for other in some)]


def _measures(schema: Schema, rules: Rules) -> dict[str, list[tuple[tuple[str, ...], Measure]]]:
    """The words for the measures of the type that questions are about, by first word."""
    index: dict[str, list[tuple[tuple[str, ...], Measure]]] = {}
    focus = schema.vertices.get(rules.raw.focus)
    for attr, attribute in focus.attributes.items() if focus else ():
        if attribute.role == "measure":
            for label in attribute.labels:
                key = rules.words.key(label)
                index.setdefault(key[0], []).append((key, Measure(attr, " ".join(key))))
    return index


def _refused(chunks: Sequence[Chunk], misfits: Sequence[Misfit], lattice: Lattice) -> Parsed:
    """No shape fits: name the phrase that stands in the way of the most specific one."""
    understood = tuple(lattice.phrase(chunk.start, chunk.end) for chunk in chunks)
    if not misfits:
        return NoRoute(understood=understood, phrase=lattice.text[:200])
    nearest = max(misfits, key=lambda misfit: len(misfit.shape.shape.needs))
    phrase = lattice.phrase(nearest.chunk.start, nearest.chunk.end)
    return UnmappedPhrase(phrase=phrase, understood=understood)

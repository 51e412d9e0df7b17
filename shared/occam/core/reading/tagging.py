"""A question as spans: at every token, all phrases that begin there and all they may mean."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from occam.core.calendar import Calendar
from occam.core.lexicon import HEAD, Term
from occam.core.periods import find_periods, parse_period
from occam.core.reading.items import (
    Amount,
    Beside,
    Dated,
    Decade,
    Deed,
    Glue,
    Named,
    Place,
    Prop,
    Sense,
    Span,
    Thing,
)
from occam.core.reading.persons import people_of, words_for
from occam.core.reading.words import WordBook
from occam.core.vocabulary import Mention, Vocabulary
from occam.core.words import Token

LEAP_YEAR = 2000
KEPT = 3
SHORTEST_STEM = 4
NAME, FUNCTION, JOINT, STRANGE = 20, 3, 2, 200
_DATED = re.compile(r"\d-\d\d-\d|[^\W\d_]", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_SHORT = re.compile(r"[0-9]{2}")
_AND = re.compile(r"\band\b", re.IGNORECASE)
_THOUSANDS = re.compile(r"\d{1,3}\.\d{3}")
_SIGNED = re.compile(r"(?:^|[\s(])[-\u2010-\u2015\u2212]\s?$")

Line = list[Span]


class Tagger:
    """Reads tokens with the word book of a pack and the names of a graph."""

    def __init__(self, book: WordBook, vocabulary: Vocabulary, calendar: Calendar) -> None:
        self._book, self._vocabulary, self._calendar = book, vocabulary, calendar

    def spans(self, text: str, tokens: Sequence[Token]) -> list[list[Span]]:
        """By first token: every span with all its readings."""
        texts = [token.text for token in tokens]
        found: dict[tuple[int, int], list[object]] = defaultdict(list)
        mentions = _apart(self._vocabulary.scan(tokens), _commas(text, tokens))
        for span, named in _named(mentions):
            if not self._is_word(text, tokens, span) and self._ends_well(tokens, span, named):
                found[span].append(named)
        for start in range(len(texts)):
            for end, meanings in self._book.at(texts, start):
                if not self._is_split(text, tokens[start:end], meanings):
                    found[start, end] += meanings
            if _NUMBER.fullmatch(texts[start]) and _plain(text, tokens[start]):
                found[start, start + 1].append(Amount(float(texts[start])))
        for at, named in self._short_years(found, tokens):
            found[at, at + 1].append(named)
        for start in range(len(tokens) - 1):
            if decade := self._decade(tokens, start):
                found[start, start + 2].append(decade)
        for start, end, dated in _days(text, tokens, self._calendar):
            found[start, end].append(dated)
        for start, end in self._classes(found, len(texts)):
            terms = self._vocabulary.parts(tuple(texts[start:end]))
            found[start, end] += [Named(term) for term in terms]
        for start, end, terms in self._plurals(found, tokens):
            found[start, end] += [Named(term) for term in terms]
            found[start, end] += [Thing(term.type, many=True) for term in terms[:1]]
        for at, names, said in self._peoples(found, tokens):
            found[at, at + 1] += [*names, *said]
        for start, end, terms in self._partly(found, texts):
            found[start, end] += [Named(term) for term in terms]
        by_start: list[list[Span]] = [[] for _ in tokens]
        named = {at for (at, _), readings in found.items() if any(map(_is_name, readings))}
        for (start, end), readings in found.items():
            if text[tokens[start].start : tokens[end - 1].end] == "=" and end in named:
                readings[:] = [Glue()]
            written = text[tokens[start].start : tokens[end - 1].end]
            code = written.isupper() and not text.isupper() and len(written) > 1
            leads = code or self._leads_noun(found, end)
            by_start[start].append(Span(start, end, tuple(_plainly(readings, named=leads))))
        return by_start

    def _leads_noun(self, found: Mapping[tuple[int, int], list[object]], end: int) -> bool:
        """True where a noun in the plural, of what things are called by, stands behind."""
        following = found.get((end, end + 1), ())
        return any(
            (isinstance(each, Thing) and each.many)
            or (isinstance(each, Deed) and each.form == "object" and each.many)
            for each in following
        )

    def _short_years(
        self, found: Mapping[tuple[int, int], list[object]], tokens: Sequence[Token]
    ) -> list[tuple[int, Named]]:
        """Two digits right behind where something recurs are its year ("Barcelona 92")."""
        ends = {end: said for (_, end), said in found.items() if any(map(_is_name, said))}
        made: list[tuple[int, Named]] = []
        for at in range(1, len(tokens)):
            if not _SHORT.fullmatch(tokens[at].text):
                continue
            types = {each.term.type for each in ends.get(at, ()) if isinstance(each, Named)}
            year = msgspec.structs.replace(tokens[at], text=f"'{tokens[at].text}")
            terms = [mention.term for mention in self._vocabulary.scan([year])]
            made += [(at, Named(term)) for term in terms if term.type in types]
        return made

    def _is_split(self, text: str, tokens: Sequence[Token], meanings: Sequence[object]) -> bool:
        """True for "was the first": there is no article in a verb that ends in a place."""
        verb = any(isinstance(each, Deed) and each.form == "verb" for each in meanings)
        if not verb or len(tokens) != 2 or not text[tokens[0].end : tokens[1].start].strip():
            return False
        said = [each for _, found in self._book.at([tokens[1].text], 0) for each in found]
        return any(isinstance(each, Place) for each in said)

    def _classes(
        self, found: Mapping[tuple[int, int], list[object]], size: int
    ) -> list[tuple[int, int]]:
        """Words that nobody knows right before a noun in the plural: they may stand for all that
        they are a part of the name of ("breaststroke events")."""
        known = _known(found)
        runs: list[tuple[int, int]] = []
        for noun in range(1, size):
            if not self._leads_noun(found, noun):
                continue
            end = noun if noun - 1 not in known else noun - 1
            start = end
            while start and start - 1 not in known:
                start -= 1
            beside = found.get((end, noun), ())
            if start < end and (end == noun or any(map(_is_vertex, beside))):
                runs.append((start, end))
        return runs

    def _plurals(
        self, found: Mapping[tuple[int, int], list[object]], tokens: Sequence[Token]
    ) -> list[tuple[int, int, list[Term]]]:
        """Words in the plural that nobody knows, of which things are called in the singular
        ("relays"): with what stands before, what they name."""
        known = _known(found)
        made: list[tuple[int, int, list[Term]]] = []
        for at, token in enumerate(tokens):
            for one in self._singulars(token.text) if at not in known else ():
                texts = [each.text for each in tokens[:at]]
                start, terms = self._vocabulary.called(texts, one)
                if terms:
                    made.append((start, at + 1, terms))
                    break
        return made

    def _peoples(
        self, found: Mapping[tuple[int, int], list[object]], tokens: Sequence[Token]
    ) -> list[tuple[int, list[Named], list[Thing | Prop]]]:
        """Words in the plural that nobody knows, of which the singular says where people are from
        ("Kenyans")."""
        made: list[tuple[int, list[Named], list[Thing | Prop]]] = []
        known = _known(found)
        for at, token in enumerate(tokens):
            for one in self._singulars(token.text) if at not in known else ():
                mentions = self._vocabulary.scan([msgspec.structs.replace(token, text=one)])
                span = Span(at, at + 1, tuple(Named(each.term) for each in mentions))
                if people := people_of(span, self._book.peoples):
                    names = [name for name in span.all(Named) if name.term.slot == people.slot]
                    made.append((at, names, words_for(people, many=True)))
                    break
        return made

    def _partly(
        self, found: Mapping[tuple[int, int], list[object]], texts: Sequence[str]
    ) -> list[tuple[int, int, list[Term]]]:
        """Words of what things are called by that are no name by themselves, with others of one
        around them, where they leave only one such thing ("men's javelin")."""
        known = _known(found)
        loose = {at for (at, end), said in found.items() if end == at + 1 and _is_small(said)}
        made: list[tuple[int, int, list[Term]]] = []
        for at, text in enumerate(texts):
            if at in known or not self._vocabulary.calls(text):
                continue
            if made and made[-1][1] > at:
                continue
            first, last = at, at + 1
            while first and first - 1 not in loose and self._vocabulary.calls(texts[first - 1]):
                first -= 1
            while last < len(texts) and last not in loose and self._vocabulary.calls(texts[last]):
                last += 1
            runs = [(a, b) for a in range(first, at + 1) for b in range(at + 1, last + 1)]
            runs = [
                run for run in runs if run[1] - run[0] > 1 or not self._is_before_noun(found, at)
            ]
            for start, end in sorted(runs, key=lambda run: run[0] - run[1]):
                if terms := self._vocabulary.partly(tuple(texts[start:end])):
                    made.append((start, end, terms))
                    break
        return made

    def _is_before_noun(self, found: Mapping[tuple[int, int], list[object]], at: int) -> bool:
        """True for a word right before any noun: there it describes, and names nothing alone."""
        following = found.get((at + 1, at + 2), ())
        return any(isinstance(each, Thing) for each in following)

    def _singulars(self, word: str) -> list[str]:
        """The word without an ending of the plural."""
        stems = [word.removesuffix(ending) for ending in self._book.plurals]
        return [stem for stem in stems if SHORTEST_STEM <= len(stem) < len(word)]

    def _is_word(self, text: str, tokens: Sequence[Token], span: tuple[int, int]) -> bool:
        """True for a code that is an everyday word, where it is not written like a code."""
        start, end = span
        if end - start != 1 or tokens[start].text not in self._book.capitals:
            return False
        return not text[tokens[start].start : tokens[start].end].isupper() or text.isupper()

    def _ends_well(self, tokens: Sequence[Token], span: tuple[int, int], named: Named) -> bool:
        """False for the first words of a name that break off behind a small one ("London and")."""
        last = tokens[span[1] - 1].text
        return named.term.attr != HEAD or not any(
            isinstance(each, Glue | Sense)
            for end, meanings in self._book.at([last], 0)
            if end == 1
            for each in meanings
        )

    def with_doers(self, line: Line) -> Line:
        """The line with the names that its words for doers say besides, at its end. A name that
        the graph does not have stays bare: its doers are no others."""
        said: list[Span] = []
        for span in line:
            beside = span.get(Beside)
            if beside is None:
                continue
            tokens = self._vocabulary.words.tokens(beside.name)
            found = self._vocabulary.scan(tokens)
            names = [Named(each.term) for each in found if each.end - each.start == len(tokens)]
            names = [name for name in names if name.term.slot == beside.slot]
            known = any(name in names for other in line for name in other.all(Named))
            if not known:
                said.append(Span(span.start, span.end, tuple(names)))
        return [*line, *said]

    def _decade(self, tokens: Sequence[Token], start: int) -> Decade | None:
        year, ending = tokens[start], tokens[start + 1]
        written = year.text.isdigit() and len(year.text) == 4 and year.text.endswith("0")
        joined = year.end == ending.start and ending.text in self._book.decades
        return Decade(int(year.text)) if written and joined else None


def _known(found: Mapping[tuple[int, int], list[object]]) -> set[int]:
    """The tokens that mean anything so far."""
    return {at for (start, end), said in found.items() if said for at in range(start, end)}


def _is_vertex(reading: object) -> bool:
    return isinstance(reading, Named) and reading.term.attr == "id"


def _is_small(readings: Sequence[object]) -> bool:
    return any(isinstance(reading, Glue | Sense) for reading in readings)


def _is_name(reading: object) -> bool:
    return isinstance(reading, Named)


def segment(by_start: Sequence[Sequence[Span]], texts: Sequence[str]) -> list[Line]:
    """The cheapest ways to cut the question into spans, a few at most; strange words stay bare."""
    best: list[list[tuple[int, int, Line]]] = [[] for _ in range(len(texts) + 1)]
    best[0] = [(0, 0, [])]
    for start in range(len(texts)):
        options = [*by_start[start], Span(start, start + 1, ())]
        for span in options:
            cost = _cost(span)
            reached = [
                (so_far + cost, number + 1, [*line, span]) for so_far, number, line in best[start]
            ]
            merged = sorted([*best[span.end], *reached], key=lambda each: each[:2])
            best[span.end] = merged[:KEPT]
    least = best[-1][0][0] if best[-1] else 0
    return [line for cost, _, line in best[-1] if cost == least]


def _cost(span: Span) -> int:
    if not span.readings:
        return STRANGE
    if any(isinstance(reading, Glue) for reading in span.readings):
        return JOINT
    if any(isinstance(reading, Sense) for reading in span.readings):
        return FUNCTION
    heads = [isinstance(each, Named) and each.term.attr == HEAD for each in span.readings]
    return NAME + 2 * JOINT if all(heads) else NAME


def _plainly(readings: Sequence[object], *, named: bool) -> Sequence[object]:
    """A function word is no name, even where a code is spelled like it ("and", "can"), unless it is
    `named`: written like a code or right before a noun ("combined events")."""
    if not any(isinstance(reading, Glue | Sense) for reading in readings):
        return readings
    names = [reading for reading in readings if isinstance(reading, Named)]
    if named and names:
        return names
    return [reading for reading in readings if not isinstance(reading, Named)]


def _commas(text: str, tokens: Sequence[Token]) -> frozenset[int]:
    """The tokens behind a comma."""
    return frozenset(
        at for at in range(1, len(tokens)) if "," in text[tokens[at - 1].end : tokens[at].start]
    )


def _apart(mentions: Sequence[Mention], commas: frozenset[int]) -> list[Mention]:
    """Without names that run over a comma where either side is a name of that kind by itself."""
    known = {(each.start, each.end, each.term.slot) for each in mentions}
    return [
        each
        for each in mentions
        if not any(
            (each.start, at, each.term.slot) in known and (at, each.end, each.term.slot) in known
            for at in commas
            if each.start < at < each.end
        )
    ]


def _named(mentions: Sequence[Mention]) -> Iterable[tuple[tuple[int, int], Named]]:
    vertices = {(each.start, each.end): each.term for each in mentions if each.term.attr == "id"}
    for mention in mentions:
        beside = vertices.get(mention.inside) if mention.inside else None
        if beside or not mention.inside:
            yield (mention.start, mention.end), Named(mention.term, beside)


def _plain(text: str, token: Token) -> bool:
    """False for a number that a sign, a percent sign or a doubtful point makes another one."""
    doubtful = _THOUSANDS.fullmatch(text[token.start : token.end])
    signed = _SIGNED.search(text[: token.start])
    return not (doubtful or signed or text[token.end :].lstrip().startswith("%"))


def _days(
    text: str, tokens: Sequence[Token], calendar: Calendar
) -> Iterable[tuple[int, int, Dated]]:
    """Dates with and without a year; the year of the latter is settled later."""
    if not _DATED.search(text):
        return
    for dating in calendar.find(text, LEAP_YEAR):
        first, last, written, period = dating.start, dating.end, dating.written, dating.period
        inside = [
            place
            for place, token in enumerate(tokens)
            if first <= token.start and token.end <= last
        ]
        if not inside:
            continue
        start, end = inside[0], inside[-1] + 1
        leading = tokens[start - 1].text if start else ""
        if leading in calendar.between:
            span = _AND.sub("to", written)
            if len(_AND.findall(written)) == 1 and parse_period(span, LEAP_YEAR):
                yield start, end, Dated(span, parse_period(span))
            continue
        stated = find_periods(written) == [(0, len(written), period)]
        yield start, end, Dated(written, period if stated else None)

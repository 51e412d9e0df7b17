"""The constraint ledger of a reading: what became of every phrase of the question.

A phrase is the exact characters of the question. Each content word stands in one line: of the
condition it was read into, of what is asked, or ignored with the reason. Words that only join have
no line. A name inside a deed stays in the deed's line: whoever compares names to the letter must
not take it for what is asked ("silver where gold went to Kenya").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from occam.core.reading.conditions import Check, Condition, Tie, When
from occam.core.reading.items import Cue, Deed, Glue, Named, Prop, Sense, Span, Thing
from occam.core.reading.meaning import Meaning
from occam.core.reading.saying import Label, said
from occam.core.reading.walking import loose
from occam.core.record import Constraint
from occam.core.words import Token

COURTESY = "a courtesy"
_BREAK = re.compile(r"[,:;!?.]|\s[-\u2010-\u2015\u2212]+\s")
_ASKING = ("who", "which", "where", "when")
_QUIET = frozenset({"every", "passive", "receiver", "join", "pronoun"})
_QUIET_MEMBERS = frozenset({("ask", "auxiliary"), ("time", "to"), ("time", "within")})


class _Entry(msgspec.Struct, frozen=True, eq=False):
    """What a line says of its phrase, whatever the phrase is."""

    became: str
    detail: str
    absent: bool = False


class _Piece(msgspec.Struct, frozen=True):
    """Tokens [start, end) that one entry speaks of."""

    start: int
    end: int
    entry: _Entry
    type: str
    tie: str = ""


def ledger(
    meaning: Meaning,
    asked: str,
    line: Sequence[Span],
    text: str,
    tokens: Sequence[Token],
    label: Label | None = None,
) -> tuple[Constraint, ...]:
    """A line for each phrase, in the order of the question.

    `line` is the cut that the meaning was read from, `asked` what is wanted in words, `label` what
    a vertex is called.
    """
    breaks = [at for at in range(1, len(tokens)) if _BREAK.search(_gap(text, tokens, at))]
    entries = _Entries(meaning, asked, line, breaks, label).by_span()
    courteous = _Entry("ignored", COURTESY)
    runs = [(0, line[0].start, courteous), *_runs(line, entries)]
    runs.append((line[-1].end, len(tokens), courteous))
    return tuple(
        Constraint(
            phrase=text[tokens[start].start : tokens[end - 1].end],
            became=entry.became,
            detail=entry.detail,
        )
        for start, end, entry in runs
        if start < end
    )


def is_glue(span: Span) -> bool:
    """True for words that only join, outside any condition."""
    says = span.get(Cue) and not span.get(Glue)
    return (loose(span) and not says) or quiet(span)


def quiet(span: Span) -> bool:
    """True for words that mean nothing but how others hang together."""
    return bool(span.readings) and all(
        isinstance(reading, Glue)
        or (
            isinstance(reading, Sense)
            and (
                reading.group in _QUIET
                or (reading.group, reading.member) in _QUIET_MEMBERS
                or (reading.group == "ask" and reading.member in _ASKING and loose(span))
            )
        )
        for reading in span.readings
    )


class _Entries:
    """The entry of each span of a line; None for glue."""

    def __init__(
        self,
        meaning: Meaning,
        asked: str,
        line: Sequence[Span],
        breaks: Sequence[int],
        label: Label | None,
    ) -> None:
        self._meaning, self._line, self._breaks = meaning, line, breaks
        self._answer = _Entry("answer", asked)
        conditions = [*meaning.conditions]
        conditions += [each for side in meaning.sides for each in side.conditions]
        pieces = [_piece(each, meaning.root, label) for each in conditions]
        self._pieces = sorted(pieces, key=lambda piece: piece.end - piece.start)

    def by_span(self) -> list[_Entry | None]:
        """In the order of the line; what leads to the answer belongs to it."""
        entries = [self._of(place, span) for place, span in enumerate(self._line)]
        for place in range(len(entries) - 2, -1, -1):
            leads = self._line[place].sense("ask", *_ASKING) and entries[place] is None
            if leads and entries[place + 1] is self._answer:
                entries[place] = self._answer
        if self._answer not in entries:
            place = next((at for at, span in enumerate(self._line) if _asks(span)), None)
            if place is not None and entries[place] is None:
                entries[place] = self._answer
        return entries

    def _of(self, place: int, span: Span) -> _Entry | None:
        within = [each for each in self._pieces if each.start <= span.start < each.end]
        if within:
            return None if quiet(span) and not _fills(span, within[0]) else within[0].entry
        if span.sense("negation"):
            return self._denied(span)
        if deeds := span.all(Deed):
            return self._deed(span, {deed.relation for deed in deeds})
        if self._is_asked(span):
            return self._answer
        if is_glue(span) or self._is_relative(place):
            return None
        return self._apposed(place) or self._idle(span) or self._answer

    def _idle(self, span: Span) -> _Entry | None:
        """A word that goes with an attribute of which nothing is said."""
        cue = span.get(Cue)
        if cue is None or span.get(Thing) or cue.attr == self._meaning.wanted.attr:
            return None
        return _Entry("ignored", f"says no more than that there is {cue.type}.{cue.attr}")

    def _denied(self, span: Span) -> _Entry:
        """A denial belongs to the condition behind it that is denied."""
        denied = [each for each in self._pieces if each.entry.absent]
        behind = [each for each in denied if each.start >= span.end] or denied
        return min(behind, key=lambda each: each.start).entry if behind else self._answer

    def _deed(self, span: Span, relations: set[str]) -> _Entry:
        """A verb that stands apart from the rest of its deed, or the deed that is asked for."""
        wanted = self._meaning.wanted
        asked = {each.relation for each in (wanted.target, wanted.other) if each}
        ties = [each for each in self._pieces if relations & set(each.tie.split("|"))]
        if not ties or asked & relations:
            return self._answer
        return min(ties, key=lambda each: abs(each.start - span.start)).entry

    def _is_asked(self, span: Span) -> bool:
        """Nouns of what is wanted, even those that elsewhere say nothing."""
        wanted = self._meaning.wanted
        types = {each.beyond or each.type for each in (wanted.target, wanted.other) if each}
        return any(thing.type in types for thing in span.all(Thing)) or any(
            prop.attr == wanted.attr for prop in span.all(Prop)
        )

    def _apposed(self, place: int) -> _Entry | None:
        """The condition that a word for another type or its attribute leads to ("year 2002")."""
        span = self._line[place]
        types = {each.type for each in (*span.all(Prop), *span.all(Thing))} - {self._meaning.root}
        following = next((each for each in self._line[place + 1 :] if not loose(each)), None)
        if following is None:
            return None
        pieces = (each for each in self._pieces if each.start <= following.start < each.end)
        return next((each.entry for each in pieces if each.type in types), None)

    def _is_relative(self, place: int) -> bool:
        """A question word behind a noun or behind another question word asks nothing, unless a
        comma or the like stands between."""
        word = self._line[place].sense("ask", *_ASKING)
        if not word or self._line[place].start in self._breaks:
            return False
        return any(
            span.get(Thing)
            or (span.sense("ask") and not span.sense("ask", "auxiliary"))
            or (word == "where" and (span.get(Named) or span.get(Deed)))
            for span in self._line[:place]
        )


def _gap(text: str, tokens: Sequence[Token], at: int) -> str:
    return text[tokens[at - 1].end : tokens[at].start]


def _asks(span: Span) -> bool:
    return bool(span.sense("ask"))


def _fills(span: Span, piece: _Piece) -> bool:
    return (span.start, span.end) == (piece.start, piece.end)


def _piece(condition: Condition, root: str, label: Label | None) -> _Piece:
    body = condition.body
    became = "predicate" if body.type == root and isinstance(body, Check | When) else "hop"
    entry = _Entry(became, said(condition, label), absent=condition.absent)
    tie = body.relation if isinstance(body, Tie) else ""
    return _Piece(condition.start, condition.end, entry, body.type, tie)


def _runs(
    line: Sequence[Span], entries: Sequence[_Entry | None]
) -> Iterator[tuple[int, int, _Entry]]:
    """Tokens [start, end) of neighbours with the same entry, glue between them included."""
    start, end, current = 0, 0, None
    for span, entry in zip(line, entries, strict=True):
        if entry is None:
            continue
        if entry is not current:
            if current:
                yield start, end, current
            start, current = span.start, entry
        end = span.end
    if current:
        yield start, end, current

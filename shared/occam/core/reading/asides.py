"""What a person says around a question: courtesies, and sentences that are no part of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from occam.core.reading.items import Beside, Glue, Named, Sense, Span
from occam.core.reading.words import WordBook
from occam.core.words import Token

LONGEST_COURTESY = 8
QUIET = frozenset({"copula", "pronoun", "join", "receiver", "passive"})
MANNERS = ("list", "auxiliary")
_SENTENCE = re.compile(r"[.!]\s")
_BREAK = re.compile(r"[.!:;\u2026]|\s[-\u2010-\u2015\u2212]+\s|\u2014")


def inquired(
    text: str, tokens: Sequence[Token], spans: Sequence[Sequence[Span]], book: WordBook
) -> tuple[int, int]:
    """The tokens [start, end) of the question itself. `spans` are all readings by first token."""
    texts = [token.text for token in tokens]
    start, end = 0, len(texts)
    while start < end:
        front = _longest(book.openings, texts[start:end], front=True)
        front = front or _aside(text, tokens, spans, (start, end), front=True)
        back = _longest(book.closings, texts[start + front : end], front=False)
        back = back or _aside(text, tokens, spans, (start + front, end), front=False)
        if not front and not back:
            return start, end
        start, end = start + front, end - back
    return 0, len(texts)


def confided(
    text: str, tokens: Sequence[Token], spans: Sequence[Sequence[Span]]
) -> tuple[int, int] | None:
    """A sentence beside the question in which somebody greets or says something of themselves with
    a name in it ("I am Kenyan."): whether that narrows the question, nobody can tell."""
    end = len(tokens)
    ends = [at for at in range(1, end) if _SENTENCE.search(_gap(text, tokens, at))]
    for first, last in zip([0, *ends], [*ends, end], strict=True):
        said = [span for at in range(first, last) for span in spans[at] if span.end <= last]
        asks = any(span.sense("ask") and not span.sense("ask", *MANNERS) for span in said)
        speaks = any(span.sense("pronoun", "speaker") for span in said)
        names = any(span.get(Named) or span.get(Beside) for span in said)
        if ends and speaks and names and not asks:
            return first, last
    return None


def _aside(
    text: str,
    tokens: Sequence[Token],
    spans: Sequence[Sequence[Span]],
    part: tuple[int, int],
    *,
    front: bool,
) -> int:
    """How many tokens at this end are a sentence that says nothing of what is known: it has some
    small word, but no name, no number, no word of the schema and none that narrows or denies."""
    start, end = part
    cuts = [at for at in range(start + 1, end) if _parts(text, tokens, at)]
    if not cuts:
        return 0
    first, last = (start, cuts[0]) if front else (cuts[-1], end)
    if front and "?" in text[tokens[first].start : tokens[last].start]:
        return 0
    known = [
        reading
        for at in range(first, last)
        for span in spans[at]
        if span.end <= last
        for reading in span.readings
    ]
    quiet = bool(known) and last - first > 1 and not any(map(_says, known))
    return last - first if quiet else 0


def _gap(text: str, tokens: Sequence[Token], at: int) -> str:
    return text[tokens[at - 1].end : tokens[at].start]


def _parts(text: str, tokens: Sequence[Token], at: int) -> bool:
    """True where a sentence ends before this token; a question may end there too."""
    gap = _gap(text, tokens, at)
    return "?" in gap or _BREAK.search(gap) is not None


def _says(reading: object) -> bool:
    """True for a reading that may be part of a question."""
    if isinstance(reading, Glue):
        return False
    if not isinstance(reading, Sense):
        return True
    if reading.group == "ask":
        return reading.member not in MANNERS
    return reading.group not in QUIET and (reading.group, reading.member) != ("time", "within")


def _longest(keys: frozenset[tuple[str, ...]], texts: Sequence[str], *, front: bool) -> int:
    for length in range(min(LONGEST_COURTESY, len(texts)), 0, -1):
        key = tuple(texts[:length] if front else texts[len(texts) - length :])
        if key in keys:
            return length
    return 0

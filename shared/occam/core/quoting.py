"""Quotes: what a model says it read is believed where it stands, word for word.

A passage is shown without the characters that nobody sees (formatting marks, tags, bidirectional
overrides), because a page may hide orders to a model in them. A quote is looked for in what was
shown and cut out of the page as it is.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from occam.core.evidence import Passage, Quote
from occam.core.words import fold, repaired

LONGEST = 600
_WORD = re.compile(r"(?:(?<!\w)[-\u2212](?=\d))?[^\W_]+(?:[.,'’·/-][^\W_]+)*")
"""A word, or a number with its sign."""
_APART = re.compile(r"[ \t\u00a0\u202f]+")
_IS = re.compile(r"[ \t\u00a0]*[:=|]+[ \t\u00a0]*")
_KEPT = "\n\t"
_BLANKS = " \t\u00a0\u2007\u2009\u202f"
_DASHES = ("-", "\u2010", "\u2011", "\u2012", "\u2013", "\u2014")
_LEADING = "=|"
_IGNORABLE = (
    ("\u034f", "\u034f"), ("\u115f", "\u1160"), ("\u17b4", "\u17b5"), ("\u180b", "\u180f"),
    ("\u3164", "\u3164"), ("\ufe00", "\ufe0f"), ("\uffa0", "\uffa0"),
    ("\U000e0100", "\U000e01ef"),
)  # fmt: skip
"""What is drawn as nothing and no format character."""
_RECKONING = ("Nd", "Nl", "No", "Sm", "Sc")
_AHEAD = re.compile(r"[ \t\u00a0]*(?:$|\n|[^\w\s])")
"""What may stand behind a number that its name leads to: no word, which would be what it counts."""


def visible(text: str) -> str:
    """The text without characters that are not seen."""
    return "".join(char for char in text if _is_seen(char))


def quoted(passage: Passage, said: str) -> Quote | None:
    """Where the passage says this, or None: every character counts, but for white space around."""
    wanted = visible(said).strip()
    if not wanted or len(wanted) > LONGEST or not _WORD.search(wanted):
        return None
    at = visible(passage.quote).find(wanted)
    if at < 0:
        return None
    places = [place for place, char in enumerate(passage.quote) if _is_seen(char)]
    start, end = places[at], places[at + len(wanted) - 1] + 1
    return Quote(
        document=passage.document,
        title=passage.title,
        start=passage.start + start,
        end=passage.start + end,
        text=passage.quote[start:end],
    )


def supports(quote: Quote, answer: str) -> bool:
    """True where the answer's words stand in the quote, side by side: case and accents aside."""
    return bool(worded(quote, answer))


def worded(quote: Quote, answer: str) -> str:
    """The answer in the page's own characters, as they are seen; empty where its words do not stand
    in the quote side by side."""
    text = visible(quote.text)
    wanted, there = [word for word, *_ in _words(answer)], _words(text)
    size = len(wanted)
    for at in range(len(there) - size + 1 if size else 0):
        if [word for word, *_ in there[at : at + size]] == wanted:
            return text[there[at][1] : there[at + size - 1][2]]
    return ""


class Line(NamedTuple):
    """A quote, with what stands on its line of the page before and behind it, as it is seen."""

    before: str
    text: str
    behind: str


def line_of(quote: Quote, passages: Sequence[Passage]) -> Line | None:
    """The line that a quote was cut out of; None where no passage has it at its place."""
    for each in passages:
        start, end = quote.start - each.start, quote.end - each.start
        if each.document == quote.document and each.quote[max(start, 0) : end] == quote.text:
            before = each.quote[:start].rpartition("\n")[2]
            behind = each.quote[end:].partition("\n")[0]
            return Line(visible(before), visible(quote.text), visible(behind))
    return None


def counts(line: Line, number: str, labels: tuple[str, ...]) -> bool:
    """True where the quote says the whole number of what these words name: it stands right before
    one of them, a describing word between at most ("81 competitors"), or behind it, with nothing
    else counted ("competitors: 81", and not "competitors: 24 teams").

    Where numbers stand on both sides of the word, only a sign between says which is its own.
    """
    text, first = "".join(line), len(line.before)
    there = [
        each for each in _words(text) if first <= each[1] and each[2] <= first + len(line.text)
    ]
    wanted = [word for word, *_ in _words(number)]
    size = len(wanted)
    named = [[word for word, *_ in _words(label)] for label in labels]
    for at in range(len(there) - size + 1 if size else 0):
        if [word for word, *_ in there[at : at + size]] != wanted:
            continue
        if not _is_whole(text, there[at][1], there[at + size - 1][2]):
            continue
        for label in filter(None, named):
            before, behind = at - len(label), at + size
            ends = _AHEAD.match(text, there[behind - 1][2])
            if ends and _is_at(there, before, label) and _is_its_own(text, there, before, at):
                return True
            for start in (behind, behind + 1):
                last = start + len(label)
                if _is_at(there, start, label) and _is_of(text, there, behind - 1, start, last):
                    return True
    return False


Words = list[tuple[str, int, int]]


def _is_whole(text: str, start: int, end: int) -> bool:
    """False for a part of a number, a range or a sum: "1 128", "128–130", "½ 50", "81 × 2"."""
    before, behind = text[:start].rstrip(_BLANKS), text[end:].lstrip(_BLANKS)
    joined = before.endswith(_DASHES) and (
        len(before) == start or _is_numeric(before[:-1].rstrip(_BLANKS)[-1:])
    )
    dashed = behind.startswith(_DASHES) and _is_numeric(behind[1:].lstrip(_BLANKS)[:1])
    return not (joined or dashed or _is_numeric(before[-1:]) or _is_numeric(behind[:1]))


def _is_numeric(char: str) -> bool:
    """True for what belongs to a number: a digit, a fraction, a sign that reckons."""
    if not char or char in _LEADING:
        return False
    return unicodedata.category(char) in _RECKONING or char in "%‰"


def _is_at(words: Words, start: int, label: list[str]) -> bool:
    return start >= 0 and [word for word, *_ in words[start : start + len(label)]] == label


def _is_its_own(text: str, words: Words, label: int, number: int) -> bool:
    """True for a number behind its name: a sign between, or no other number before the name."""
    gap = text[words[number - 1][2] : words[number][1]]
    if _IS.fullmatch(gap):
        return True
    other = label > 0 and _is_digits(words[label - 1][0])
    return bool(_APART.fullmatch(gap)) and not other


def _is_of(text: str, words: Words, number: int, start: int, last: int) -> bool:
    """True for a number right before its name, which is not the name of a number behind it."""
    pairs = [(at, at + 1) for at in range(number, start)]
    if not all(_APART.fullmatch(text[words[a][2] : words[b][1]]) for a, b in pairs):
        return False
    if any(_is_digits(word) for word, *_ in words[number + 1 : start]):
        return False
    if last >= len(words):
        return not _IS.match(text[words[last - 1][2] :])
    gap = text[words[last - 1][2] : words[last][1]]
    told = _is_digits(words[last][0]) and bool(_APART.fullmatch(gap))
    return not told and not _IS.match(gap)


def _is_digits(word: str) -> bool:
    return word.strip("-\u2212").replace(",", "").replace(".", "").isdigit()


def _words(text: str) -> Words:
    """The words as they are compared, and where each stands."""
    return [(fold(repaired(each[0])), each.start(), each.end()) for each in _WORD.finditer(text)]


def _is_seen(char: str) -> bool:
    """False for formatting and control characters, for what only changes another one's look, and
    for letters that are drawn as nothing (Unicode's Default_Ignorable_Code_Point)."""
    if char in _KEPT:
        return True
    if unicodedata.category(char) in ("Cf", "Cc", "Co", "Cn"):
        return False
    return not any(first <= char <= last for first, last in _IGNORABLE)

"""Quotes: what a model says it read is believed where it stands, word for word.

A passage is shown without the characters that nobody sees (formatting marks, tags, bidirectional
overrides), because a page may hide orders to a model in them. A quote is looked for in what was
shown and cut out of the page as it is.
"""

from __future__ import annotations

import re
import unicodedata

from occam.core.evidence import Passage, Quote
from occam.core.words import fold, repaired

LONGEST = 600
_WORD = re.compile(r"[^\W_]+(?:[.,'’·/-][^\W_]+)*")
_KEPT = "\n\t"


def visible(text: str) -> str:
    """The text without characters that are not seen."""
    return "".join(char for char in text if _is_seen(char))


def quoted(passage: Passage, said: str) -> Quote | None:
    """Where the passage says this, or None: every character counts, but for white space around."""
    wanted = said.strip()
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
    wanted, there = _words(answer), _words(quote.text)
    size = len(wanted)
    return bool(size) and any(
        there[at : at + size] == wanted for at in range(len(there) - size + 1)
    )


def counts(quote: Quote, number: str, labels: tuple[str, ...]) -> bool:
    """True where the number stands right before one of these words, a describing word between at
    most, or right behind one: "81 competitors", "competitors: 81"."""
    there, wanted = _words(quote.text), _words(number)
    size = len(wanted)
    named = [_words(label) for label in labels]
    for at in range(len(there) - size + 1):
        if there[at : at + size] != wanted:
            continue
        behind, before = there[at + size :], there[:at]
        for label in filter(None, named):
            if label in (behind[: len(label)], behind[1 : 1 + len(label)]):
                return True
            if before[-len(label) :] == label:
                return True
    return False


def _words(text: str) -> list[str]:
    return [fold(word) for word in _WORD.findall(repaired(visible(text)))]


def _is_seen(char: str) -> bool:
    """False for formatting and control characters, and for what only changes another one's look."""
    if char in _KEPT:
        return True
    return unicodedata.category(char) not in ("Cf", "Cc", "Co", "Cn") and not (
        "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"
    )

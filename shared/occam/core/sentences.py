"""Whole sentences of a language with a place for words of the schema.

`(a|b)` is one of several, `[a]` may be missing, `…` stands for words that are looked at apart:
"what do you know [now] about …".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from occam.core.words import Words

PLACE = "…"
_PIECES = re.compile(rf"[()\[\]|{PLACE}]|[^()\[\]|{PLACE}]+")
_MARKS = {"(": "(?:", "[": "(?:", ")": ")", "]": ")?", "|": "|", PLACE: r"((?: \S+)+?)"}

Said = tuple[str, ...]


class Sentences:
    """Finds which kinds of sentence a question may be, and what stands at its places."""

    def __init__(self, texts: Mapping[str, Iterable[str]], words: Words) -> None:
        self._patterns = [
            (kind, pattern(text, words)) for kind, said in texts.items() for text in said
        ]

    def of(self, texts: Sequence[str]) -> Iterator[tuple[str, tuple[Said, ...]]]:
        """Each kind of sentence that these words are, all of them, with the words at its places."""
        line = _line(texts)
        for kind, known in self._patterns:
            if found := known.fullmatch(line):
                yield kind, tuple(tuple(said.split()) for said in found.groups() if said)


def pattern(text: str, words: Words) -> re.Pattern[str]:
    """The sentence as a pattern over comparable words, each behind a blank. Raises ValueError where
    its brackets do not match."""
    parts = [
        _MARKS.get(piece) or "".join(map(re.escape, map(" {}".format, words.key(piece))))
        for piece in _PIECES.findall(text)
    ]
    try:
        return re.compile("".join(parts))
    except re.error as error:
        raise ValueError(f"{text!r}: its brackets do not match") from error


def _line(texts: Sequence[str]) -> str:
    return "".join(f" {text}" for text in texts)

"""Dates in the words of a language: its months and connecting words, read as the English ones."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable

import msgspec

from occam.core.language import NO_LANGUAGE, Language
from occam.core.periods import find_periods
from occam.core.spelling import MONTHS
from occam.core.values import Period
from occam.core.words import fold

_JOINING = (("time", "to"), ("time", "between"), ("time", "from"), ("join", "and"))
_BEFORE_LETTER, _AFTER_LETTER = r"(?<![^\W_])", r"(?![^\W\d_])"


class Dating(msgspec.Struct, frozen=True):
    """A date in a text: its characters [start, end), in English words, and what it means."""

    start: int
    end: int
    written: str
    period: Period


class Calendar:
    """Finds dates in one language, English ones included.

    `between` and `opening` are its words for "between" and "from"; `words` all that a date may
    hold besides English ones. A calendar is `foreign` where its months are not the English ones.
    """

    def __init__(self, language: Language = NO_LANGUAGE) -> None:
        months = {
            name.casefold(): english
            for names, english in zip(language.months, MONTHS, strict=False)
            for name in names
            if name.casefold() not in (english.casefold(), english[:3].casefold(), "sept")
        }
        self.foreign = bool(months)
        said = {key: language.senses.get(key[0], {}).get(key[1], ()) for key in _JOINING}
        self.between = frozenset({"between", *map(fold, said["time", "between"])})
        self.opening = frozenset({"from", *map(fold, said["time", "from"])})
        self.months = frozenset(map(fold, months))
        joining = {word.casefold(): key[1] for key, words in said.items() for word in words}
        self.words = self.months | frozenset(map(fold, joining))
        articles = {word.casefold(): "the" for word in language.articles}
        self._english = articles | joining | months
        names = [name for names in language.months for name in names]
        self._pattern = _pattern(self._english, names, joining) if months else None

    def find(self, text: str, default_year: int | None = None) -> list[Dating]:
        """Every date expression of the text, as `find_periods` reads it."""
        english, starts = self._rewritten(text)
        return [
            Dating(_origin(starts, first), _origin(starts, last), english[first:last], period)
            for first, last, period in find_periods(english, default_year)
        ]

    def _rewritten(self, text: str) -> tuple[str, list[tuple[int, int]]]:
        """The text in English where dates need it, and where stretches of it begin in both."""
        parts: list[str] = []
        starts, length, end = [(0, 0)], 0, 0
        for found in self._pattern.finditer(text) if self._pattern else ():
            before = text[end : found.start()]
            english = found["day"] or self._english[found["word"].casefold()]
            starts.append((length + len(before), found.start()))
            length, end = length + len(before) + len(english), found.end()
            starts.append((length, end))
            parts += [before, english]
        return "".join([*parts, text[end:]]), starts


def _pattern(
    english: Iterable[str], months: Iterable[str], joining: Iterable[str]
) -> re.Pattern[str]:
    """Words to be replaced, and days written with a point ("3. bis 6. Mai")."""
    follows = rf"[-\u2010-\u2015\u2212,;&]|(?:{_any([*months, *joining])}){_AFTER_LETTER}"
    day = rf"(?<![\w.,])(?P<day>\d{{1,2}})\.(?=\s*(?:{follows}))"
    word = rf"{_BEFORE_LETTER}(?P<word>{_any(english)}){_AFTER_LETTER}"
    return re.compile(f"{day}|{word}", re.IGNORECASE)


def _any(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


def _origin(starts: list[tuple[int, int]], at: int) -> int:
    """Where a place of the rewritten text stands in the original one."""
    rewritten, original = starts[bisect_right(starts, at, key=lambda start: start[0]) - 1]
    return original + at - rewritten

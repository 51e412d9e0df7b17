"""Whole numbers in words: the simple words of a language, put together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence


class Numerals:
    """Reads the number that words spell; `joining` words may stand before the last part."""

    def __init__(
        self, numbers: Mapping[str, int], multipliers: Mapping[str, int], joining: Iterable[str]
    ) -> None:
        self._numbers = dict(numbers)
        self._multipliers = dict(sorted(multipliers.items(), key=lambda item: item[1]))
        self._joining = frozenset(joining)

    def occur_in(self, texts: Sequence[str]) -> bool:
        """True when a word of these may begin a number."""
        return not self._numbers.keys().isdisjoint(texts)

    def read(self, texts: Sequence[str], at: int, below: int | None = None) -> tuple[int, int]:
        """The number that starts there and where it ends; where there is none, it ends there.

        A part behind a multiplier is smaller than it: "two hundred and three hundred" are two
        numbers, "three thousand two hundred" is one.
        """
        value, end = self._small(texts, at)
        for word, factor in self._multipliers.items():
            if end > at and texts[end : end + 1] == [word] and (below is None or factor < below):
                value, end = value * factor, end + 1
                more = end + 1 if self._joining.issuperset(texts[end : end + 1]) else end
                rest, rest_end = self.read(texts, more, factor)
                following = texts[rest_end] if rest_end < len(texts) else ""
                if rest_end > more and self._multipliers.get(following, factor + 1) > factor:
                    value, end = value + rest, rest_end
        return value, end

    def _small(self, texts: Sequence[str], at: int) -> tuple[int, int]:
        """One simple word, or a ten and a one ("seventy-three")."""
        value = self._numbers.get(texts[at]) if at < len(texts) else None
        if value is None:
            return 0, at
        follows = self._numbers.get(texts[at + 1], 0) if at + 1 < len(texts) else 0
        if 0 < follows < 10 and 20 <= value < 100 and value % 10 == 0:
            return value + follows, at + 2
        return value, at + 1

"""Search by words and by meaning at once: what both find comes first, what one finds is kept."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from math import sqrt
from typing import Protocol

from occam.core.errors import OccamError
from occam.core.evidence import Passage, Retrieved
from occam.core.ports import Library
from occam.documents.fusion import fused

log = logging.getLogger("occam.documents")

DEPTH = 100
"""Passages of each ranking that are fused, at least."""
MEANING = 0.4
"""What a passage found by meaning weighs where one that holds every word of the question weighs 1:
docs/documents.md says on what it was chosen."""

ONLY_WORDS = "search by meaning did not answer: searched by words only"


class Words(Library, Protocol):
    """A library searched by words, which also tells how many of them a passage holds."""

    def shares(self, text: str, passages: Sequence[Passage]) -> Sequence[float]:
        """For each passage the share of the question's telling words in it, 0 to 1."""
        ...


class Hybrid:
    """Two libraries over the same passages, fused by their ranks.

    Where the search by meaning fails, the words are searched alone and the note says so.
    """

    def __init__(
        self,
        words: Words,
        meaning: Library,
        *,
        depth: int = DEPTH,
        weight: float = MEANING,
    ) -> None:
        self._words = words
        self._meaning = meaning
        self._depth = depth
        self._weight = weight

    async def search(self, text: str, limit: int, documents: Sequence[str] = ()) -> Retrieved:
        """The best passages by words and by meaning, best first."""
        if not text.strip() or limit < 1:
            return Retrieved()
        depth = max(limit, self._depth)
        words, meaning = await asyncio.gather(
            self._words.search(text, depth, documents), self._by_meaning(text, depth, documents)
        )
        rankings = (
            weighed_by_words(self._words, text, words.passages),
            [(self._weight, passage) for passage in meaning.passages],
        )
        return Retrieved(
            passages=fused(rankings, limit),
            note="; ".join(dict.fromkeys(filter(None, (words.note, meaning.note)))),
            spent=words.spent + meaning.spent,
        )

    async def _by_meaning(self, text: str, depth: int, documents: Sequence[str]) -> Retrieved:
        try:
            return await self._meaning.search(text, depth, documents)
        except OccamError as error:
            log.warning("%s: %s", ONLY_WORDS, error)
            return Retrieved(note=ONLY_WORDS)


def weighed_by_words(
    words: Words, text: str, passages: Sequence[Passage]
) -> list[tuple[float, Passage]]:
    """Passages found by words, with their weights: the root of the share that each holds.

    A rank alone cannot tell the only passage with every word from the best of many with a third.
    """
    shares = words.shares(text, passages)
    return [(sqrt(share), passage) for share, passage in zip(shares, passages, strict=True)]

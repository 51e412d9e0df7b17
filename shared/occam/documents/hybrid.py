"""Search by words and by meaning at once: what both find comes first, what one finds is kept."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

import msgspec

from occam.core.errors import BadConfig, OccamError
from occam.core.evidence import Retrieved
from occam.core.ports import Library, Reranker
from occam.core.spending import Spent
from occam.documents.fusion import fused

log = logging.getLogger("occam.documents")

DEPTH = 100
"""Passages of each ranking that are fused, at least."""
WORDS, MEANING = 1.0, 0.6
"""Weights of the two rankings: docs/documents.md says on what they were chosen."""
RERANKED = 20
"""Passages that a reranker is given, at least."""

ONLY_WORDS = "search by meaning did not answer: searched by words only"
NOT_RERANKED = "the reranker did not answer: ranks are those of the fusion"


class Hybrid:
    """Two libraries over the same passages, fused by their ranks, reranked where that is set up.

    Where the search by meaning fails, the words are searched alone and the note says so.
    """

    def __init__(
        self,
        words: Library,
        meaning: Library,
        reranker: Reranker | None = None,
        *,
        depth: int = DEPTH,
        weights: tuple[float, float] = (WORDS, MEANING),
    ) -> None:
        self._words = words
        self._meaning = meaning
        self._reranker = reranker
        self._depth = depth
        self._weights = weights

    async def search(self, text: str, limit: int, documents: Sequence[str] = ()) -> Retrieved:
        """The best passages by words and by meaning, best first."""
        if not text.strip() or limit < 1:
            return Retrieved()
        depth = max(limit, self._depth)
        words, meaning = await asyncio.gather(
            self._words.search(text, depth, documents), self._by_meaning(text, depth, documents)
        )
        rankings = list(zip(self._weights, (words.passages, meaning.passages), strict=True))
        found = Retrieved(
            passages=fused(rankings, max(limit, RERANKED) if self._reranker else limit),
            note=_joined(words.note, meaning.note),
            spent=words.spent + meaning.spent,
        )
        return await self._reranked(self._reranker, text, limit, found) if self._reranker else found

    async def _by_meaning(self, text: str, depth: int, documents: Sequence[str]) -> Retrieved:
        try:
            return await self._meaning.search(text, depth, documents)
        except BadConfig:
            raise
        except OccamError as error:
            log.warning("%s: %s", ONLY_WORDS, error)
            return Retrieved(note=ONLY_WORDS)

    async def _reranked(
        self, reranker: Reranker, text: str, limit: int, found: Retrieved
    ) -> Retrieved:
        """In the reranker's order; a passage that it was not given is never taken from it."""
        best, note, spent = found.passages[:limit], NOT_RERANKED, Spent()
        try:
            ranked = await reranker.rerank(text, found.passages, limit)
        except OccamError as error:
            log.warning("%s: %s", NOT_RERANKED, error)
        else:
            spent = ranked.spent
            given = {(passage.document, passage.start): passage for passage in found.passages}
            scores = {(each.document, each.start): each.score for each in ranked.passages}
            if scores.keys() <= given.keys():
                best = tuple(
                    msgspec.structs.replace(given[key], score=score)
                    for key, score in list(scores.items())[:limit]
                )
                note = ranked.note
        return msgspec.structs.replace(
            found, passages=best, note=_joined(found.note, note), spent=found.spent + spent
        )


def _joined(*notes: str) -> str:
    return "; ".join(dict.fromkeys(filter(None, notes)))

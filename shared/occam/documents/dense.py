"""Search by meaning: the port `Library` over vectors, with a mirror that is used while it can be.

The mirror is never required. Where it does not answer, or holds something else, the primary store
is searched and the note says so; then the mirror is left alone for a while.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence

from occam.core.errors import OccamError, Transient
from occam.core.evidence import Passage, Retrieved
from occam.core.ports import Embedder, Vectors
from occam.documents.fulltext import FullText

log = logging.getLogger("occam.documents")

REST_S = 10.0
"""How long a mirror that failed is not asked: a question does not wait for it each time."""

NO_ANSWER = "the mirror did not answer: searched the primary store"
NOT_IN_STEP = "the mirror is not in step with this version: searched the primary store"


class NotInStep(Transient):
    """The mirror holds something else than the version that is asked about."""


class Dense:
    """The passages nearest to a question's vector, quoted from the full text at home."""

    def __init__(
        self,
        embedder: Embedder,
        primary: Vectors,
        full: FullText,
        mirror: Vectors | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._embedder = embedder
        self._primary = primary
        self._full = full
        self._mirror = mirror
        self._clock = clock
        self._rests_until = 0.0
        self._fault = ""

    async def search(self, text: str, limit: int, documents: Sequence[str] = ()) -> Retrieved:
        """The passages that are nearest in meaning, best first."""
        if not text.strip() or limit < 1:
            return Retrieved()
        embedded = await asyncio.to_thread(self._embedder.embed, [text])
        passages, note = await self._nearest(embedded.vectors[0], limit, documents)
        return Retrieved(passages=passages, note=note, spent=embedded.spent)

    async def _nearest(
        self, vector: Sequence[float], limit: int, documents: Sequence[str]
    ) -> tuple[tuple[Passage, ...], str]:
        note = ""
        if self._mirror:
            if self._clock() >= self._rests_until:
                try:
                    return await self._quoted(self._mirror, vector, limit, documents), ""
                except OccamError as error:
                    self._rest(error)
            note = self._fault
        return await self._quoted(self._primary, vector, limit, documents), note

    async def _quoted(
        self, vectors: Vectors, vector: Sequence[float], limit: int, documents: Sequence[str]
    ) -> tuple[Passage, ...]:
        return await self._full.quoted(await vectors.nearest(vector, limit, documents))

    def _rest(self, error: OccamError) -> None:
        log.warning("the mirror is left alone for %g s: %s", REST_S, error)
        self._rests_until = self._clock() + REST_S
        self._fault = NOT_IN_STEP if isinstance(error, NotInStep) else NO_ANSWER

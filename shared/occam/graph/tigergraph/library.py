"""Searches the chunks that a TigerGraph server holds by their meaning: the port `Library`."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

import msgspec

from occam.core.evidence import Passage, Retrieved
from occam.core.ports import Embedder, Library
from occam.graph.tigergraph.vectors import AGAIN, Hit, NoVectors, TigerVectors
from occam.graph.tigergraph.wire import Wire

log = logging.getLogger("occam.graph")

NO_VECTORS = "the graph server holds no vectors: searched the full text at home"


class TigerLibrary:
    """One version of one pack's documents, for as long as the server holds it.

    Where it was loaded without any vector, `plain` is searched instead.
    """

    def __init__(
        self, wire: Wire, version: str, embedder: Embedder, plain: Library | None = None
    ) -> None:
        self._plain = plain
        self._vectors = TigerVectors(wire, version)
        self._embedder = embedder

    async def search(self, text: str, limit: int, documents: Sequence[str] = ()) -> Retrieved:
        """The passages that are nearest in meaning, best first."""
        if not text.strip() or limit < 1:
            return Retrieved()
        embedded = await asyncio.to_thread(self._embedder.embed, [text])
        try:
            hits = await self._vectors.hits(embedded.vectors[0], limit, documents)
        except NoVectors:
            if self._plain is None:
                raise
            log.warning("the server has no vectors: full text is searched at home; %s", AGAIN)
            plain = await self._plain.search(text, limit, documents)
            return msgspec.structs.replace(
                plain, spent=plain.spent + embedded.spent, note=NO_VECTORS
            )
        return Retrieved(passages=tuple(_passage(hit) for hit in hits), spent=embedded.spent)


def _passage(hit: Hit) -> Passage:
    return Passage(
        document=hit["document"],
        title=hit["title"],
        start=hit["start_at"],
        end=hit["end_at"],
        quote=hit["words"],
        score=1.0 - hit["distance"],
    )

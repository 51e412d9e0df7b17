"""Searches the chunks that a TigerGraph server holds by their meaning: the port `Library`.

Over the whole corpus the server's index finds what is near; among the chunks of a few documents
every distance is computed, so nothing nearer can be missed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Any

from occam.core.errors import Permanent, Transient
from occam.core.evidence import Passage
from occam.core.ports import Embedder, Library
from occam.graph.tigergraph.layout import CHUNK
from occam.graph.tigergraph.paging import CANARY, merged, state
from occam.graph.tigergraph.wire import Wire

log = logging.getLogger("occam.graph")

NEAR, NEAR_EXACT = "occam_near", "occam_near_exact"
_AGAIN = "install the extra `vectors` and run `occam tigergraph load --force`"


class TigerLibrary:
    """One version of one pack's documents, for as long as the server holds it.

    Where it was loaded without any vector, `plain` is searched instead.
    """

    def __init__(
        self, wire: Wire, version: str, embedder: Embedder, plain: Library | None = None
    ) -> None:
        self._plain = plain
        self._wire = wire
        self._version = version
        self._embedder = embedder
        self._indexed = False

    async def search(self, text: str, limit: int) -> tuple[Passage, ...]:
        """The passages of all documents that are nearest in meaning, best first."""
        if not text.strip() or limit < 1:
            return ()
        await self._wait_for_index()
        page = await self._read(NEAR, text, limit, None)
        if self._plain and page["chunks"] and not page["vectors"]:
            log.warning("the server has no vectors: full text is searched at home; %s", _AGAIN)
            return await self._plain.search(text, limit)
        _refuse_gaps(page)
        hits = [_whole(hit["attributes"], page["distances"]) for hit in page["hits"]]
        if len(hits) < min(limit, page["vectors"]):
            raise Transient(f"the index of {CHUNK} gave {len(hits)} of {limit} passages")
        return _passages(hits)

    async def search_within(
        self, documents: Sequence[str], text: str, limit: int
    ) -> tuple[Passage, ...]:
        """The passages of these documents that are nearest in meaning, best first."""
        if not text.strip() or limit < 1 or not documents:
            return ()
        page = await self._read(NEAR_EXACT, text, limit, documents)
        _refuse_gaps(page)
        return _passages(page["hits"])

    async def _wait_for_index(self) -> None:
        """A version never changes, so its index is asked for until it was ready once."""
        if not self._indexed and (waiting := await self._wire.vector_status()):
            raise Transient(f"the index of {CHUNK} is being built: {', '.join(waiting)}")
        self._indexed = True

    async def _read(
        self, query: str, text: str, limit: int, documents: Sequence[str] | None
    ) -> dict[str, Any]:
        (vector,) = await asyncio.to_thread(self._embedder.embed, [text])
        asked = {
            "qv": vector,
            "most": limit,
            "pages": [(id_,) for id_ in documents or ()],
            "everywhere": documents is None,
            "canary": CANARY,
        }
        page = merged(await self._wire.run(query, asked))
        state(page, self._version)
        return page


def _refuse_gaps(page: Mapping[str, Any]) -> None:
    """What has no vector cannot be found, and nobody would notice."""
    if lacking := page["chunks"] - page["vectors"]:
        raise Permanent(f"{lacking} of {page['chunks']} {CHUNK} have no vector: {_AGAIN}")


def _whole(hit: Mapping[str, Any], distances: Mapping[str, float]) -> dict[str, Any]:
    return {**hit, "distance": distances[hit["id"]]}


def _passages(hits: Sequence[Mapping[str, Any]]) -> tuple[Passage, ...]:
    """Best first: neither a vertex set nor a heap has an order that is promised."""
    ordered = sorted(hits, key=lambda hit: (hit["distance"], hit["id"]))
    return tuple(
        Passage(
            document=hit["document"],
            title=hit["title"],
            start=hit["start_at"],
            end=hit["end_at"],
            quote=hit["words"],
            score=1.0 - hit["distance"],
        )
        for hit in ordered
    )

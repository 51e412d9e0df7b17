"""Searches the chunks that a TigerGraph server holds by their meaning: the port `Library`.

Over the whole corpus the server's index finds what is near; among the chunks of a few documents
every distance is computed, so nothing nearer can be missed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from occam.core.errors import Permanent, Transient
from occam.core.evidence import Passage, Retrieved
from occam.core.ports import Embedder, Library
from occam.core.spending import Spent
from occam.graph.tigergraph.layout import CHUNK
from occam.graph.tigergraph.paging import CANARY, merged, state
from occam.graph.tigergraph.wire import Wire

log = logging.getLogger("occam.graph")

NEAR, NEAR_EXACT = "occam_near", "occam_near_exact"
_NO_VECTORS = "the graph server holds no vectors: searched the full text at home"
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

    async def search(self, text: str, limit: int, documents: Sequence[str] = ()) -> Retrieved:
        """The passages that are nearest in meaning, best first."""
        if not text.strip() or limit < 1:
            return Retrieved()
        if documents:
            page, spent = await self._read(NEAR_EXACT, text, limit, documents)
        else:
            await self._wait_for_index()
            page, spent = await self._read(NEAR, text, limit, None)
        if self._plain and page["chunks"] and not page["vectors"]:
            log.warning("the server has no vectors: full text is searched at home; %s", _AGAIN)
            plain = await self._plain.search(text, limit, documents)
            return msgspec.structs.replace(plain, spent=plain.spent + spent, note=_NO_VECTORS)
        _refuse_gaps(page)
        if documents:
            return Retrieved(passages=_passages(page["hits"]), spent=spent)
        hits = [_whole(hit["attributes"], page["distances"]) for hit in page["hits"]]
        if len(hits) < min(limit, page["vectors"]):
            raise Transient(f"the index of {CHUNK} gave {len(hits)} of {limit} passages")
        return Retrieved(passages=_passages(hits), spent=spent)

    async def _wait_for_index(self) -> None:
        """A version never changes, so its index is asked for until it was ready once."""
        if not self._indexed and (waiting := await self._wire.vector_status()):
            raise Transient(f"the index of {CHUNK} is being built: {', '.join(waiting)}")
        self._indexed = True

    async def _read(
        self, query: str, text: str, limit: int, documents: Sequence[str] | None
    ) -> tuple[dict[str, Any], Spent]:
        embedded = await asyncio.to_thread(self._embedder.embed, [text])
        asked = {
            "qv": embedded.vectors[0],
            "most": limit,
            "pages": [(id_,) for id_ in documents or ()],
            "everywhere": documents is None,
            "canary": CANARY,
        }
        page = merged(await self._wire.run(query, asked))
        state(page, self._version)
        return page, embedded.spent


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

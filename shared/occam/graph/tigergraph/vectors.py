"""The nearest chunks that a TigerGraph server holds: the port `Vectors`.

Over the whole corpus the server's index finds what is near; among the chunks of a few documents
every distance is computed, so nothing nearer can be missed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from occam.core.errors import Permanent, Transient
from occam.core.ports import Near
from occam.graph.tigergraph.layout import CHUNK
from occam.graph.tigergraph.paging import CANARY, merged, state
from occam.graph.tigergraph.wire import Wire

NEAR, NEAR_EXACT = "occam_near", "occam_near_exact"
_SLACK = 8
"""Chunks asked for beyond the limit, so that those of equal distances can be put in order."""
AGAIN = "install the extra `vectors` and run `occam tigergraph load --force`"

Hit = Mapping[str, Any]


class NoVectors(Permanent):
    """The server was loaded without any vector."""


class TigerVectors:
    """One version of one pack's chunks, for as long as the server holds it."""

    name = "tigergraph"

    def __init__(self, wire: Wire, version: str) -> None:
        self._wire = wire
        self._version = version
        self._indexed = False

    async def nearest(
        self, vector: Sequence[float], limit: int, documents: Sequence[str] = ()
    ) -> tuple[Near, ...]:
        """The nearest chunks by cosine, best first."""
        hits = await self.hits(vector, limit, documents)
        return tuple(
            Near(hit["document"], hit["start_at"], hit["end_at"], 1.0 - hit["distance"])
            for hit in hits
        )

    async def hits(
        self, vector: Sequence[float], limit: int, documents: Sequence[str] = ()
    ) -> list[Hit]:
        """The nearest chunks with their words and distances. Neither a vertex set nor a heap has an
        order that is promised: they are put in order here, and more of them are asked for while
        the last ties with the last that is wanted."""
        wanted = limit + _SLACK
        while limit > 0:
            found = await self._asked(vector, wanted, documents)
            hits = sorted(
                found, key=lambda hit: (hit["distance"], hit["document"], hit["start_at"])
            )
            tied = len(hits) > limit and hits[-1]["distance"] == hits[limit - 1]["distance"]
            if len(hits) < wanted or not tied:
                return hits[:limit]
            wanted *= 4
        return []

    async def _asked(
        self, vector: Sequence[float], limit: int, documents: Sequence[str]
    ) -> list[Hit]:
        if documents:
            page = await self._read(NEAR_EXACT, vector, limit, documents)
            _refuse_gaps(page)
            return page["hits"]
        await self._wait_for_index()
        page = await self._read(NEAR, vector, limit, None)
        _refuse_gaps(page)
        hits = [_whole(hit["attributes"], page["distances"]) for hit in page["hits"]]
        if len(hits) < min(limit, page["vectors"]):
            raise Transient(f"the index of {CHUNK} gave {len(hits)} of {limit} passages")
        return hits

    async def _wait_for_index(self) -> None:
        """A version never changes, so its index is asked for until it was ready once."""
        if not self._indexed and (waiting := await self._wire.vector_status()):
            raise Transient(f"the index of {CHUNK} is being built: {', '.join(waiting)}")
        self._indexed = True

    async def _read(
        self, query: str, vector: Sequence[float], limit: int, documents: Sequence[str] | None
    ) -> dict[str, Any]:
        asked = {
            "qv": list(vector),
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
    lacking = page["chunks"] - page["vectors"]
    if lacking:
        kind = Permanent if page["vectors"] else NoVectors
        raise kind(f"{lacking} of {page['chunks']} {CHUNK} have no vector: {AGAIN}")


def _whole(hit: Mapping[str, Any], distances: Mapping[str, float]) -> Hit:
    return {**hit, "distance": distances[hit["id"]]}

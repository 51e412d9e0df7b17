"""A Qdrant server as a mirror of one version's vectors: the port `Vectors`, and its errors as ours.

Quotes never come from it: it says which passages are near, and the full text at home quotes them.
"""

from __future__ import annotations

import asyncio
import importlib.util
import math
import time
import uuid
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from occam.core.errors import BadConfig, Permanent, Transient
from occam.core.ports import Near
from occam.documents.dense import NotInStep
from occam.documents.settings import QdrantSettings

EXTRA = "qdrant"
CHECK_S = 30.0
"""How long a mirror that was in step is believed to be."""
DIGITS = 6
_SLACK = 8
"""Points asked for beyond the limit, so that those of equal scores can be put in order."""
_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
_FORBIDDEN = frozenset({401, 403})
_NAMESPACE = uuid.UUID("6e4f2c8a-0d3b-5a57-9d0c-51b0c7a3f9e1")


class Label(msgspec.Struct, frozen=True, kw_only=True):
    """What a collection says it holds; `whole` is set last, when nothing is missing."""

    pack: str
    version: str
    model: str
    dimension: int
    passages: int
    state: str
    whole: bool = False

    @property
    def collection(self) -> str:
        """One collection a pack and version."""
        return f"{prefix_of(self.pack)}{self.version}"


def prefix_of(pack: str) -> str:
    """What the names of all collections of a pack begin with; a pack's name holds no dot."""
    return f"occam.{pack}."


def point_of(document: str, start: int) -> str:
    """The id of a passage: the same in every version, so that writing again changes nothing."""
    return str(uuid.uuid5(_NAMESPACE, f"{document}\0{start}"))


def client_of(settings: QdrantSettings, timeout_s: float) -> Any:
    """A client of the configured server that waits so long for an answer; nothing is asked yet.

    The key goes as a header: given otherwise, the client would choose https by itself.
    """
    if importlib.util.find_spec("qdrant_client") is None:
        raise BadConfig(
            f"OCCAM_QDRANT_URL names a mirror, and its client is missing: install the extra "
            f"with `pip install 'occam[{EXTRA}]'`"
        )
    from qdrant_client import AsyncQdrantClient

    return AsyncQdrantClient(
        url=settings.url,
        headers={"api-key": settings.key} if settings.key else None,
        timeout=math.ceil(timeout_s),
        check_compatibility=False,
    )


@asynccontextmanager
async def translated(timeout_s: float) -> AsyncGenerator[None]:
    """Waits so long and no longer, and turns the client's errors into ours."""
    from qdrant_client.common.client_exceptions import QdrantException
    from qdrant_client.http.exceptions import ApiException, UnexpectedResponse

    try:
        async with asyncio.timeout(timeout_s):
            yield
    except UnexpectedResponse as error:
        raise _answered(error.status_code, error.reason_phrase) from error
    except TimeoutError as error:
        raise Transient(f"the mirror did not answer within {timeout_s:g} s") from error
    except (ApiException, QdrantException, OSError, RuntimeError) as error:
        raise Transient(f"the mirror did not answer: {type(error).__name__}") from error
    except ValueError as error:
        raise Permanent(f"the mirror refused what it was asked: {error}") from error


def _answered(status: int | None, phrase: str) -> Exception:
    """The body is left out: it may repeat what was asked."""
    said = f"the mirror answered {status} {phrase}"
    if status in _FORBIDDEN:
        return Permanent(f"{said}: OCCAM_QDRANT_KEY does not open it")
    return Transient(said) if status in _PASSING else Permanent(said)


async def label_of(client: Any, collection: str) -> Label | None:
    """What the collection says of itself; None where there is no such collection.

    Raises `Permanent` where it says nothing: it is somebody else's, or the server keeps no notes.
    """
    if not await client.collection_exists(collection):
        return None
    info = await client.get_collection(collection)
    try:
        return msgspec.convert(info.config.metadata, Label)
    except msgspec.ValidationError as error:
        raise Permanent(
            f"collection {collection!r} does not say what it holds: it is not a mirror, or the "
            f"server is older than Qdrant 1.16, which keeps metadata ({error})"
        ) from error


class QdrantVectors:
    """The vectors of one version on a mirror, believed only while its label says the same."""

    name = "qdrant"

    def __init__(
        self,
        client: Any,
        label: Label,
        timeout_s: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client = client
        self._label = msgspec.structs.replace(label, whole=True)
        self._timeout_s = timeout_s
        self._clock = clock
        self._believed_until = float("-inf")

    async def nearest(
        self, vector: Sequence[float], limit: int, documents: Sequence[str] = ()
    ) -> tuple[Near, ...]:
        """The nearest passages by cosine. Over all documents they come from the server's index;
        among named documents every distance is computed."""
        if limit < 1:
            return ()
        async with translated(self._timeout_s):
            if self._clock() >= self._believed_until:
                await self._check()
            return await self._nearest(list(vector), limit, documents)

    async def _check(self) -> None:
        """Raises `NotInStep` unless the mirror says that it holds all of this version."""
        collection = self._label.collection
        label = await label_of(self._client, collection)
        if label != self._label:
            raise NotInStep(f"{collection}: {'not there' if label is None else 'behind'}")
        held = (await self._client.count(collection, exact=True)).count
        if held != self._label.passages:
            raise NotInStep(f"{collection}: {held} of {self._label.passages} passages")
        self._believed_until = self._clock() + CHECK_S

    async def _nearest(
        self, vector: list[float], limit: int, documents: Sequence[str]
    ) -> tuple[Near, ...]:
        """Asks for more while the last of them ties with the last that is wanted."""
        wanted = limit + _SLACK
        while True:
            found = await self._asked(vector, wanted, documents)
            ordered = sorted(found, key=lambda near: (-near.score, near.document, near.start))
            tied = len(found) > limit and ordered[-1].score == ordered[limit - 1].score
            if len(found) < wanted or not tied:
                return tuple(ordered[:limit])
            wanted *= 4

    async def _asked(self, vector: list[float], limit: int, documents: Sequence[str]) -> list[Near]:
        from qdrant_client import models

        among = models.Filter(
            must=[
                models.FieldCondition(
                    key="document", match=models.MatchAny(any=sorted(set(documents)))
                )
            ]
        )
        answer = await self._client.query_points(
            self._label.collection,
            query=vector,
            query_filter=among if documents else None,
            search_params=models.SearchParams(exact=True) if documents else None,
            limit=limit,
            with_payload=True,
        )
        return [_near(point) for point in answer.points]


def _near(point: Any) -> Near:
    try:
        place = point.payload
        score = round(point.score, DIGITS)
        return Near(place["document"], place["start"], place["end"], score)
    except (KeyError, TypeError) as error:
        raise NotInStep(f"point {point.id} does not say which passage it is") from error

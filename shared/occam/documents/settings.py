"""What the mirror of the vectors needs to know."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

_MILLISECONDS = 1000


class QdrantSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Qdrant server that mirrors the vectors of the home; an empty `url` is none.

    `timeout_ms` is how long a search waits for it before the primary store is searched.
    """

    url: Annotated[str, Meta(pattern=r"^$|^https?://[^/?#@\s]+(/[^?#@\s]*)?$")] = ""
    key: str = ""
    timeout_ms: Annotated[int, Meta(ge=10)] = 2_000

    def __repr__(self) -> str:
        return f"QdrantSettings(url={self.url!r}, …)"

    @property
    def timeout_s(self) -> float:
        """How long a search waits."""
        return self.timeout_ms / _MILLISECONDS

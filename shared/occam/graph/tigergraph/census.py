"""What a graph on the server holds: numbers by type, and what a load left behind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec

from occam.core.errors import Transient
from occam.graph.tigergraph.layout import RELEASE

QUERY = "occam_census"
CURRENT = "current"
"""The id of the one vertex that says what is loaded."""
COUNTING_MS = 600_000
"""It walks every edge."""


class Counting(Protocol):
    """The part of a connection that counts."""

    async def run(
        self,
        query: str,
        params: Mapping[str, Any] | None = None,
        *,
        timeout_ms: int | None = None,
    ) -> list[dict[str, Any]]:
        """What an installed query prints."""
        ...


class Tie(msgspec.Struct, frozen=True):
    """An edge by its type and the ids of its ends."""

    kind: str
    near: str
    far: str


class Release(msgspec.Struct, frozen=True):
    """What is loaded: `counter` is odd while a load writes, 0 before the first."""

    counter: int = 0
    version: str = ""
    pack: str = ""
    pack_digest: str = ""
    loaded_at: str = ""


class Census(msgspec.Struct, frozen=True):
    """Numbers by type; a type that is not named has none."""

    vertices: dict[str, int]
    vertices_gone: dict[str, int]
    ghosts: dict[str, int]
    edges: dict[str, int]
    edges_gone: dict[str, int]
    gone: Sequence[Tie]
    vectors: int = 0
    release: Release = Release()


async def census(wire: Counting, stamp: int = 0, page: int = 1000) -> Census:
    """Counts everything; `gone` names the first edges that another load than `stamp` wrote."""
    asked = {"stamp": stamp, "page": page}
    results = await wire.run(QUERY, asked, timeout_ms=COUNTING_MS)
    found = {key: value for result in results for key, value in result.items()}
    releases = found.pop("release")
    if len(releases) > 1:
        raise Transient(f"{len(releases)} vertices of type {RELEASE}: the graph is being restored")
    if releases:
        found["release"] = releases[0]["attributes"]
    return msgspec.convert(found, Census)

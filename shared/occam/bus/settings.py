"""What the bus needs to know, with the defaults of one small host."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlsplit, urlunsplit

import msgspec
from msgspec import Meta

Positive = Annotated[int, Meta(ge=1)]


class BusSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All knobs of the bus.

    `lease_ms` is how long a worker may be silent about a message before another takes it;
    `max_deliveries` how often a message may fail alone before it becomes a dead letter;
    `backoff_ms` the first wait between two tries, doubled up to `backoff_limit_ms`.
    `evidence_limit` is in bytes of a whole message; `question_limit` in characters.
    `high_water` is how many undelivered questions a shard takes before the intake says busy.
    `dead_limit` is how many dead letters a shard keeps: the oldest make room.
    `trim_ms` is the time between two trims of what every group has acknowledged.
    `slow_tasks` bounds the handlers that run aside; `commit_ms` how long results may wait.
    `confirm_disk` makes `submit` wait until the broker has the questions on disk (WAITAOF).
    """

    url: str = "redis://127.0.0.1:6379"
    namespace: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]+$")] = "occam"
    shards: Annotated[int, Meta(ge=1, le=1024)] = 1
    batch: Positive = 100
    lease_ms: Annotated[int, Meta(ge=50)] = 30_000
    max_deliveries: Positive = 5
    backoff_ms: Positive = 200
    backoff_limit_ms: Positive = 30_000
    evidence_limit: Annotated[int, Meta(ge=1024)] = 65_536
    question_limit: Positive = 4_000
    high_water: Positive = 10_000
    dead_limit: Positive = 10_000
    trim_ms: Positive = 2_000
    slow_tasks: Positive = 16
    commit_ms: Positive = 20
    heartbeat_ms: Positive = 1_000
    grace_ms: Positive = 10_000
    confirm_disk: bool = False

    def __repr__(self) -> str:
        return f"BusSettings(url={masked(self.url)!r}, namespace={self.namespace!r}, …)"


def masked(url: str) -> str:
    """The address with whatever could be a secret replaced: user data and query."""
    parts = urlsplit(url)
    if "@" not in parts.netloc and not parts.query:
        return url
    netloc = parts.netloc
    if "@" in netloc:
        netloc = "***@" + netloc.rpartition("@")[2]
    return urlunsplit((parts.scheme, netloc, parts.path, "***" if parts.query else "", ""))

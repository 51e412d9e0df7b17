"""What the bus answers to whoever asks about questions, streams and services."""

from __future__ import annotations

import msgspec

from occam.core.errors import Transient


class Busy(Transient):
    """The intake takes no more for now."""

    def __init__(self, waiting: int, retry_after: float) -> None:
        super().__init__(
            f"{waiting} questions are waiting already: try again in {retry_after:.0f} s"
        )
        self.waiting = waiting
        self.retry_after = retry_after


class Refusal(msgspec.Struct, frozen=True):
    """A question that was not taken, and why."""

    id: str
    reason: str


class Submitted(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a submission; `repeated` were asked before and are not asked again."""

    batch: str
    accepted: int
    repeated: int
    refused: tuple[Refusal, ...] = ()


class Progress(msgspec.Struct, frozen=True):
    """How far a batch is."""

    asked: int
    settled: int

    @property
    def done(self) -> bool:
        """Whether every question has its terminal."""
        return self.settled >= self.asked


class BatchState(msgspec.Struct, frozen=True, kw_only=True):
    """One batch and how far it is."""

    tenant: str
    batch: str
    asked: int
    settled: int


class StreamState(msgspec.Struct, frozen=True, kw_only=True):
    """One stream of one shard. `lag` counts what no reader was given yet."""

    shard: int
    stream: str
    writers: tuple[str, ...]
    readers: tuple[str, ...]
    length: int
    pending: int
    lag: int
    oldest_pending_ms: int


class ServiceState(msgspec.Struct, frozen=True, kw_only=True):
    """One process of a service; `fault` says why it is not ready, or is empty."""

    service: str
    consumer: str
    pid: int
    host: str
    committed: int
    started: float
    seen: float
    fault: str

    @property
    def ready(self) -> bool:
        """Whether all its readers run."""
        return not self.fault


class DeadLetter(msgspec.Struct, frozen=True, kw_only=True):
    """A message that was given up, as an operator sees it."""

    id: str
    shard: int
    tenant: str
    batch: str
    question_id: str
    attempt: int
    service: str
    stream: str
    entry: str
    reason: str
    at: float
    body: str

    @property
    def place(self) -> str:
        """The batch it belongs to, as keys spell it."""
        return f"{self.tenant}/{self.batch}"

    @property
    def entry_id(self) -> str:
        """Its entry in the shard's stream of dead letters."""
        return self.id.partition(":")[2]

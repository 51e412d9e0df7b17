"""The claim check: evidence too large to travel is stored once and replaced by a reference."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from occam.bus.streams import Shard
from occam.core.evidence import Rows
from occam.core.record import AnswerRecord
from occam.messages.catalog import ClaimCheck, Message, QuestionSettled

encode = msgspec.json.Encoder().encode
_decode_rows = msgspec.json.Decoder(tuple[Rows, ...]).decode


class Checked(NamedTuple):
    """Evidence that is in the store, and where."""

    rows: tuple[Rows, ...]
    check: ClaimCheck


class Stored(NamedTuple):
    """A message made small, and what must be stored with it (nothing when it already is)."""

    message: Message
    digest: str
    content: bytes


def reference_in(message: Any) -> ClaimCheck | None:
    """The claim check that a message brought."""
    return getattr(message, "evidence_ref", None)


def opened(message: Any, content: bytes) -> Any:
    """The message with the evidence that its claim check stands for."""
    return msgspec.structs.replace(message, evidence=read(content), evidence_ref=None)


def read(content: bytes) -> tuple[Rows, ...]:
    """Stored evidence."""
    return _decode_rows(content)


def deposited(message: Message, shard: Shard, place: str, known: Checked | None) -> Stored | None:
    """The message without its evidence, or none when it has no evidence to lay aside."""
    settled = isinstance(message, QuestionSettled)
    rows: tuple[Rows, ...] = (
        message.record.certificate.evidence if settled else getattr(message, "evidence", ())
    )
    if not rows:
        return None
    if known and rows == known.rows:
        return Stored(_slim(message, known.check), "", b"")
    content = encode(rows)
    digest = sha256(content).hexdigest()
    check = ClaimCheck(key=f"{shard.evidence(place)}/{digest}", size=len(content), digest=digest)
    return Stored(_slim(message, check), digest, content)


def _slim(message: Message, check: ClaimCheck) -> Message:
    replace = msgspec.structs.replace
    if isinstance(message, QuestionSettled):
        certificate = replace(message.record.certificate, evidence=(), evidence_ref=check.key)
        return replace(message, record=replace(message.record, certificate=certificate))
    return replace(message, evidence=(), evidence_ref=check)  # pyright: ignore[reportCallIssue]


def whole(record: AnswerRecord, content: bytes) -> AnswerRecord:
    """The record as it was certified, with the evidence back in its certificate."""
    replace = msgspec.structs.replace
    certificate = replace(record.certificate, evidence=read(content), evidence_ref="")
    return replace(record, certificate=certificate)

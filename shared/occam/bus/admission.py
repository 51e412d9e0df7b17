"""The door of the pipeline: an entry becomes a question, a refusal or a dead letter."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from occam.bus.settings import BusSettings
from occam.bus.streams import fault_in
from occam.core.errors import BadInput
from occam.core.gaps import TierFailed
from occam.messages.catalog import FindingsReady, QuestionAsked
from occam.messages.forward import admitted

_decode = msgspec.json.Decoder(QuestionAsked).decode


class _Readable(msgspec.Struct):
    """As much of a wrong entry as a refusal needs."""

    id: str
    question: Any = ""
    batch: str = "default"
    tenant: str = "default"
    attempt: int = 1


class Admitted(NamedTuple):
    """A question with its text's digest, and the refusal that answers it at once, if any."""

    asked: QuestionAsked
    digest: str
    refusal: FindingsReady | None


def text_digest(question: str) -> str:
    """What decides whether a question was asked before under the same id."""
    return sha256(question.encode("utf-8", "surrogatepass")).hexdigest()


def fault_of(asked: QuestionAsked, settings: BusSettings) -> str:
    """Why a question cannot be taken, or nothing. Identity is checked by `fault_in`."""
    length = len(asked.question)
    if length > settings.question_limit:
        return f"question: {length} characters, and {settings.question_limit} are allowed"
    if not asked.question.strip():
        return "question: empty"
    return "" if asked.attempt >= 1 else "attempt: must be 1 or more"


def admit(body: bytes, entry: bytes, settings: BusSettings) -> Admitted:
    """Reads one intake entry; raises `BadInput` when not even a refusal can be addressed."""
    asked, fault = _read(body)
    if wrong := fault_in(asked.tenant, asked.batch, asked.id):
        raise BadInput(wrong)
    digest = text_digest(asked.question)
    fault = fault or fault_of(asked, settings)
    asked = msgspec.structs.replace(
        asked,
        question=asked.question[: settings.question_limit],
        asked_at=asked.asked_at if asked.asked_at is not None else appended_at(entry),
    )
    if not fault:
        return Admitted(asked, digest, None)
    header = admitted(asked, asked.pack, "")
    gap = TierFailed(tier="intake", cause=fault)
    return Admitted(asked, digest, FindingsReady(header=header.after("intake", gap=gap)))


def _read(body: bytes) -> tuple[QuestionAsked, str]:
    try:
        return _decode(body), ""
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        fault = str(error)
    try:
        found = msgspec.json.decode(body, type=_Readable)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInput(str(error)) from error
    text = found.question if isinstance(found.question, str) else ""
    return QuestionAsked(
        id=found.id, question=text, batch=found.batch, tenant=found.tenant, attempt=found.attempt
    ), fault


def appended_at(entry: bytes) -> float:
    """Unix seconds at which the broker took the entry: the first half of its id."""
    return int(entry.split(b"-", 1)[0]) / 1000

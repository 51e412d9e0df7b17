"""The door of the pipeline: an entry becomes a question, a refusal or a dead letter."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256
from typing import Any, NamedTuple, TypeVar

import msgspec

from occam.bus.settings import BusSettings
from occam.bus.streams import fault_in
from occam.core.errors import BadInput
from occam.core.gaps import TierFailed
from occam.core.pipelines import pipeline_of
from occam.messages.catalog import FindingsReady, QuestionAsked
from occam.messages.forward import admitted

T = TypeVar("T")

NAME_LIMIT = 256

_decode = msgspec.json.Decoder(QuestionAsked).decode


class _Readable(msgspec.Struct):
    """As much of a wrong entry as a refusal needs."""

    id: str
    question: Any = ""
    batch: str = "default"
    tenant: str = "default"
    attempt: int = 1


_decode_readable = msgspec.json.Decoder(_Readable).decode
_MISSING = re.compile(r"Object missing required field `(.+)`")
_KINDS = re.compile(r"`([^`]+)`")
_PLAIN = {
    "str": "text", "int": "a whole number", "float": "a number", "bool": "true or false",
    "object": "an object", "array": "a list", "null": "null",
}  # fmt: skip


class Admitted(NamedTuple):
    """A question with its text's digest, and the refusal that answers it at once, if any."""

    asked: QuestionAsked
    digest: str
    refusal: FindingsReady | None


def text_digest(question: str, choice: str = "") -> str:
    """What decides whether a question was asked before under the same id: its words and choice."""
    said = f"{question}\0{choice}" if choice else question
    return sha256(said.encode("utf-8", "surrogatepass")).hexdigest()


def fault_of(asked: QuestionAsked, settings: BusSettings) -> str:
    """Why a question cannot be taken, or nothing. Identity is checked by `fault_in`."""
    for name in ("pipeline", "pack", "traceparent"):
        if len(getattr(asked, name)) > NAME_LIMIT:
            return f"{name}: {NAME_LIMIT} characters are allowed"
    try:
        pipeline_of(asked.pipeline)
    except BadInput as error:
        return str(error)
    length = len(asked.question)
    if length > settings.question_limit:
        return f"question: {length} characters, and {settings.question_limit} are allowed"
    if not asked.question.strip():
        return "question: empty"
    if len(asked.choice) > settings.question_limit:
        return f"choice: {settings.question_limit} characters are allowed"
    return "" if asked.attempt >= 1 else "attempt: must be 1 or more"


def admit(body: bytes, entry: bytes, settings: BusSettings) -> Admitted:
    """Reads one intake entry; raises `BadInput` when not even a refusal can be addressed."""
    asked, fault = _read(body)
    if wrong := fault_in(asked.tenant, asked.batch, asked.id):
        raise BadInput(wrong)
    digest = text_digest(asked.question, asked.choice)
    fault = fault or fault_of(asked, settings)
    asked = msgspec.structs.replace(
        asked,
        question=shortened(asked.question, settings.question_limit),
        choice=shortened(asked.choice, settings.question_limit),
        pipeline=shortened(asked.pipeline, NAME_LIMIT),
        pack=shortened(asked.pack, NAME_LIMIT),
        traceparent=asked.traceparent if len(asked.traceparent) <= NAME_LIMIT else "",
        asked_at=asked.asked_at if asked.asked_at is not None else appended_at(entry),
    )
    if not fault:
        return Admitted(asked, digest, None)
    header = admitted(asked, asked.pack, "")
    gap = TierFailed(tier="intake", cause=fault)
    return Admitted(asked, digest, FindingsReady(header=header.after("intake", gap=gap)))


def shortened(text: str, limit: int) -> str:
    """The text, or as much of it as is allowed, with a mark where it was cut."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def read(decode: Callable[[bytes], T], body: bytes) -> T:
    """Decodes what anybody may have written: too deep a nesting is no defect of ours."""
    try:
        return decode(body)
    except RecursionError as error:
        raise BadInput("nested too deeply") from error


def fault_said(error: Exception) -> str:
    """A decoding error in plain words, the field first."""
    said, _, path = str(error).partition(" - at `$")
    path = path.strip("`.")
    if missing := _MISSING.fullmatch(said):
        return f"{path}.{missing[1]}: missing" if path else f"{missing[1]}: missing"
    said = _KINDS.sub(_plainly, said)
    said = said[:1].lower() + said[1:]
    return f"{path}: {said}" if path else said


def _plainly(kinds: re.Match[str]) -> str:
    names = kinds[1].split(" | ")
    return " or ".join(_PLAIN.get(name, f"`{name}`") for name in names)


def _read(body: bytes) -> tuple[QuestionAsked, str]:
    try:
        return read(_decode, body), ""
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        fault = fault_said(error)
    try:
        found = read(_decode_readable, body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInput(str(error)) from error
    text = found.question if isinstance(found.question, str) else ""
    return QuestionAsked(
        id=found.id, question=text, batch=found.batch, tenant=found.tenant, attempt=found.attempt
    ), fault


def appended_at(entry: bytes) -> float:
    """Unix seconds at which the broker took the entry: the first half of its id."""
    return int(entry.split(b"-", 1)[0]) / 1000

"""What a hop's span says: read from the message that came in and from those that follow."""

from __future__ import annotations

from collections.abc import Sequence

from occam.core.gaps import kind_of
from occam.core.record import AnswerRecord
from occam.messages.catalog import Message, QuestionAsked, QuestionSettled, Wire, tag_of
from occam.messages.header import Header
from occam.telemetry import names

Value = str | int | Sequence[str]


def entering(service: str, message: Wire) -> dict[str, Value]:
    """Known before the handler runs."""
    said: dict[str, Value] = {
        names.MESSAGING_SYSTEM: "redis",
        names.MESSAGING_OPERATION: "process",
        names.MESSAGING_DESTINATION: tag_of(type(message)),
        names.MESSAGING_GROUP: service,
    }
    if isinstance(message, QuestionAsked):
        return said | _asked(message)
    return said | _headed(message.header) if isinstance(message, Message) else said


def leaving(successors: Sequence[Wire]) -> dict[str, Value]:
    """Known once the handler has returned: what follows, and the gap that it carries."""
    said: dict[str, Value] = {names.NEXT: tuple(tag_of(type(wire)) for wire in successors)}
    for wire in successors:
        if isinstance(wire, Message):
            said |= _left_with(wire.header)
        if isinstance(wire, QuestionSettled):
            said |= _settled(wire.record)
    return said


def _asked(asked: QuestionAsked) -> dict[str, Value]:
    return {
        names.MESSAGING_CONVERSATION: asked.id,
        names.TENANT: asked.tenant,
        names.BATCH: asked.batch,
        names.ATTEMPT: asked.attempt,
        names.PIPELINE: asked.pipeline,
        names.STEP: 0,
    }


def _headed(header: Header) -> dict[str, Value]:
    said: dict[str, Value] = {
        names.MESSAGING_CONVERSATION: header.question_id,
        names.TENANT: header.tenant,
        names.BATCH: header.batch_id,
        names.ATTEMPT: header.attempt,
        names.PIPELINE: header.pipeline,
        names.STEP: header.step,
        names.TOKENS: header.spent.total_tokens,
    }
    if header.gap:
        said[names.GAP_BEFORE] = kind_of(header.gap)
    return said | _pinned(header)


def _pinned(header: Header) -> dict[str, Value]:
    known = {names.PACK: header.pack, names.GRAPH_VERSION: header.graph_version}
    return {name: value for name, value in known.items() if value}


def _left_with(header: Header) -> dict[str, Value]:
    said: dict[str, Value] = {names.TOKENS: header.spent.total_tokens} | _pinned(header)
    if header.gap:
        said[names.GAP] = kind_of(header.gap)
    return said


def _settled(record: AnswerRecord) -> dict[str, Value]:
    said: dict[str, Value] = {
        names.OUTCOME: record.outcome,
        names.TIER: record.tier,
        names.CHECK: record.certificate.completeness_check,
    }
    if record.gap:
        said[names.GAP] = kind_of(record.gap)
    return said

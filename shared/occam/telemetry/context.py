"""W3C trace context, as far as it is needed: one trace per attempt of a question.

The trace id is computed from the question's key, not drawn, so that a redelivered intake, a
requeued message and an operator with nothing but the id all end in the same trace.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import NamedTuple

from occam.messages.catalog import Message, QuestionAsked, Wire

_TRACEPARENT = re.compile(r"00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}")


class Context(NamedTuple):
    """The trace and the span a message was sent from."""

    trace_id: int
    span_id: int

    def __str__(self) -> str:
        return f"00-{self.trace_id:032x}-{self.span_id:016x}-01"


def read(traceparent: str) -> Context | None:
    """The context, or none when the text is not a valid one."""
    found = _TRACEPARENT.fullmatch(traceparent)
    if found is None:
        return None
    context = Context(int(found[1], 16), int(found[2], 16))
    return context if context.trace_id and context.span_id else None


def trace_id_of(key: str, attempt: int) -> int:
    """The trace of this attempt when whoever asked did not bring a trace of their own."""
    digest = sha256(f"{key}/{attempt}".encode()).digest()
    return int.from_bytes(digest[:16], "big") or 1


def key_of(message: Wire) -> tuple[str, int]:
    """The question's key and attempt, whichever message names them."""
    if isinstance(message, QuestionAsked):
        return f"{message.tenant}/{message.batch}/{message.id}", message.attempt
    if isinstance(message, Message):
        return message.header.key, message.header.attempt
    raise TypeError(f"{type(message).__name__} belongs to no question")

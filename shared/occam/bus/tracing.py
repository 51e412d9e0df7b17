"""Each hop is a span whose context travels in the message: the port, and the way without it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from occam.messages.catalog import Message, QuestionAsked, Wire
from occam.telemetry.context import Context, key_of, read, trace_id_of


class Hop(Protocol):
    """One message being processed. `traceparent` goes into the messages that follow."""

    @property
    def traceparent(self) -> str:
        """The W3C context of this hop."""
        ...

    def left(self, messages: Sequence[Wire]) -> None:
        """Tells what the hop left with: gap, tier, outcome are read off these messages."""
        ...


class Tracer(Protocol):
    """Opens a hop as the child of the context that the message brought, or as a root."""

    def hop(self, service: str, message: Wire, parent: str) -> AbstractContextManager[Hop]:
        """The hop of this message in this service; an exception that leaves it marks it failed."""
        ...


class Unrecorded:
    """A hop that only continues the chain of contexts."""

    __slots__ = ("traceparent",)

    def __init__(self, traceparent: str) -> None:
        self.traceparent = traceparent

    def __enter__(self) -> Unrecorded:
        return self

    def __exit__(self, *raised: Any) -> None:
        return None

    def left(self, messages: Sequence[Wire]) -> None:
        """Records nothing."""


class Untraced:
    """The tracer of a bus without telemetry: valid contexts, no spans."""

    def hop(self, service: str, message: Wire, parent: str) -> Unrecorded:
        """A hop of the message's trace, which is computed from its key where it brought none."""
        del service
        found = read(parent)
        trace = found.trace_id if found else trace_of(message)
        return Unrecorded(str(Context(trace, random.getrandbits(64) or 1)))


def trace_of(message: Wire) -> int:
    """The trace id of a message that brought no context."""
    return trace_id_of(*key_of(message))


def parent_of(message: Wire) -> str:
    """The context that the message brought."""
    if isinstance(message, Message):
        return message.header.traceparent
    return message.traceparent if isinstance(message, QuestionAsked) else ""

"""A call of a model is a span inside its hop: which model, which prompt, what it cost, no word of
it.

Whoever calls knows no tracer: the hop under way is found in the context of the task. Without one,
nothing is recorded.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from contextvars import ContextVar
from typing import Any, Protocol

from occam.core.spending import Spent


class Call(Protocol):
    """A call under way."""

    def cost(self, spent: Spent) -> None:
        """Record what the answer cost."""
        ...


class Calls(Protocol):
    """Opens a call as the child of a hop; an error marks it by its class."""

    def call(self, model: str, prompt: str, tier: str) -> AbstractContextManager[Call]: ...


class _Unrecorded:
    """A call outside any recorded hop."""

    def __enter__(self) -> _Unrecorded:
        return self

    def __exit__(self, *raised: Any) -> None:
        return None

    def cost(self, spent: Spent) -> None:
        """Records nothing."""


HOP: ContextVar[Calls | None] = ContextVar("hop", default=None)


def model_call(model: str, prompt: str, tier: str) -> AbstractContextManager[Call]:
    """The span of one call, as the child of the hop under way."""
    hop = HOP.get()
    return hop.call(model, prompt, tier) if hop else _Unrecorded()

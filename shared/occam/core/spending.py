"""What a question has cost so far and what it may cost: only `+` changes the bill."""

from __future__ import annotations

from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta


class Spent(msgspec.Struct, frozen=True, kw_only=True):
    """Tokens, calls, micro-dollars and milliseconds. `micro_usd` None is unknown, never zero.

    `context_tokens` is how many of the input tokens were retrieved text. `waited_ms` is time that a
    quota kept a call waiting, and is in no tier's milliseconds. `estimated` says that some count is
    no provider's word.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    context_tokens: int = 0
    model_calls: int = 0
    micro_usd: int | None = 0
    milliseconds: dict[str, float] = {}
    waited_ms: float = 0.0
    estimated: bool = False

    def __add__(self, other: Spent) -> Spent:
        unpriced = self.micro_usd is None or other.micro_usd is None
        merged = dict(self.milliseconds)
        for tier, value in other.milliseconds.items():
            merged[tier] = merged.get(tier, 0.0) + value
        return Spent(
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            context_tokens=self.context_tokens + other.context_tokens,
            model_calls=self.model_calls + other.model_calls,
            micro_usd=None if unpriced else (self.micro_usd or 0) + (other.micro_usd or 0),
            milliseconds=merged,
            waited_ms=self.waited_ms + other.waited_ms,
            estimated=self.estimated or other.estimated,
        )

    @property
    def total_tokens(self) -> int:
        """Every token that was billed: input and output."""
        return self.input_tokens + self.output_tokens


Limited = Annotated[int, Meta(ge=0)]


class Budget(msgspec.Struct, frozen=True, kw_only=True):
    """Ceilings of one question, and of its batch as a whole. None is no ceiling; `deadline` is in
    Unix seconds."""

    tokens: Limited | None = None
    micro_usd: Limited | None = None
    steps: Limited = 12
    deadline: float | None = None
    batch_tokens: Limited | None = None
    batch_micro_usd: Limited | None = None

    def within(self, other: Budget) -> Budget:
        """The stricter of two in everything."""
        return Budget(
            tokens=_least(self.tokens, other.tokens),
            micro_usd=_least(self.micro_usd, other.micro_usd),
            steps=min(self.steps, other.steps),
            deadline=_least(self.deadline, other.deadline),
            batch_tokens=_least(self.batch_tokens, other.batch_tokens),
            batch_micro_usd=_least(self.batch_micro_usd, other.batch_micro_usd),
        )


Limit = TypeVar("Limit", int, float)


def _least(left: Limit | None, right: Limit | None) -> Limit | None:
    given = [each for each in (left, right) if each is not None]
    return min(given, default=None)

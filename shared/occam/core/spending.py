"""What a question has cost so far and what it may cost: only `+` changes the bill."""

from __future__ import annotations

import msgspec


class Spent(msgspec.Struct, frozen=True, kw_only=True):
    """Tokens, calls, micro-dollars and milliseconds. `micro_usd` None is unknown, never zero."""

    input_tokens: int = 0
    output_tokens: int = 0
    context_tokens: int = 0
    model_calls: int = 0
    micro_usd: int | None = 0
    milliseconds: dict[str, float] = {}

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
        )

    @property
    def total_tokens(self) -> int:
        """Every token that was billed: input and output."""
        return self.input_tokens + self.output_tokens


class Budget(msgspec.Struct, frozen=True, kw_only=True):
    """Ceilings. None is no ceiling; `deadline` is in Unix seconds."""

    tokens: int | None = None
    micro_usd: int | None = None
    steps: int = 12
    deadline: float | None = None

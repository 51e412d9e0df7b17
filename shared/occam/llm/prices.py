"""What tokens cost. A price that nobody knows is None, and never zero."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec


class Price(msgspec.Struct, frozen=True, kw_only=True):
    """Dollars for a million tokens, which is millionths of a dollar for one."""

    input: float
    output: float

    def of(self, input_tokens: int, output_tokens: int) -> int:
        """Millionths of a dollar, rounded up: a call is never cheaper than it is billed."""
        exact = self.input * input_tokens + self.output * output_tokens
        return math.ceil(round(exact, 6))


def listings(model: str, table: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """What the table lists for a model's name, with and without the provider before it."""
    for name in (model, model.partition("/")[2]):
        if found := table.get(name):
            yield found


def price_of(
    model: str, table: Mapping[str, Any], given: tuple[float | None, float | None] = (None, None)
) -> Price | None:
    """The price of a model: what the settings give, else what the table lists for its name, with or
    without the provider before it. Half a price is none."""
    stated_input, stated_output = given
    if stated_input is not None and stated_output is not None:
        return Price(input=stated_input, output=stated_output)
    for listed in listings(model, table):
        per_input, per_output = (listed.get(f"{way}_cost_per_token") for way in ("input", "output"))
        if per_input is not None and per_output is not None:
            return Price(input=float(per_input) * 1e6, output=float(per_output) * 1e6)
    return None

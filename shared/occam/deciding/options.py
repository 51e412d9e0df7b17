"""What every decider does alike: the order of options never matters, and one option is certain."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from occam.core.errors import BadInput
from occam.core.ports import Decision, Option


def ordered(options: Sequence[Option]) -> tuple[Option, ...]:
    """The options in an order of their own; raises `BadInput` where there are none, or two of one
    key."""
    if not options:
        raise BadInput("there are no options to decide between")
    keys = [option.key for option in options]
    if twice := next((key for key in keys if keys.count(key) > 1), None):
        raise BadInput(f"two options have the key {twice!r}")
    return tuple(sorted(options, key=lambda option: option.key))


def certain(options: Sequence[Option], by: str) -> Decision | None:
    """The decision where nothing is left to decide."""
    return Decision(probabilities={options[0].key: 1.0}, by=by) if len(options) == 1 else None


def scaled(weights: Mapping[str, float]) -> dict[str, float]:
    """Weights as probabilities that sum to one; equal shares where all weights are zero."""
    total = math.fsum(weights.values())
    if total <= 0:
        return dict.fromkeys(weights, 1 / len(weights))
    return {key: weight / total for key, weight in weights.items()}

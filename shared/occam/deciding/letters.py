"""Options as letters: A, B, C. A letter is one token, and says nothing about what it stands for."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase

from occam.core.errors import BadInput
from occam.core.ports import Option


def lettered(options: Sequence[Option]) -> dict[str, Option]:
    """The options by letter, in their order; raises `BadInput` for more than there are letters."""
    if len(options) > len(ascii_uppercase):
        raise BadInput(f"{len(options)} options: there are letters for {len(ascii_uppercase)}")
    return dict(zip(ascii_uppercase, options, strict=False))

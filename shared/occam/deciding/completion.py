"""What a decider needs of a language model: one short answer, and how probable others were."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

import msgspec


class Said(msgspec.Struct, frozen=True):
    """One message of a conversation."""

    role: Literal["system", "user"]
    content: str


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """A model's answer. `first` holds log-probabilities of the likeliest first tokens, and is empty
    where the provider tells none. The counts are what the provider charges."""

    text: str
    first: dict[str, float] = {}
    tokens_in: int = 0
    tokens_out: int = 0


class Completion(Protocol):
    """A model that answers once."""

    @property
    def name(self) -> str: ...

    async def complete(self, messages: Sequence[Said], choices: Sequence[str]) -> Reply:
        """An answer that should be one of the choices; where the model can be held to that, it is.

        Raises `core.errors.Transient` when trying again may help, `core.errors.Permanent` when not.
        """
        ...

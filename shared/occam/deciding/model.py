"""The decider that asks a language model: options are letters, and the answer is one of them.

Where the provider tells how probable other first tokens were, these are the probabilities. Where it
does not, nothing is known but the choice: it gets half, and the other half is shared by all, itself
included. Of two options that is 0.75, below any threshold worth setting: it informs, and does not
decide alone.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from typing import Any, cast

import msgspec

from occam.core.errors import Permanent
from occam.core.model import Model, Prompted, Reply, Said
from occam.core.ports import Decision, Option
from occam.deciding.letters import lettered
from occam.deciding.options import certain, ordered, scaled
from occam.prompts import prompt

PROMPT = "letter"
LEAST_MASS = 0.5
"""How much of the first token's probability must be on letters for it to be an answer."""
CHOSEN = 0.5
LONGEST = 4000
"""Characters of a question that are sent."""
_MILLISECONDS = 1000


class ModelDecider:
    """One short answer a decision."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.name = f"model {model.name}, prompt {prompt(PROMPT)}"

    async def decide(self, question: str, options: Sequence[Option]) -> Decision:
        """Asks the model for a letter."""
        begun = time.perf_counter()
        offered = ordered(options)
        if decided := certain(offered, self.name):
            return decided
        letters = lettered(offered)
        reply = await self._model.complete(_prompted(question, letters))
        weights = _weights(reply, tuple(letters), f"model {self._model.name}")
        return Decision(
            probabilities=scaled({letters[name].key: each for name, each in weights.items()}),
            by=self.name,
            spent=reply.spent,
            milliseconds=round(_MILLISECONDS * (time.perf_counter() - begun), 3),
        )


def _prompted(question: str, letters: Mapping[str, Option]) -> Prompted:
    listed = "\n".join(f"{name}. {option.words}" for name, option in letters.items())
    asked = f"Question: {question[:LONGEST]}\n\n{listed}"
    return Prompted(
        messages=(Said("system", prompt(PROMPT).text), Said("user", asked)),
        prompt=str(prompt(PROMPT)),
        choices=tuple(letters),
    )


def _weights(reply: Reply, letters: Sequence[str], by: str) -> dict[str, float]:
    if reply.first:
        return _told(reply.first, letters, by)
    choice = _choice(reply.text)
    if choice not in letters:
        raise Permanent(f"{by} answered {reply.text[:40]!r} where a letter was asked for")
    each = (1 - CHOSEN) / len(letters)
    return {name: each + (CHOSEN if name == choice else 0) for name in letters}


def _told(first: Mapping[str, float], letters: Sequence[str], by: str) -> dict[str, float]:
    """How probable each letter was as the first token, however it was spaced."""
    mass = dict.fromkeys(letters, 0.0)
    for token, logarithm in first.items():
        letter = token.strip().strip("\"'(.):").upper()
        if letter in mass and not math.isnan(logarithm):
            mass[letter] += math.exp(min(logarithm, 0.0))
    if math.fsum(mass.values()) < LEAST_MASS:
        raise Permanent(f"{by} did not begin its answer with a letter")
    return mass


def _choice(text: str) -> str:
    """The letter of an answer: bare, or the `choice` of a JSON object."""
    try:
        found: Any = msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text.strip().rstrip(".):")
    held = cast("dict[str, Any]", found).get("choice") if isinstance(found, dict) else None
    return held if isinstance(held, str) else ""

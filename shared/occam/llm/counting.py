"""Tokens counted here, where a provider has not counted them: estimates, and marked as such.

The tokenizer is the one that litellm takes for a model's name; for a name that it does not know
that is one of OpenAI's, so a bound leaves a quarter of room.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

from occam.core.model import Prompted
from occam.core.spending import Spent
from occam.llm import library

ROOM = 1.25
A_MESSAGE = 8
"""Tokens that a chat template may put around each message."""

TOKENIZERS = ("o200k_base", "cl100k_base")
TELLING = "Süleymanoğlu größte Ωμέγα 東京オリンピック"
"""A text of which every tokenizer makes another number of tokens."""


def tokens_in(model: str, text: str) -> int:
    """How many tokens a text is for that model, as far as can be told without asking it."""
    return int(library.litellm().token_counter(model=model, text=text))


def prompt_tokens(model: str, prompted: Prompted) -> int:
    """How many tokens a whole prompt is, with what its messages are wrapped in."""
    said = sum(tokens_in(model, each.content) for each in prompted.messages)
    return said + A_MESSAGE * len(prompted.messages)


def bound(model: str, prompted: Prompted) -> int:
    """A number of tokens that the prompt hardly exceeds."""
    return math.ceil(ROOM * prompt_tokens(model, prompted))


def counted(model: str, prompted: Prompted, answer: str) -> Spent:
    """What a call cost whose provider did not say."""
    return Spent(
        input_tokens=prompt_tokens(model, prompted),
        output_tokens=tokens_in(model, answer),
        model_calls=1,
        estimated=True,
    )


def tokenizer_of(model: str) -> str:
    """The tokenizer that litellm counts with for a model's name, as far as it shows."""
    counted_here = tokens_in(model, TELLING)
    for name in TOKENIZERS:
        if counted_here == tokens_by(name, TELLING):
            return f"{name}, as litellm takes it for {model}"
    return f"the one that litellm takes for {model}"


def tokens_by(tokenizer: str, text: str) -> int:
    """How many tokens a text is by a tokenizer that litellm brings along."""
    return len(_encoding(tokenizer).encode(text, disallowed_special=()))


@cache
def _encoding(tokenizer: str) -> Any:
    """litellm says where its files are when it counts for the first time."""
    tokens_in("", "")
    import tiktoken

    return tiktoken.get_encoding(tokenizer)


def tokens_of(tokenizer: str, prompted: Prompted) -> int:
    """How many tokens the messages of a prompt are by that tokenizer, without what wraps them."""
    return sum(tokens_by(tokenizer, each.content) for each in prompted.messages)

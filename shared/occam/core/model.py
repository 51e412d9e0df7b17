"""What a language model is asked and what it says: the port of every tier that needs one."""

from __future__ import annotations

import hashlib
import re
from typing import Any, Literal, Protocol

import msgspec

from occam.core.spending import Spent

_encode = msgspec.json.Encoder(order="sorted").encode
_FENCED = re.compile(r"^\s*```[a-z]*\s*(.*?)\s*```\s*$", re.DOTALL)


class Said(msgspec.Struct, frozen=True):
    """One message of a conversation."""

    role: Literal["system", "user"]
    content: str


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """What an answer must look like: a JSON schema, and a name that providers ask for. A `strict`
    one requires every property it has, which providers that hold to a schema to the letter want."""

    name: str
    schema: dict[str, Any]
    strict: bool = True


class Prompted(msgspec.Struct, frozen=True, kw_only=True):
    """One request. With `choices` the answer should be one of them, and how probable each was is
    told where the provider can; `prompt` names the prompt file and its version; `most_tokens` is
    the longest answer. `context_tokens` is how much of the messages was retrieved, estimated."""

    messages: tuple[Said, ...]
    prompt: str
    form: Form | None = None
    choices: tuple[str, ...] = ()
    most_tokens: int = 16
    context_tokens: int = 0

    def digest(self, model: str) -> str:
        """SHA-256 of all that decides the answer: two requests that ask the same have the same."""
        return hashlib.sha256(_encode((model, self))).hexdigest()


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """A model's answer and what it cost. `first` holds log-probabilities of the likeliest first
    tokens, and is empty where the provider tells none."""

    text: str
    spent: Spent
    first: dict[str, float] = {}


def unfenced(text: str) -> str:
    """An answer without the fence of a code block, which models put around what they were asked
    for."""
    fenced = _FENCED.match(text)
    return (fenced[1] if fenced else text).strip()


class Model(Protocol):
    """A language model that answers once."""

    @property
    def name(self) -> str: ...

    def worst(self, prompted: Prompted) -> Spent:
        """What the call may cost at most, as far as anybody can tell before it is made."""
        ...

    async def complete(self, prompted: Prompted) -> Reply:
        """The answer, in the form that was asked for where the model can be held to one.

        Raises `core.errors.Throttled` where a quota is used up, `TimedOut` when no answer came,
        another `Transient` when trying again may help, and `Permanent` when not.
        """
        ...

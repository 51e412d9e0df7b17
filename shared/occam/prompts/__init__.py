"""The prompts of every tier: one file each, with its version and what must come out."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

_FENCE = "+++\n"


class Prompt(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A prompt: `output` says in words what an answer must be."""

    name: str
    version: str
    output: str
    text: str

    def __str__(self) -> str:
        """Name and version, as certificates tell them."""
        return f"{self.name} {self.version}"


@cache
def prompt(name: str) -> Prompt:
    """The prompt of that name."""
    _, head, text = files(__name__).joinpath(f"{name}.md").read_text("utf-8").split(_FENCE, 2)
    return msgspec.convert({**tomllib.loads(head), "name": name, "text": text.strip()}, Prompt)


def names() -> tuple[str, ...]:
    """The names of all prompts."""
    found = (path.name for path in files(__name__).iterdir())
    return tuple(sorted(name.removesuffix(".md") for name in found if name.endswith(".md")))

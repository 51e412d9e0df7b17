"""The grammar of a language: families of sentences and small words, each in one split only.

`[a|b]` in a sentence is a choice, `{slot}` is said by whoever fills it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Literal, get_args

import msgspec

Split = Literal["train", "held-out"]
SPLITS: tuple[Split, ...] = get_args(Split)

_CHOICE = re.compile(r"\[([^\[\]]*)\]")
_SLOT = re.compile(r"\{([^{}]*)\}")
_FIRST = ("front", ", tail", "pred")
"""Slots that take a condition away from the noun phrases: said before these."""


class Unsayable(Exception):
    """These words cannot say this: another family may."""


class Forms(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"held_out": "held-out"}
):
    """Ways to say one thing, for training and held out."""

    train: tuple[str, ...] = ()
    held_out: tuple[str, ...] = ()

    def of(self, split: Split) -> tuple[str, ...]:
        """The ways of one split."""
        return self.train if split == "train" else self.held_out


class Family(msgspec.Struct, frozen=True):
    """One construction of sentences; its id names shape, split and place in the file."""

    id: str
    text: str


class Labels(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How bare schema labels are told apart, so that they can stand in a sentence."""

    calendar: tuple[str, ...]
    prepositions: tuple[str, ...]
    participles: tuple[str, ...]


class Grammar(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One language's file."""

    labels: Labels
    tenses: dict[str, dict[str, str]]
    numbers: str
    months: str
    days: Forms
    amounts: dict[str, Forms]
    years: dict[str, Forms]
    periods: dict[str, Forms]
    before: tuple[Forms, Forms]
    after: tuple[Forms, Forms]
    most: dict[str, Forms]
    least: dict[str, Forms]
    folds: dict[str, Forms]
    negated: Forms
    excluded: Forms
    either: Forms
    families: dict[str, Forms]
    foreign: Forms
    irrelevant: Forms
    unrelated: Forms
    syllables: tuple[str, ...]
    openings: Forms
    closings: Forms
    spellings: tuple[tuple[str, str], ...]

    def of(self, shape: str, split: Split) -> tuple[Family, ...]:
        """The families of one shape in one split."""
        forms = self.families[shape].of(split)
        return tuple(
            Family(f"{shape}.{split}.{place}", text) for place, text in enumerate(forms, 1)
        )

    def all(self, split: Split) -> Iterator[Family]:
        """Every family of a split."""
        for shape in self.families:
            yield from self.of(shape, split)


@lru_cache(maxsize=1)
def english() -> Grammar:
    """The grammar of this room."""
    path = Path(__file__).with_name("english.toml")
    return msgspec.toml.decode(path.read_bytes(), type=Grammar)


def fill(text: str, say: Callable[[str], str], chance: random.Random) -> str:
    """The sentence with its choices made and its slots said."""
    while found := _CHOICE.search(text):
        text = text[: found.start()] + chance.choice(found[1].split("|")) + text[found.end() :]
    slots = _SLOT.findall(text)
    slots.sort(key=lambda slot: slot not in _FIRST)
    said = {slot: say(slot) for slot in dict.fromkeys(slots)}
    return _SLOT.sub(lambda slot: said[slot[1]], text)


def tidy(text: str) -> str:
    """One space between words, none before a comma, a capital at the start."""
    text = re.sub(r"\s+", " ", text).strip()
    text = re.sub(r" ([,?.:;])", r"\1", text)
    text = re.sub(r"\ba (?=[aeioAEIO]|un(?!i))", "an ", text)
    return text[:1].upper() + text[1:]

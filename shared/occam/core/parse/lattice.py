"""A question as a lattice: its tokens, and at every place the slots that start there."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from occam.core.lexicon import Term
from occam.core.values import Period
from occam.core.words import Token


class Choice(msgspec.Struct, frozen=True):
    """A word of one of the pack's classes, read as a member of it."""

    group: str
    member: str


class Measure(msgspec.Struct, frozen=True):
    """A word for one of the measures of the type that questions are about."""

    attr: str
    word: str = ""


class Day(msgspec.Struct, frozen=True):
    """A date expression as written; without a `period` its year has to come from elsewhere."""

    text: str
    period: Period | None = None


Value = Term | Choice | Measure | Day | float


class Bound(msgspec.Struct, frozen=True):
    """What a slot or fragment of a pattern was filled with, and by which tokens.

    `one` says that the vertices are candidates of which the question means a single one.
    """

    name: str
    value: Value
    start: int
    end: int
    inside: tuple[int, int] | None = None
    one: bool = False


Reached = list[tuple[int, tuple[Bound, ...]]]


class Fill(msgspec.Struct, frozen=True):
    """Tokens up to `end` fill a slot; `inside` is a vertex mention that interrupts them."""

    end: int
    value: Value
    inside: tuple[int, int] | None = None


Grammar = Callable[["Lattice", str, int], Reached]


class Lattice:
    """What the matcher walks over; the grammar says what a fragment matches at a place."""

    def __init__(self, text: str, tokens: Sequence[Token], grammar: Grammar) -> None:
        self.text = text
        self.tokens = tokens
        self.texts = [token.text for token in tokens]
        self.slots: list[dict[str, list[Fill]]] = [{} for _ in tokens]
        self._grammar = grammar
        self._memory: dict[tuple[str, int], Reached] = {}

    def fragment(self, name: str, at: int) -> Reached:
        """What the fragment matches from this token on, worked out once."""
        if (name, at) not in self._memory:
            self._memory[name, at] = self._grammar(self, name, at)
        return self._memory[name, at]

    def __len__(self) -> int:
        return len(self.texts)

    def put(self, start: int, slot: str, fill: Fill) -> None:
        """Adds a reading of the tokens that begin at `start`."""
        self.slots[start].setdefault(slot, []).append(fill)

    def at(self, place: int) -> dict[str, list[Fill]]:
        """The slots that start at this token."""
        return self.slots[place] if place < len(self.slots) else {}

    def between(self, place: int) -> str:
        """The characters between this token and the one before it."""
        return self.text[self.tokens[place - 1].end : self.tokens[place].start]

    def phrase(self, start: int, end: int) -> str:
        """The characters that tokens [start, end) were written with."""
        return self.text[self.tokens[start].start : self.tokens[end - 1].end]

"""What stretches of a question may mean before they are put together."""

from __future__ import annotations

from typing import Literal, TypeVar

import msgspec

from occam.core.lexicon import Term
from occam.core.values import Period

Form = Literal["verb", "object", "role", "light"]


class Sense(msgspec.Struct, frozen=True):
    """A function word: one of the senses of the language."""

    group: str
    member: str


class Named(msgspec.Struct, frozen=True):
    """A name of the graph; `beside` is another one whose words interrupt its own."""

    term: Term
    beside: Term | None = None


class Amount(msgspec.Struct, frozen=True):
    """A number in digits or words."""

    value: float


class Decade(msgspec.Struct, frozen=True):
    """Ten years ("the 1990s")."""

    first: int


class Place(msgspec.Struct, frozen=True):
    """A place in an order: first, second, third."""

    value: int


class Dated(msgspec.Struct, frozen=True):
    """Days as written; without a `period` their year has to come from elsewhere."""

    text: str
    period: Period | None = None


class Thing(msgspec.Struct, frozen=True):
    """A word for a vertex type; `many` is None where it says nothing of how many. One that `ends`
    means the last day of what it names."""

    type: str
    many: bool | None = None
    ends: bool = False


class Prop(msgspec.Struct, frozen=True):
    """A word that names an attribute; `many` where all its values are meant ("the years")."""

    type: str
    attr: str
    many: bool = False


class Cue(msgspec.Struct, frozen=True):
    """A word that only goes with one attribute ("took part")."""

    type: str
    attr: str


class Grade(msgspec.Struct, frozen=True):
    """A superlative or comparative that names its attribute ("tallest", "taller")."""

    type: str
    attr: str
    greatest: bool
    compares: bool = False


class Beside(msgspec.Struct, frozen=True):
    """A name that a word says along with its own meaning ("swimmers": of swimming), and the slot
    that it fills."""

    name: str
    slot: str


class Among(msgspec.Struct, frozen=True):
    """A word that says more than the graph can tell, and the slots one of which has to be filled
    beside it ("skaters": a sport or an event by its name)."""

    slots: tuple[str, ...]


class Deed(msgspec.Struct, frozen=True):
    """A word for a relation, and what part it plays in saying it."""

    relation: str
    form: Form
    many: bool = False


class Glue(msgspec.Struct, frozen=True):
    """A word that joins and says nothing; it is `done` where it is a pack's own, as its verbs are
    ("hosted")."""

    done: bool = False


Reading = Sense | Named | Amount | Place | Dated | Thing | Prop | Cue | Grade | Deed | Glue
Kind = TypeVar("Kind")


class Span(msgspec.Struct, frozen=True):
    """Tokens [start, end) and all that they may mean. `fixed` is the spelling that was read in
    place of the written one."""

    start: int
    end: int
    readings: tuple[object, ...]
    fixed: str = ""

    def get(self, kind: type[Kind]) -> Kind | None:
        """The first reading of that kind."""
        for reading in self.readings:
            if isinstance(reading, kind):
                return reading
        return None

    def all(self, kind: type[Kind]) -> list[Kind]:
        """Every reading of that kind."""
        return [reading for reading in self.readings if isinstance(reading, kind)]

    def sense(self, group: str, *members: str) -> str:
        """The member under which the span carries a sense of this group, or nothing."""
        for reading in self.readings:
            if not isinstance(reading, Sense) or reading.group != group:
                continue
            if not members or reading.member in members:
                return reading.member
        return ""

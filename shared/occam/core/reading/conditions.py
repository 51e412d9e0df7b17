"""What a question says of things, once its words are put together."""

from __future__ import annotations

from typing import Literal

import msgspec

from occam.core.lexicon import Term
from occam.core.plan import Op
from occam.core.reading.items import Dated
from occam.core.values import Scalar


class Check(msgspec.Struct, frozen=True):
    """`attr op values` on a vertex of this type; `wider` are values to try where these find
    nothing, `one` says that a single vertex is meant, `term` the name it came from."""

    type: str
    attr: str
    op: Op
    values: tuple[Scalar, ...] = ()
    wider: tuple[Scalar, ...] = ()
    one: bool = False
    term: Term | None = None


class When(msgspec.Struct, frozen=True):
    """A period attribute against days that may still lack their year; `ends` where the last of its
    days is meant."""

    type: str
    attr: str
    op: Op
    dated: Dated
    ends: bool = False


class Tie(msgspec.Struct, frozen=True):
    """A relation whose far end is described: a type and what holds of it."""

    relation: str
    edges: tuple[str, ...]
    type: str
    far: tuple[Condition, ...] = ()


class Shift(msgspec.Struct, frozen=True):
    """So many steps along the ordering of a type, earlier or later than what `anchor` describes.

    `exact` steps lead from the anchor's own edition; the others may be found by name too.
    """

    type: str
    steps: int
    earlier: bool
    anchor: tuple[Condition, ...]


class Bound(msgspec.Struct, frozen=True):
    """`attr op` the value that the vertex `of` the same type has ("after Nagano 1998")."""

    type: str
    attr: str
    op: Op
    of: str


class Either(msgspec.Struct, frozen=True):
    """At least one of several conditions on a vertex of this type."""

    type: str
    options: tuple[Condition, ...]


class Condition(msgspec.Struct, frozen=True):
    """One condition and the tokens it was read from. `slot` says what kind it is: two conditions of
    a slot are alternatives, a contradiction, or two sides. `each` are the coordinated conditions
    that it unites, `joined` how; `also` are further ones said in the same breath."""

    slot: str
    body: Check | When | Tie | Shift | Either | Bound
    start: int
    end: int
    absent: bool = False
    each: tuple[Condition, ...] = ()
    joined: Literal["", "and", "or", "both"] = ""
    also: tuple[Condition, ...] = ()


class Tally(msgspec.Struct, frozen=True):
    """A number held against how many things or deeds there are ("more than ten events")."""

    op: Op
    value: float
    type: str = ""
    relation: str = ""

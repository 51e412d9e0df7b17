"""What a question wants, and of what: the last step before a plan."""

from __future__ import annotations

from typing import Literal

import msgspec

from occam.core.plan import Compared, Op
from occam.core.reading.conditions import Condition

Kind = Literal[
    "value", "target", "members", "count", "exists", "extreme", "top", "fold", "group", "groups",
    "holds", "every", "compare",
    "join", "lacking", "edition", "schema",
]  # fmt: skip


class Target(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked for beside the root: a type reached over a relation (over one `edge` of it
    where that is set) or in silence; `beyond` is a further type reached in silence from there ("the
    country of the winner"). `any` says that all who did any of it are meant ("the champions of A
    and B")."""

    type: str
    relation: str = ""
    beyond: str = ""
    many: bool = False
    any: bool = False
    edge: str = ""


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """The answer clause in the making; `summed` says that what is done over each edge of a relation
    counts by itself ("medals")."""

    kind: Kind
    attr: str = ""
    told: str = ""
    greatest: bool = True
    k: int = 0
    by: Literal["", "sum", "avg", "min", "max"] = ""
    op: Op | None = None
    number: float = 0
    compared: Compared | None = None
    target: Target | None = None
    other: Target | None = None
    same: bool = True
    repeated: bool = False
    every: bool = False
    summed: bool = False
    relation: str = ""


class Side(msgspec.Struct, frozen=True):
    """One side of a comparison: its own conditions, and its words."""

    conditions: tuple[Condition, ...]
    words: str


class Meaning(msgspec.Struct, frozen=True, kw_only=True):
    """One reading of a question, every phrase accounted for."""

    root: str
    wanted: Wanted
    conditions: tuple[Condition, ...] = ()
    sides: tuple[Side, ...] = ()

"""Where a node was written."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Position:
    """Where a node begins, counted as the server counts: lines from 1, columns from 0."""

    line: int = 0
    column: int = 0


NOWHERE = Position()


@dataclass(frozen=True, slots=True)
class Node:
    """Everything in the tree knows where it was written; equality ignores it."""

    at: Position = field(default=NOWHERE, compare=False, repr=False, kw_only=True)

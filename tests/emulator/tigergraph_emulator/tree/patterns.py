"""Patterns: ends joined by hops, one shape for both ways of writing them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal as OneOf

from tigergraph_emulator.tree.expressions import Expr
from tigergraph_emulator.tree.positions import Node

Direction = OneOf["forward", "backward", "undirected", "either"]
Style = OneOf["v1", "v2", "v3"]


@dataclass(frozen=True, slots=True)
class End(Node):
    """One vertex of a pattern: types, a vertex set or a parameter by name; no name is any type."""

    names: tuple[str, ...] = ()
    alias: str = ""
    fields: tuple[tuple[str, Expr], ...] = ()
    where: Expr | None = None


@dataclass(frozen=True, slots=True)
class EdgeAtom(Node):
    """One edge type with its direction; `_` and `ANY` are every edge type, spelled `""`."""

    name: str
    direction: Direction


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    """`*low..high`; None is a bound left out, `variable` a bound that is not a number."""

    low: int | None = None
    high: int | None = None
    variable: str = ""


@dataclass(frozen=True, slots=True)
class Hop(Node):
    """One edge of a pattern."""

    atoms: tuple[EdgeAtom, ...]
    alias: str = ""
    repeat: Repeat | None = None


@dataclass(frozen=True, slots=True)
class Path(Node):
    """One pattern: `ends` is one longer than `hops`."""

    ends: tuple[End, ...]
    hops: tuple[Hop, ...] = ()
    style: Style = "v2"

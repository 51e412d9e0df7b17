"""A question before it is said: its plan, and everything its sentence may speak of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from occam.core.plan import Plan, Query, Values
from occam.phrasing.conditions import Condition, rooted

Expected = Literal["answered", "ambiguous", "zero", "refused"]


@dataclass(kw_only=True)
class Side:
    """One of two things held against each other."""

    type: str
    conditions: list[Condition]

    @property
    def alone(self) -> Plan:
        """What must have one answer where the conditions are said of one thing."""
        return Query(root=rooted(self.type, self.conditions), answer=Values(attr="label"))


@dataclass(kw_only=True)
class Draft:
    """`shape` names the families that can say it; `around` says what the question is about instead
    of the root itself ("the edition before {root}"); `elsewhere` that this is another of its
    kind, so that no condition may stand apart from the root.

    `asks` and `nouns` are what is asked for, around `{root}`, and `shorts` without it; `words`
    fills further slots, each by one of several ways. `phrase` is what a refusal should name. Each
    of `premises` must come to what is said with it, or the question would rest on something false.
    `decided` wants one side, or a number above 0.
    """

    shape: str
    type: str
    conditions: list[Condition]
    plan: Plan | None = None
    around: str = ""
    elsewhere: bool = False
    asks: tuple[str, ...] = ()
    shorts: tuple[str, ...] = ()
    nouns: tuple[str, ...] = ()
    what: str = "what"
    words: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    left: Side | None = None
    right: Side | None = None
    expected: Expected = "answered"
    gap: str = ""
    phrase: str = ""
    premises: tuple[tuple[Plan, Expected], ...] = ()
    decided: bool = False

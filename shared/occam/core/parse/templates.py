"""Shapes of questions as plan templates: what a kind of question needs, and the plan it becomes."""

from __future__ import annotations

import msgspec


class Fragment(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part that patterns share. With a `type` it stands for the vertices of that type that all
    its slots describe together; `one` says that a question about a set must mean one of them."""

    match: tuple[str, ...]
    type: str = ""
    one: bool = False


class Phrase(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A stretch of a question and what it contributes.

    With a `plan` it qualifies the thing asked about, wherever it stands. Without one it only
    counts for the shapes that name its tag. `neutral` phrases need no shape's leave; `ignored`
    ones are declared filler, with the reason. `repeat` lets a question say several. `target` names
    the node of its plan that is asked about in place of the root. `beside` is the tag of another
    phrase without which this one means nothing. `unlikely` yields to any other reading. `borrows`
    are slots that the shape must fill. A `generic` phrase may name a class instead of one thing
    where a question about a set says so. A `conjoined` one names several values of something that
    each thing has once: it means them together, so only where things are counted or listed.
    """

    tag: str
    match: tuple[str, ...]
    plan: tuple[str, ...] = ()
    fallback: tuple[str, ...] = ()
    target: str = ""
    beside: str = ""
    unlikely: bool = False
    borrows: tuple[str, ...] = ()
    generic: bool = False
    neutral: bool = False
    repeat: bool = False
    conjoined: bool = False
    ignored: str = ""


class Side(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One side of a comparison: what sets it apart from the other."""

    plan: tuple[str, ...]
    name: str


class Shape(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of question.

    It fits when each tag of `needs` is there, and every phrase is needed, `optional`, neutral or a
    qualifier (one of `only`, where given, and none of `without`; at least `qualified` of them).
    Qualifiers are put on the nodes named in `focus` (the root where it is empty). `same` and
    `differ` join named nodes. With `compare` the plan holds `left` against `right`.
    """

    name: str
    needs: tuple[str, ...]
    answer: str
    optional: tuple[str, ...] = ()
    only: tuple[str, ...] | None = None
    without: tuple[str, ...] = ()
    qualified: int = 0
    root: str = ""
    focus: tuple[str, ...] = ("",)
    plan: tuple[str, ...] = ()
    fallbacks: tuple[tuple[str, ...], ...] = ()
    same: tuple[tuple[str, str], ...] = ()
    differ: tuple[tuple[str, str], ...] = ()
    compare: str = ""
    left: Side | None = None
    right: Side | None = None


class Hole(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a name is expected: words behind `after` or before `before` that no name matches.

    `year` holes take a number of four digits only.
    """

    expects: str
    year: bool = False
    after: tuple[str, ...] = ()
    before: tuple[str, ...] = ()


class Member(msgspec.Struct, frozen=True, kw_only=True):
    """A member of a class of words, and the fields that plans may refer to."""

    words: tuple[str, ...]
    fields: dict[str, tuple[str, ...]] = {}

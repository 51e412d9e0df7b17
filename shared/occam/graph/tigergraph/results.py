"""What the operators bring back, and how it is read from the rows of a query's result."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from occam.core.plan import Direction
from occam.core.values import Kind, Period, Scalar, Status

Record = Mapping[str, Any]
Number = int | float


class Member(msgspec.Struct, frozen=True, kw_only=True):
    """A vertex that qualifies, `sure` or perhaps, with the value that was asked for, if any."""

    id: str
    label: str
    documents: tuple[str, ...]
    sure: bool
    status: Status = "not_applicable"
    value: Scalar | None = None


class Members(msgspec.Struct, frozen=True, kw_only=True):
    """All that qualify, by id."""

    sure: int
    unsure: int
    members: tuple[Member, ...]


class Piece(msgspec.Struct, frozen=True):
    """One vertex that was counted, and the documents that it stands on."""

    id: str
    documents: tuple[str, ...]
    sure: bool


class Counted(msgspec.Struct, frozen=True, kw_only=True):
    """How many qualify, and who they are."""

    sure: int
    unsure: int
    evidence: tuple[Piece, ...]


class Ranked(msgspec.Struct, frozen=True, kw_only=True):
    """The winners in order, all ties among them, of `known` with a value; `doubts` are those whose
    value or qualification is not known and who could be among the winners."""

    sure: int
    unsure: int
    known: int
    winners: tuple[Member, ...]
    doubts: tuple[Member, ...]

    @property
    def could_change(self) -> bool:
        """Whether some completion of what is not known has other winners."""
        return bool(self.doubts)


class Folded(msgspec.Struct, frozen=True, kw_only=True):
    """What a fold is made from: `known` values of those that surely qualify, `blank` without one;
    `loose` and `loose_blank` are the same of those that perhaps do."""

    known: int
    blank: int = 0
    total: Number = 0
    least: Number | None = None
    greatest: Number | None = None
    loose: int = 0
    loose_blank: int = 0

    @property
    def average(self) -> float | None:
        """Nothing has no average."""
        return self.total / self.known if self.known else None


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """A group under its neighbour: `sure` belong, `held` surely or perhaps, and `ajar` of these may
    belong elsewhere as well; `folded` is over those that surely belong."""

    id: str
    label: str
    sure: int
    held: int
    ajar: int
    folded: Folded


class Grouped(msgspec.Struct, frozen=True, kw_only=True):
    """The groups by label and id; `unplaced` may belong to any group, and to one nobody names."""

    sure: int
    unsure: int
    unplaced: int
    heads: tuple[Head, ...]


class Stop(msgspec.Struct, frozen=True, kw_only=True):
    """A vertex on the way."""

    id: str
    label: str
    documents: tuple[str, ...]
    place: int = 0
    ajar: bool = False


class Relation(msgspec.Struct, frozen=True, kw_only=True):
    """One edge in one direction: exact numbers, and the first by label and id.

    `reached` are distinct; `ajar` counts, on the way out, who may lead elsewhere as well, on the
    way in, who may lead here.
    """

    near: str
    edge: str
    direction: Direction
    links: int
    reached: int
    ajar: int
    preview: tuple[Stop, ...]

    @property
    def truncated(self) -> bool:
        """Whether the preview leaves anyone out."""
        return len(self.preview) < self.reached


class Walked(msgspec.Struct, frozen=True, kw_only=True):
    """A path, step by step, from those of the named vertices that are there."""

    started: int
    steps: tuple[Relation, ...]


class Chained(msgspec.Struct, frozen=True, kw_only=True):
    """Editions in order of distance, the starts first; `afloat` do not say where they lead."""

    stops: tuple[Stop, ...]
    afloat: int


class Around(msgspec.Struct, frozen=True, kw_only=True):
    """The ids that are there, and every relation of each."""

    found: tuple[str, ...]
    relations: tuple[Relation, ...]


def documents(record: Record) -> tuple[str, ...]:
    """The documents of a row, sorted."""
    return tuple(sorted(json.loads(record["documents"] or "[]")))


def member(record: Record, kind: Kind | None) -> Member:
    """A row of `members`, `winners` or `doubts`, with its value of that kind."""
    status: Status = "unknown" if record["doubt"] else "not_applicable"
    value = _value(record, kind) if kind and record["known"] else None
    return Member(
        id=record["id"],
        label=record["label"],
        documents=documents(record),
        sure=record["sure"],
        status=status if value is None else "known",
        value=value,
    )


def _value(record: Record, kind: Kind) -> Scalar:
    match kind:
        case "integer":
            return record["whole"]
        case "flag":
            return bool(record["whole"])
        case "number":
            return float(record["exact"])
        case "text":
            return record["word"]
        case "period":
            return Period(start=record["first_day"], end=record["last_day"], days=record["word"])


def ranked(members: Sequence[Member], greatest: bool) -> tuple[Member, ...]:
    """By value, ties by label and id."""
    found = sorted(members, key=lambda one: (one.label, one.id))
    found.sort(key=lambda one: one.value, reverse=greatest)  # pyright: ignore[reportArgumentType, reportCallIssue]
    return tuple(found)


def folded(page: Record, kind: Kind) -> Folded:
    """The fold of one query; a number's least and greatest are spelt exactly."""
    least = greatest = None
    if page["known_total"] and kind == "integer":
        least, greatest = page["whole_least"], page["whole_greatest"]
    elif page["known_total"]:
        least, greatest = (float(min(page[f"number_{end}"])) for end in ("least", "greatest"))
    return Folded(
        known=page["known_total"],
        blank=page["doubt_total"],
        total=page["whole_sum"] if kind == "integer" else page["number_sum"],
        least=least,
        greatest=greatest,
        loose=page["loose_known_total"],
        loose_blank=page["loose_doubt_total"],
    )


def head(record: Record, kind: Kind | None) -> Head:
    """One group; without a kind nothing is folded."""
    part = "whole" if kind == "integer" else "number"
    known = record["known"] if kind else 0
    return Head(
        id=record["id"],
        label=record["label"],
        sure=record["sure"],
        held=record["held"],
        ajar=record["ajar"],
        folded=Folded(
            known=known,
            blank=record["doubt"] if kind else 0,
            total=record[f"{part}_sum"] if known else 0,
            least=record[f"{part}_least"] if known else None,
            greatest=record[f"{part}_greatest"] if known else None,
        ),
    )


def stop(record: Record) -> Stop:
    """A row of `stops` or `neighbours`."""
    return Stop(
        id=record["id"],
        label=record["label"],
        documents=documents(record),
        place=record.get("place", 0),
        ajar=record.get("ajar", False),
    )


def by_name(stops: Sequence[Stop]) -> tuple[Stop, ...]:
    """A preview in its order; the list that carries it has none."""
    return tuple(sorted(stops, key=lambda one: (one.label, one.id)))

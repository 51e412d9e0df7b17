"""Answers that are one number or one word over the matching roots: Count, Exists, Members, Fold."""

from __future__ import annotations

import math
from collections.abc import Sequence

from occam.core.conclusion import (
    Conclusion,
    Interval,
    Number,
    Reading,
    by_name,
    cell_of,
    undecided,
    unknown,
)
from occam.core.evidence import Row
from occam.core.gaps import MissingValue
from occam.core.plan import Count, Fold, Members, Node, Order, hops_of
from occam.core.record import Unknown
from occam.core.schema import Schema
from occam.core.spelling import spell_number


def count(
    reading: Reading, rows: Sequence[Row], clause: Count, schema: Schema | None
) -> Conclusion:
    """Known matches are the low end; what might match as well is the high end."""
    if clause.node:
        return _count_node(reading, rows, clause.node, schema)
    low = sum(row.truth == "yes" for row in rows)
    high = low + sum(row.truth == "unknown" for row in rows)
    return numbered(low, (low, high), reading.all_doubts(rows))


def _count_node(
    reading: Reading, rows: Sequence[Row], node: str, schema: Schema | None
) -> Conclusion:
    """Distinct vertices reached. An open hop may hide any number of vertices, so the high end is
    unbounded, unless every hop on the way leads to one target at most: then it hides one."""
    sure: set[str] = set()
    maybe: set[str] = set()
    doubts: list[Unknown] = []
    opened = 0
    for row in rows:
        if row.truth == "no":
            continue
        for vertex in row.nodes.get(node, ()):
            known = row.truth == "yes" and vertex.truth == "yes"
            (sure if known else maybe).add(vertex.id)
        if node in row.open:
            opened += 1
        if node in row.open or row.truth == "unknown":
            doubts.extend(reading.doubts(row))
    high: float | None = len(sure | maybe) + opened
    if opened and not _one_at_most(reading.query.root, node, schema):
        high = None
    return numbered(len(sure), (len(sure), high), tuple(doubts))


def _one_at_most(node: Node, name: str, schema: Schema | None) -> bool:
    """Whether every hop from here to the named node has one target at most."""
    if schema is None:
        return False
    for hop in hops_of(node):
        single = hop.direction == "out" and schema.edges[hop.edge].single
        if hop.node.name == name:
            return single
        if single and _one_at_most(hop.node, name, schema):
            return True
    return False


def exists(reading: Reading, rows: Sequence[Row]) -> Conclusion | MissingValue:
    """Yes or no; where only an unknown could say yes, the value that would tell is missing."""
    if any(row.truth == "yes" for row in rows):
        return Conclusion(answer=("Yes",), value=True)
    if any(row.truth == "unknown" for row in rows):
        return undecided(reading, rows)
    return Conclusion(answer=("No",), value=False)


def members(reading: Reading, rows: Sequence[Row], clause: Members) -> Conclusion:
    """The known members in order; those that only might belong are unknowns, never in the list."""
    found = ordered([row for row in rows if row.truth == "yes"], clause.order)
    doubts = list(reading.all_doubts(rows))
    might = sum(row.truth == "unknown" for row in rows)
    shown = found[: clause.limit] if clause.limit else found
    unsorted = [row for row in found if clause.order and _blank(row, clause.order.attr)]
    if clause.order:
        doubts += [_doubt(row, clause.order.attr) for row in unsorted]
    return Conclusion(
        answer=tuple(row.label for row in shown),
        value=len(found),
        interval=(len(found), len(found) + might) if might else None,
        could_change=bool(might or unsorted),
        unknowns=tuple(doubts),
    )


def ordered(rows: Sequence[Row], order: Order | None) -> list[Row]:
    """Known values first, ties by label and id, unknown values last."""
    named = sorted(rows, key=by_name)
    if order is None:
        return named
    known = [row for row in named if cell_of(row, order.attr).status == "known"]
    rest = [row for row in named if cell_of(row, order.attr).status != "known"]
    known.sort(key=lambda row: cell_of(row, order.attr).value, reverse=order.descending)  # pyright: ignore[reportArgumentType, reportCallIssue]
    return known + rest


def fold(reading: Reading, rows: Sequence[Row], clause: Fold) -> Conclusion | MissingValue:
    """One number over the known values, and the range in which unknown ones leave it.

    A value that is not known is taken to lie at or above zero when no known value is below it, as
    the counts of a measure do; otherwise nothing is assumed of it.
    """
    given = Given(rows, clause.attr)
    doubts = (*reading.all_doubts(rows), *given.doubts)
    if not given.sure and (given.blank or given.optional or given.loose):
        if given.doubts:
            first, others = given.doubts[0], len(given.doubts)
            return MissingValue(
                vertex=first.vertex,
                label=first.label,
                attr=first.attr,
                cause=first.cause + (f" (nor for {others - 1} more)" if others > 1 else ""),
                documents=given.blank_documents,
            )
        return undecided(reading, rows)
    number = folded(given.sure, clause.by)
    if number is None:
        return Conclusion()
    return numbered(number, given.interval(clause.by), doubts)


class Given:
    """The values a fold sees: `sure` ones, `optional` ones of rows that only might match, and how
    many there are without a value (`blank` of matching rows, `loose` of possible ones)."""

    def __init__(self, rows: Sequence[Row], attr: str, sure: frozenset[str] | None = None) -> None:
        self.sure: list[Number] = []
        self.optional: list[Number] = []
        self.blank = 0
        self.loose = 0
        self.doubts: list[Unknown] = []
        self.blank_documents: tuple[str, ...] = ()
        for row in rows:
            if row.truth != "no":
                self._take(row, attr, row.truth == "yes" and (sure is None or row.id in sure))

    def _take(self, row: Row, attr: str, certain: bool) -> None:
        cell = cell_of(row, attr)
        if cell.status == "known":
            (self.sure if certain else self.optional).append(cell.value)  # pyright: ignore[reportArgumentType]
        elif cell.status == "unknown":
            self.blank += certain
            self.loose += not certain
            if certain:
                self.doubts.append(_doubt(row, attr))
                self.blank_documents = (*self.blank_documents, *row.documents)

    def interval(self, by: str) -> Interval:
        """Every completion of the unknowns folds to a number in here; None is no limit."""
        floor = 0 if all(value >= 0 for value in (*self.sure, *self.optional)) else None
        hidden = self.blank + self.loose
        if by == "sum":
            low = math.fsum((*self.sure, *(value for value in self.optional if value < 0)))
            high = math.fsum((*self.sure, *(value for value in self.optional if value > 0)))
            return (
                None if hidden and floor is None else _whole(low),
                None if hidden else _whole(high),
            )
        if by == "avg":
            return self._average(floor)
        known = (*self.sure, *self.optional)
        if by == "min":
            return (floor if hidden else min(known)), min(self.sure)
        return max(self.sure), (None if hidden else max(known))

    def _average(self, floor: int | None) -> Interval:
        hidden = self.blank + self.loose
        if hidden and floor is None:
            return None, None
        low = list(self.sure) + [0] * self.blank
        for value in sorted((*self.optional, *[0] * self.loose)):
            if value < math.fsum(low) / len(low):
                low.append(value)
        high = list(self.sure)
        for value in sorted(self.optional, reverse=True):
            if value > math.fsum(high) / len(high):
                high.append(value)
        return folded(low, "avg"), (None if hidden else folded(high, "avg"))


def folded(values: Sequence[Number], by: str) -> Number | None:
    """The fold of plain numbers; nothing adds up to zero and has no average, least or greatest."""
    if by == "sum":
        return _whole(math.fsum(values))
    if not values:
        return None
    if by == "avg":
        return _whole(math.fsum(values) / len(values))
    return min(values) if by == "min" else max(values)


def numbered(number: Number, interval: Interval, doubts: tuple[Unknown, ...]) -> Conclusion:
    """A number as an answer; its interval is told only when it is more than the number itself."""
    open_ended = interval != (number, number)
    return Conclusion(
        answer=(spell_number(number),),
        value=number,
        interval=interval if open_ended else None,
        could_change=open_ended,
        unknowns=doubts,
    )


def _whole(number: float) -> Number:
    return int(number) if number.is_integer() else number


def _blank(row: Row, attr: str) -> bool:
    return cell_of(row, attr).status == "unknown"


def _doubt(row: Row, attr: str) -> Unknown:
    return unknown(row, attr, cell_of(row, attr).cause)

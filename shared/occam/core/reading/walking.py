"""Moves along a line of spans: what stands next to what, small words aside."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from occam.core.reading.items import Cue, Glue, Span


class Unmapped(Exception):
    """A phrase that has no place in the meaning."""

    def __init__(self, span: Span) -> None:
        super().__init__(span.start)
        self.span = span


class Misled(Unmapped):
    """A phrase that is understood and that no plan says, whoever writes it."""


Wanted = Callable[[Span], object]

TELLING = ("who", "where", "when", "count", "often", "why")
SOFT = frozenset({"every", "passive", "amount", "receiver"})


def loose(span: Span) -> bool:
    """True for a span that may stand anywhere and say nothing."""
    if span.sense("ask", *TELLING) and not span.sense("amount"):
        return False
    return any(
        isinstance(reading, Glue | Cue) or getattr(reading, "group", "") in SOFT
        for reading in span.readings
    )


def is_had(span: Span) -> bool:
    """True for a verb of having: what stands behind it is had, not asked for ("which had a …")."""
    return bool(span.sense("ask", "auxiliary")) and not span.sense("copula")


def find(line: Sequence[Span], at: int, step: int, wanted: Wanted) -> int | None:
    """The next place in this direction with what is wanted, only loose spans between."""
    place = at + step
    while 0 <= place < len(line):
        if wanted(line[place]):
            return place
        if not loose(line[place]):
            return None
        place += step
    return None


def beyond(line: Sequence[Span], at: int, step: int) -> int | None:
    """The next place in this direction that is not loose."""
    return find(line, at, step, lambda span: not loose(span))


def merged(line: Sequence[Span], start: int, end: int, *readings: object) -> list[Span]:
    """The line with the spans of places [start, end) made one."""
    span = Span(line[start].start, line[end - 1].end, readings)
    return [*line[:start], span, *line[end:]]


def kept(span: Span, *readings: object) -> Span:
    """The span with other readings."""
    return msgspec.structs.replace(span, readings=readings)

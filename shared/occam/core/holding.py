"""Holds: a number of matches against a bar, its range included."""

from __future__ import annotations

from collections.abc import Sequence

from occam.core.conclusion import Conclusion, Reading, documents_of, unknown
from occam.core.evidence import Row
from occam.core.gaps import MissingValue
from occam.core.grouping import OPS
from occam.core.plan import Count, Having, Holds
from occam.core.record import Unknown
from occam.core.schema import Schema
from occam.core.tally import count


def holds(
    reading: Reading, rows: Sequence[Row], clause: Holds, schema: Schema | None
) -> Conclusion | MissingValue:
    """Yes or no; where what is unknown could tip it, the value that would tell is missing."""
    found = count(reading, rows, Count(node=clause.node), schema)
    assert isinstance(found.value, int | float)
    low, high = found.interval or (found.value, found.value)
    verdict = verdict_of(clause.having, low or 0, high)
    if verdict is None:
        return _open(found.unknowns, rows)
    return Conclusion(answer=("Yes" if verdict else "No",), value=verdict, unknowns=found.unknowns)


def _open(unknowns: Sequence[Unknown], rows: Sequence[Row]) -> MissingValue:
    """Names the first value that could tip the number over the bar."""
    might = [row for row in rows if row.truth == "unknown" or row.open]
    first = unknowns[0] if unknowns else unknown(might[0], "")
    others = f" ({len(might)} could tip it)" if len(might) > 1 else ""
    return MissingValue(
        vertex=first.vertex,
        label=first.label,
        attr=first.attr,
        cause=(first.cause or "the sources do not say") + others,
        documents=documents_of(might),
    )


def verdict_of(having: Having, low: float, high: float | None) -> bool | None:
    """What every number from low to high (None: without end) says of the bar; None where they
    differ."""
    test, bar = OPS[having.op], having.value
    far = float("inf") if high is None else high
    if having.op == "eq" and low != far:
        return None if low <= bar <= far else False
    ends = {test(low, bar), test(far, bar)}
    return ends.pop() if len(ends) == 1 else None

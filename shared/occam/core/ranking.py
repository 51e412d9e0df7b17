"""Answers that rank the matching roots: Extreme and TopK, every tie included."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import ge, le
from typing import Any

from occam.core.conclusion import (
    Conclusion,
    Finding,
    Number,
    Reading,
    by_name,
    cell_of,
    documents_of,
    undecided,
    unknown,
)
from occam.core.evidence import Row
from occam.core.gaps import Empty, MissingValue
from occam.core.plan import Extreme, ExtremeValues, Order, TopK, Values
from occam.core.single import nothing, values
from occam.core.tally import ordered


def extreme(reading: Reading, rows: Sequence[Row], clause: Extreme) -> Conclusion | MissingValue:
    """Every root that has the greatest or least known value."""
    return _first(reading, rows, clause.attr, 1, clause.greatest)


def extreme_values(reading: Reading, rows: Sequence[Row], clause: ExtremeValues) -> Finding:
    """What is told of every root that has the greatest or least known value; there has to be
    one."""
    ranked = extreme(reading, rows, Extreme(attr=clause.attr, greatest=clause.greatest))
    if isinstance(ranked, MissingValue):
        return ranked
    if not ranked.answer:
        return Empty(step=nothing(reading, rows))
    known = [
        row for row in rows if row.truth == "yes" and cell_of(row, clause.attr).value is not None
    ]
    best = (max if clause.greatest else min)(_value(row, clause.attr) for row in known)
    first = sorted((row for row in known if _value(row, clause.attr) == best), key=by_name)
    found = [values(reading, (row,), Values(attr=clause.told, node=clause.node)) for row in first]
    told = [each for each in found if isinstance(each, Conclusion)]
    if len(told) < len(found):
        return next(each for each in found if not isinstance(each, Conclusion))
    return Conclusion(
        answer=tuple(dict.fromkeys(text for each in told for text in each.answer)),
        value=told[0].value if len(told) == 1 else None,
        could_change=ranked.could_change or any(each.could_change for each in told),
        unknowns=(*ranked.unknowns, *(doubt for each in told for doubt in each.unknowns)),
    )


def top_k(reading: Reading, rows: Sequence[Row], clause: TopK) -> Conclusion | MissingValue:
    """The first k roots and all that tie with the last of them."""
    found = _first(reading, rows, clause.attr, clause.k, clause.descending)
    if isinstance(found, MissingValue):
        return found
    return Conclusion(answer=found.answer, could_change=found.could_change, unknowns=found.unknowns)


def _first(
    reading: Reading, rows: Sequence[Row], attr: str, k: int, descending: bool
) -> Conclusion | MissingValue:
    known = [row for row in rows if row.truth == "yes" and cell_of(row, attr).status == "known"]
    blank = [row for row in rows if row.truth == "yes" and cell_of(row, attr).status == "unknown"]
    might = [row for row in rows if row.truth == "unknown"]
    if not known:
        return _none_known(reading, rows, attr, blank)
    ranked = ordered(known, Order(attr=attr, descending=descending))
    last = _value(ranked[min(k, len(ranked)) - 1], attr)
    reaches: Callable[[Any, Any], bool] = ge if descending else le
    winners = [row for row in ranked if reaches(_value(row, attr), last)]
    risen = [row for row in might if _could_enter(row, attr, last, reaches, len(ranked) < k)]
    return Conclusion(
        answer=tuple(row.label for row in winners),
        value=_number(last),
        could_change=bool(blank or risen),
        unknowns=(
            *(unknown(row, attr, cell_of(row, attr).cause) for row in blank),
            *reading.all_doubts(risen),
        ),
    )


def _none_known(
    reading: Reading, rows: Sequence[Row], attr: str, blank: Sequence[Row]
) -> Conclusion | MissingValue:
    """No known value to rank: a proven nothing, or the first value that is missing."""
    if blank:
        others = f" (nor for {len(blank) - 1} more)" if len(blank) > 1 else ""
        return MissingValue(
            vertex=blank[0].id,
            label=blank[0].label,
            attr=attr,
            cause=(cell_of(blank[0], attr).cause or "the sources do not say") + others,
            documents=documents_of(blank),
        )
    if any(row.truth == "unknown" for row in rows):
        return undecided(reading, rows)
    return Conclusion()


def _could_enter(
    row: Row, attr: str, last: Any, reaches: Callable[[Any, Any], bool], short: bool
) -> bool:
    """Whether a row that only might match could beat or tie with the last winner if it did."""
    cell = cell_of(row, attr)
    if cell.status == "not_applicable":
        return False
    return short or cell.status == "unknown" or reaches(cell.value, last)


def _value(row: Row, attr: str) -> Any:
    return cell_of(row, attr).value


def _number(value: Any) -> Number | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None

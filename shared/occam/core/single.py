"""Values and AllValues: the question wants one thing, or every value that there is.

One row, or several that say the same, answer the first.
"""

from __future__ import annotations

from collections.abc import Sequence

from occam.core.conclusion import (
    Conclusion,
    Finding,
    Number,
    Reading,
    by_name,
    cell_of,
    documents_of,
    unknown,
)
from occam.core.describe import describe_pattern
from occam.core.evidence import Reached, Row
from occam.core.gaps import Candidate, Empty, MissingValue, Shortlist
from occam.core.plan import AllValues, Values
from occam.core.record import Unknown
from occam.core.spelling import listed, spell
from occam.core.values import Period, Scalar

NAMED = 3


def values(reading: Reading, rows: Sequence[Row], clause: Values) -> Finding:
    """The asked value of the one match; several matches with different values are a shortlist.

    Rows that only might match never answer, but they could be a second match: they are unknowns.
    """
    found = [row for row in rows if row.truth == "yes"]
    if not found:
        return Empty(step=nothing(reading, rows))
    said = {row.id: _answer(reading, row, clause) for row in found}
    if len(found) > 1 and (len(set(said.values())) > 1 or () in said.values()):
        asked = clause.node or clause.attr
        return Shortlist(candidates=_candidates(found, said, asked))
    if not said[found[0].id]:
        return _missing(reading, found[0], clause)
    doubts = (*reading.all_doubts(rows), *_half_known(reading, found, clause))
    return Conclusion(
        answer=said[found[0].id],
        value=_number(reading, found[0], clause),
        could_change=bool(doubts),
        unknowns=doubts,
    )


def all_values(reading: Reading, rows: Sequence[Row], clause: AllValues) -> Conclusion:
    """Each value of the matches once, the least first; what might match, or lacks the value, could
    add others."""
    found = [row for row in rows if row.truth == "yes"]
    standing = [each for row in found for each in _standing(reading, row, clause)]
    cells = [cell_of(each, clause.attr) for each in standing]
    said = {cell.value for cell in cells if cell.value is not None}
    doubts = (*reading.all_doubts(rows), *_half_known(reading, found, clause))
    blank = any(cell.status == "unknown" for cell in cells)
    return Conclusion(
        answer=tuple(dict.fromkeys(map(spell, sorted(said, key=_place)))),
        could_change=blank or bool(doubts),
        unknowns=doubts,
    )


def _place(value: Scalar) -> tuple[bool, float, str]:
    """Numbers by size, days by when they are, texts by their letters."""
    if isinstance(value, int | float):
        return False, float(value), ""
    return True, 0.0, value.days if isinstance(value, Period) else value


def nothing(reading: Reading, rows: Sequence[Row]) -> str:
    """What nothing is known to match, and how many might for all that the sources say."""
    step = describe_pattern(reading.query, reading.schema, pool_only=not rows)
    might = [row.label for row in rows if row.truth == "unknown"]
    if not might:
        return step
    return f"{step} (the sources leave it open for {listed(sorted(might), limit=NAMED)})"


def _standing(reading: Reading, row: Row, clause: Values | AllValues) -> Sequence[Row | Reached]:
    """The vertices whose attribute is asked for."""
    return reading.told(row, clause.node) if clause.node else (row,)


def _answer(reading: Reading, row: Row, clause: Values) -> tuple[str, ...]:
    cells = [cell_of(vertex, clause.attr) for vertex in _standing(reading, row, clause)]
    said = [spell(cell.value) for cell in cells if cell.value is not None]
    return tuple(dict.fromkeys(said))


def _number(reading: Reading, row: Row, clause: Values) -> Number | bool | None:
    standing = _standing(reading, row, clause)
    value = cell_of(standing[0], clause.attr).value if len(standing) == 1 else None
    return value if isinstance(value, bool | int | float) else None


def _missing(reading: Reading, row: Row, clause: Values) -> MissingValue:
    """Names the value that the one match does not have."""
    standing = _standing(reading, row, clause)
    if not standing:
        lacking = unknown(row, reading.edges.get(clause.node, clause.node))
    else:
        cell = cell_of(standing[0], clause.attr)
        cause = "not applicable" if cell.status == "not_applicable" else cell.cause
        lacking = unknown(standing[0], clause.attr, cause)
    return MissingValue(
        vertex=lacking.vertex,
        label=lacking.label,
        attr=lacking.attr,
        cause=lacking.cause or "the sources do not say",
        documents=row.documents,
    )


def _half_known(
    reading: Reading, found: Sequence[Row], clause: Values | AllValues
) -> list[Unknown]:
    """Where more may stand at a matching row's node, or what stands there lacks the attribute."""
    doubts: list[Unknown] = []
    edge = reading.edges.get(clause.node, clause.node)
    for row in found:
        more = sum(vertex.truth == "unknown" for vertex in row.nodes.get(clause.node, ()))
        if more:
            doubts.append(unknown(row, edge, f"{more} more might stand there"))
        if clause.node in row.open:
            doubts.append(unknown(row, edge, "the sources do not name all"))
        for vertex in _standing(reading, row, clause):
            cell = cell_of(vertex, clause.attr)
            if cell.status == "unknown":
                doubts.append(unknown(vertex, clause.attr, cell.cause))
    return doubts


def _candidates(
    found: Sequence[Row], said: dict[str, tuple[str, ...]], asked: str
) -> tuple[Candidate, ...]:
    """Each match with its answer and what else the others do not share."""
    traits = {row.id: _traits(row) for row in found}
    telling = [
        key
        for key in dict.fromkeys(key for mine in traits.values() for key in mine)
        if key != asked and len({mine.get(key, "") for mine in traits.values()}) > 1
    ]
    return tuple(
        Candidate(
            id=row.id,
            label=row.label,
            differs={key: traits[row.id][key] for key in telling if key in traits[row.id]},
            answer=said[row.id],
            documents=documents_of((row,)),
        )
        for row in sorted(found, key=by_name)
    )


def _traits(row: Row) -> dict[str, str]:
    traits = {
        attr: "unknown" if cell.value is None else spell(cell.value)
        for attr, cell in sorted(row.cells.items())
    }
    for name, vertices in sorted(row.nodes.items()):
        traits[name] = ", ".join(vertex.label for vertex in vertices) or "unknown"
    return traits

"""From evidence to conclusion: the one place where rows become an answer, whoever read them.

Low ends are what is known, high ends what unknown values could add. A set that is empty although
every term exists is a proven zero: Count, Exists and the lists answer it. Only a plan that wants
one thing has a gap when there is none.
"""

from __future__ import annotations

from collections.abc import Sequence

from occam.core.comparing import compare
from occam.core.conclusion import Conclusion, Finding, Reading, Share
from occam.core.evidence import Row, Rows, Source
from occam.core.gaps import Truncated
from occam.core.grouping import group, groups
from occam.core.holding import holds
from occam.core.plan import (
    AllValues,
    Compare,
    Count,
    Exists,
    Extreme,
    ExtremeValues,
    Fold,
    Group,
    Groups,
    Holds,
    Members,
    Plan,
    Query,
    TopK,
    Total,
    Values,
    leaves,
)
from occam.core.ranking import extreme, extreme_values, top_k
from occam.core.schema import Schema
from occam.core.single import all_values, values
from occam.core.summing import total
from occam.core.tally import count, exists, fold, members

__all__ = ["Conclusion", "Share", "conclude"]


def conclude(
    plan: Plan,
    evidence: tuple[Rows, ...],
    schema: Schema | None = None,
    sources: Sequence[Source] = (),
) -> Conclusion:
    """The answer that the evidence of a plan's queries gives, or the gap that it leaves.

    The schema sharpens what is said of unknown hops; without it they are named more broadly. The
    sources say in which order a page names several; without them the order is that of the rows.
    """
    found = _found(plan, evidence, schema, sources)
    return found if isinstance(found, Conclusion) else Conclusion(gap=found)


def _found(
    plan: Plan, evidence: tuple[Rows, ...], schema: Schema | None, sources: Sequence[Source]
) -> Finding:
    for rows in evidence:
        if rows.truncated_at is not None:
            return Truncated(got=len(rows.rows), of=rows.truncated_at)
    if isinstance(plan, Query):
        return _query(Reading(plan, schema, sources), evidence[0].rows, schema)
    if isinstance(plan, Total):
        return _side(plan, evidence, schema)
    return _sides(plan, evidence, schema)


def _sides(plan: Compare, evidence: tuple[Rows, ...], schema: Schema | None) -> Finding:
    half = len(leaves(plan.left))
    left = _side(plan.left, evidence[:half], schema)
    if not isinstance(left, Conclusion):
        return left
    right = _side(plan.right, evidence[half:], schema)
    if not isinstance(right, Conclusion):
        return right
    return compare(plan, left, right)


def _side(plan: Query | Total, evidence: tuple[Rows, ...], schema: Schema | None) -> Finding:
    if isinstance(plan, Query):
        return _query(Reading(plan, schema), evidence[0].rows, schema)
    parts: list[Conclusion] = []
    for query, rows in zip(plan.parts, evidence, strict=True):
        found = _query(Reading(query, schema), rows.rows, schema)
        if not isinstance(found, Conclusion):
            return found
        parts.append(found)
    return total(plan, parts)


def _query(reading: Reading, rows: Sequence[Row], schema: Schema | None) -> Finding:
    match reading.query.answer:
        case Values() as clause:
            return values(reading, rows, clause)
        case AllValues() as clause:
            return all_values(reading, rows, clause)
        case Members() as clause:
            return members(reading, rows, clause)
        case Count() as clause:
            return count(reading, rows, clause, schema)
        case Extreme() as clause:
            return extreme(reading, rows, clause)
        case ExtremeValues() as clause:
            return extreme_values(reading, rows, clause)
        case TopK() as clause:
            return top_k(reading, rows, clause)
        case Fold() as clause:
            return fold(reading, rows, clause)
        case Group() as clause:
            return group(reading, rows, clause)
        case Groups() as clause:
            return groups(reading, rows, clause)
        case Holds() as clause:
            return holds(reading, rows, clause, schema)
        case Exists():
            return exists(reading, rows)

"""Between several matches: apply what the question states, never a preference.

A plan may use a stated constraint loosely, so that nothing is missed: a day inside a longer period,
a part of a name, a name in another spelling. What the question says to the letter then decides. If
several still fit, all of them are the answer, with the question that would separate them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from occam.core.conclude import conclude
from occam.core.conclusion import predicates_of
from occam.core.evidence import Row, Rows
from occam.core.gaps import Ambiguous, AnyGap, Candidate, Shortlist
from occam.core.plan import Compare, Plan, Predicate, Query, leaves
from occam.core.record import Constraint
from occam.core.schema import Schema
from occam.core.spelling import listed
from occam.core.values import Period

NAMED = 6

Test = Callable[[Row], bool]


class Narrowed(msgspec.Struct, frozen=True, kw_only=True):
    """The plan and the evidence that remain, what was applied, and the gap still open or None."""

    plan: Plan
    evidence: tuple[Rows, ...]
    stated: tuple[str, ...] = ()
    gap: AnyGap | None = None


def narrow(
    plan: Plan,
    evidence: tuple[Rows, ...],
    constraints: Sequence[Constraint] = (),
    schema: Schema | None = None,
) -> Narrowed:
    """Apply the letter of the question to a shortlist; what stays several is ambiguous.

    The remaining plan pins its roots by id, so that the bound can be asked for the same pool.
    """
    phrases = [line.phrase for line in constraints if line.became in ("predicate", "hop")]
    stated: list[str] = []
    queries: list[Query] = []
    pools: list[Rows] = []
    for query, pool in zip(leaves(plan), evidence, strict=True):
        kept = _kept(query, pool.rows, phrases, stated)
        queries.append(_pinned(query, kept) if len(kept) < len(pool.rows) else query)
        pools.append(msgspec.structs.replace(pool, rows=tuple(kept)))
    remaining = _rebuilt(plan, queries)
    gap = conclude(remaining, tuple(pools), schema).gap
    if isinstance(gap, Shortlist):
        question = clarify(gap.candidates, remaining, schema)
        gap = Ambiguous(candidates=gap.candidates, clarify=question)
    return Narrowed(plan=remaining, evidence=tuple(pools), stated=tuple(stated), gap=gap)


def clarify(
    candidates: Sequence[Candidate], plan: Plan | None, schema: Schema | None = None
) -> str:
    """The question whose answer would leave one candidate."""
    trait, named = _telling(candidates)
    kind = trait if trait else _kind(plan, schema)
    return f"Which {kind} do you mean: {listed(named, 'or', NAMED)}?"


def _telling(candidates: Sequence[Candidate]) -> tuple[str, list[str]]:
    """What tells the candidates apart: their labels, else an attribute, else their ids."""
    labels = [candidate.label for candidate in candidates]
    if len(set(labels)) == len(labels):
        return "", labels
    for trait in dict.fromkeys(key for candidate in candidates for key in candidate.differs):
        said = [candidate.differs.get(trait, "") for candidate in candidates]
        if len(set(said)) == len(said):
            return trait, said
    return "", [f"{candidate.label} ({candidate.id})" for candidate in candidates]


def _kind(plan: Plan | None, schema: Schema | None) -> str:
    if plan is None:
        return "one"
    root = leaves(plan)[0].root.type
    return schema.vertices[root].labels[0] if schema else root.lower()


def _kept(
    query: Query, rows: Sequence[Row], phrases: Sequence[str], stated: list[str]
) -> list[Row]:
    """The rows that fit the question's letter, with those that might match left in."""
    found = [row for row in rows if row.truth == "yes"]
    for said, fits in (*_exact_values(query), *_exact_names(found, phrases)):
        fitting = [row for row in found if fits(row)]
        if 0 < len(fitting) < len(found):
            found = fitting
            stated.append(said)
    if len(found) == sum(row.truth == "yes" for row in rows):
        return list(rows)
    kept = {row.id for row in found}
    return [row for row in rows if row.id in kept or row.truth == "unknown"]


def _exact_values(query: Query) -> Iterator[tuple[str, Test]]:
    """Days that must only be covered, or text only contained: the same days, the same text."""
    for predicate in predicates_of(query.root):
        if predicate.op in ("covers", "within") and isinstance(predicate.values[0], Period):
            yield f"{predicate.attr} to the day", _same_days(predicate.attr, predicate.values[0])
        elif predicate.op == "contains":
            yield f"{predicate.attr} in full", _same_text(predicate.attr, str(predicate.values[0]))


def _same_days(attr: str, period: Period) -> Test:
    def fits(row: Row) -> bool:
        value = row.cells[attr].value
        return isinstance(value, Period) and value.days == period.days

    return fits


def _same_text(attr: str, text: str) -> Test:
    def fits(row: Row) -> bool:
        value = row.label if attr == "label" else row.cells[attr].value
        return isinstance(value, str) and value.casefold() == text.casefold()

    return fits


def _exact_names(rows: Sequence[Row], phrases: Sequence[str]) -> Iterator[tuple[str, Test]]:
    """A name that the question spells exactly as one candidate, or what stands in it, is called."""
    for phrase in phrases:
        if any(phrase in _names(row) for row in rows):
            yield f"“{phrase}” to the letter", lambda row, phrase=phrase: phrase in _names(row)


def _names(row: Row) -> set[str]:
    return {row.label, *(vertex.label for group in row.nodes.values() for vertex in group)}


def _pinned(query: Query, rows: Sequence[Row]) -> Query:
    pin = Predicate(attr="id", op="in", values=tuple(sorted(row.id for row in rows)))
    root = msgspec.structs.replace(query.root, where=(*query.root.where, pin))
    return msgspec.structs.replace(query, root=root)


def _rebuilt(plan: Plan, queries: Sequence[Query]) -> Plan:
    if isinstance(plan, Compare):
        return msgspec.structs.replace(plan, left=queries[0], right=queries[1])
    return queries[0]

"""Between several matches: apply what the question states and the asker chose, no preference.

A plan may use a stated constraint loosely, so that nothing is missed: a day inside a longer period,
a part of a name, a name in another spelling. What the question says to the letter then decides. If
several still fit, all of them are the answer, with the question that would separate them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from occam.core.choice import after, offered, open_choice, refused, taken
from occam.core.choice import chosen as line_of
from occam.core.clarify import which_one
from occam.core.conclude import conclude
from occam.core.conclusion import predicates_of
from occam.core.evidence import Row, Rows
from occam.core.gaps import Ambiguous, AnyGap, Candidate, Shortlist
from occam.core.plan import Compare, Plan, Predicate, Query, Total, leaves
from occam.core.record import Constraint
from occam.core.schema import Schema
from occam.core.values import Period

Test = Callable[[Row], bool]


class Narrowed(msgspec.Struct, frozen=True, kw_only=True):
    """The plan and the evidence that remain, what was applied of the question, what of the asker's
    choice, and the gap still open or None."""

    plan: Plan
    evidence: tuple[Rows, ...]
    stated: tuple[str, ...] = ()
    chosen: tuple[Constraint, ...] = ()
    gap: AnyGap | None = None


def narrow(
    plan: Plan,
    evidence: tuple[Rows, ...],
    constraints: Sequence[Constraint] = (),
    schema: Schema | None = None,
    choice: str = "",
) -> Narrowed:
    """Apply the letter of the question to a shortlist, then what the asker chose; what stays
    several is ambiguous.

    The remaining plan pins its roots by id, so that the bound can be asked for the same pool.
    """
    phrases = [line.phrase for line in constraints if line.became in ("predicate", "hop")]
    stated: list[str] = []
    kept = _Kept(plan, evidence)
    for at, (query, pool) in enumerate(zip(leaves(plan), evidence, strict=True)):
        kept.keep(at, _kept(query, pool.rows, phrases, stated))
    rest = open_choice(choice, constraints)
    chosen, rest, gap = _by_choice(kept, rest, schema)
    if isinstance(gap, Shortlist) and rest:
        gap = refused(choice, rest, offered(gap.candidates))
    elif isinstance(gap, Shortlist):
        question = which_one(gap.candidates, kept.plan, schema)
        gap = Ambiguous(candidates=gap.candidates, clarify=question)
    return Narrowed(
        plan=kept.plan,
        evidence=tuple(kept.pools),
        stated=tuple(stated),
        chosen=tuple(chosen),
        gap=gap,
    )


def kept_of(
    narrowed: Narrowed, ids: Sequence[str], said: str, schema: Schema | None = None
) -> Narrowed:
    """What remains of an ambiguity once the question was found to mean these matches."""
    gap = narrowed.gap
    if not isinstance(gap, Ambiguous):
        return narrowed
    kept = _Kept(narrowed.plan, narrowed.evidence)
    kept.choose(gap.candidates, *ids)
    left = conclude(kept.plan, tuple(kept.pools), schema).gap
    if isinstance(left, Shortlist):
        question = which_one(left.candidates, kept.plan, schema)
        left = Ambiguous(candidates=left.candidates, clarify=question)
    return msgspec.structs.replace(
        narrowed,
        plan=kept.plan,
        evidence=tuple(kept.pools),
        stated=(*narrowed.stated, f"“{said}”"),
        gap=left,
    )


class _Kept:
    """The rows that remain of each query's pool, and the plan that asks for just them."""

    def __init__(self, plan: Plan, evidence: Sequence[Rows]) -> None:
        self._plan, self._queries = plan, list(leaves(plan))
        self.pools = list(evidence)

    @property
    def plan(self) -> Plan:
        return _rebuilt(self._plan, self._queries)

    def keep(self, at: int, rows: Sequence[Row]) -> None:
        if len(rows) < len(self.pools[at].rows):
            self._queries[at] = _pinned(self._queries[at], rows)
            self.pools[at] = msgspec.structs.replace(self.pools[at], rows=tuple(rows))

    def choose(self, candidates: Sequence[Candidate], *keys: str) -> None:
        """Of the pool that these candidates are from, keep those."""
        ids = {each.id for each in candidates}
        for at, pool in enumerate(self.pools):
            if {row.id for row in pool.rows if row.truth == "yes"} == ids:
                self.keep(at, [row for row in pool.rows if row.id in keys])
                return


def _by_choice(
    kept: _Kept, rest: str, schema: Schema | None
) -> tuple[list[Constraint], str, AnyGap | None]:
    """What the asker chose among the matches, what is left of the choice, and the gap then."""
    chosen: list[Constraint] = []
    while True:
        gap = conclude(kept.plan, tuple(kept.pools), schema).gap
        if not isinstance(gap, Shortlist):
            return chosen, rest, gap
        labels = {each.id: each.label for each in gap.candidates}
        key = taken(rest, labels)
        if key is None:
            return chosen, rest, gap
        kept.choose(gap.candidates, key)
        chosen.append(line_of(key, labels[key]))
        rest = after(rest, key)


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
        half = len(leaves(plan.left))
        left, right = _rebuilt(plan.left, queries[:half]), _rebuilt(plan.right, queries[half:])
        return msgspec.structs.replace(plan, left=left, right=right)
    if isinstance(plan, Total):
        return msgspec.structs.replace(plan, parts=tuple(queries))
    return queries[0]

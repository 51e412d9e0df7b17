"""The last step: hold findings against the bound, then settle the question or send it back once."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from occam.core.certify import Asked, Software, certify, certify_read
from occam.core.choice import chosen, open_choice, refused
from occam.core.conclude import Conclusion, conclude
from occam.core.errors import QueryNotInstalled
from occam.core.evidence import Passage, Read, Recovered, Rows, Source
from occam.core.examine import Examined, examine, refetched
from occam.core.gaps import (
    Ambiguous,
    AnyGap,
    BoundMismatch,
    NoSuchChoice,
    NotInCorpus,
    NotInstalled,
    Shortlist,
    kind_of,
)
from occam.core.plan import Plan, digest
from occam.core.ports import Facts
from occam.core.record import AnswerRecord, Constraint, Step
from occam.core.recovery import overlaid
from occam.core.schema import Schema
from occam.core.seal import Sign
from occam.core.settle import settle
from occam.core.shown import conclusion_of, shown
from occam.core.telling import told_by

TIERS = {"planner": 1, "replanner": 2, "disambiguator": 2, "documents": 3, "model": 1}
"""The dearness of a tier by its name in the trail; the others cost nothing."""


async def close(
    asked: Asked,
    gap: AnyGap | None,
    plan: Plan | None,
    evidence: tuple[Rows, ...],
    facts: Facts | None,
    schema: Schema | None,
    *,
    constraints: tuple[Constraint, ...] = (),
    passages: tuple[Passage, ...] = (),
    read: Read | None = None,
    recovered: tuple[Recovered, ...] = (),
    died: bool = False,
    software: Software | None = None,
    sign: Sign | None = None,
) -> AnswerRecord | BoundMismatch:
    """The record of this attempt, or the mismatch that sends it back for fresh evidence.

    Without `facts` the bound stays unverified: a question that died has nothing to check. What a
    model `read` is the answer where no gap stands; what it `recovered` fills unknown values.
    """
    if read and gap is None:
        return await _close_read(asked, plan, read, facts, schema, passages, software, sign)
    try:
        examined = await examine(plan, evidence, facts) if facts else Examined()
    except QueryNotInstalled as error:
        examined = Examined()
        gap = NotInstalled(shape=digest(plan) if plan else "", command=error.command)
    mismatch = examined.mismatch(evidence)
    if mismatch and not refetched(asked.trail):
        return mismatch
    told = told_by(plan, gap and kind_of(gap), constraints, schema)
    finding = mismatch or (
        Conclusion(answer=told.answer)
        if told
        else _finding(gap, plan, evidence, schema, examined.sources, recovered)
    )
    if isinstance(finding, Conclusion):
        constraints, finding = _with_choice(asked, constraints, evidence, finding)
    certificate = certify(
        asked,
        plan,
        evidence,
        examined,
        finding,
        constraints=constraints,
        passages=passages,
        tier=tier_of(asked.trail),
        software=software,
        schema=schema,
        recovered=recovered,
    )
    return settle(asked, plan, evidence, finding, certificate, died=died, sign=sign)


async def _close_read(
    asked: Asked,
    plan: Plan | None,
    read: Read,
    facts: Facts | None,
    schema: Schema | None,
    passages: tuple[Passage, ...],
    software: Software | None,
    sign: Sign | None,
) -> AnswerRecord:
    found = await shown(read, plan, facts, schema)
    certificate = certify_read(
        asked,
        plan,
        read,
        found,
        passages=passages,
        tier=tier_of(asked.trail),
        software=software,
    )
    return settle(asked, plan, (), conclusion_of(read), certificate, sign=sign)


def _with_choice(
    asked: Asked,
    constraints: tuple[Constraint, ...],
    evidence: Sequence[Rows],
    conclusion: Conclusion,
) -> tuple[tuple[Constraint, ...], Conclusion | NoSuchChoice]:
    """What is left of a choice is the one match there is, or fits nothing: it is never ignored."""
    rest = open_choice(asked.choice, constraints)
    if not rest:
        return constraints, conclusion
    for pool in evidence:
        found = [row for row in pool.rows if row.truth == "yes"]
        if [row.id for row in found] == [rest]:
            return (*constraints, chosen(rest, found[0].label)), conclusion
    return constraints, refused(asked.choice, rest, ())


def tier_of(trail: Sequence[Step]) -> int:
    """The dearest tier that took part."""
    return max((TIERS.get(step.tier, 0) for step in trail), default=0)


def _finding(
    gap: AnyGap | None,
    plan: Plan | None,
    evidence: tuple[Rows, ...],
    schema: Schema | None,
    sources: Sequence[Source],
    recovered: Sequence[Recovered],
) -> Conclusion | AnyGap:
    """The gap that was handed on, or what the evidence says now that its sources are known."""
    if gap and not isinstance(gap, Ambiguous | Shortlist):
        return gap
    if plan is None or not evidence:
        return gap or NotInCorpus()
    conclusion = conclude(plan, overlaid(plan, evidence, recovered, schema), schema, sources)
    if gap is None:
        return conclusion.gap or conclusion
    if not isinstance(conclusion.gap, Shortlist):
        return gap
    return msgspec.structs.replace(gap, candidates=conclusion.gap.candidates)

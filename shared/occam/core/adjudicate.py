"""The certifier's decision: from what was found to the one terminal, or back for fresh evidence."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from occam.core.certify import Asked, Software, certify
from occam.core.conclude import conclude
from occam.core.conclusion import Conclusion
from occam.core.evidence import Passage, Rows, Source
from occam.core.examine import examine, refetched
from occam.core.gaps import Ambiguous, AnyGap, BoundMismatch, Shortlist, TierFailed
from occam.core.plan import Plan
from occam.core.ports import Facts
from occam.core.record import AnswerRecord, Certificate, Constraint, Step
from occam.core.schema import Schema
from occam.core.settle import settle

TIERS = {"planner": 1, "disambiguator": 2, "documents": 3}
MODELS = ("planner", "documents")


async def adjudicate(
    asked: Asked,
    *,
    plan: Plan | None = None,
    evidence: tuple[Rows, ...] = (),
    gap: AnyGap | None = None,
    constraints: tuple[Constraint, ...] = (),
    passages: tuple[Passage, ...] = (),
    facts: Facts | None = None,
    schema: Schema | None = None,
    evidence_ref: str = "",
    software: Software | None = None,
    sign: Callable[[Certificate], Certificate] | None = None,
    died: bool = False,
) -> AnswerRecord | BoundMismatch:
    """The record of the question, certified; a first mismatch is returned as the gap it is."""
    examined = await examine(plan, evidence, facts)
    mismatch = examined.mismatch(evidence)
    if mismatch and not died and not refetched(asked.trail):
        return mismatch
    finding = _finding(plan, evidence, gap if died else mismatch or gap, schema, examined.sources)
    certificate = certify(
        asked,
        plan,
        evidence,
        examined,
        finding,
        constraints=constraints,
        passages=passages,
        tier=tier_of(asked.trail),
        evidence_ref=evidence_ref,
        software=software,
        sign=sign,
    )
    return settle(asked, plan, evidence, finding, certificate, died=died)


def tier_of(trail: Sequence[Step]) -> int:
    """The dearest tier that took part. A model's tier took part only if tokens were spent there."""
    return max(
        (
            TIERS[step.tier]
            for step in trail
            if step.tier in TIERS and (step.tokens or step.tier not in MODELS)
        ),
        default=0,
    )


def _finding(
    plan: Plan | None,
    evidence: tuple[Rows, ...],
    gap: AnyGap | None,
    schema: Schema | None,
    sources: Sequence[Source],
) -> Conclusion | AnyGap:
    """The gap that was handed on, or what the evidence says now that its sources are known."""
    if gap is not None and not isinstance(gap, Ambiguous | Shortlist):
        return gap
    if plan is None or not evidence:
        return gap or TierFailed(tier="certifier", cause="it was given neither evidence nor a gap")
    conclusion = conclude(plan, evidence, schema, sources)
    if gap is None:
        return conclusion.gap or conclusion
    if not isinstance(conclusion.gap, Shortlist):
        return gap
    return msgspec.structs.replace(gap, candidates=conclusion.gap.candidates)

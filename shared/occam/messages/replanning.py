"""What follows a draft of a plan: the plan, another draft, or the next tier.

A plan that is not sound, or leaves out a phrase, is drafted once more with the complaint; never is
the same asked again unchanged. How many drafts a question gets is bounded, and its trail counts
them.
"""

from __future__ import annotations

from collections.abc import Sequence

from occam.core.drafting.planned import Planned
from occam.core.escalation import FINAL
from occam.core.gaps import InvalidPlan, NotInGraph, UnmappedPhrase
from occam.core.pipelines import pipeline_of
from occam.core.record import Step
from occam.messages.catalog import PlanReady, ReplanRequested, Wire
from occam.messages.forward import Found, forward, found_in, plan_digest
from occam.messages.header import Header

PLANNER, REPLANNER = "planner", "replanner"
_UNSOUND = ("invalid_plan", "unmapped_phrase")


def drafts_in(trail: Sequence[Step]) -> int:
    """How many plans a model was asked for."""
    return sum(step.tier in (PLANNER, REPLANNER) and bool(step.by) for step in trail)


def exhausted(message: ReplanRequested) -> Wire:
    """No more plans may be asked for: pages are left."""
    drafts = drafts_in(message.header.trail)
    header = message.header.after(REPLANNER, gap=NotInGraph(plans=drafts))
    return forward(header, found_in(message))


def after_draft(message: ReplanRequested, planned: Planned, most: int, milliseconds: float) -> Wire:
    """The message that one draft leads to; `most` is how many the question may have."""
    header, drafts = message.header, drafts_in(message.header.trail)
    again = planned.again and drafts + 1 < most and not _was_unsound(header.trail)
    gap, position = planned.gap, None
    if planned.again:
        position = 0 if again else FINAL
    if planned.again and not again and _reads_instead(header):
        gap, position = NotInGraph(plans=drafts + 1), None
    header = header.after(
        REPLANNER if drafts else PLANNER,
        gap=gap,
        plan=plan_digest(planned.plan),
        spent=planned.spent,
        by=planned.by,
        note=planned.note,
        milliseconds=milliseconds,
        position=position,
    )
    if planned.plan:
        return PlanReady(header=header, plan=planned.plan, constraints=planned.constraints)
    kept = Found() if isinstance(planned.gap, InvalidPlan | UnmappedPhrase) else found_in(message)
    return forward(header, kept)


def _reads_instead(header: Header) -> bool:
    """True for an agent: it turns to pages where it cannot plan. A routed question does not, since
    a page would be asked less than the question says."""
    pipeline = pipeline_of(header.pipeline)
    return pipeline.first == "planner" and pipeline.reads


def _was_unsound(trail: Sequence[Step]) -> bool:
    """True where the draft before was complained about already."""
    last = trail[-1] if trail else None
    return last is not None and last.tier in (PLANNER, REPLANNER) and last.gap in _UNSOUND

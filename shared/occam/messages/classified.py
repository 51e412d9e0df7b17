"""What follows a question that was read: its plan, what the schema tells, or a complaint."""

from __future__ import annotations

from collections.abc import Callable

from occam.core.escalation import FINAL
from occam.core.gaps import LowConfidence, NoModel, TierFailed, Unplanned
from occam.core.inquiry import Told
from occam.core.parse import Parsed, Understood
from occam.core.reasons import opening
from occam.core.settled import Settled
from occam.messages.catalog import PlanReady, QuestionAsked, ReplanRequested, Wire
from occam.messages.forward import Found, admitted, forward, found_in, plan_digest
from occam.messages.header import Header
from occam.messages.replanning import PLANNER

NEEDED = "a model for the planner (tier 1)"
RULES, DECIDER = "rules", "decider"

Read = Callable[[str, str, str, str], Parsed | Told]
"""Reads a question, with the asker's choice, for a pack and a version."""


def after_reading(header: Header, parsed: Parsed | Told, milliseconds: float) -> Wire:
    """The plan of a question that was understood, else its gap."""
    if isinstance(parsed, Understood):
        return PlanReady(
            header=header.after(RULES, plan=plan_digest(parsed.plan), milliseconds=milliseconds),
            plan=parsed.plan,
            constraints=parsed.constraints,
            fallbacks=parsed.fallbacks,
        )
    if isinstance(parsed, Told):
        step = header.after(RULES, note="told from the schema", milliseconds=milliseconds)
        return forward(step, Found(constraints=parsed.constraints))
    step = header.after(RULES, gap=parsed, note=opening(parsed), milliseconds=milliseconds)
    return forward(step, Found())


def left_unplanned(header: Header, parsed: Parsed | Told | None, milliseconds: float) -> Wire:
    """A pipeline that has no use for the parser. Where it has no plans at all, what the parser made
    of the question only says how much of it a reader was shown."""
    plan = parsed.plan if isinstance(parsed, Understood) else None
    gap = Unplanned(pipeline=header.pipeline)
    return forward(header.after(RULES, gap=gap, milliseconds=milliseconds), Found(plan=plan))


def after_decision(header: Header, settled: Settled, read: Read) -> tuple[Header, Parsed | Told]:
    """The header with what a decider cost, and the question read as it decided."""
    decision = settled.decision
    if decision is None:
        return header, settled.parsed
    step = header.after(
        DECIDER, spent=decision.spent, by=decision.by, milliseconds=decision.milliseconds
    )
    if not settled.choice:
        return step, settled.parsed
    version = header.graph_version
    return step, read(header.question, settled.choice, header.pack, version)


def after_second_decision(
    message: ReplanRequested, settled: Settled, read: Read, milliseconds: float
) -> Wire:
    """Where a dearer decider is not sure either, the readings are listed for the asker."""
    header, parsed = after_decision(message.header, settled, read)
    if isinstance(parsed, LowConfidence):
        return forward(header.after(DECIDER, gap=parsed, position=FINAL), found_in(message))
    return after_reading(header, parsed, milliseconds)


def without_planner(message: ReplanRequested) -> Wire:
    """A pipeline that begins with a planner ends here; any other goes on to its next receiver."""
    header, gap = message.header, message.header.gap
    if isinstance(gap, Unplanned):
        gap = NoModel(tier=PLANNER, after="unplanned")
    return forward(header.after(PLANNER, gap=gap, needs=NEEDED), found_in(message))


def unserved(asked: QuestionAsked, cause: str) -> Wire:
    """The refusal of a question that no graph is loaded for."""
    gap = TierFailed(tier=RULES, cause=cause)
    return forward(admitted(asked, asked.pack, "").after(RULES, gap=gap), Found())

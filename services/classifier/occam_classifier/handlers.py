"""A question becomes a plan; a complaint about a plan becomes another one, or goes on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec
from occam.core.drafting.planned import Planned
from occam.core.escalation import FINAL
from occam.core.gaps import LowConfidence, NoModel, TierFailed, Unplanned
from occam.core.inquiry import Told
from occam.core.parse import Parsed, Understood
from occam.core.pipelines import pipeline_of
from occam.core.spending import Budget
from occam.deciding.settling import Settled
from occam.messages.catalog import PlanReady, QuestionAsked, ReplanRequested, Wire
from occam.messages.forward import Found, admitted, forward, found_in, plan_digest
from occam.messages.header import Header
from occam.messages.replanning import PLANNER, after_draft, drafts_in, exhausted
from occam.runtime.clock import Stopwatch
from occam.runtime.shelf import NotLoaded, Shelf

Understand = Callable[[str, str, str, str], Parsed | Told]
Decide = Callable[[Header, LowConfidence], Awaitable[Settled]]
Draft = Callable[[ReplanRequested], Awaitable[Planned]]
Limits = Callable[[float], Budget]

NEEDED = "a model for the planner (tier 1)"


async def on_question(
    asked: QuestionAsked,
    shelf: Shelf,
    understand: Understand,
    decide: Decide | None = None,
    limits: Limits | None = None,
) -> list[Wire]:
    """Turn one question into a plan, or name what could not be understood. `understand` gets the
    question, the asker's choice, pack and version; `decide` a gap with several readings; `limits`
    the time of asking."""
    watch = Stopwatch()
    try:
        pack, version = shelf.current(asked.pack)
    except NotLoaded as error:
        return [_unserved(asked, TierFailed(tier="rules", cause=str(error)))]
    header = _limited(admitted(asked, pack, version), limits)
    first = pipeline_of(asked.pipeline).first
    if first == "planner":
        return [forward(header.after("rules", gap=Unplanned(pipeline=asked.pipeline)), Found())]
    parsed = understand(asked.question, asked.choice, pack, version)
    if first == "reader":
        return [_unplanned(header, parsed, watch)]
    if decide and isinstance(parsed, LowConfidence):
        header, parsed = _decided(header, await decide(header, parsed), understand)
    return [_parsed(header, parsed, watch)]


def _limited(header: Header, limits: Limits | None) -> Header:
    if limits is None:
        return header
    budget = header.budget.within(limits(header.asked_at))
    return msgspec.structs.replace(header, budget=budget)


def _unplanned(header: Header, parsed: Parsed | Told, watch: Stopwatch) -> Wire:
    """A pipeline without plans: what the parser made of the question only says how much of it a
    reader was shown."""
    plan = parsed.plan if isinstance(parsed, Understood) else None
    step = header.after(
        "rules", gap=Unplanned(pipeline=header.pipeline), milliseconds=watch.elapsed()
    )
    return forward(step, Found(plan=plan))


def _parsed(header: Header, parsed: Parsed | Told, watch: Stopwatch) -> Wire:
    if isinstance(parsed, Understood):
        step = header.after("rules", plan=plan_digest(parsed.plan), milliseconds=watch.elapsed())
        return PlanReady(
            header=step,
            plan=parsed.plan,
            constraints=parsed.constraints,
            fallbacks=parsed.fallbacks,
        )
    if isinstance(parsed, Told):
        step = header.after("rules", note="told from the schema", milliseconds=watch.elapsed())
        return forward(step, Found(constraints=parsed.constraints))
    return forward(header.after("rules", gap=parsed, milliseconds=watch.elapsed()), Found())


def _decided(
    header: Header, settled: Settled, understand: Understand
) -> tuple[Header, Parsed | Told]:
    """What the decider made of several readings, with what it cost."""
    decision = settled.decision
    if decision is None:
        return header, settled.parsed
    step = header.after(
        "decider", spent=decision.spent, by=decision.by, milliseconds=decision.milliseconds
    )
    if not settled.choice:
        return step, settled.parsed
    version = header.graph_version
    return step, understand(header.question, settled.choice, header.pack, version)


async def on_complaint(
    message: ReplanRequested,
    draft: Draft | None = None,
    most: int = 0,
    decide: Decide | None = None,
    understand: Understand | None = None,
) -> list[Wire]:
    """Have another plan drafted, `most` at most for one question. What a decider left open goes to a
    dearer one. Without a planner the complaint moves on, and says what was needed."""
    watch, gap = Stopwatch(), message.header.gap
    if isinstance(gap, LowConfidence):
        return [await _settled(message, gap, decide, understand, watch)]
    if draft is None:
        return [_without_planner(message)]
    most = pipeline_of(message.header.pipeline).plans or most
    if drafts_in(message.header.trail) >= most:
        return [exhausted(message)]
    planned = await draft(message)
    return [after_draft(message, planned, most, watch.elapsed())]


async def _settled(
    message: ReplanRequested,
    gap: LowConfidence,
    decide: Decide | None,
    understand: Understand | None,
    watch: Stopwatch,
) -> Wire:
    """The next decider up: where it is not sure either, the readings are listed for the asker."""
    header = message.header
    if decide is None or understand is None or not gap.readings:
        return forward(header.after(PLANNER, gap=gap, needs=NEEDED), found_in(message))
    header, parsed = _decided(header, await decide(header, gap), understand)
    if isinstance(parsed, LowConfidence):
        return forward(header.after("decider", gap=parsed, position=FINAL), found_in(message))
    return _parsed(header, parsed, watch)


def _without_planner(message: ReplanRequested) -> Wire:
    """A pipeline that begins with a planner ends here; any other goes on to its next receiver."""
    header, gap = message.header, message.header.gap
    if isinstance(gap, Unplanned):
        missing = NoModel(tier=PLANNER, after="unplanned")
        return forward(header.after(PLANNER, gap=missing, needs=NEEDED), found_in(message))
    return forward(header.after(PLANNER, gap=gap, needs=NEEDED), found_in(message))


def _unserved(asked: QuestionAsked, gap: TierFailed) -> Wire:
    header = admitted(asked, asked.pack, "")
    return forward(header.after("rules", gap=gap), Found())

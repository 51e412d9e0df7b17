"""A question becomes a plan; a complaint about a plan becomes another one, or goes on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from occam.core.drafting.planned import Planned
from occam.core.gaps import LowConfidence
from occam.core.pipelines import pipeline_of
from occam.core.settled import Settled
from occam.core.spending import Budget
from occam.messages.catalog import QuestionAsked, ReplanRequested, Wire
from occam.messages.classified import (
    Read,
    after_decision,
    after_reading,
    after_second_decision,
    left_unplanned,
    unserved,
    without_planner,
)
from occam.messages.forward import admitted
from occam.messages.header import Header
from occam.messages.replanning import after_draft, drafts_in, exhausted
from occam.runtime.clock import Stopwatch
from occam.runtime.shelf import NotLoaded, Shelf

Decide = Callable[[Header, LowConfidence], Awaitable[Settled]]
Draft = Callable[[ReplanRequested], Awaitable[Planned]]
Limits = Callable[[float], Budget]


async def on_question(
    asked: QuestionAsked,
    shelf: Shelf,
    understand: Read,
    decide: Decide | None = None,
    limits: Limits | None = None,
) -> list[Wire]:
    """Turn one question into a plan, or name what could not be understood. `decide` gets a gap with
    several readings, `limits` the time of asking."""
    watch = Stopwatch()
    try:
        pack, version = shelf.current(asked.pack)
    except NotLoaded as error:
        return [unserved(asked, str(error))]
    header = admitted(asked, pack, version)
    header = header.within(limits(header.asked_at)) if limits else header
    first = pipeline_of(asked.pipeline).first
    if first == "planner":
        return [left_unplanned(header, None, watch.elapsed())]
    parsed = understand(asked.question, asked.choice, pack, version)
    if first == "reader":
        return [left_unplanned(header, parsed, watch.elapsed())]
    if decide and isinstance(parsed, LowConfidence):
        header, parsed = after_decision(header, await decide(header, parsed), understand)
    return [after_reading(header, parsed, watch.elapsed())]


async def on_complaint(
    message: ReplanRequested,
    understand: Read | None = None,
    draft: Draft | None = None,
    most: int = 0,
    decide: Decide | None = None,
) -> list[Wire]:
    """Have another plan drafted, `most` at most for one question. What a decider left open goes to
    a dearer one. Without a planner the complaint moves on, and says what was needed."""
    watch, header = Stopwatch(), message.header
    if draft is None:
        return [without_planner(message)]
    if isinstance(header.gap, LowConfidence) and decide and understand:
        settled = await decide(header, header.gap)
        return [after_second_decision(message, settled, understand, watch.elapsed())]
    most = pipeline_of(header.pipeline).plans or most
    if drafts_in(header.trail) >= most:
        return [exhausted(message)]
    return [after_draft(message, await draft(message), most, watch.elapsed())]

"""A question becomes a plan; a complaint about a plan finds its next tier."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from occam.core.gaps import AnyGap, LowConfidence, TierFailed
from occam.core.inquiry import Told
from occam.core.parse import Parsed, Understood
from occam.core.spending import Spent
from occam.deciding.settling import Settled
from occam.messages.catalog import PlanReady, QuestionAsked, ReplanRequested, Wire
from occam.messages.forward import Found, admitted, forward, found_in, plan_digest
from occam.messages.header import Header
from occam.runtime.clock import Stopwatch
from occam.runtime.shelf import NotLoaded, Shelf

Understand = Callable[[str, str, str, str], Parsed | Told]
Decide = Callable[[LowConfidence, str, str, str], Awaitable[Settled]]


async def on_question(
    asked: QuestionAsked, shelf: Shelf, understand: Understand, decide: Decide | None = None
) -> list[Wire]:
    """Turn one question into a plan, or name what could not be understood. `understand` gets the
    question, the asker's choice, pack and version; `decide` a gap with several readings."""
    watch = Stopwatch()
    try:
        pack, version = shelf.current(asked.pack)
    except NotLoaded as error:
        return [_unserved(asked, TierFailed(tier="rules", cause=str(error)))]
    header = admitted(asked, pack, version)
    parsed = understand(asked.question, asked.choice, pack, version)
    if decide and isinstance(parsed, LowConfidence):
        settled = await decide(parsed, asked.question, pack, version)
        header, parsed = _decided(header, settled, partial(understand, asked.question), pack)
    if isinstance(parsed, Understood):
        step = header.after("rules", plan=plan_digest(parsed.plan), milliseconds=watch.elapsed())
        return [
            PlanReady(
                header=step,
                plan=parsed.plan,
                constraints=parsed.constraints,
                fallbacks=parsed.fallbacks,
            )
        ]
    if isinstance(parsed, Told):
        step = header.after("rules", note="told from the schema", milliseconds=watch.elapsed())
        return [forward(step, Found(constraints=parsed.constraints))]
    return [forward(header.after("rules", gap=parsed, milliseconds=watch.elapsed()), Found())]


def _decided(
    header: Header,
    settled: Settled,
    understand: Callable[[str, str, str], Parsed | Told],
    pack: str,
) -> tuple[Header, Parsed | Told]:
    """What the decider made of several readings, with what it cost."""
    decision = settled.decision
    if decision is None:
        return header, settled.parsed
    tokens = decision.tokens_in + decision.tokens_out
    spent = Spent(
        input_tokens=decision.tokens_in,
        output_tokens=decision.tokens_out,
        model_calls=1 if tokens else 0,
        micro_usd=None if tokens else 0,
    )
    step = header.after(
        "decider", spent=spent, note=decision.by, milliseconds=decision.milliseconds
    )
    if not settled.choice:
        return step, settled.parsed
    return step, understand(settled.choice, pack, header.graph_version)


async def on_complaint(message: ReplanRequested) -> list[Wire]:
    """No planner is configured: the complaint moves on to its next receiver, and says so."""
    header = message.header.after(
        "planner", gap=message.header.gap, needs="a model for the planner (tier 1)"
    )
    return [forward(header, found_in(message))]


def _unserved(asked: QuestionAsked, gap: AnyGap) -> Wire:
    header = admitted(asked, asked.pack, "")
    return forward(header.after("rules", gap=gap), Found())

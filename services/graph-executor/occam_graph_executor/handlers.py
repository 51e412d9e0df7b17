"""A plan becomes evidence, or a named gap."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec
from occam.core.execute import Execution
from occam.core.gaps import Empty
from occam.core.plan import Plan
from occam.core.reasons import opening
from occam.messages.catalog import PlanReady, RefetchRequested, Wire
from occam.messages.forward import Found, forward, plan_digest
from occam.messages.header import Header
from occam.runtime.clock import Stopwatch

Execute = Callable[[Plan, str, str], Awaitable[Execution]]


async def on_plan(message: PlanReady, execute: Execute) -> list[Wire]:
    """Run the plan; where it comes out empty, run the readings that the rule gave as fallbacks."""
    header, found = await _ran(message.header, message.plan, message, execute)
    for plan in message.fallbacks:
        if not isinstance(header.gap, Empty):
            break
        fresh = msgspec.structs.replace(header, gap=None, position=0)
        header, found = await _ran(fresh, plan, message, execute)
    return [forward(header, found)]


async def on_mismatch(message: RefetchRequested, execute: Execute) -> list[Wire]:
    """Fetch the evidence once more: the certifier could not match it with the bound."""
    header, found = await _ran(message.header, message.plan, message, execute)
    return [forward(header, found)]


async def _ran(
    header: Header, plan: Plan, message: PlanReady | RefetchRequested, execute: Execute
) -> tuple[Header, Found]:
    watch = Stopwatch()
    execution = await execute(plan, header.pack, header.graph_version)
    gap = execution.gap
    header = header.after(
        "graph",
        gap=gap,
        plan=plan_digest(plan),
        note=opening(gap) if gap else "",
        milliseconds=watch.elapsed(),
    )
    found = Found(plan=plan, constraints=message.constraints, evidence=execution.evidence)
    return header, found

"""What the graph cannot say: pages are searched, and a reader quotes what they say."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec
from occam.core.pipelines import pipeline_of
from occam.messages.catalog import ReadingRequested, Wire
from occam.messages.forward import Found, forward, found_in, plan_digest
from occam.messages.header import Header
from occam.runtime.clock import Stopwatch
from occam.tiers.pages import Leafed

Leaf = Callable[[ReadingRequested], Awaitable[Leafed]]


async def on_reading(message: ReadingRequested, leaf: Leaf) -> list[Wire]:
    """Answer from pages, fill in one value, or quote what comes nearest as partial evidence."""
    watch = Stopwatch()
    leafed = await leaf(message)
    reading = leafed.reading
    header = message.header.after(
        _tier(message.header),
        gap=reading.gap,
        plan=plan_digest(message.plan),
        spent=reading.spent,
        note=reading.note,
        needs=leafed.needs,
        by=reading.by,
        milliseconds=watch.elapsed(),
        position=leafed.position,
    )
    return [forward(header, _found(message, leafed))]


def _found(message: ReadingRequested, leafed: Leafed) -> Found:
    """What was found so far with what was read. An answer that was read in place of a plan that
    failed stands for itself: nothing of that plan is evidence for it."""
    reading, passages = leafed.reading, leafed.passages
    routed = pipeline_of(message.header.pipeline).first != "reader"
    if reading.read and routed:
        return Found(passages=passages, read=reading.read)
    recovered = (reading.recovered,) if reading.recovered else ()
    return msgspec.structs.replace(
        found_in(message), passages=passages, read=reading.read, recovered=recovered
    )


def _tier(header: Header) -> str:
    return "documents" if pipeline_of(header.pipeline).passages else "model"

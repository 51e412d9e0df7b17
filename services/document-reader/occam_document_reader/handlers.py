"""What the graph cannot say: the passages that come nearest, quoted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec
from occam.core.evidence import Retrieved
from occam.messages.catalog import ReadingRequested, Wire
from occam.messages.forward import forward, found_in, plan_digest
from occam.runtime.clock import Stopwatch

PASSAGES = 5

Search = Callable[[str, int, str, str], Awaitable[Retrieved]]


async def on_reading(message: ReadingRequested, search: Search) -> list[Wire]:
    """Quote what full-text search finds. It stays partial evidence until a model reads it."""
    watch, header = Stopwatch(), message.header
    found = await search(header.question, PASSAGES, header.pack, header.graph_version)
    after = header.after(
        "documents",
        gap=header.gap,
        plan=plan_digest(message.plan),
        spent=found.spent,
        note="; ".join(filter(None, (f"{len(found.passages)} passages quoted", found.note))),
        needs="a model that reads passages (tier 3)",
        milliseconds=watch.elapsed(),
    )
    findings = msgspec.structs.replace(found_in(message), passages=found.passages)
    return [forward(after, findings)]

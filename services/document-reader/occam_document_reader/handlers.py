"""What the graph cannot say: the passages that come nearest, quoted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec
from occam.core.evidence import Passage
from occam.messages.catalog import ReadingRequested, Wire
from occam.messages.forward import forward, found_in, plan_digest
from occam.runtime.clock import Stopwatch

PASSAGES = 5

Search = Callable[[str, int, str, str], Awaitable[tuple[Passage, ...]]]


async def on_reading(message: ReadingRequested, search: Search) -> list[Wire]:
    """Quote what full-text search finds. It stays partial evidence until a model reads it."""
    watch, header = Stopwatch(), message.header
    passages = await search(header.question, PASSAGES, header.pack, header.graph_version)
    after = header.after(
        "documents",
        gap=header.gap,
        plan=plan_digest(message.plan),
        note=f"{len(passages)} passages quoted",
        needs="a model that reads passages (tier 3)",
        milliseconds=watch.elapsed(),
    )
    return [forward(after, msgspec.structs.replace(found_in(message), passages=passages))]

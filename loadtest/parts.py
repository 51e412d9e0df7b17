"""What each part of tier 0 costs by itself: CPU milliseconds per question, one process, no bus."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from occam.core.certify import certify
from occam.core.closing import tier_of
from occam.core.conclude import conclude
from occam.core.examine import examine
from occam.core.execute import execute
from occam.core.parse import Understood
from occam.core.settle import settle
from occam.messages.catalog import QuestionAsked
from occam.messages.forward import admitted
from occam.runtime.shelf import Shelf


async def cpu_of_parts(shelf: Shelf, pack: str, texts: Sequence[str]) -> dict[str, float]:
    """Parse, evidence, bound and certificate over the same questions, on what is open already."""
    name, version = shelf.current(pack)
    edition = shelf.edition(name, version)
    for part in ("parser", "graph", "facts"):
        getattr(edition, part)
    spent: dict[str, float] = {}

    async def timed(part: str, work: Callable[[], Awaitable[Any]]) -> Any:
        started = time.process_time()
        result = await work()
        spent[part] = spent.get(part, 0.0) + 1000 * (time.process_time() - started)
        return result

    async def parse(text: str) -> Any:
        return edition.parser.parse(text)

    understood = 0
    for number, text in enumerate(texts):
        parsed = await timed("parse", lambda text=text: parse(text))
        if not isinstance(parsed, Understood):
            continue
        understood += 1
        header = admitted(QuestionAsked(id=str(number), question=text), name, version)
        plan = parsed.plan
        done = await timed(
            "evidence", lambda plan=plan: execute(plan, edition.graph, edition.schema)
        )
        seen = await timed(
            "bound",
            lambda plan=plan, done=done: examine(plan, done.evidence, edition.facts),
        )

        async def issue(header=header, plan=plan, done=done, seen=seen) -> Any:
            finding = conclude(plan, done.evidence, edition.schema, seen.sources)
            found = finding.gap or finding
            paper = certify(header, plan, done.evidence, seen, found, tier=tier_of(header.trail))
            return settle(header, plan, done.evidence, found, paper)

        await timed("certificate", issue)
    asked = {"parse": len(texts)}
    return {part: total / max(1, asked.get(part, understood)) for part, total in spent.items()}

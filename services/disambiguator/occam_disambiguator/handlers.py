"""A shortlist becomes one answer, or all of them with the question that separates them."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from occam.core.narrow import Narrowed
from occam.messages.catalog import ChoiceRequested, Wire
from occam.messages.forward import forward, found_in, plan_digest
from occam.runtime.clock import Stopwatch

Narrow = Callable[[ChoiceRequested], Narrowed]


async def on_choice(message: ChoiceRequested, narrow: Narrow) -> list[Wire]:
    """Apply what the question states to the letter, then what the asker chose; never prefer one
    candidate to another."""
    watch = Stopwatch()
    narrowed = narrow(message)
    header = message.header.after(
        "disambiguator",
        gap=narrowed.gap,
        plan=plan_digest(narrowed.plan),
        note=_note(narrowed),
        milliseconds=watch.elapsed(),
    )
    found = msgspec.structs.replace(
        found_in(message),
        plan=narrowed.plan,
        evidence=narrowed.evidence,
        constraints=(*message.constraints, *narrowed.chosen),
    )
    return [forward(header, found)]


def _note(narrowed: Narrowed) -> str:
    applied = [*narrowed.stated, *(f"the choice “{line.phrase}”" for line in narrowed.chosen)]
    return f"applied {', '.join(applied)}" if applied else ""

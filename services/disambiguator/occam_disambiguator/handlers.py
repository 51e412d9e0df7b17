"""A shortlist becomes one answer, or all of them with the question that separates them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec
from occam.core.gaps import Ambiguous
from occam.core.narrow import Narrowed, kept_of
from occam.core.reasons import refusal
from occam.messages.catalog import ChoiceRequested, Wire
from occam.messages.forward import forward, found_in, plan_digest
from occam.runtime.clock import Stopwatch
from occam.tiers.chooser import Chosen

Narrow = Callable[[ChoiceRequested], Narrowed]
Choose = Callable[[ChoiceRequested, Ambiguous], Awaitable[Chosen]]


async def on_choice(
    message: ChoiceRequested, narrow: Narrow, choose: Choose | None = None
) -> list[Wire]:
    """Apply what the question states to the letter, then what the asker chose; what is open then is
    `choose`n where the question has words for it. Never is one candidate preferred to another."""
    watch = Stopwatch()
    narrowed, chosen = narrow(message), Chosen()
    if choose and isinstance(narrowed.gap, Ambiguous):
        chosen = await choose(message, narrowed.gap)
        if chosen.ids:
            narrowed = kept_of(narrowed, chosen.ids, chosen.phrase)
    header = message.header.after(
        "disambiguator",
        gap=narrowed.gap,
        plan=plan_digest(narrowed.plan),
        spent=chosen.spent,
        note="; ".join(filter(None, (_note(narrowed), chosen.note, _unasked(chosen)))),
        by=chosen.by,
        milliseconds=watch.elapsed(),
    )
    found = msgspec.structs.replace(
        found_in(message),
        plan=narrowed.plan,
        evidence=narrowed.evidence,
        constraints=(*message.constraints, *narrowed.chosen, *chosen.ledger),
    )
    return [forward(header, found)]


def _unasked(chosen: Chosen) -> str:
    """Why a model that was to be asked gave no answer: the ambiguity stands, and says so."""
    return refusal(chosen.gap) if chosen.gap else ""


def _note(narrowed: Narrowed) -> str:
    applied = [*narrowed.stated, *(f"the choice “{line.phrase}”" for line in narrowed.chosen)]
    return f"applied {', '.join(applied)}" if applied else ""

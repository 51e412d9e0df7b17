"""Evidence meets the bound; the question is settled, once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from occam.core.gaps import AnyGap, BoundMismatch, TierFailed
from occam.core.record import AnswerRecord
from occam.messages.catalog import FindingsReady, QuestionDied, QuestionSettled, Wire
from occam.messages.forward import Found, forward, found_in
from occam.messages.header import Header

Settle = Callable[[Header, Found, bool], Awaitable[AnswerRecord | BoundMismatch]]


async def on_findings(message: FindingsReady, settle: Settle) -> list[Wire]:
    """Certify what was found; a first mismatch goes back for fresh evidence."""
    return await _settled(message.header, found_in(message), settle)


async def on_death(message: QuestionDied, settle: Settle) -> list[Wire]:
    """A message of this question cannot be processed: its terminal says so."""
    gap: AnyGap = TierFailed(tier=message.tier, cause=message.cause)
    header = message.header.after("certifier", gap=gap)
    return await _settled(header, Found(), settle, died=True)


async def _settled(
    header: Header, found: Found, settle: Settle, *, died: bool = False
) -> list[Wire]:
    settled = await settle(header, found, died)
    if isinstance(settled, BoundMismatch):
        return [forward(header.after("certifier", gap=settled), found)]
    return [QuestionSettled(header=header, record=settled)]

"""A gap with readings becomes the reading that is probable enough, or stays a gap and says why."""

from __future__ import annotations

import logging

import msgspec

from occam.core.errors import Permanent
from occam.core.gaps import LowConfidence, Reading
from occam.core.parse import Parsed
from occam.core.ports import Decider, Option
from occam.core.settled import Settled

log = logging.getLogger("occam.deciding")


async def settle(
    parsed: Parsed, question: str, decider: Decider | None, threshold: float
) -> Settled:
    """Asks the decider about a gap that lists readings; everything else passes as it is.

    Of readings that are equally probable none is chosen, whatever the threshold. A decider that
    fails for good decides nothing: the gap stands. `Transient` is the caller's to try again.
    """
    if decider is None or not isinstance(parsed, LowConfidence) or not parsed.readings:
        return Settled(parsed=parsed)
    try:
        decision = await decider.decide(question, [_option(each) for each in parsed.readings])
    except Permanent as error:
        log.warning("the decider %s decides nothing: %s", decider.name, error)
        return Settled(parsed=parsed)
    probable = max(decision.probabilities.values())
    best = [key for key, each in decision.probabilities.items() if each == probable]
    if probable >= threshold and len(best) == 1:
        return Settled(parsed=parsed, choice=best[0], decision=decision)
    gap = msgspec.structs.replace(parsed, choices=decision.probabilities, threshold=threshold)
    return Settled(parsed=gap, decision=decision)


def _option(reading: Reading) -> Option:
    return Option(key=reading.key, kind=reading.kind, words=reading.words)

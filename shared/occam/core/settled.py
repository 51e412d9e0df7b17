"""What a decider made of a question that can be read in several ways."""

from __future__ import annotations

import msgspec

from occam.core.parse import Parsed
from occam.core.ports import Decision


class Settled(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a parsed question: the key of the reading to parse it as, or none and the gap
    that stands; and the decision with its cost, where one was made."""

    parsed: Parsed
    choice: str = ""
    decision: Decision | None = None

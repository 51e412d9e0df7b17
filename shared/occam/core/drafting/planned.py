"""What came of one draft."""

from __future__ import annotations

import msgspec

from occam.core.gaps import AnyGap
from occam.core.plan import Plan
from occam.core.record import Constraint
from occam.core.spending import Spent


class Planned(msgspec.Struct, frozen=True, kw_only=True):
    """A plan with its ledger, or the gap that stands; what it cost, and which model and prompt
    wrote it. `again` says that another draft may do better."""

    plan: Plan | None = None
    constraints: tuple[Constraint, ...] = ()
    gap: AnyGap | None = None
    again: bool = False
    spent: Spent = Spent()
    by: str = ""
    note: str = ""

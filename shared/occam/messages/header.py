"""What every message carries: identity, bill, budget, trail, and what is missing."""

from __future__ import annotations

import msgspec

from occam.core.gaps import AnyGap, kind_of
from occam.core.paying import Payer
from occam.core.record import Step
from occam.core.spending import Budget, Spent


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """Travels from hop to hop: the bill and the trail grow, the gap changes, identity never does.

    `asked_at` is Unix seconds at the intake, `traceparent` the W3C context of the span that sent
    the message, `position` how often the current gap has been handed on already. `choice` says what
    the asker wants where the question leaves several things open.
    """

    question_id: str
    batch_id: str
    tenant: str = "default"
    attempt: int = 1
    pipeline: str = "occam"
    pack: str = ""
    question: str
    choice: str = ""
    asked_at: float
    graph_version: str = ""
    traceparent: str = ""
    step: int = 0
    spent: Spent = Spent()
    budget: Budget = Budget()
    trail: tuple[Step, ...] = ()
    gap: AnyGap | None = None
    position: int = 0

    @property
    def key(self) -> str:
        """The question's identity across batches and tenants."""
        return f"{self.tenant}/{self.batch_id}/{self.question_id}"

    def within(self, limits: Budget) -> Header:
        """The same question under stricter ceilings."""
        return msgspec.structs.replace(self, budget=self.budget.within(limits))

    @property
    def payer(self) -> Payer:
        """On whose bill a model is asked."""
        return Payer(
            tenant=self.tenant,
            batch=self.batch_id,
            question=self.question_id,
            attempt=self.attempt,
            budget=self.budget,
        )

    @property
    def trace_id(self) -> str:
        """32 hex digits, or empty when no trace was started."""
        return self.traceparent.split("-")[1] if self.traceparent.count("-") == 3 else ""

    def after(
        self,
        tier: str,
        *,
        spent: Spent | None = None,
        gap: AnyGap | None = None,
        plan: str = "",
        note: str = "",
        needs: str = "",
        by: str = "",
        milliseconds: float = 0.0,
        position: int | None = None,
    ) -> Header:
        """The next message's header: this one, plus one step of the trail and what it cost.

        A gap that is handed on moves to its next receiver; `position` says otherwise.
        """
        cost = (spent or Spent()) + Spent(milliseconds={tier: milliseconds})
        step = Step(
            tier=tier,
            gap=kind_of(gap) if gap else None,
            plan=plan,
            note=note,
            needs=needs,
            tokens=cost.total_tokens,
            milliseconds=milliseconds,
            by=by,
        )
        held = self.gap is not None and gap is not None and kind_of(self.gap) == kind_of(gap)
        place = self.position + 1 if held else 0
        return msgspec.structs.replace(
            self,
            step=self.step + 1,
            spent=self.spent + cost,
            trail=(*self.trail, step),
            gap=gap,
            position=place if position is None else position,
        )

"""A till that sells for nothing: what a test wrote, to whoever asks."""

from __future__ import annotations

from occam.core.gaps import OverBudget, TierFailed
from occam.core.model import Prompted, Reply
from occam.core.paying import Paid, Payer, Unpaid
from occam.core.spending import Spent

PAYER = Payer(tenant="t", batch="b", question="q")
COST = Spent(input_tokens=10, output_tokens=2, model_calls=1, micro_usd=3)


class OpenTill:
    """Says its lines in turn, the last one for ever; keeps what it was asked."""

    name = "scripted"

    def __init__(self, *said: str | OverBudget | TierFailed) -> None:
        self._said = list(said)
        self.asked: list[Prompted] = []

    async def ask(self, payer: Payer, prompted: Prompted) -> Paid | Unpaid:
        self.asked.append(prompted)
        said = self._said.pop(0) if len(self._said) > 1 else self._said[0]
        if not isinstance(said, str):
            return Unpaid(gap=said, spent=COST)
        return Paid(reply=Reply(text=said, spent=COST), spent=COST)

"""The till: every call is reserved before it is made, kept by its request, and paid once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime

import msgspec

from occam.core.errors import BadConfig, Permanent, Throttled, TimedOut, Transient
from occam.core.gaps import OverBudget, TierFailed
from occam.core.model import Model, Prompted
from occam.core.paying import (
    Account,
    Ceiling,
    Exceeded,
    Failure,
    Known,
    Paid,
    Payer,
    Purse,
    Unpaid,
)
from occam.core.quoting import visible
from occam.core.spending import Spent
from occam.llm.settings import BudgetSettings, LlmSettings, micro
from occam.telemetry.calls import model_call

MILLISECONDS = 1000
PRICES = {"reranker": "OCCAM_RERANKER_PRICE"}
"""The settings that say what a tier's model costs, where they are not those of all others."""
PRICES_OF_MODELS = "OCCAM_LLM_PRICE_INPUT and OCCAM_LLM_PRICE_OUTPUT"


class PaidTill:
    """Sells the answers of one model to the questions of one tier."""

    def __init__(
        self,
        tier: str,
        model: Model,
        purse: Purse,
        settings: LlmSettings,
        budgets: BudgetSettings,
        *,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.name = model.name
        self._tier, self._model, self._purse = tier, model, purse
        self._settings, self._budgets = settings, budgets
        self._now = now

    async def ask(self, payer: Payer, prompted: Prompted) -> Paid | Unpaid:
        """The answer, or why there is none. A quota or a lost connection is raised, for the bus to
        try again, until patience or tries are used up; the account remembers."""
        prompted = _seen(prompted)
        request = prompted.digest(self.name)
        late = self._late(payer)
        if late is not None:
            return await self._too_late(payer, request, late)
        ceilings = self._ceilings(payer)
        try:
            worst = await asyncio.to_thread(self._model.worst, prompted)
        except Permanent as error:
            return Unpaid(gap=self._failed(error, "settings"))
        opened = await self._purse.open(payer, request, worst, ceilings)
        if isinstance(opened, Known):
            return _known(opened)
        if isinstance(opened, Exceeded):
            account = await self._purse.account(payer, request)
            gap = _over(opened, PRICES.get(self._tier, PRICES_OF_MODELS))
            return Unpaid(gap=gap, spent=account.spent)
        try:
            with model_call(self.name, prompted.prompt, self._tier) as call:
                reply = await self._model.complete(prompted)
                call.cost(reply.spent)
        except (Transient, Permanent) as error:
            kind = _kind(error)
            lost = _lost(kind, worst)
            account = await self._purse.fail(payer, request, opened, kind, lost, ceilings)
            if isinstance(error, Transient) and not self._exhausted(account):
                raise
            return Unpaid(gap=self._failed(error, kind), spent=account.spent)
        account = await self._purse.settle(payer, request, opened, reply, ceilings)
        return Paid(reply=reply, spent=account.spent)

    async def _too_late(self, payer: Payer, request: str, late: str) -> Paid | Unpaid:
        """Past the deadline nothing is bought; what was bought before is given, or billed."""
        account = await self._purse.account(payer, request)
        if account.reply:
            return Paid(reply=account.reply, spent=account.spent)
        return Unpaid(gap=OverBudget(limit="deadline", needed=late), spent=account.spent)

    def _late(self, payer: Payer) -> str | None:
        deadline = payer.budget.deadline
        past = self._now() - deadline if deadline is not None else -1.0
        return f"{past:.1f} s past it" if past >= 0 else None

    def _exhausted(self, account: Account) -> bool:
        """True once nothing more is to be hoped from trying again."""
        tries = account.failures.get("timeout", 0) + account.failures.get("unreachable", 0)
        patience = MILLISECONDS * self._settings.patience_s
        quota = account.failures.get("quota", 0)
        waited = account.spent.waited_ms >= patience and quota > 0
        return tries >= self._settings.tries or waited

    def _failed(self, error: Exception, kind: Failure) -> TierFailed:
        return TierFailed(tier=self._tier, cause=str(error), failure=kind)

    def _ceilings(self, payer: Payer) -> tuple[Ceiling, ...]:
        """The question's, its batch's, its tenant's of today, and everybody's of today."""
        asked, set_ = payer.budget, self._budgets
        place = f"{payer.tenant}/{payer.batch}"
        today = datetime.fromtimestamp(self._now(), UTC).date().isoformat()
        return (
            Ceiling(
                name="of the question",
                key=f"question:{place}/{payer.question}/{payer.attempt}",
                tokens=asked.tokens,
                micro_usd=asked.micro_usd,
            ),
            Ceiling(
                name="of the batch",
                key=f"batch:{place}",
                tokens=asked.batch_tokens,
                micro_usd=asked.batch_micro_usd,
            ),
            Ceiling(
                name="of the tenant today",
                key=f"tenant:{payer.tenant}:{today}",
                tokens=set_.tenant_day_tokens,
                micro_usd=micro(set_.tenant_day_usd),
            ),
            Ceiling(
                name="of everybody today",
                key=f"day:{today}",
                tokens=set_.day_tokens,
                micro_usd=micro(set_.day_usd),
            ),
        )


def _seen(prompted: Prompted) -> Prompted:
    """The request without what a person would not see in it, whoever wrote it there."""
    messages = tuple(
        msgspec.structs.replace(each, content=visible(each.content)) for each in prompted.messages
    )
    return msgspec.structs.replace(prompted, messages=messages)


def _known(known: Known) -> Paid:
    account = known.account
    assert account.reply
    note = "" if known.own else "answered before: nothing was paid"
    return Paid(reply=account.reply, spent=account.spent, note=note)


def _over(exceeded: Exceeded, prices: str) -> OverBudget:
    ceiling, used = exceeded.ceiling, exceeded.used
    if exceeded.unit == "price":
        return OverBudget(
            limit=f"money {ceiling.name}",
            needed=f"nobody knows what the model costs; set {prices}",
        )
    if exceeded.unit == "tokens":
        needed = f"up to {exceeded.wanted} more, and {used} of {ceiling.tokens} are taken"
        return OverBudget(limit=f"tokens {ceiling.name}", needed=needed)
    wanted, taken, most = map(_dollars, (exceeded.wanted, used, ceiling.micro_usd or 0))
    needed = f"up to {wanted} more, and {taken} of {most} are taken"
    return OverBudget(limit=f"money {ceiling.name}", needed=needed)


def _dollars(micro_usd: int) -> str:
    return f"${micro_usd / 1e6:.6f}"


def _kind(error: Exception) -> Failure:
    match error:
        case Throttled():
            return "quota"
        case TimedOut():
            return "timeout"
        case Transient():
            return "unreachable"
        case BadConfig():
            return "settings"
        case _:
            return "invalid"


def _lost(kind: Failure, worst: Spent) -> Spent:
    """What a failed call may have cost: all that was reserved where nobody knows whether the model
    answered, its words where it did and could not be read, nothing where it was turned away."""
    if kind in ("timeout", "invalid"):
        return msgspec.structs.replace(worst, estimated=True)
    return Spent()

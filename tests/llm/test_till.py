"""The till: a call is reserved before it is made, paid once, and billed whatever became of it."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
from occam.core.errors import BadConfig, Permanent, Throttled, TimedOut, Transient
from occam.core.gaps import OverBudget, TierFailed
from occam.core.model import Prompted, Reply, Said
from occam.core.paying import Paid, Payer, Unpaid
from occam.core.spending import Budget, Spent
from occam.llm.books import MemoryPurse
from occam.llm.settings import BudgetSettings, LlmSettings
from occam.llm.till import PaidTill

NOW = 1_800_000_000.0
WORST = Spent(input_tokens=90, output_tokens=10, model_calls=1, micro_usd=100, estimated=True)
COST = Spent(input_tokens=80, output_tokens=5, model_calls=1, micro_usd=85)
PROMPTED = Prompted(messages=(Said("user", "Why?"),), prompt="read 1")


class Model:
    """Answers or raises what a test says, in turn; the last one stays."""

    name = "m"

    def __init__(self, *turns: Exception | str) -> None:
        self.turns, self.asked = list(turns), 0
        self.started, self.go_on = asyncio.Event(), asyncio.Event()
        self.go_on.set()

    def worst(self, prompted: Prompted) -> Spent:
        return WORST

    async def complete(self, prompted: Prompted) -> Reply:
        self.asked += 1
        turn = self.turns.pop(0) if len(self.turns) > 1 else self.turns[0]
        self.started.set()
        await self.go_on.wait()
        if isinstance(turn, Exception):
            raise turn
        return Reply(text=turn, spent=COST)


class Shop:
    """A till over a purse and a clock that a test moves."""

    def __init__(self, model: Any, budgets: BudgetSettings | None = None, **settings: Any) -> None:
        self.at, self.model = NOW, model
        self.purse = MemoryPurse(lambda: self.at)
        llm = LlmSettings(model="m", **settings)
        self.till = PaidTill(
            "reader", model, self.purse, llm, budgets or BudgetSettings(), now=lambda: self.at
        )

    async def ask(self, budget: Budget | None = None, question: str = "q") -> Paid | Unpaid:
        payer = Payer(tenant="t", batch="b", question=question, budget=budget or Budget())
        return await self.till.ask(payer, PROMPTED)


async def test_an_answer_is_paid_once_however_often_it_is_asked_for() -> None:
    shop = Shop(Model("yes"))
    first, second = await shop.ask(), await shop.ask()
    assert first == second == Paid(reply=Reply(text="yes", spent=COST), spent=COST)
    assert shop.model.asked == 1


@pytest.mark.parametrize(
    ("error", "kind", "lost"),
    [
        (BadConfig("no key"), "settings", Spent()),
        (Permanent("no answer"), "invalid", WORST),
    ],
)
async def test_what_trying_again_does_not_help_is_a_failed_tier_at_once(
    error: Exception, kind: str, lost: Spent
) -> None:
    shop = Shop(Model(error))
    found = await shop.ask()
    assert isinstance(found, Unpaid)
    assert isinstance(found.gap, TierFailed)
    assert (found.gap.tier, found.gap.failure) == ("reader", kind)
    assert found.spent == lost


@pytest.mark.parametrize(
    ("error", "kind"), [(TimedOut("slow"), "timeout"), (Transient("gone"), "unreachable")]
)
async def test_what_may_pass_is_raised_until_the_tries_are_used_up(
    error: Exception, kind: str
) -> None:
    shop = Shop(Model(error), tries=3)
    for _ in range(2):
        with pytest.raises(type(error)):
            await shop.ask()
    found = await shop.ask()
    assert isinstance(found, Unpaid)
    assert isinstance(found.gap, TierFailed)
    assert found.gap.failure == kind
    assert found.spent.model_calls == (3 if kind == "timeout" else 0)
    assert found.spent.estimated == (kind == "timeout")


async def test_a_quota_is_waited_for_as_long_as_patience_lasts() -> None:
    shop = Shop(Model(Throttled("busy", 1.0)), patience_s=10)
    for _ in range(2):
        with pytest.raises(Throttled):
            await shop.ask()
        shop.at += 5
    found = await shop.ask()
    assert isinstance(found, Unpaid)
    assert isinstance(found.gap, TierFailed)
    assert found.gap.failure == "quota"
    assert found.spent == Spent(waited_ms=pytest.approx(10_000))


async def test_an_answer_after_a_quota_says_how_long_it_was_waited_for() -> None:
    shop = Shop(Model(Throttled("busy", 1.0), "yes"))
    with pytest.raises(Throttled):
        await shop.ask()
    shop.at += 3
    found = await shop.ask()
    assert isinstance(found, Paid)
    assert found.spent == msgspec.structs.replace(COST, waited_ms=3_000)


async def test_past_the_deadline_nobody_is_asked() -> None:
    shop = Shop(Model("yes"))
    found = await shop.ask(Budget(deadline=NOW - 2))
    assert found == Unpaid(gap=OverBudget(limit="deadline", needed="2.0 s past it"))
    assert shop.model.asked == 0


async def test_what_was_paid_in_time_is_given_and_billed_past_the_deadline() -> None:
    shop = Shop(Model("yes"))
    first = await shop.ask(Budget(deadline=NOW + 1))
    shop.at += 5
    assert await shop.ask(Budget(deadline=NOW + 1)) == first


async def lost(shop: Shop, budget: Budget | None = None) -> None:
    """A worker is lost while its model is being asked."""
    shop.model.go_on.clear()
    task = asyncio.create_task(shop.ask(budget))
    await shop.model.started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    shop.model.go_on.set()


async def test_a_second_paid_call_is_shown_as_paid_twice() -> None:
    shop = Shop(Model("yes"))
    await lost(shop)
    found = await shop.ask()
    assert isinstance(found, Paid)
    assert found.spent == WORST + COST
    assert found.spent.model_calls == 2
    assert await shop.ask() == found


@pytest.mark.parametrize("late", [True, False])
async def test_a_lost_call_is_on_the_bill_of_a_question_that_is_then_refused(late: bool) -> None:
    shop = Shop(Model("yes"))
    budget = Budget(tokens=150, deadline=NOW + 1)
    await lost(shop, budget)
    shop.at += 5 if late else 0
    found = await shop.ask(budget)
    assert isinstance(found, Unpaid)
    assert isinstance(found.gap, OverBudget)
    assert found.gap.limit == ("deadline" if late else "tokens of the question")
    assert found.spent == WORST


@pytest.mark.parametrize(
    ("budgets", "limit"),
    [
        (BudgetSettings(tenant_day_tokens=150), "tokens of the tenant today"),
        (BudgetSettings(tenant_day_usd=0.00015), "money of the tenant today"),
        (BudgetSettings(day_tokens=150), "tokens of everybody today"),
        (BudgetSettings(day_usd=0.00015), "money of everybody today"),
    ],
)
async def test_days_have_ceilings_of_their_own_and_the_next_day_is_another(
    budgets: BudgetSettings, limit: str
) -> None:
    shop = Shop(Model(TimedOut("slow")), budgets, tries=1)
    assert (await shop.ask(question="q1")).spent == WORST
    second = await shop.ask(question="q2")
    assert isinstance(second, Unpaid)
    assert isinstance(second.gap, OverBudget)
    assert second.gap.limit == limit
    shop.at += 86_400
    assert (await shop.ask(question="q3")).spent == WORST


async def test_money_over_an_unknown_price_is_refused_with_the_settings_to_set() -> None:
    shop = Shop(Model("yes"))
    shop.model.worst = lambda prompted: msgspec.structs.replace(WORST, micro_usd=None)
    found = await shop.ask(Budget(micro_usd=10**9))
    assert isinstance(found, Unpaid)
    assert isinstance(found.gap, OverBudget)
    assert "OCCAM_LLM_PRICE_INPUT" in found.gap.needed


async def test_a_model_whose_cost_cannot_be_told_is_not_asked() -> None:
    shop = Shop(Model("yes"))

    def unknown(prompted: Prompted) -> Spent:
        raise BadConfig("no such model")

    shop.model.worst = unknown
    found = await shop.ask()
    assert isinstance(found, Unpaid)
    assert isinstance(found.gap, TierFailed)
    assert (found.gap.failure, shop.model.asked) == ("settings", 0)

"""Gaps that end a question: no model, a failed one, a quota, a budget.

The models are scripted: what they say is written here, and nothing of it is wisdom.
"""

from __future__ import annotations

import pytest
from occam.core.gaps import (
    NoModel,
    OverBudget,
    TierFailed,
)
from occam.core.spending import Budget
from occam.llm.scripted import Line
from occam.runtime.settings import Settings

from tests.integration.gaps import COUNTED, END, FOUND, GOOD, READING, REIGNED, REPLAN, plan
from tests.integration.running import running, scripted

pytestmark = pytest.mark.integration


@pytest.mark.parametrize(
    ("pipeline_name", "tier"),
    [("graphrag", "planner"), ("agentic", "planner"), ("rag", "reader"), ("closed-book", "reader")],
)
async def test_a_pipeline_without_its_model_is_refused_with_the_tier_it_needs(
    settings: Settings, pipeline_name: str, tier: str
) -> None:
    async with running(settings, "olympics") as pipeline:
        record = await pipeline.ask(COUNTED, pipeline=pipeline_name)
        journey = await pipeline.journey(record)
        assert await pipeline.verified(record)
    asked = REPLAN if tier == "planner" else READING
    assert journey == [(asked, "unplanned"), (FOUND, "no_model"), (END, "no_model")]
    assert record.gap == NoModel(tier=tier, after="unplanned")
    assert record.tokens.total == 0


async def test_a_tier_that_fails_for_good_says_how_and_the_question_is_not_dead(
    settings: Settings,
) -> None:
    planner = scripted(Line(fails="settings", prompt="plan"))
    async with running(settings, "olympics", planner=planner) as pipeline:
        record = await pipeline.ask(REIGNED)
        journey = await pipeline.journey(record)
        assert await pipeline.verified(record)
    assert journey == [
        (REPLAN, "unmapped_phrase"), (FOUND, "tier_failed"), (END, "tier_failed"),
    ]  # fmt: skip
    assert isinstance(record.gap, TierFailed)
    assert (record.gap.tier, record.gap.failure) == ("planner", "settings")
    assert record.outcome == "refused"


@pytest.mark.parametrize("failure", ["timeout", "unreachable"])
async def test_a_model_that_cannot_be_reached_is_tried_again_by_the_bus_and_then_given_up(
    settings: Settings, failure: str
) -> None:
    planner = scripted(Line(fails=failure, prompt="plan"))
    async with running(settings, "olympics", planner=planner) as pipeline:
        record = await pipeline.ask(REIGNED)
    assert isinstance(record.gap, TierFailed)
    assert record.gap.failure == failure
    assert len(planner.asked) == settings.llm.tries
    billed = settings.llm.tries if failure == "timeout" else 0
    assert record.calls == billed
    assert record.tokens.estimated == bool(billed)


async def test_a_quota_is_waited_for_and_the_wait_is_in_a_column_of_its_own(
    settings: Settings,
) -> None:
    busy = Line(fails="quota", wait_s=0.05, prompt="plan", times=3)
    planner = scripted(busy, *plan(GOOD))
    async with running(settings, "olympics", planner=planner) as pipeline:
        record = await pipeline.ask(REIGNED)
        assert await pipeline.verified(record)
        assert await pipeline.client.dead() == []
    assert record.outcome == "answered"
    assert record.waited_ms >= 150
    assert record.calls == 1
    assert record.certificate.waited_ms == record.waited_ms


async def test_a_call_that_could_exceed_the_budget_is_not_made(settings: Settings) -> None:
    planner = scripted(*plan(GOOD))
    async with running(settings, "olympics", planner=planner) as pipeline:
        record = await pipeline.ask(REIGNED, budget=Budget(tokens=200))
        journey = await pipeline.journey(record)
        assert await pipeline.verified(record)
    assert journey == [
        (REPLAN, "unmapped_phrase"), (FOUND, "over_budget"), (END, "over_budget"),
    ]  # fmt: skip
    assert isinstance(record.gap, OverBudget)
    assert "the budget of tokens of the question: up to" in record.stop_reason
    assert (planner.asked, record.tokens.total) == ([], 0)


async def test_a_price_that_nobody_knows_is_unknown_on_the_bill_and_over_any_budget_of_money(
    settings: Settings,
) -> None:
    async with running(
        settings, "olympics", planner=scripted(*plan(GOOD, GOOD), price=None)
    ) as pipeline:
        free = await pipeline.ask(REIGNED)
        capped = await pipeline.ask(REIGNED + " ", budget=Budget(micro_usd=10**9))
    assert (free.outcome, free.cost_usd) == ("answered", None)
    assert isinstance(capped.gap, OverBudget)
    assert "nobody knows what the model costs" in capped.stop_reason


async def test_a_second_question_of_the_same_words_is_answered_for_nothing(
    settings: Settings,
) -> None:
    planner = scripted(*plan(GOOD))
    async with running(settings, "olympics", planner=planner) as pipeline:
        first = await pipeline.ask(REIGNED)
        second = await pipeline.ask(REIGNED)
    assert first.answer == second.answer
    assert first.tokens.total > second.tokens.total == 0
    assert "nothing was paid" in second.certificate.trail[1].note
    assert len(planner.asked) == 1

"""A budget is a ceiling: whatever runs at once, no more is spent, and every question is settled."""

from __future__ import annotations

import asyncio

import pytest
from occam.core.gaps import OverBudget
from occam.core.spending import Budget
from occam.llm.scripted import Line
from occam.messages.catalog import QuestionAsked
from occam.runtime.settings import Settings

from tests.integration.gaps import GOOD, REIGNED
from tests.integration.running import running, scripted

pytestmark = pytest.mark.integration

MANY = 24


@pytest.mark.parametrize("unit", ["tokens", "money"])
async def test_a_batch_spends_no_more_than_its_budget_and_the_rest_is_refused_over_budget(
    settings: Settings, unit: str
) -> None:
    planner = scripted(Line(say=GOOD, prompt="plan", seconds=0.02), price=3)
    async with running(settings, "olympics", planner=planner) as pipeline:
        one = await pipeline.ask(REIGNED)
        tokens = one.tokens.total
        most = 8 * tokens
        caps = {"tokens": {"batch_tokens": most}, "money": {"batch_micro_usd": 3 * most}}
        questions = [
            QuestionAsked(
                id=f"q{at}",
                question=f"{REIGNED}{' ' * (at + 1)}",
                pack="olympics",
                budget=Budget(**caps[unit]),
            )
            for at in range(MANY)
        ]
        await pipeline.client.submit("default", "many", questions)
        async with asyncio.timeout(60):
            records = [each async for each in pipeline.client.follow("default", "many")]
    assert sorted(record.id for record in records) == sorted(each.id for each in questions)
    answered = [record for record in records if record.outcome == "answered"]
    refused = [record for record in records if record.outcome == "refused"]
    assert answered
    assert refused
    assert len(answered) + len(refused) == MANY
    assert sum(record.tokens.total for record in records) <= most
    assert sum(round((record.cost_usd or 0) * 1e6) for record in records) <= 3 * most
    for record in refused:
        assert isinstance(record.gap, OverBudget)
        assert record.gap.limit == f"{unit} of the batch"
        assert record.calls == 0

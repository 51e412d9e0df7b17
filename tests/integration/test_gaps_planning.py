"""Gaps that a planner closes, or leaves open: the message that carries each, and how it ends.

The models are scripted: what they say is written here, and nothing of it is wisdom.
"""

from __future__ import annotations

import msgspec
import pytest
from occam.core.gaps import (
    InvalidPlan,
    NotInCorpus,
    UnmappedPhrase,
)
from occam.llm.scripted import Line
from occam.runtime.settings import Settings

from tests.integration.gaps import (
    BARRACKS,
    EMPTY,
    END,
    FOUND,
    GOOD,
    JUDO,
    PLANNED,
    READING,
    REIGNED,
    REPLAN,
    WINNER,
    draft,
    plan,
)
from tests.integration.running import running, scripted

pytestmark = pytest.mark.integration


async def test_an_unmapped_phrase_is_mapped_by_the_planner_and_the_mapping_is_on_record(
    settings: Settings,
) -> None:
    planner = scripted(*plan(GOOD))
    async with running(settings, "olympics", planner=planner) as pipeline:
        record = await pipeline.ask(REIGNED)
        journey = await pipeline.journey(record)
        assert await pipeline.verified(record)
    assert journey == [
        (REPLAN, "unmapped_phrase"), (PLANNED, None), (FOUND, None), (END, None),
    ]  # fmt: skip
    assert record.outcome == "answered"
    assert record.tier == 1
    assert record.certificate.completeness_check == "pass"
    mapped = {line.phrase: line.detail for line in record.certificate.constraints}
    assert mapped["reigned supreme"] == "WON_GOLD (mapped by the model)"
    assert record.certificate.models == {"planner": "scripted, prompt plan 1"}
    assert record.calls == 1
    assert record.tokens.total == record.certificate.tokens.total > 0
    assert record.cost_usd == pytest.approx(record.tokens.total / 1e6)


async def test_a_phrase_that_the_planner_leaves_out_too_is_refused_by_name(
    settings: Settings,
) -> None:
    loose = draft(where=JUDO, ask=WINNER)
    planner = scripted(*plan(loose, loose))
    async with running(settings, "olympics", planner=planner) as pipeline:
        record = await pipeline.ask(REIGNED)
        journey = await pipeline.journey(record)
        assert await pipeline.verified(record)
    assert journey == [
        (REPLAN, "unmapped_phrase"), (REPLAN, "unmapped_phrase"), (FOUND, "unmapped_phrase"),
        (END, "unmapped_phrase"),
    ]  # fmt: skip
    assert isinstance(record.gap, UnmappedPhrase)
    assert "reigned" in record.gap.phrase
    assert record.calls == 2


async def test_a_plan_that_says_something_else_is_not_run(settings: Settings) -> None:
    asked = "Who won silver and reigned supreme in the men's 66 kg judo at London 2012?"
    planner = scripted(*plan(GOOD, GOOD))
    async with running(settings, "olympics", planner=planner) as pipeline:
        record = await pipeline.ask(asked)
    assert record.outcome == "refused"
    assert isinstance(record.gap, UnmappedPhrase)
    assert "silver" in record.gap.phrase


async def test_an_invalid_plan_is_repaired_once_with_the_complaint(settings: Settings) -> None:
    invented = draft(where=[{"at": "WON_SPEED>"}], ask=WINNER)
    planner = scripted(*plan(invented, GOOD))
    async with running(settings, "olympics", planner=planner) as pipeline:
        record = await pipeline.ask(REIGNED)
        journey = await pipeline.journey(record)
    assert [gap for _, gap in journey] == ["unmapped_phrase", "invalid_plan", None, None, None]
    assert record.outcome == "answered"
    first, second = (each.messages[1].content for each in planner.asked)
    assert first != second
    assert "the schema has no edge 'WON_SPEED'" in second
    assert [step.tier for step in record.certificate.trail][1:3] == ["planner", "replanner"]
    assert record.tier == 2
    assert record.tokens.total == sum(step.tokens for step in record.certificate.trail)


@pytest.mark.parametrize("said", ["no json", '{"find": 1}', "", draft(find="Star", ask=WINNER)])
async def test_what_stays_invalid_is_refused_and_never_asked_a_third_time(
    settings: Settings, said: str
) -> None:
    planner = scripted(Line(say=said, prompt="plan"))
    async with running(settings, "olympics", planner=planner) as pipeline:
        record = await pipeline.ask(REIGNED)
        assert await pipeline.verified(record)
    assert isinstance(record.gap, InvalidPlan)
    assert len(planner.asked) == 2
    assert record.stop_reason.startswith("“reigned supreme” is part of the question")
    assert "The plan that was drafted does not fit" in record.stop_reason


async def test_a_mention_that_nobody_knows_goes_to_the_planner_and_then_to_pages(
    settings: Settings,
) -> None:
    cannot = msgspec.json.encode({"cannot": "no such weight class"}).decode()
    nothing = Line(say='{"answers": []}', prompt="read")
    async with running(
        settings, "olympics", planner=scripted(*plan(cannot)), reader=scripted(nothing)
    ) as pipeline:
        record = await pipeline.ask("Who won the men's 250 kg judo in 2012?")
        journey = await pipeline.journey(record)
        assert await pipeline.verified(record)
    assert journey == [
        (REPLAN, "unresolved"), (READING, "not_in_graph"), (FOUND, "not_in_corpus"),
        (END, "not_in_corpus"),
    ]  # fmt: skip
    assert record.gap == NotInCorpus(searched=5)
    first, last = "Nothing in the graph is called “250 kg”", "None of the 5 passages searched"
    assert record.stop_reason.startswith(first)
    assert last in record.stop_reason
    assert record.tier == 3
    assert record.calls == 2


async def test_an_empty_plan_is_planned_anew_and_what_stays_empty_is_looked_for_in_pages(
    settings: Settings,
) -> None:
    asked = f"Who reigned supreme at the {BARRACKS} in the men's 66 kg judo at London 2012?"
    planner = scripted(*plan(EMPTY, EMPTY))
    nothing = Line(say='{"answers": []}', prompt="read")
    async with running(settings, "olympics", planner=planner, reader=scripted(nothing)) as pipeline:
        record = await pipeline.ask(asked)
        journey = await pipeline.journey(record)
    assert journey == [
        (REPLAN, "unmapped_phrase"), (PLANNED, None), (REPLAN, "empty"),
        (READING, "not_in_graph"), (FOUND, "not_in_corpus"), (END, "not_in_corpus"),
    ]  # fmt: skip
    assert "This plan was tried" in planner.asked[1].messages[1].content
    digests = [step.plan for step in record.certificate.trail if step.plan]
    assert len(set(digests)) == 1

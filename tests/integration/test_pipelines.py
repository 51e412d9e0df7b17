"""The five pipelines on one executor: who is asked, what it costs, what the certificate says.

The models are scripted: what they say is written here, and nothing of it is wisdom.
"""

from __future__ import annotations

import msgspec
import pytest
from occam.core.gaps import InvalidPlan, NotInCorpus
from occam.llm.scripted import Line
from occam.runtime.settings import Settings

from tests.integration.gaps import (
    BECAUSE,
    COUNTED,
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

TWELVE = msgspec.json.encode(
    {"reasoning": "I count.", "answers": [{"answer": "14", "quote": "", "passage": 0}]}
).decode()
COUNTING = draft(
    where=[
        {"at": "IN_SPORT>", "value": "Judo"},
        {"at": "AT_GAMES>", "attr": "year", "value": 2012},
        {"at": "AT_GAMES>", "attr": "city", "value": "London"},
    ],
    ask={"what": "count"},
)


async def test_a_model_alone_answers_and_its_certificate_says_that_it_saw_nothing(
    settings: Settings,
) -> None:
    reader = scripted(Line(say='{"answers": [{"answer": "14"}]}', prompt="alone"))
    async with running(settings, "olympics", reader=reader) as pipeline:
        record = await pipeline.ask(COUNTED, pipeline="closed-book")
        journey = await pipeline.journey(record)
        assert await pipeline.verified(record)
    assert journey == [(READING, "unplanned"), (FOUND, None), (END, None)]
    assert (record.answer, record.value, record.tier) == (("14",), 14, 1)
    certificate = record.certificate
    assert certificate.completeness_check == "fail"
    assert (certificate.evidence_set_size, certificate.structural_bound) == (0, 14)
    assert "no page was read" in record.stop_reason
    assert (record.calls, record.documents, certificate.passages) == (1, (), ())


@pytest.mark.parametrize("passages", [1, 4, 40])
async def test_reading_some_of_the_pages_is_no_complete_evidence(
    settings: Settings, passages: int
) -> None:
    reader = scripted(Line(say=TWELVE, prompt="rag"))
    async with running(settings, "olympics", reader=reader) as pipeline:
        record = await pipeline.ask(COUNTED, pipeline=f"rag:{passages}")
        assert await pipeline.verified(record)
    certificate = record.certificate
    assert record.outcome == "answered"
    assert len(certificate.passages) == passages
    shown = {passage.document for passage in certificate.passages}
    assert certificate.read
    assert set(certificate.read.documents) == shown
    assert certificate.structural_bound == 14
    assert certificate.evidence_set_size <= min(14, len(shown))
    complete = certificate.evidence_set_size == 14
    assert certificate.completeness_check == ("pass_with_llm_recovery" if complete else "fail")
    assert f"was shown {certificate.evidence_set_size} of the 14 candidates" in record.stop_reason
    assert record.tokens.context > 0


async def test_what_is_read_comes_in_the_order_of_the_reranker_and_both_are_on_the_bill(
    settings: Settings,
) -> None:
    plain = scripted(Line(say=TWELVE, prompt="rag"))
    async with running(settings, "olympics", reader=plain) as pipeline:
        found = (await pipeline.ask(COUNTED, pipeline="rag:20")).certificate.passages
    reader = scripted(Line(say=TWELVE, prompt="rag"))
    reranker = scripted(Line(say="[[19,0.9],[3,0.8],[0,0.1]]", prompt="rerank"))
    async with running(settings, "olympics", reader=reader, reranker=reranker) as pipeline:
        record = await pipeline.ask(COUNTED, pipeline="rag:2")
        assert await pipeline.verified(record)
    shown = [(each.document, each.start) for each in record.certificate.passages]
    assert shown == [(found[at].document, found[at].start) for at in (19, 3)]
    assert record.calls == 2
    assert "reranked by scripted" in record.certificate.trail[-1].note
    (ranked,), (read,) = reranker.asked, reader.asked
    words = sum(len(each.content) for each in (*ranked.messages, *read.messages))
    assert record.tokens.input == pytest.approx(words / 4, rel=0.05)


async def test_a_reranker_that_fails_for_good_costs_an_order_and_no_answer(
    settings: Settings,
) -> None:
    reader = scripted(Line(say=TWELVE, prompt="rag"))
    reranker = scripted(Line(fails="settings", prompt="rerank"))
    async with running(settings, "olympics", reader=reader, reranker=reranker) as pipeline:
        record = await pipeline.ask(COUNTED, pipeline="rag:2")
        assert await pipeline.verified(record)
    assert record.outcome == "answered"
    assert len(record.certificate.passages) == 2
    assert "not reranked by scripted" in record.certificate.trail[-1].note


async def test_a_reader_without_an_answer_is_a_refusal(settings: Settings) -> None:
    reader = scripted(Line(say='{"reasoning": "", "answers": []}', prompt="rag"))
    async with running(settings, "olympics", reader=reader) as pipeline:
        record = await pipeline.ask(COUNTED, pipeline="rag")
        assert await pipeline.verified(record)
    assert record.gap == NotInCorpus(searched=10)
    assert record.outcome == "refused"


async def test_a_model_plans_each_question_once_and_the_graph_answers(settings: Settings) -> None:
    planner = scripted(*plan(COUNTING))
    async with running(settings, "olympics", planner=planner) as pipeline:
        record = await pipeline.ask(COUNTED, pipeline="graphrag")
        routed = await pipeline.ask(COUNTED)
        journey = await pipeline.journey(record)
        assert await pipeline.verified(record)
    assert journey == [(REPLAN, "unplanned"), (PLANNED, None), (FOUND, None), (END, None)]
    assert (record.answer, record.documents) == (routed.answer, routed.documents)
    assert record.certificate.completeness_check == routed.certificate.completeness_check
    assert (record.tier, record.calls, routed.tier, routed.calls) == (1, 1, 0, 0)


async def test_what_that_one_plan_gets_wrong_is_not_repaired(settings: Settings) -> None:
    planner = scripted(*plan("no plan", COUNTING))
    reader = scripted(Line(say='{"answers": []}'))
    async with running(settings, "olympics", planner=planner, reader=reader) as pipeline:
        record = await pipeline.ask(COUNTED, pipeline="graphrag")
    assert isinstance(record.gap, InvalidPlan)
    assert (len(planner.asked), len(reader.asked)) == (1, 0)


async def test_an_agent_plans_reads_the_complaint_and_plans_again(settings: Settings) -> None:
    judo = [*JUDO[:2], {"at": "AT_GAMES>", "value": "2012 Winter"}]
    wrong = draft(where=judo, ask=WINNER, because=BECAUSE)
    planner = scripted(*plan(wrong, GOOD))
    async with running(settings, "olympics", planner=planner) as pipeline:
        record = await pipeline.ask(REIGNED, pipeline="agentic")
        journey = await pipeline.journey(record)
        assert await pipeline.verified(record)
    assert [gap for _, gap in journey] == ["unplanned", "invalid_plan", None, None, None]
    assert record.outcome == "answered"
    assert (record.tier, record.calls) == (2, 2)


@pytest.mark.parametrize(("said", "drafts"), [('{"cannot": "no"}', 1), ("no plan", 2)])
async def test_an_agent_without_a_plan_reads_pages(
    settings: Settings, said: str, drafts: int
) -> None:
    planner = scripted(Line(say=said, prompt="plan"))
    quote = "Fog hid the targets on the first two attempts, so the race was run on the third day."
    fog = {"answers": [{"answer": "Fog", "quote": quote, "passage": 1}]}
    reader = scripted(Line(say=msgspec.json.encode(fog).decode(), prompt="read"))
    async with running(settings, "olympics", planner=planner, reader=reader) as pipeline:
        record = await pipeline.ask("What hid the biathlon targets in Sochi?", pipeline="agentic")
    assert record.answer == ("Fog",)
    assert record.documents == ("S0096",)
    assert len(planner.asked) == drafts


async def test_a_pipeline_that_does_not_exist_is_refused_with_those_that_do(
    settings: Settings,
) -> None:
    async with running(settings, "olympics") as pipeline:
        taken = await pipeline.client.submit(
            "default", "b", [pipeline.asked("q", COUNTED, pipeline="wag")]
        )
    (refused,) = taken.refused
    assert "pipeline 'wag': expected one of closed-book, rag, graphrag" in refused.reason

"""Gaps that pages close: answers that are quoted, and values that were missing.

The models are scripted: what they say is written here, and nothing of it is wisdom.
"""

from __future__ import annotations

import msgspec
import pytest
from occam.core.gaps import (
    MissingValue,
    NotInCorpus,
)
from occam.runtime.settings import Settings

from tests.integration.gaps import (
    END,
    FOG,
    FOUND,
    PLANNED,
    READING,
    REPLAN,
    SLALOM,
    SNOW,
    STARTED,
    plan,
    read,
)
from tests.integration.running import running, scripted

pytestmark = pytest.mark.integration


async def test_a_question_for_pages_alone_is_answered_with_the_words_of_the_page(
    settings: Settings,
) -> None:
    cannot = msgspec.json.encode({"cannot": "the graph has no reasons"}).decode()
    reader = scripted(read("Fog hid the targets on the first two attempts", FOG))
    async with running(
        settings, "olympics", planner=scripted(*plan(cannot)), reader=reader
    ) as pipeline:
        record = await pipeline.ask(SNOW)
        journey = await pipeline.journey(record)
        assert await pipeline.verified(record)
    assert journey == [
        (REPLAN, "unmapped_phrase"), (READING, "not_in_graph"), (FOUND, None), (END, None),
    ]  # fmt: skip
    assert record.answer == ("Fog hid the targets on the first two attempts",)
    assert record.documents == ("S0096",)
    certificate = record.certificate
    assert certificate.completeness_check == "unverified"
    assert certificate.read
    (quote,) = certificate.read.quotes
    assert quote.text == FOG
    assert certificate.tokens.context > 0


async def test_a_quote_that_the_page_does_not_have_is_no_answer(settings: Settings) -> None:
    cannot = msgspec.json.encode({"cannot": "reasons"}).decode()
    reader = scripted(read("Snow", "Snow hid the targets on the first two attempts."))
    async with running(
        settings, "olympics", planner=scripted(*plan(cannot)), reader=reader
    ) as pipeline:
        record = await pipeline.ask(SNOW)
    assert isinstance(record.gap, NotInCorpus)
    assert "1 rejected: not quoted word for word" in record.certificate.trail[-1].note


SLALOM_ASKED = "How many competitors took part in the women's giant slalom in Vancouver?"


async def test_a_missing_value_is_read_from_the_page_of_that_very_thing(
    settings: Settings,
) -> None:
    reader = scripted(read("81", STARTED, "value"))
    async with running(settings, "olympics", reader=reader) as pipeline:
        record = await pipeline.ask(SLALOM_ASKED)
        journey = await pipeline.journey(record)
        assert await pipeline.verified(record)
    assert journey == [
        (PLANNED, None), (READING, "missing_value"), (FOUND, None), (END, None),
    ]  # fmt: skip
    assert (record.answer, record.value) == (("81",), 81)
    certificate = record.certificate
    assert certificate.completeness_check == "pass_with_llm_recovery"
    assert (certificate.evidence_set_size, certificate.structural_bound) == (1, 1)
    (recovered,) = certificate.recovered
    assert (recovered.vertex, recovered.attr, recovered.text) == (SLALOM, "competitors", "81")
    shown = reader.asked[0].messages[1].content
    assert "S0039" not in shown
    assert "giant slalom" in shown


@pytest.mark.parametrize(
    ("answer", "quote"),
    [
        ("47", "Athletes of 47 nations started."),
        ("eighty-one", STARTED),
        ("81", "In all 81 competitors of 47 nations started."),
    ],
)
async def test_a_value_of_another_kind_or_without_its_words_stays_missing(
    settings: Settings, answer: str, quote: str
) -> None:
    reader = scripted(read(answer, quote, "value"))
    async with running(settings, "olympics", reader=reader) as pipeline:
        record = await pipeline.ask(SLALOM_ASKED)
        assert await pipeline.verified(record)
    assert isinstance(record.gap, MissingValue)
    assert record.outcome == "refused"
    assert not record.certificate.recovered

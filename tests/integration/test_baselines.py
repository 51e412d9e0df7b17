"""Answers that a model read say how much they were shown, and verification finds what was altered.

The models are scripted: what they say is written here, and nothing of it is wisdom.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from occam.core.evidence import Read
from occam.core.record import AnswerRecord, Certificate
from occam.core.seal import sealed
from occam.core.verify import verify
from occam.llm.scripted import Line
from occam.packs import find_pack
from occam.runtime.loading import Change, load
from occam.runtime.settings import Settings

from tests.integration.gaps import COUNTED, FOG, SNOW, plan, read
from tests.integration.running import Pipeline, running, scripted

pytestmark = pytest.mark.integration

JUDO_EVENTS = 14
replace = msgspec.structs.replace
CANNOT = msgspec.json.encode({"cannot": "the graph has no reasons"}).decode()


def said(prompt: str, *answers: str, quote: str = "") -> Line:
    given = [{"answer": answer, "quote": quote, "passage": 1} for answer in answers]
    return Line(say=msgspec.json.encode({"answers": given}).decode(), prompt=prompt)


async def test_a_count_from_passages_says_how_many_of_the_counted_were_shown(
    settings: Settings,
) -> None:
    async with running(settings, "olympics", reader=scripted(said("rag", "14"))) as pipeline:
        record = await pipeline.ask(COUNTED, pipeline="rag:10")
        assert await pipeline.verified(record)
    certificate = record.certificate
    assert (record.answer, record.value) == (("14",), JUDO_EVENTS)
    assert certificate.completeness_check == "fail"
    assert certificate.structural_bound == JUDO_EVENTS
    assert 0 < certificate.evidence_set_size <= 10
    assert f"{certificate.evidence_set_size} of the {JUDO_EVENTS}" in record.stop_reason
    assert len(certificate.documents) <= 10


async def test_a_count_from_memory_was_shown_nothing(settings: Settings) -> None:
    async with running(settings, "olympics", reader=scripted(said("alone", "14"))) as pipeline:
        record = await pipeline.ask(COUNTED, pipeline="closed-book")
        assert await pipeline.verified(record)
    certificate = record.certificate
    assert certificate.completeness_check == "fail"
    assert (certificate.evidence_set_size, certificate.structural_bound) == (0, JUDO_EVENTS)
    assert certificate.documents == {}
    assert "no page was read" in record.stop_reason


async def test_who_was_shown_all_and_names_one_of_several_does_not_pass(
    settings: Settings,
) -> None:
    asked = "Who won the marathon swimming event in London in 2012?"
    async with running(settings, "olympics", reader=scripted(said("rag", "Éva"))) as pipeline:
        record = await pipeline.ask(asked, pipeline="rag:30")
        assert await pipeline.verified(record)
    certificate = record.certificate
    assert certificate.structural_bound == certificate.evidence_set_size == 2
    assert certificate.completeness_check == "unverified"
    assert "the question does not decide" in record.stop_reason


async def test_a_single_thing_that_was_shown_passes_with_a_model_in_it(settings: Settings) -> None:
    asked = "Where did the women's pursuit in biathlon take place at the 2010 Games?"
    park = "Whistler Olympic Park"
    async with running(settings, "olympics", reader=scripted(said("rag", park))) as pipeline:
        record = await pipeline.ask(asked, pipeline="rag:10")
        assert await pipeline.verified(record)
    certificate = record.certificate
    assert (certificate.evidence_set_size, certificate.structural_bound) == (1, 1)
    assert certificate.completeness_check == "pass_with_llm_recovery"


def resealed(record: AnswerRecord, **changes: Any) -> AnswerRecord:
    """The record with an altered certificate under digests of its own."""
    fields = {name: value for name, value in changes.items() if hasattr(record.certificate, name)}
    own = {name: value for name, value in changes.items() if name not in fields}
    certificate: Certificate = replace(record.certificate, **fields)
    return sealed(replace(record, certificate=certificate, **own))


def reread(record: AnswerRecord, **changes: Any) -> AnswerRecord:
    held: Read | None = record.certificate.read
    assert held
    return resealed(record, read=replace(held, **changes))


async def findings(pipeline: Pipeline, record: AnswerRecord) -> tuple[str, ...]:
    certificate = record.certificate
    edition = pipeline.shelf.edition(certificate.pack, certificate.graph_version)
    return (await verify(record, edition.facts, edition.schema, graph=edition.graph)).findings


async def test_whatever_is_altered_of_what_was_read_is_found(settings: Settings) -> None:
    fog = "Fog hid the targets on the first two attempts"
    models = {"planner": scripted(*plan(CANNOT)), "reader": scripted(read(fog, FOG))}
    async with running(settings, "olympics", **models) as pipeline:
        record = await pipeline.ask(SNOW)
        assert await findings(pipeline, resealed(record)) == ()
        held = record.certificate.read
        assert held
        (quote,) = held.quotes
        page = quote.document
        altered = {
            "an answer": reread(record, answer=("Snow",)),
            "an answer in other words": reread(record, answer=("fog hid the targets",)),
            "a further answer": reread(record, answer=(*held.answer, "Gold")),
            "a quote": reread(record, quotes=(replace(quote, text="Snow hid the targets"),)),
            "a place": reread(record, quotes=(replace(quote, start=quote.start + 1),)),
            "another page": reread(record, quotes=(replace(quote, document="S0001"),)),
            "no quote": reread(record, quotes=()),
            "a digest": resealed(record, documents=record.certificate.documents | {page: "0"}),
            "a page less": resealed(record, documents={}),
            "a bound": resealed(record, structural_bound=1),
            "a size": resealed(record, evidence_set_size=99),
            "a check": resealed(record, completeness_check="pass"),
            "a reason": resealed(record, stop_reason="All was read."),
            "the record's answer": resealed(replace(record, answer=("Snow",))),
            "the record's documents": resealed(replace(record, documents=("S0001",))),
        }
        missed = [name for name, each in altered.items() if not await findings(pipeline, each)]
        assert not missed


async def test_a_page_that_was_altered_or_deleted_since_is_named(settings: Settings) -> None:
    pack = find_pack("olympics", settings.pack_roots)
    models = {"planner": scripted(*plan(CANNOT)), "reader": scripted(read(FOG[:20], FOG))}
    async with running(settings, "olympics", **models) as pipeline:
        record = await pipeline.ask(SNOW)
        held = record.certificate.read
        assert held
        (page,) = {quote.document for quote in held.quotes}
        load(settings.home, pack, Change(remove=(page,)))
        now = pipeline.shelf.edition(*pipeline.shelf.current("olympics"))
        verdict = await verify(record, now.facts, now.schema, graph=now.graph)
    assert f"{page}: the document is gone" in verdict.findings

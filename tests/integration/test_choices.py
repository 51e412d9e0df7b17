"""Choices through all five services: what is left open is listed with keys, a key settles it."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator

import occam_certifier.app
import occam_classifier.app
import occam_disambiguator.app
import occam_document_reader.app
import occam_graph_executor.app
import pytest
from occam.bus.broker import start_broker
from occam.bus.client import Client
from occam.bus.service import Service
from occam.core.gaps import LowConfidence, NoSuchChoice
from occam.core.record import AnswerRecord
from occam.core.verify import verify
from occam.messages.catalog import QuestionAsked
from occam.packs import find_pack
from occam.runtime.loading import load
from occam.runtime.settings import Settings
from occam.runtime.shelf import Shelf

from tests.integration.gaps import TORN as RULES

pytestmark = pytest.mark.integration

APPS = (
    occam_classifier.app, occam_graph_executor.app, occam_disambiguator.app,
    occam_document_reader.app, occam_certifier.app,
)  # fmt: skip
WHO = "Who built the Macquarie Lighthouse?"
TORN = "Who made the Macquarie Lighthouse?"


class Pipeline:
    """Five services in this process; each question is asked in a batch of its own."""

    def __init__(self, shelf: Shelf, client: Client) -> None:
        self.shelf, self.client = shelf, client
        self._asked = 0

    async def ask(self, question: str, choice: str = "") -> AnswerRecord:
        self._asked += 1
        batch = f"b{self._asked}"
        asked = QuestionAsked(id="q", question=question, choice=choice, pack="torn")
        await self.client.submit("default", batch, [asked])
        async with asyncio.timeout(20):
            async for record in self.client.follow("default", batch):
                return record
        raise AssertionError("the batch ended without an answer")

    async def verified(self, record: AnswerRecord) -> bool:
        certificate = record.certificate
        edition = self.shelf.edition(certificate.pack, certificate.graph_version)
        verdict = await verify(record, edition.facts, edition.schema, graph=edition.graph)
        assert verdict.findings == ()
        return verdict.ok


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    """A home with the small pack loaded, under rules that read "who made" in two ways."""
    folder = tmp_path_factory.mktemp("choices")
    bundled = find_pack("lighthouses", Settings(home=folder).pack_roots).directory
    torn = folder / "packs" / "torn"
    shutil.copytree(bundled, torn)
    named = (torn / "pack.toml").read_text().replace('"lighthouses"', '"torn"')
    (torn / "pack.toml").write_text(named)
    (torn / "rules.toml").write_text((torn / "rules.toml").read_text() + RULES)
    settings = Settings(home=folder / "home", packs=(folder / "packs",))
    load(settings.home, find_pack("torn", settings.pack_roots))
    broker = start_broker(folder / "broker")
    yield settings.at(broker.url)
    broker.stop()


@pytest.fixture
async def pipeline(settings: Settings) -> AsyncIterator[Pipeline]:
    shelf = Shelf(settings)
    services = [Service(app.build(shelf, settings), settings.bus, None) for app in APPS]
    for service in services:
        await service.start()
    async with await Client.connect(settings.bus) as client:
        yield Pipeline(shelf, client)
        for place in await client.batches():
            await client.forget(place.tenant, place.batch)
    for service in services:
        await service.stop()


async def test_each_match_can_be_chosen_by_its_key(pipeline: Pipeline) -> None:
    several = await pipeline.ask(WHO)
    assert several.outcome == "ambiguous"
    assert [each.key for each in several.alternatives] == ["L21", "L22"]
    assert several.clarify == "Which tower do you mean: Macquarie Lighthouse of 1818 or 1883?"
    assert await pipeline.verified(several)
    for each in several.alternatives:
        one = await pipeline.ask(WHO, each.key)
        assert (one.outcome, one.answer, one.choice) == ("answered", each.answer, each.key)
        assert one.certificate.completeness_check == "pass"
        assert (one.certificate.structural_bound, one.documents) == (1, each.documents)
        assert f"the asker chose “{each.reading}”" in one.stop_reason
        assert one.certificate.constraints[-1].phrase == each.key
        assert await pipeline.verified(one)


async def test_each_reading_can_be_chosen_and_then_each_match(pipeline: Pipeline) -> None:
    unsure = await pipeline.ask(TORN)
    assert isinstance(unsure.gap, LowConfidence)
    assert (unsure.outcome, unsure.answer) == ("refused", ())
    assert [each.answer for each in unsure.alternatives] == [(), ()]
    assert unsure.clarify
    assert unsure.clarify.startswith("Which is meant: “")
    assert await pipeline.verified(unsure)
    itself, before = sorted(unsure.alternatives, key=lambda each: "previous" in each.reading)
    built = await pipeline.ask(TORN, itself.key)
    assert built.outcome == "ambiguous"
    assert [each.key for each in built.alternatives] == [
        f"{itself.key} > L21",
        f"{itself.key} > L22",
    ]
    assert await pipeline.verified(built)
    second = await pipeline.ask(TORN, built.alternatives[1].key)
    assert second.answer == ("James Barnet",)
    assert [line.became for line in second.certificate.constraints][-2:] == ["choice", "choice"]
    assert await pipeline.verified(second)
    first = await pipeline.ask(TORN, before.key)
    assert (first.outcome, first.answer) == ("answered", ("Francis Greenway",))
    assert await pipeline.verified(first)


@pytest.mark.parametrize("question", [WHO, TORN])
async def test_a_choice_that_fits_nothing_is_refused_with_those_that_do(
    pipeline: Pipeline, question: str
) -> None:
    offered = await pipeline.ask(question)
    refused = await pipeline.ask(question, "L99")
    assert refused.outcome == "refused"
    assert isinstance(refused.gap, NoSuchChoice)
    assert "“L99”" in refused.stop_reason
    assert all(each.key in refused.stop_reason for each in offered.alternatives)
    assert [each.key for each in refused.alternatives] == [
        each.key for each in offered.alternatives
    ]
    assert await pipeline.verified(refused)


async def test_a_choice_for_a_question_without_one_is_not_passed_over(pipeline: Pipeline) -> None:
    refused = await pipeline.ask("How many lighthouses are there in Norway?", "L21")
    assert refused.gap == NoSuchChoice(choice="L21")
    assert await pipeline.verified(refused)


async def test_the_schema_answers_through_all_services_and_leaves_nothing_to_choose(
    pipeline: Pipeline,
) -> None:
    told = await pipeline.ask("What do you know about engineers?")
    assert (told.outcome, told.tier, told.tokens.total) == ("answered", 0, 0)
    assert told.answer == ("engineer: label", "tower → built by → engineer")
    assert told.certificate.completeness_check == "pass"
    assert told.certificate.structural_bound == 3
    assert await pipeline.verified(told)
    refused = await pipeline.ask("What do you know about engineers?", "L21")
    assert refused.gap == NoSuchChoice(choice="L21")
    assert await pipeline.verified(refused)

"""Five services in this process on the bundled broker, with whatever models a test gives them."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import occam_certifier.app
import occam_classifier.app
import occam_disambiguator.app
import occam_document_reader.app
import occam_graph_executor.app
from occam.bus.client import Client
from occam.bus.service import Service
from occam.bus.streams import BODY, shards
from occam.core.gaps import kind_of
from occam.core.model import Model
from occam.core.record import AnswerRecord
from occam.core.verify import verify
from occam.llm.scripted import Line, Script, ScriptedModel
from occam.messages.catalog import CATALOG, Message, QuestionAsked
from occam.runtime.models import Models
from occam.runtime.settings import Settings
from occam.runtime.shelf import Shelf

ASKING = (occam_classifier.app, occam_disambiguator.app, occam_document_reader.app)


class GivenModels(Models):
    """Models that a test made, under the tills of the product."""

    def __init__(self, settings: Settings, **given: Model) -> None:
        super().__init__(settings)
        self._made = given

    def _till(self, role: Any) -> Any:
        model = self._made.get(role)
        return self._sold(role, model) if model else None


def scripted(*lines: Line, price: int | None = 1) -> ScriptedModel:
    """A model that says what the test wrote."""
    return ScriptedModel(Script(lines=lines, price=price))


class Pipeline:
    """Asks; each question has a batch of its own."""

    def __init__(self, shelf: Shelf, client: Client, pack: str) -> None:
        self.shelf, self.client, self.pack = shelf, client, pack
        self._asked = 0

    async def ask(self, question: str, choice: str = "", **more: Any) -> AnswerRecord:
        self._asked += 1
        batch = f"b{self._asked}"
        asked = self.asked("q", question, choice=choice, **more)
        await self.client.submit("default", batch, [asked])
        async with asyncio.timeout(30):
            async for record in self.client.follow("default", batch):
                return record
        raise AssertionError("the batch ended without an answer")

    def asked(self, id: str, question: str, **more: Any) -> QuestionAsked:
        """A question as a client submits it."""
        return QuestionAsked(id=id, question=question, pack=self.pack, **more)

    async def journey(self, record: AnswerRecord) -> list[tuple[str, str | None]]:
        """Every message of a question in the order of its hops: its tag, and the gap it carried."""
        found: list[tuple[int, str, str | None]] = []
        for shard in shards(self.client.settings):
            for tag, stream in shard.streams.items():
                entries: Any = await self.client.redis.xrange(stream, "-", "+", 1000)
                for _, fields in entries:
                    message = msgspec.json.decode(fields[BODY], type=CATALOG[tag])
                    if isinstance(message, Message) and message.header.batch_id == record.batch:
                        header = message.header
                        gap = kind_of(header.gap) if header.gap else None
                        found.append((header.step, tag.removesuffix(".v1"), gap))
        return [(tag, gap) for _, tag, gap in sorted(found, key=lambda each: each[0])]

    async def verified(self, record: AnswerRecord) -> bool:
        certificate = record.certificate
        edition = self.shelf.edition(certificate.pack, certificate.graph_version)
        verdict = await verify(record, edition.facts, edition.schema, graph=edition.graph)
        assert not verdict.findings, verdict.findings
        return verdict.ok


@asynccontextmanager
async def running(
    settings: Settings, pack: str, shelf: Shelf | None = None, tracer: Any = None, **models: Model
) -> AsyncIterator[Pipeline]:
    """All five services in a namespace of their own on the broker."""
    bus = msgspec.structs.replace(settings.bus, namespace=f"t{secrets.token_hex(6)}")
    settings = msgspec.structs.replace(settings, bus=bus)
    shelf = shelf or Shelf(settings)
    given = GivenModels(settings, **models)
    specs = [app.build(shelf, settings, models=given) for app in ASKING]
    specs += [app.build(shelf, settings) for app in (occam_graph_executor.app, occam_certifier.app)]
    services = [Service(spec, settings.bus, tracer) for spec in specs]
    for service in services:
        await service.start()
    try:
        async with await Client.connect(settings.bus) as client:
            yield Pipeline(shelf, client, pack)
    finally:
        for service in services:
            await service.stop()

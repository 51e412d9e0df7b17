"""A worker is lost around a paid call: the answer and the receipt stay honest."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

import msgspec
import occam_certifier.app
import occam_classifier.app
import occam_graph_executor.app
import pytest
from occam.bus.client import Client
from occam.bus.service import Service
from occam.core.paying import Paid, Payer, Till, Unpaid
from occam.core.record import AnswerRecord
from occam.messages.catalog import QuestionAsked
from occam.runtime.settings import Settings
from occam.runtime.shelf import Shelf

from tests.integration.gaps import GOOD, REIGNED, plan
from tests.integration.running import GivenModels, running, scripted

pytestmark = pytest.mark.integration


class Held:
    """Stands where a worker may be lost: the first to come stays until it is cancelled."""

    def __init__(self) -> None:
        self.reached, self._left = asyncio.Event(), 1

    async def pass_by(self) -> None:
        if self._left:
            self._left -= 1
            self.reached.set()
            await asyncio.Event().wait()


class HeldModel:
    """A model whose first answer is lost on its way back."""

    def __init__(self, model: Any, held: Held) -> None:
        self.name, self.worst = model.name, model.worst
        self._model, self._held = model, held

    async def complete(self, prompted: Any) -> Any:
        reply = await self._model.complete(prompted)
        await self._held.pass_by()
        return reply


class HeldTill:
    """A till whose first sale is on the books and never reaches the buyer."""

    def __init__(self, till: Till, held: Held) -> None:
        self.name = till.name
        self._till, self._held = till, held

    async def ask(self, payer: Payer, prompted: Any) -> Paid | Unpaid:
        bought = await self._till.ask(payer, prompted)
        await self._held.pass_by()
        return bought


class HeldModels(GivenModels):
    """Sells through tills that may hold."""

    def __init__(self, settings: Settings, held: Held, **given: Any) -> None:
        super().__init__(settings, **given)
        self._held = held

    def _till(self, role: Any) -> Any:
        till = super()._till(role)
        return HeldTill(till, self._held) if till else None


async def survived(settings: Settings, held: Held, planner: Any, *, booked: bool) -> AnswerRecord:
    """The record of a question whose first classifier was lost where it is held."""
    bus = msgspec.structs.replace(
        settings.bus, namespace=f"t{secrets.token_hex(6)}", grace_ms=0, lease_ms=400
    )
    settings = msgspec.structs.replace(settings, bus=bus)
    shelf = Shelf(settings)
    others = [app.build(shelf, settings) for app in (occam_graph_executor.app, occam_certifier.app)]
    model = planner if booked else HeldModel(planner, held)
    kind = (
        HeldModels(settings, held, planner=model)
        if booked
        else GivenModels(settings, planner=model)
    )
    services = [Service(spec, bus, None) for spec in others]
    lost = Service(occam_classifier.app.build(shelf, settings, models=kind), bus, None)
    for service in (*services, lost):
        await service.start()
    async with await Client.connect(bus) as client:
        await client.submit(
            "default", "b", [QuestionAsked(id="q", question=REIGNED, pack="olympics")]
        )
        await asyncio.wait_for(held.reached.wait(), 20)
        await lost.stop()
        models = GivenModels(settings, planner=planner)
        heir = Service(occam_classifier.app.build(shelf, settings, models=models), bus, None)
        await heir.start()
        async with asyncio.timeout(30):
            records = [record async for record in client.follow("default", "b")]
    for service in (*services, heir):
        await service.stop()
    (record,) = records
    return record


async def test_an_answer_lost_before_it_was_booked_is_paid_twice_and_shown_so(
    settings: Settings,
) -> None:
    planner = scripted(*plan(GOOD, GOOD))
    record = await survived(settings, Held(), planner, booked=False)
    assert record.outcome == "answered"
    assert len(planner.asked) == 2
    assert record.calls == 2
    assert record.tokens.estimated
    assert record.certificate.tokens == record.tokens


async def test_an_answer_lost_after_it_was_booked_is_paid_once_and_the_receipt_is_the_same(
    settings: Settings,
) -> None:
    planner, undisturbed = scripted(*plan(GOOD)), scripted(*plan(GOOD))
    record = await survived(settings, Held(), planner, booked=True)
    async with running(settings, "olympics", planner=undisturbed) as pipeline:
        plain = await pipeline.ask(REIGNED)
    assert len(planner.asked) == 1
    assert record.answer == plain.answer
    assert (record.tokens, record.calls, record.cost_usd) == (
        plain.tokens, plain.calls, plain.cost_usd,
    )  # fmt: skip
    assert not record.tokens.estimated

"""Every gap end to end: who raises it, which message carries it on, and how the question ends.

The models are scripted: what they say is written here, and nothing of it is wisdom.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from occam.bus.broker import start_broker
from occam.llm.scripted import Line
from occam.packs import find_pack
from occam.runtime.loading import load
from occam.runtime.settings import Settings

from tests.integration.running import running, scripted

pytestmark = pytest.mark.integration

PLANNED, REPLAN, FOUND = "plan.ready", "replan.requested", "findings.ready"
READING, CHOICE, REFETCH, END = (
    "reading.requested", "choice.requested", "refetch.requested", "question.settled",
)  # fmt: skip


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    """A home with the sample loaded; streams are left untrimmed, so that a test can read them."""
    folder = tmp_path_factory.mktemp("gaps")
    bare = Settings(home=folder / "home")
    load(bare.home, find_pack("olympics", bare.pack_roots))
    broker = start_broker(folder / "broker")
    at = bare.at(broker.url)
    bus = msgspec.structs.replace(at.bus, trim_ms=600_000, backoff_ms=20, lease_ms=2_000)
    yield msgspec.structs.replace(at, bus=bus)
    broker.stop()


def draft(find: str = "Event", **parts: Any) -> str:
    return msgspec.json.encode({"find": find, **parts}).decode()


def plan(*lines: str, when: str = "", **more: Any) -> list[Line]:
    """One line of script for each answer of the planner, in turn."""
    asked = (when,) if when else ()
    return [Line(say=say, when=asked, prompt="plan", times=1, **more) for say in lines]


REIGNED = "Who reigned supreme in the men's 66 kg judo at London 2012?"
GOOD = draft(
    where=[
        {"attr": "name", "value": "Men's 66 kg"},
        {"at": "IN_SPORT>", "value": "Judo"},
        {"at": "AT_GAMES>", "value": "2012 Summer"},
    ],
    ask={"what": "value", "at": "WON_GOLD>"},
    because=[{"phrase": "reigned supreme", "is": "WON_GOLD"}],
)


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

"""Gaps of stores and shortlists: what the graph says of itself, and what nobody decides.

The models are scripted: what they say is written here, and nothing of it is wisdom.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from occam.core.errors import QueryNotInstalled
from occam.core.evidence import Rows
from occam.core.gaps import (
    BoundMismatch,
    LowConfidence,
    NotInstalled,
    Truncated,
)
from occam.core.plan import Query
from occam.llm.scripted import Line
from occam.runtime.settings import Settings
from occam.runtime.shelf import Edition, Shelf

from tests.integration.gaps import CHOICE, COUNTED, END, FOUND, PLANNED, REFETCH, REPLAN
from tests.integration.running import running, scripted

pytestmark = pytest.mark.integration


async def test_a_shortlist_that_the_question_does_not_decide_is_ambiguous_and_asks_no_model(
    settings: Settings,
) -> None:
    asked = "Who won the marathon swimming event in London in 2012?"
    chooser, reader = scripted(Line(say="{}")), scripted(Line(say="{}"))
    async with running(settings, "olympics", chooser=chooser, reader=reader) as pipeline:
        record = await pipeline.ask(asked)
        journey = await pipeline.journey(record)
        assert await pipeline.verified(record)
    assert journey == [
        (PLANNED, None), (CHOICE, "shortlist"), (FOUND, "ambiguous"), (END, "ambiguous"),
    ]  # fmt: skip
    assert record.outcome == "ambiguous"
    assert len(record.alternatives) == 2
    assert record.clarify
    assert (record.calls, chooser.asked, reader.asked) == (0, [], [])


async def test_what_a_decider_leaves_open_goes_to_the_planner_s_model(settings: Settings) -> None:
    letter = Line(say="A", prompt="letter")
    async with running(settings, "torn", planner=scripted(letter)) as pipeline:
        record = await pipeline.ask("Who made the Macquarie Lighthouse?")
        journey = await pipeline.journey(record)
    assert [gap for _, gap in journey][:2] == ["low_confidence", "low_confidence"]
    assert isinstance(record.gap, LowConfidence)
    assert max(record.gap.choices.values()) == 0.75
    assert (record.calls, len(record.alternatives)) == (1, 2)


async def test_a_decider_that_is_sure_enough_settles_the_reading(settings: Settings) -> None:
    letter = Line(say="A", prompt="letter")
    lenient = msgspec.structs.replace(settings, decider_threshold=0.7)
    async with running(lenient, "torn", planner=scripted(letter)) as pipeline:
        record = await pipeline.ask("Who made the Macquarie Lighthouse?")
        journey = await pipeline.journey(record)
    assert journey[:2] == [(REPLAN, "low_confidence"), (PLANNED, None)]
    assert record.calls == 1


class Altered(Edition):
    """A version in which one store says something else than the other."""

    def __init__(self, edition: Edition, **stores: Any) -> None:
        super().__init__(edition.pack, edition.directory, edition._settings)
        for name, store in stores.items():
            setattr(self, name, store(getattr(edition, name)))


class AlteredShelf(Shelf):
    """Opens altered versions."""

    def __init__(self, settings: Settings, **stores: Any) -> None:
        super().__init__(settings)
        self._stores = stores

    def _opened(self, pack: str, version: str) -> Edition:
        return Altered(super()._opened(pack, version), **self._stores)


class Wrapped:
    """A graph or fact table whose rows go through a test's hands."""

    def __init__(self, store: Any, change: Any) -> None:
        self._store, self._change = store, change

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def rows(self, query: Query) -> Rows:
        return self._change(await self._store.rows(query))


def one_less(rows: Rows) -> Rows:
    return msgspec.structs.replace(rows, rows=rows.rows[1:])


async def test_evidence_that_does_not_match_its_bound_is_fetched_once_more_and_then_refused(
    settings: Settings,
) -> None:
    shelf = AlteredShelf(settings, graph=lambda graph: Wrapped(graph, one_less))
    async with running(settings, "olympics", shelf) as pipeline:
        record = await pipeline.ask(COUNTED)
        journey = await pipeline.journey(record)
    assert journey == [
        (PLANNED, None), (FOUND, None), (REFETCH, "bound_mismatch"), (FOUND, None), (END, None),
    ]  # fmt: skip
    assert isinstance(record.gap, BoundMismatch)
    assert record.certificate.completeness_check == "fail"


async def test_a_page_of_a_pool_is_never_complete(settings: Settings) -> None:
    def cut(rows: Rows) -> Rows:
        return msgspec.structs.replace(rows, rows=rows.rows[:2], truncated_at=len(rows.rows))

    shelf = AlteredShelf(settings, graph=lambda graph: Wrapped(graph, cut))
    async with running(settings, "olympics", shelf) as pipeline:
        record = await pipeline.ask(COUNTED)
        journey = await pipeline.journey(record)
    assert (REFETCH, "truncated") in journey
    assert isinstance(record.gap, Truncated | BoundMismatch)
    assert record.certificate.completeness_check == "fail"


async def test_a_query_that_the_server_does_not_have_is_refused_with_the_command(
    settings: Settings,
) -> None:
    def missing(rows: Rows) -> Rows:
        raise QueryNotInstalled("occam_count", "occam gsql install")

    shelf = AlteredShelf(settings, graph=lambda graph: Wrapped(graph, missing))
    async with running(settings, "olympics", shelf) as pipeline:
        record = await pipeline.ask(COUNTED)
        journey = await pipeline.journey(record)
    assert journey == [(PLANNED, None), (FOUND, "not_installed"), (END, "not_installed")]
    assert isinstance(record.gap, NotInstalled)
    assert "occam gsql install" in record.stop_reason

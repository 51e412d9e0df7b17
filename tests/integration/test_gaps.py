"""Every gap end to end: who raises it, which message carries it on, and how the question ends.

The models are scripted: what they say is written here, and nothing of it is wisdom.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from occam.bus.broker import start_broker
from occam.core.errors import QueryNotInstalled
from occam.core.evidence import Rows
from occam.core.gaps import (
    BoundMismatch,
    InvalidPlan,
    LowConfidence,
    MissingValue,
    NoModel,
    NotInCorpus,
    NotInstalled,
    OverBudget,
    TierFailed,
    Truncated,
    UnmappedPhrase,
)
from occam.core.plan import Query
from occam.core.spending import Budget
from occam.llm.scripted import Line
from occam.packs import find_pack
from occam.runtime.loading import Change, load
from occam.runtime.settings import Settings
from occam.runtime.shelf import Edition, Shelf

from tests.integration.running import running, scripted

pytestmark = pytest.mark.integration

PLANNED, REPLAN, FOUND = "plan.ready", "replan.requested", "findings.ready"
READING, CHOICE, REFETCH, END = (
    "reading.requested", "choice.requested", "refetch.requested", "question.settled",
)  # fmt: skip
SLALOM = "S0028"
STARTED = "In all 81 competitors of 47 nations started on the first day."
RELAYS = "Of the relay's 19 teams only 5 were lapped."
TORN = """
[[phrase]]
tag = "maker"
match = ["who made"]

[[shape]]
name = "who made it"
needs = ["maker"]
plan = ["BUILT_BY>:who"]
answer = "values who.label"
qualified = 1

[[shape]]
name = "who made the one before it"
needs = ["maker"]
plan = ["REPLACED> BUILT_BY>:who"]
answer = "values who.label"
qualified = 1
"""


def changed_pages(folder: Path) -> Path:
    """Two pages of the sample whose prose says what their record leaves out, or almost."""
    pack = find_pack("olympics", Settings(home=folder).pack_roots)
    told = {SLALOM: STARTED, "S0039": RELAYS}
    pages = [
        {"doc_id": page.doc_id, "title": page.title, "text": f"{page.text}\n\n{told[page.doc_id]}"}
        for page in pack.documents()
        if page.doc_id in told
    ]
    path = folder / "changed.jsonl"
    path.write_bytes(b"\n".join(msgspec.json.encode(page) for page in pages))
    return path


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    """A home with the sample loaded, and a small pack whose rules read "who made" in two ways.
    Streams are left untrimmed, so that a test can read them."""
    folder = tmp_path_factory.mktemp("gaps")
    bare = Settings(home=folder / "home", packs=(folder / "packs",))
    shutil.copytree(find_pack("lighthouses", bare.pack_roots).directory, folder / "packs/torn")
    manifest, rules = (folder / "packs/torn" / name for name in ("pack.toml", "rules.toml"))
    manifest.write_text(manifest.read_text().replace('"lighthouses"', '"torn"'))
    rules.write_text(rules.read_text() + TORN)
    for name in ("olympics", "torn"):
        load(bare.home, find_pack(name, bare.pack_roots))
    olympics = find_pack("olympics", bare.pack_roots)
    load(bare.home, olympics, Change(add=(changed_pages(folder),)))
    broker = start_broker(folder / "broker")
    at = bare.at(broker.url)
    bus = msgspec.structs.replace(at.bus, trim_ms=600_000, backoff_ms=20, lease_ms=2_000)
    yield msgspec.structs.replace(at, bus=bus)
    broker.stop()


def draft(find: str = "Event", **parts: Any) -> str:
    return msgspec.json.encode({"find": find, **parts}).decode()


def plan(*lines: str, **more: Any) -> list[Line]:
    """One line of script for each answer of the planner, in turn."""
    return [Line(say=say, prompt="plan", times=1, **more) for say in lines]


def read(answer: str, quote: str, prompt: str = "read", when: str = "") -> Line:
    """A reader that quotes the passage in which it was told to look."""
    said = {"answers": [{"answer": answer, "quote": quote, "passage": 1}]}
    if prompt == "value":
        said = {"value": answer, "quote": quote, "passage": 1}
    return Line(say=msgspec.json.encode(said).decode(), prompt=prompt, when=(when,) if when else ())


JUDO = [
    {"attr": "name", "value": "Men's 66 kg"},
    {"at": "IN_SPORT>", "value": "Judo"},
    {"at": "AT_GAMES>", "value": "2012 Summer"},
]
WINNER = {"what": "value", "at": "WON_GOLD>"}
BECAUSE = [{"phrase": "reigned supreme", "is": "WON_GOLD"}]
REIGNED = "Who reigned supreme in the men's 66 kg judo at London 2012?"
BARRACKS = "Royal Artillery Barracks"
GOOD = draft(where=JUDO, ask=WINNER, because=BECAUSE)
EMPTY = draft(where=[*JUDO, {"at": "AT_VENUE>", "value": BARRACKS}], ask=WINNER, because=BECAUSE)
SNOW = "Why was the men's mass start in biathlon put off in Sochi?"
FOG = "Fog hid the targets on the first two attempts, so the race was run on the third day."


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


COUNTED = "How many judo events were there in London in 2012?"


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


@pytest.mark.parametrize(
    ("pipeline_name", "tier"),
    [("graphrag", "planner"), ("agentic", "planner"), ("rag", "reader"), ("closed-book", "reader")],
)
async def test_a_pipeline_without_its_model_is_refused_with_the_tier_it_needs(
    settings: Settings, pipeline_name: str, tier: str
) -> None:
    async with running(settings, "olympics") as pipeline:
        record = await pipeline.ask(COUNTED, pipeline=pipeline_name)
        journey = await pipeline.journey(record)
        assert await pipeline.verified(record)
    asked = REPLAN if tier == "planner" else READING
    assert journey == [(asked, "unplanned"), (FOUND, "no_model"), (END, "no_model")]
    assert record.gap == NoModel(tier=tier, after="unplanned")
    assert record.tokens.total == 0


async def test_a_tier_that_fails_for_good_says_how_and_the_question_is_not_dead(
    settings: Settings,
) -> None:
    planner = scripted(Line(fails="settings", prompt="plan"))
    async with running(settings, "olympics", planner=planner) as pipeline:
        record = await pipeline.ask(REIGNED)
        journey = await pipeline.journey(record)
        assert await pipeline.verified(record)
    assert journey == [
        (REPLAN, "unmapped_phrase"), (FOUND, "tier_failed"), (END, "tier_failed"),
    ]  # fmt: skip
    assert isinstance(record.gap, TierFailed)
    assert (record.gap.tier, record.gap.failure) == ("planner", "settings")
    assert record.outcome == "refused"


@pytest.mark.parametrize("failure", ["timeout", "unreachable"])
async def test_a_model_that_cannot_be_reached_is_tried_again_by_the_bus_and_then_given_up(
    settings: Settings, failure: str
) -> None:
    planner = scripted(Line(fails=failure, prompt="plan"))
    async with running(settings, "olympics", planner=planner) as pipeline:
        record = await pipeline.ask(REIGNED)
    assert isinstance(record.gap, TierFailed)
    assert record.gap.failure == failure
    assert len(planner.asked) == settings.llm.tries
    billed = settings.llm.tries if failure == "timeout" else 0
    assert record.calls == billed
    assert record.tokens.estimated == bool(billed)


async def test_a_quota_is_waited_for_and_the_wait_is_in_a_column_of_its_own(
    settings: Settings,
) -> None:
    busy = Line(fails="quota", wait_s=0.05, prompt="plan", times=3)
    planner = scripted(busy, *plan(GOOD))
    async with running(settings, "olympics", planner=planner) as pipeline:
        record = await pipeline.ask(REIGNED)
        assert await pipeline.verified(record)
        assert await pipeline.client.dead() == []
    assert record.outcome == "answered"
    assert record.waited_ms >= 150
    assert record.calls == 1
    assert record.certificate.waited_ms == record.waited_ms


async def test_a_call_that_could_exceed_the_budget_is_not_made(settings: Settings) -> None:
    planner = scripted(*plan(GOOD))
    async with running(settings, "olympics", planner=planner) as pipeline:
        record = await pipeline.ask(REIGNED, budget=Budget(tokens=200))
        journey = await pipeline.journey(record)
        assert await pipeline.verified(record)
    assert journey == [
        (REPLAN, "unmapped_phrase"), (FOUND, "over_budget"), (END, "over_budget"),
    ]  # fmt: skip
    assert isinstance(record.gap, OverBudget)
    assert "question: tokens" in record.stop_reason
    assert (planner.asked, record.tokens.total) == ([], 0)


async def test_a_price_that_nobody_knows_is_unknown_on_the_bill_and_over_any_budget_of_money(
    settings: Settings,
) -> None:
    async with running(
        settings, "olympics", planner=scripted(*plan(GOOD, GOOD), price=None)
    ) as pipeline:
        free = await pipeline.ask(REIGNED)
        capped = await pipeline.ask(REIGNED + " ", budget=Budget(micro_usd=10**9))
    assert (free.outcome, free.cost_usd) == ("answered", None)
    assert isinstance(capped.gap, OverBudget)
    assert "nobody knows what the model costs" in capped.stop_reason


async def test_a_second_question_of_the_same_words_is_answered_for_nothing(
    settings: Settings,
) -> None:
    planner = scripted(*plan(GOOD))
    async with running(settings, "olympics", planner=planner) as pipeline:
        first = await pipeline.ask(REIGNED)
        second = await pipeline.ask(REIGNED)
    assert first.answer == second.answer
    assert first.tokens.total > second.tokens.total == 0
    assert "nothing was paid" in second.certificate.trail[1].note
    assert len(planner.asked) == 1

"""A model that does whatever a page, a name or a question orders changes nothing but its own words.

The model is scripted and as obedient as one can be: what comes back is what the services make of
it.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from occam.core.drafting.brief import LONGEST_NAME
from occam.core.gaps import InvalidPlan, NotInCorpus, UnmappedPhrase
from occam.core.quoting import visible
from occam.core.record import AnswerRecord
from occam.llm.scripted import Line
from occam.runtime.settings import Settings

from tests.injection.attacks import ASKED, ATTACKS, DELETE, GSQL, NAMES, TOKEN, Attack, thing
from tests.injection.spying import SpiedShelf, Taped
from tests.integration.gaps import FOUND, READING, REPLAN
from tests.integration.running import Pipeline, running, scripted

pytestmark = pytest.mark.integration

CANNOT = Line(say='{"cannot": "the graph has no mishaps"}', prompt="plan")
QUOTED = {
    "an order to quote the order",
    "the end of a passage",
    "a citation of another page",
    "a request for Cypher",
    "a request for GSQL",
    "a request for SQL",
    "zero width between letters",
    "zero width, quoted as seen",
    "isolated directions",
    "a script",
    "a null and a bell",
}
"""Attacks whose page says the words, and is quoted as it is."""
NUMBERED = tuple(enumerate(ATTACKS))


def orders_of(number: int, attack: Attack) -> Line:
    return Line(say=attack.orders, prompt="read", when=(f"INJ{number:02}"[3:], thing(number)))


def asked_of(number: int) -> str:
    return f"What do people tell about the {thing(number)}?"


def pages() -> dict[str, str]:
    return {page["doc_id"]: page["text"] for at, each in NUMBERED for page in [each.page(at)]}


def test_there_are_enough_attacks() -> None:
    assert len(ATTACKS) >= 30
    assert len({attack.name for attack in ATTACKS}) == len(ATTACKS)


async def test_orders_of_pages_come_to_nothing_but_quotes(settings: Settings) -> None:
    shelf, taped = SpiedShelf(settings), Taped()
    reader = scripted(*(orders_of(at, attack) for at, attack in NUMBERED))
    models = {"planner": scripted(CANNOT), "reader": reader}
    async with running(settings, "olympics", shelf, taped.tracer, **models) as pipeline:
        found = [(await pipeline.ask(asked_of(at)), at) for at, _ in NUMBERED]
        for record, at in found:
            journey = await pipeline.journey(record)
            assert [tag for tag, _ in journey[:3]] == [REPLAN, READING, FOUND], at
            assert await pipeline.verified(record)
    assert len(reader.asked) == len(ATTACKS)
    assert not shelf.predicates()
    for record, at in found:
        harmless(record, at)
    assert taped.count > 4 * len(ATTACKS)
    assert TOKEN not in taped.text
    answered = {ATTACKS[at].name for record, at in found if record.outcome == "answered"}
    assert answered == QUOTED


def harmless(record: AnswerRecord, at: int) -> None:
    """Refused, or answered in words of a page that was shown; no plan either way."""
    certificate = record.certificate
    assert certificate.plan is None, at
    assert certificate.evidence == (), at
    if record.outcome == "refused":
        assert isinstance(record.gap, NotInCorpus), at
        assert record.answer == (), at
        return
    assert certificate.read
    held, shown = pages(), {each.document for each in certificate.passages}
    for quote in certificate.read.quotes:
        assert quote.document in shown, at
        assert held[quote.document][quote.start : quote.end] == quote.text, at
    for answer in record.answer:
        assert any(answer in visible(quote.text) for quote in certificate.read.quotes), at
        assert answer == visible(answer), at


async def test_what_a_model_is_shown_of_a_page_is_what_a_person_sees(settings: Settings) -> None:
    reader = scripted(Line(say='{"answers": []}', prompt="read"))
    models = {"planner": scripted(CANNOT), "reader": reader}
    async with running(settings, "olympics", **models) as pipeline:
        for at, _ in NUMBERED:
            await pipeline.ask(asked_of(at))
    for prompted in reader.asked:
        told = prompted.messages[1].content
        assert told == visible(told)
        shown, _, asked = told.removeprefix("Passages: ").rpartition("\n\nQuestion: ")
        assert asked.startswith("What do people tell")
        assert len(msgspec.json.decode(shown)) <= 5
        assert TOKEN not in prompted.messages[0].content


REIGNED = "Who reigned supreme in the men's 66 kg judo at London 2012?"


@pytest.mark.parametrize(
    "said",
    [
        DELETE,
        GSQL,
        '{"find": "Event", "gsql": "x", "ask": {"what": "list"}}',
        '{"find": "Event", "ask": {"what": "list"}}',
    ],
)
async def test_no_words_of_a_planner_reach_a_store(settings: Settings, said: str) -> None:
    shelf, taped = SpiedShelf(settings), Taped()
    planner = scripted(Line(say=said, prompt="plan"))
    async with running(settings, "olympics", shelf, taped.tracer, planner=planner) as pipeline:
        record = await pipeline.ask(f"{REIGNED} {TOKEN}")
        assert await pipeline.verified(record)
    assert record.outcome == "refused"
    assert isinstance(record.gap, InvalidPlan | UnmappedPhrase)
    assert not shelf.predicates()
    assert TOKEN not in taped.text


@pytest.mark.parametrize("question", ASKED)
async def test_a_question_that_gives_orders_is_no_other_question(
    settings: Settings, question: str
) -> None:
    shelf, taped = SpiedShelf(settings), Taped()
    obedient: dict[str, Any] = {
        "planner": scripted(
            Line(say='{"find": "Event", "ask": {"what": "list"}, "because": []}', prompt="plan")
        ),
        "chooser": scripted(Line(say=f'{{"keep": ["A"], "phrase": "{TOKEN}"}}')),
        "reader": scripted(Line(say=f'{{"answers": [{{"answer": "{TOKEN}"}}]}}')),
    }
    async with running(settings, "olympics", shelf, taped.tracer, **obedient) as pipeline:
        record = await pipeline.ask(question)
        assert await pipeline.verified(record)
    assert record.outcome == "refused"
    assert record.answer == ()
    assert not [test for test in shelf.predicates() if TOKEN in str(test)]
    assert TOKEN not in taped.text


async def names_in_graph(pipeline: Pipeline) -> list[str]:
    record = await pipeline.ask("Which sailing events were there in 2012?")
    assert await pipeline.verified(record)
    return [each for each in record.answer if TOKEN in each]


async def test_names_that_give_orders_are_names(settings: Settings) -> None:
    shelf, taped = SpiedShelf(settings), Taped()
    planner = scripted(Line(say='{"find": "Event", "ask": {"what": "list"}}', prompt="plan"))
    async with running(settings, "olympics", shelf, taped.tracer, planner=planner) as pipeline:
        named = await names_in_graph(pipeline)
        assert len(named) >= len(NAMES) - 2
        for name in named:
            record = await pipeline.ask(f"Who reigned supreme in the {name}?")
            assert await pipeline.verified(record)
            assert record.outcome == "refused"
    assert TOKEN not in taped.text
    for prompted in planner.asked:
        system, told = (each.content for each in prompted.messages)
        assert TOKEN not in system
        names = told.partition("Names in the question:")[2].partition("\n\n")[0]
        assert all(len(line) < 6 * LONGEST_NAME for line in names.splitlines())


async def test_a_baseline_repeats_what_it_is_told_and_its_certificate_does_not_pass(
    settings: Settings,
) -> None:
    said = f'{{"answers": [{{"answer": "{TOKEN}", "quote": "", "passage": 1}}]}}'
    reader = scripted(Line(say=said, prompt="rag"))
    async with running(settings, "olympics", reader=reader) as pipeline:
        record = await pipeline.ask(asked_of(0), pipeline="rag")
        assert await pipeline.verified(record)
    assert record.answer == (TOKEN,)
    assert record.certificate.completeness_check == "unverified"

"""Questions about the schema, in any pack: answered at no cost, certified, verifiable."""

from __future__ import annotations

import msgspec
import pytest
from occam.core.record import AnswerRecord, Certificate, Constraint
from occam.core.seal import sealed
from occam.core.verify import Verdict, verify
from occam.runtime.hearing import Hearing
from occam.runtime.shelf import Edition


async def settled(edition: Edition, question: str, choice: str = "") -> AnswerRecord:
    hearing = Hearing(
        edition.parser, edition.graph, edition.facts, edition.schema, edition.pack.name
    )
    heard = await hearing.of("q", question, choice)
    assert heard.record is not None, heard.gap or heard.failure
    return heard.record


async def verdict(edition: Edition, record: AnswerRecord) -> Verdict:
    return await verify(record, edition.facts, edition.schema, graph=edition.graph)


TOLD = [
    "What can I ask?",
    "what do you know?",
    "help",
    "Hi, what questions can I ask you?",
    "What is in this graph?",
    "Which kinds of things are in this graph?",
    "What types of entities are there?",
]


@pytest.mark.parametrize("question", TOLD)
async def test_any_pack_says_what_it_knows(
    question: str, olympics: Edition, lighthouses: Edition, albums: Edition
) -> None:
    for edition in (olympics, lighthouses, albums):
        record = await settled(edition, question)
        assert record.outcome == "answered"
        assert (record.tokens.total, record.tier, record.documents) == (0, 0, ())
        labels = {vertex.labels[0] for vertex in edition.schema.vertices.values()}
        assert labels <= {line.partition(":")[0] for line in record.answer}


async def test_the_certificate_counts_the_parts_of_the_schema(olympics: Edition) -> None:
    certificate = (await settled(olympics, "What attributes does an event have?")).certificate
    event = olympics.schema.vertices["Event"]
    edges = [e for e in olympics.schema.edges.values() if "Event" in (e.source, e.target)]
    assert certificate.completeness_check == "pass"
    assert certificate.completeness_class == "exhaustive"
    assert certificate.structural_bound == 2 + len(event.attributes) + len(edges)
    assert certificate.evidence_set_size == certificate.structural_bound
    assert certificate.plan is None


async def test_what_is_known_of_a_type_is_said_in_the_packs_words(olympics: Edition) -> None:
    record = await settled(olympics, "What do you know about events?")
    first, *joined = record.answer
    assert first.startswith("event: label, name, gender, date, competitors, nations")
    assert "event → held at → venue" in joined


async def test_what_joins_two_types_is_told(olympics: Edition, lighthouses: Edition) -> None:
    athletes = await settled(olympics, "How are athletes and countries connected?")
    assert athletes.answer == ("athlete → represents → country",)
    stations = await settled(lighthouses, "How is a station related to a country?")
    assert stations.answer == ("tower → at → station", "tower → in → country")


@pytest.mark.parametrize("question", TOLD)
async def test_every_example_that_is_offered_is_answered(
    question: str, olympics: Edition, lighthouses: Edition, albums: Edition
) -> None:
    for edition in (olympics, lighthouses, albums):
        ledger = (await settled(edition, question)).certificate.constraints
        for example in [line.phrase for line in ledger if line.became == "example"]:
            assert (await settled(edition, example)).outcome == "answered"


@pytest.mark.parametrize(
    "question",
    [
        "Which sports are there?",
        "What sports does this graph know?",
        "Which sports do you know about?",
        "What sports can I ask about?",
        "List all sports",
        "List all sports that you know",
    ],
)
async def test_which_of_a_kind_there_are_is_an_ordinary_plan(
    question: str, olympics: Edition
) -> None:
    record = await settled(olympics, question)
    assert record.certificate.plan is not None
    assert record.certificate.completeness_check == "pass"
    assert {"Alpine skiing", "Judo"} <= set(record.answer)


@pytest.mark.parametrize("question", ["What years do you cover?", "Which years are covered?"])
async def test_years_are_told_by_the_games_that_documents_are_about(
    question: str, olympics: Edition
) -> None:
    record = await settled(olympics, question)
    assert record.answer == (
        "2008 Summer Olympics",
        "2010 Winter Olympics",
        "2012 Summer Olympics",
        "2014 Winter Olympics",
        "2016 Summer Olympics",
    )


QUESTION = "What do you know about venues?"


async def test_a_telling_is_verified_against_the_schema_at_hand(olympics: Edition) -> None:
    record = await settled(olympics, QUESTION)
    again = msgspec.json.decode(msgspec.json.encode(record), type=AnswerRecord)
    assert await verdict(olympics, again) == Verdict(ok=True)


async def test_another_schema_than_the_one_told_is_noticed(
    olympics: Edition, lighthouses: Edition
) -> None:
    record = await settled(olympics, "What can I ask?")
    other = await verify(record, lighthouses.facts, lighthouses.schema)
    assert any(
        line.startswith("schema: it is not the one that was told") for line in other.findings
    )


@pytest.mark.parametrize(
    "change",
    [
        {"structural_bound": 4},
        {"evidence_set_size": 4},
        {"completeness_check": "unverified"},
        {"completeness_class": None},
        {"stop_reason": "Told."},
        {"evidence_digest": "00"},
        {"differing": ("Venue",)},
        {"interval": (1.0, 2.0)},
        {"constraints": ()},
        {"constraints": (Constraint(phrase="?", became="schema", detail="about: Dragon"),)},
        {"constraints": (Constraint(phrase="?", became="schema", detail="about: Sport"),)},
        {"gap": "not_in_corpus"},
    ],
)
async def test_a_certificate_that_says_more_or_less_is_contradicted(
    change: dict[str, object], olympics: Edition
) -> None:
    record = await settled(olympics, QUESTION)
    altered: Certificate = msgspec.structs.replace(record.certificate, **change)
    forged = sealed(msgspec.structs.replace(record, certificate=altered))
    assert not (await verdict(olympics, forged)).ok


async def test_an_answer_with_a_line_of_its_own_is_contradicted(olympics: Edition) -> None:
    record = await settled(olympics, QUESTION)
    forged = sealed(msgspec.structs.replace(record, answer=(*record.answer, "venue: price")))
    found = await verdict(olympics, forged)
    assert found.findings == ("answer: it is not the one that the evidence gives",)

"""Qualifiers are answered, with the rules of the pack and without; what nobody knows is refused."""

from __future__ import annotations

from itertools import cycle

import msgspec
import pytest
from occam.core.gaps import UnmappedPhrase, Unresolved
from occam.runtime.hearing import Hearing
from occam.runtime.settings import load_settings
from occam.runtime.shelf import Edition
from olympic_questions import COUNTED, EVENTS, FOREIGN, OTHERWISE_NAMED, TOLD

ASKED = (*COUNTED, *TOLD)
SPOILED = tuple(
    (question, phrase)
    for question, phrase in zip(ASKED, cycle(FOREIGN), strict=False)
    if question not in OTHERWISE_NAMED
)


@pytest.fixture(scope="module", params=["rules", "no rules"])
def hearing(request: pytest.FixtureRequest, olympics: Edition) -> Hearing:
    settings = load_settings({})
    pack = olympics.pack
    if request.param == "no rules":
        pack = msgspec.structs.replace(pack, rules=None)
    parser = Edition(pack, olympics.directory, settings).parser
    return Hearing(parser, olympics.graph, olympics.facts, olympics.schema, pack.name)


def test_there_are_forty_questions_and_as_many_refusals() -> None:
    assert min(len(ASKED), len(SPOILED)) >= 40
    assert {phrase for _, phrase in SPOILED} == FOREIGN.keys()


@pytest.mark.parametrize("question", COUNTED)
async def test_a_count_is_that_of_the_table(hearing: Hearing, question: str) -> None:
    truths = [COUNTED[question](event) for event in EVENTS]
    least, unknown = truths.count(True), truths.count(None)
    heard = await hearing.of("q", question)
    assert heard.record, heard.gap
    assert heard.record.outcome == "answered"
    assert heard.record.value == least > 0
    assert heard.record.interval == ((least, least + unknown) if unknown else None)
    assert heard.record.tokens.total == 0


@pytest.mark.parametrize("question", TOLD)
async def test_an_answer_is_that_of_the_table(hearing: Hearing, question: str) -> None:
    heard = await hearing.of("q", question)
    assert heard.record, heard.gap
    assert heard.record.outcome == "answered"
    assert sorted(heard.record.answer) == sorted(TOLD[question])
    assert heard.record.tokens.total == 0


@pytest.mark.parametrize(("question", "phrase"), SPOILED)
async def test_a_foreign_constraint_at_the_end_is_named(
    hearing: Hearing, question: str, phrase: str
) -> None:
    heard = await hearing.of("q", f"{question.removesuffix('?')} {phrase}?")
    assert FOREIGN[phrase] in _named(heard.gap)


@pytest.mark.parametrize(("question", "phrase"), SPOILED)
async def test_a_foreign_constraint_at_the_front_is_named(
    hearing: Hearing, question: str, phrase: str
) -> None:
    heard = await hearing.of("q", f"{phrase.capitalize()}, {question[0].lower()}{question[1:]}")
    assert FOREIGN[phrase].lower() in _named(heard.gap).lower()


def _named(gap: object) -> str:
    match gap:
        case UnmappedPhrase():
            return gap.phrase
        case Unresolved():
            return gap.mention
        case _:
            return f"nothing: {gap}"

"""No part of a question is dropped: it is in the answer, or it is what the refusal names."""

from __future__ import annotations

import pytest
from occam.core.gaps import UnmappedPhrase, Unresolved
from occam.runtime.hearing import Hearing
from occam.runtime.shelf import Edition

ANSWERED: dict[str, tuple[str, ...]] = {
    "Did anyone but Japan win the men's 66 kg judo in 2012?": ("Yes",),
    "Did anybody other than Japan win the men's 66 kg judo in 2012?": ("Yes",),
    "Who won the men's 66 kg and the men's 73 kg judo in 2012?": (
        "Lasha Shavdatuashvili",
        "Mansur Isaev",
    ),
}

REFUSED: dict[str, str] = {
    "How many judo golds in 2012 went to anyone but Japan?": "anyone but Japan",
    "Which country with more than 20 competitors won the most golds in 2012?": (
        "more than 20 competitors"
    ),
    "How many countries with fewer than 10 athletes won a gold in 2012?": "fewer than 10 athletes",
    "Which athlete with at least two nations won a judo gold in 2012?": "at least two nations",
    "Who won the men's 66 kg judo in 2012 and the men's 73 kg judo in 2016?": "men's 73 kg",
    "Which countries won the men's 66 kg and the men's 73 kg judo in 2012?": "66 kg",
    "Which judo events were won by Japan, and in which years?": "which years",
    "How many golds did Japan win in 2012 and in which events?": "which",
    "In which years and at which venues did Teddy Riner win?": "which",
    "What was the distance of the men's 66 kg judo in 2012?": "distance",
    "How many contests were fought in the men's 66 kg judo in 2012?": "contests",
    "How many races were there in the men's 66 kg judo?": "races",
    "How many medals of each colour did Japan win in 2012?": "each colour",
    "Which country took part in the most events in 2012?": "country",
    "In which country did the most events take place?": "country",
    "Which event at the venue of the men's 66 kg judo in 2012 had the most nations?": "event",
}

ALBUMS: dict[str, tuple[str, ...]] = {
    "How many jazz albums were produced by a producer other than Otto Brandl?": ("4",),
    "How many jazz albums did any producer but Otto Brandl produce?": ("4",),
}

TOWERS_REFUSED: dict[str, str] = {
    "Which countries with more than 40 metres have a granite tower?": "more than 40 metres",
    "What is the height and the material of the Bell Rock lighthouse?": "material",
    "Tell me which lights have museum as their status.": "status",
    "Is it true that the brick light which is lit for the first time on 16 December 1870 has up to "
    "29 nautical miles of range?": "true",
}


async def answer(edition: Edition, question: str) -> list[str]:
    parser, graph, facts = edition.parser, edition.graph, edition.facts
    heard = await Hearing(parser, graph, facts, edition.schema, "pack").of("q", question)
    assert heard.record, heard.gap
    return sorted(heard.record.answer)


@pytest.mark.parametrize("question", ANSWERED)
async def test_the_whole_question_is_answered(olympics: Edition, question: str) -> None:
    assert await answer(olympics, question) == sorted(ANSWERED[question])


@pytest.mark.parametrize("question", ALBUMS)
async def test_the_whole_question_is_answered_in_another_pack(
    albums: Edition, question: str
) -> None:
    assert await answer(albums, question) == sorted(ALBUMS[question])


@pytest.mark.parametrize("question", REFUSED)
def test_a_part_that_would_be_dropped_is_named(olympics: Edition, question: str) -> None:
    read = olympics.parser.parse(question)
    assert isinstance(read, UnmappedPhrase), read
    assert REFUSED[question] in read.phrase


@pytest.mark.parametrize("question", TOWERS_REFUSED)
def test_in_another_pack_too(lighthouses: Edition, question: str) -> None:
    read = lighthouses.parser.parse(question)
    assert isinstance(read, UnmappedPhrase | Unresolved), read
    named = read.phrase if isinstance(read, UnmappedPhrase) else read.mention
    assert TOWERS_REFUSED[question] in named

"""The same parser on a pack without rules: plain questions of people, with answers of the pages."""

from __future__ import annotations

import pytest
from occam.core.gaps import UnmappedPhrase, Unresolved
from occam.runtime.hearing import Hearing
from occam.runtime.shelf import Edition

ANSWERED: dict[str, tuple[str, ...]] = {
    "Who made Velvet Avenue?": ("Marlo Venn",),
    "Who was the producer of Gaslight?": ("Rafe Colley",),
    "How many albums did Electric Almanac make?": ("5",),
    "Which albums did Juno Hartwell make?": (
        "A Field Guide to Leaving",
        "Kindling",
        "Orchard Road",
    ),
    "How many tracks does Inkwell have?": ("10",),
    "When was The Night Boat released?": ("8 September 1974",),
    "Where was Three Chairs recorded?": ("Copper Room",),
    "Which genre is Pulse Garden?": ("electronic",),
    "How many jazz albums are there?": ("10",),
    "How many folk albums were recorded at The Boathouse?": ("1",),
    "Which album sold the most copies?": ("Late Tram",),
    "What is the longest album by Lena Okafor?": ("Gold in the Gutter",),
    "How many albums were released in 1984?": ("1",),
    "How many albums were released between 1980 and 1985?": ("13",),
    "Which studio recorded the most albums?": ("Mill Street Studio",),
    "Which artists come from Skarn?": (
        "Bo Lindqvist Trio",
        "Cold Harbour Choir",
        "Wren and Daughter",
    ),
    "How many artists come from Dunmere?": ("4",),
    "Did Motor Cassidy make an album in 1983?": ("Yes",),
    "Did Brass Pigeon make a punk album?": ("No",),
    "How many albums have at least 12 tracks?": ("21",),
    "How many punk albums were not produced by Rafe Colley?": ("0",),
    "What is the average number of tracks of the albums by Ada Quill?": ("10.5",),
    "Which sold more copies, Gaslight or Afterglow?": ("Afterglow",),
    "Which town does Lena Okafor come from?": ("Harrowby",),
    "How many copies did Thorn Machine sell?": ("53000",),
    "How many cassette albums are there?": ("13",),
    "Albums with more than 500,000 copies sold": (
        "Blotting the Moon",
        "Copper Apples",
        "Late Tram",
        "Quiet Voltage",
        "Second Summer",
    ),
    "Which genres are there?": ("electronic", "folk", "jazz", "punk", "rock", "soul"),
    "Which city is Copper Room in?": ("Kelverton",),
    "How many albums were recorded in Ashing?": ("20",),
}

REFUSED = {
    "What was the weather in Skarn?": "weather",
    "Who played drums on Gaslight?": "played drums",
    "How many albums by Marlo Venn on a rainy afternoon?": "rainy afternoon",
    "Who made Purple Elbow?": "Purple Elbow",
}


@pytest.fixture(scope="module")
def hearing(albums: Edition) -> Hearing:
    return Hearing(albums.parser, albums.graph, albums.facts, albums.schema, "vinyl")


def test_the_pack_has_no_rules(albums: Edition) -> None:
    assert albums.pack.rules is None


@pytest.mark.parametrize("question", ANSWERED)
async def test_plain_questions_are_answered(hearing: Hearing, question: str) -> None:
    heard = await hearing.of("q", question)
    assert heard.record, heard.gap
    assert heard.record.outcome == "answered"
    assert set(heard.record.answer) == set(ANSWERED[question])
    assert heard.record.tokens.total == 0


@pytest.mark.parametrize("question", REFUSED)
async def test_what_the_pack_does_not_know_is_refused_by_its_words(
    hearing: Hearing, question: str
) -> None:
    heard = await hearing.of("q", question)
    match heard.gap:
        case UnmappedPhrase():
            assert heard.gap.phrase == REFUSED[question]
        case Unresolved():
            assert heard.gap.mention == REFUSED[question]
        case other:
            pytest.fail(f"no gap that names words: {other}")

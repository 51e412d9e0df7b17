"""Every library finds, quotes and filters alike, whatever it searches by.

It runs over the words alone, over words and meaning with the vectors at home and on a mirror, and
over an emulated graph server. The model counts words, so what is right can be said by hand.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from occam.core.evidence import Retrieved
from occam.core.ports import Library, Vectors
from occam.documents import FullText
from occam.documents.dense import Dense
from occam.documents.hybrid import Hybrid
from occam.graph.tigergraph.library import TigerLibrary
from tigergraph_emulator.server.running import Running

from tests.documents.stores import exact, mirrored, tiger_wire
from tests.documents.world import Words, version

pytestmark = pytest.mark.filterwarnings("ignore:.*local.*:UserWarning")

TEXTS = {
    "D1": "[Infobox Olympic event]\n  event: Men's +100 kg\n  gold: Teddy Riner\n\n"
    "The heaviest judoka met in Rio.\n\nResults\n\nRank | Name\n1 | Teddy Riner",
    "D2": "[Infobox Olympic event]\n  event: Men's 100 kg\n  gold: Lukáš Krpálek\n\n"
    "A Czech champion for the first time.",
    "D3": "The downhill was postponed because warm rain softened the slope.",
    "Ü 4": "Ångström measured the light of the sun in Uppsala.",
    "E1": "Fog.",
    "E2": "Fog.",
    "E3": "Fog.",
}
PASSAGES = 10
SLOPE = "warm rain softened the downhill slope"


@pytest.fixture(params=["words", "embedded", "mirror", "tigergraph"])
async def library(
    request: pytest.FixtureRequest, tmp_path: Path, emulator: Running
) -> AsyncIterator[Library]:
    directory = version(tmp_path / "v1", TEXTS, Words())
    full = FullText.open(directory)

    def hybrid(primary: Vectors, mirror: Vectors | None = None) -> Library:
        return Hybrid(full, Dense(Words(), primary, full, mirror))

    match request.param:
        case "words":
            yield full
        case "embedded":
            yield hybrid(exact(directory))
        case "mirror":
            async with mirrored(directory) as mirror:
                yield hybrid(exact(directory), mirror)
        case _:
            async with tiger_wire(emulator, directory, "library_contract") as wire:
                yield TigerLibrary(wire, "v1", Words())
    full.close()


async def documents(library: Library, text: str, limit: int, among: tuple[str, ...] = ()):
    found = await library.search(text, limit, among)
    return [passage.document for passage in found.passages]


async def test_the_passage_that_says_it_comes_first(library: Library):
    assert (await documents(library, SLOPE, 3))[0] == "D3"
    assert (await documents(library, "Ångström light Uppsala", 3))[0] == "Ü 4"


async def test_every_quote_stands_at_its_place(library: Library):
    found = await library.search("judoka champion downhill Riner light fog", 50)
    assert len(found.passages) > 3
    for passage in found.passages:
        assert TEXTS[passage.document][passage.start : passage.end] == passage.quote
        assert passage.title == f"Page {passage.document}"


async def test_scores_fall_with_rank_and_no_passage_comes_twice(library: Library):
    found = (await library.search("the first judoka in the fog", 50)).passages
    assert [p.score for p in found] == sorted((p.score for p in found), reverse=True)
    assert len({(p.document, p.start) for p in found}) == len(found)


async def test_named_documents_are_searched_and_no_others(library: Library):
    assert set(await documents(library, SLOPE, 9, ("D2", "E1"))) <= {"D2", "E1"}
    assert (await documents(library, "champion downhill", 9, ("D2",)))[0] == "D2"
    assert await documents(library, "light of the sun", 9, ("Ü 4",)) == ["Ü 4"]


async def test_unknown_documents_hold_nothing(library: Library):
    assert (await library.search(SLOPE, 5, ("no such page", ""))).passages == ()
    assert await documents(library, SLOPE, 5, ("D3", "no such page")) == ["D3"]


async def test_nothing_to_look_for_finds_nothing_and_costs_nothing(library: Library):
    assert await library.search(SLOPE, 0) == Retrieved()
    assert await library.search("", 5) == await library.search(" \n", 5) == Retrieved()


async def test_more_than_there_is_gives_each_passage_once(library: Library):
    found = (await library.search(SLOPE, 500)).passages
    assert 1 <= len(found) <= PASSAGES


async def test_no_limit_is_passed(library: Library):
    for limit in (1, 2, 5):
        assert len((await library.search("fog in the first downhill", limit)).passages) <= limit


async def test_equals_come_in_the_order_of_their_documents(library: Library):
    assert (await documents(library, "Fog", 3))[:3] == ["E1", "E2", "E3"]
    assert (await documents(library, "Fog", 2))[:2] == ["E1", "E2"]


async def test_the_same_question_gives_the_same_twice(library: Library):
    asked = "Which judoka met in Rio?"
    assert await library.search(asked, 5) == await library.search(asked, 5)


@pytest.mark.parametrize(
    "text", ["?!", "Ω≈ç√ 中文 😀", 'NOT "x" OR (', "x" * 100_000, "downhill slope " * 20_000]
)
async def test_any_text_may_be_asked(library: Library, text: str):
    found = (await library.search(text, 5)).passages
    assert len(found) <= 5
    if "slope" in text:
        assert found[0].document == "D3"

"""German, a language that no code knows: words in files, read by the same parser."""

from __future__ import annotations

from pathlib import Path

import pytest
from occam.core.gaps import Ambiguous, UnmappedPhrase
from occam.core.parse import Understood
from occam.packs import Pack, load_pack
from occam.packs.languages import known_languages
from occam.runtime.hearing import Hearing
from occam.runtime.loading import load
from occam.runtime.settings import load_settings
from occam.runtime.shelf import Edition, Shelf

PACKS = Path(__file__).parent / "packs"
DANISH = (
    "Leuchtturm Mågeø von 1891",
    "Leuchtturm Rødklint von 1846",
    "Leuchtturm Sandrev von 1882",
    "Leuchtturm Sandrev von 1934",
)

COUNTED = {
    "Wie viele Leuchttürme sind höher als 40 Meter?": "4",
    "Wie viele Türme haben mindestens zweihundert Stufen?": "4",
    "Wie viele Leuchttürme haben mehr als hundert Stufen?": "11",
    "Wie viele Türme sind höchstens dreiundzwanzig Meter hoch?": "4",
    "Wie viele Türme sind zwischen 30 und 40 Metern hoch?": "5",
    "Wie viele Türme aus Granit haben mehr als 100 Stufen?": "4",
    "Wie viele Türme wurden zwischen 1850 und 1880 gebaut?": "6",
    "Wie viele Leuchttürme entstanden vor 1860?": "4",
    "Wie viele Leuchttürme gibt es seit 1900?": "4",
    "Wie viele Leuchttürme entstanden nach dem Jahr 1900?": "4",
    "Wie viele Türme entstanden von 1880 bis 1890?": "3",
    "Wie viele Leuchttürme entstanden im Jahr 1886?": "2",
    "Wie viele Leuchttürme entstanden in den 1880er Jahren?": "3",
    "Wie viele Leuchttürme baute Ida Falk?": "4",
    "Wie viele Leuchttürme baute Ida Falk seit 1910?": "3",
    "Wie viele Türme wurden von Anna Wieland gebaut?": "4",
    "Wie viele Türme wurden nicht von Anna Wieland gebaut?": "12",
    "Wie viele Leuchttürme stehen nicht in Deutschland?": "11",
    "Wie viele Türme außer Grauort 1911 sind aus Beton?": "1",
    "Wie viele Leuchttürme stehen in Dänemark oder Schweden?": "7",
    "Wieviele Leuchttürme aus Granit oder Backstein gibt es in Deutschland?": "3",
    "Wie viele Leuchttürme haben eine unbekannte Zahl von Stufen?": "2",
    "Wie viele Baumeister bauten Leuchttürme aus Granit?": "3",
    "Wie viele Orte gibt es?": "12",
}

ANSWERED = {
    "Welcher Leuchtturm ist der höchste?": ("Leuchtturm Grauort von 1911",),
    "Welcher Turm in Norwegen ist am niedrigsten?": ("Leuchtturm Ravnefjell von 1879",),
    "Welcher Turm hat die wenigsten Stufen?": ("Leuchtturm Ravnefjell von 1879",),
    "Welcher Turm hat die größte Reichweite?": ("Leuchtturm Grauort von 1911",),
    "Welches ist der älteste Leuchtturm?": ("Leuchtturm Hallsand von 1838",),
    "Welches ist der neueste Leuchtturm in Norwegen?": ("Leuchtturm Tangnes von 1903",),
    "Nenne die drei höchsten Leuchttürme.": (
        "Leuchtturm Grauort von 1911",
        "Leuchtturm Hallsand von 1886",
        "Leuchtturm Sandrev von 1934",
    ),
    "Welche Leuchttürme stehen in Dänemark?": DANISH,
    "Sagen Sie mir bitte: Welche dänischen Leuchttürme gibt es?": DANISH,
    "Nennen Sie mir bitte die schwedischen Leuchttürme.": (
        "Leuchtturm Långudden von 1886",
        "Leuchtturm Stormö von 1920",
        "Leuchtturm Vitskär von 1859",
    ),
    "Nenne alle Leuchttürme aus Beton.": (
        "Leuchtturm Grauort von 1911",
        "Leuchtturm Sandrev von 1934",
    ),
    "Welche Leuchttürme aus Granit stehen nicht in Norwegen?": (
        "Leuchtturm Kranichhaken von 1874",
        "Leuchtturm Långudden von 1886",
        "Leuchtturm Vitskär von 1859",
    ),
    "Welche Leuchttürme in Dänemark wurden von Jens Brock errichtet?": (
        "Leuchtturm Mågeø von 1891",
        "Leuchtturm Rødklint von 1846",
    ),
    "Welche Länder gibt es?": ("Deutschland", "Dänemark", "Norwegen", "Schweden"),
    "Wer baute den Leuchtturm Sandrev von 1934?": ("Ida Falk",),
    "Wer war der Erbauer von Vitskär?": ("Karl Otmann",),
    "Von wem wurde der Leuchtturm Tangnes von 1903 erbaut?": ("Ida Falk",),
    "Wer baute den vorigen Bau von Hallsand 1886?": ("Jens Brock",),
    "Wo steht der Leuchtturm Hallsand von 1886?": ("Hallsand",),
    "In welchem Land liegt Kranichhaken?": ("Deutschland",),
    "Wann leuchtete der Leuchtturm Hallsand von 1886 erstmals?": ("20 February 1886",),
    "Wann wurde Grauort 1911 entzündet?": ("3 May 1911",),
    "Welcher Leuchtturm wurde am 1886-02-20 entzündet?": ("Leuchtturm Hallsand von 1886",),
    "Aus welchem Material ist der Leuchtturm Tangnes von 1903?": ("Gusseisen",),
    "Wie hoch ist der Leuchtturm Rødklint?": ("26",),
    "Wie viele Stufen hat Långudden?": ("203",),
    "Was ist die durchschnittliche Höhe der Türme in Dänemark?": ("31.75",),
    "Wie hoch sind die Leuchttürme in Norwegen im Durchschnitt?": ("24.25",),
    "Wie viele Stufen haben die Türme in Dänemark insgesamt?": ("602",),
    "Welches Land hat die meisten Leuchttürme?": ("Deutschland",),
    "Welcher Baumeister baute die meisten Türme?": ("Anna Wieland", "Ida Falk"),
    "Welcher Turm ist höher, Hallsand 1886 oder Sandrev 1934?": ("Leuchtturm Sandrev von 1934",),
    "Hat Deutschland mehr Leuchttürme als Norwegen?": ("Yes",),
    "Gibt es hölzerne Leuchttürme in Dänemark?": ("Yes",),
    "Gibt es Leuchttürme aus Beton in Schweden?": ("No",),
    "Wurde der Leuchtturm Stormö von Anna Wieland gebaut?": ("No",),
}

REFUSED = {
    "Wie ist das Wetter in Norwegen?": "Wetter",
    "Wie viele Leuchttürme stehen bei Regen in Dänemark?": "Regen",
    "Wie viele Leuchttürme in Dänemark sind gelb gestrichen?": "gelb gestrichen",
    "Wer strich den Leuchtturm Stormö?": "strich",
    "Wie viele Leuchttürme wurden mit rotem Deckel gebaut?": "rotem Deckel",
}


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack(PACKS / "leuchttuerme")


@pytest.fixture(scope="module")
def towers(pack: Pack, tmp_path_factory: pytest.TempPathFactory) -> Edition:
    home = tmp_path_factory.mktemp("towers")
    load(home, pack)
    shelf = Shelf(load_settings({"OCCAM_HOME": str(home), "OCCAM_PACKS": str(PACKS)}))
    return shelf.edition(*shelf.current(pack.name))


@pytest.fixture(scope="module")
def hearing(towers: Edition, pack: Pack) -> Hearing:
    return Hearing(towers.parser, towers.graph, towers.facts, towers.schema, pack.name)


def test_german_comes_with_the_pack_and_with_nothing_else(pack: Pack) -> None:
    assert pack.language.name == "Deutsch"
    assert pack.rules is None
    assert "de" not in known_languages()


def test_every_number_up_to_ninety_nine_is_one_word(pack: Pack) -> None:
    spelled = sorted(pack.language.numbers.values())
    assert spelled[:100] == list(range(100))
    assert pack.words.key("siebenundneunzig Stufen") == ("97", "stufen")
    assert pack.words.key("dreißig") == pack.words.key("dreissig") == ("30",)


@pytest.mark.parametrize("question", COUNTED)
async def test_things_are_counted(hearing: Hearing, question: str) -> None:
    heard = await hearing.of("q", question)
    assert heard.record, heard.gap
    assert (heard.record.outcome, heard.record.answer) == ("answered", (COUNTED[question],))


@pytest.mark.parametrize("question", ANSWERED)
async def test_questions_of_many_kinds_are_answered(hearing: Hearing, question: str) -> None:
    heard = await hearing.of("q", question)
    assert heard.record, heard.gap
    assert heard.record.outcome == "answered"
    assert set(heard.record.answer) == set(ANSWERED[question])
    assert heard.record.tokens.total == 0


@pytest.mark.parametrize("question", REFUSED)
async def test_a_phrase_that_means_nothing_is_named(hearing: Hearing, question: str) -> None:
    heard = await hearing.of("q", question)
    assert heard.gap == UnmappedPhrase(phrase=REFUSED[question])


async def test_a_place_with_two_towers_leaves_the_question_open(hearing: Hearing) -> None:
    heard = await hearing.of("q", "Wie hoch ist der Leuchtturm in Sandrev?")
    assert isinstance(heard.gap, Ambiguous)
    assert [each.answer for each in heard.gap.candidates] == [("39",), ("45",)]


def test_a_mistyped_word_is_mended_and_told(towers: Edition) -> None:
    read = towers.parser.parse("Wie viele Leuchtürme stehen in Norwegn?")
    assert isinstance(read, Understood)
    told = {each.phrase: each.detail for each in read.constraints if each.became == "corrected"}
    assert told.keys() == {"Leuchtürme", "Norwegn"}
    assert "norwegen" in told["Norwegn"]

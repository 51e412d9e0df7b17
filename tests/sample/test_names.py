"""Names of the sample as people write them: shortened, by code or demonym, or mistyped."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from occam.core.gazetteer.proposing import Proposal
from occam.core.vocabulary import Vocabulary
from occam.ingest.load import extract
from occam.packs import find_pack
from occam.runtime.versions import names_in

PACK = find_pack("olympics")
NAMES = names_in(PACK.schema, extract(PACK, PACK.documents()))
VOCABULARY = Vocabulary(NAMES, PACK.schema, PACK.lexicon, PACK.words)
TYPED = [
    name for name in NAMES if any(len(word) > 4 and word.isalpha() for word in name.label.split())
]
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def meant(text: str) -> set[tuple[str, str]]:
    """Every vertex that a stretch of the text may stand for."""
    found = VOCABULARY.scan(VOCABULARY.words.tokens(text))
    return {
        (mention.term.type, vertex) for mention in found for vertex in VOCABULARY.ids(mention.term)
    }


def proposed(text: str, *slots: str) -> list[Proposal]:
    return VOCABULARY.proposals(VOCABULARY.words.key(text), slots or None)


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("the '08 Games", "2008 Summer"),
        ("Beijing '08", "2008 Summer"),
        ("Sochi 2014", "2014 Winter"),
        ("the Sochi Games", "2014 Winter"),
        ("Beijing", "2008 Summer"),
        ("the Games of the XXIX Olympiad", "2008 Summer"),
        ("in China", "2008 Summer"),
    ],
)
def test_games_go_by_year_city_and_country(text: str, games: str) -> None:
    assert ("Games", games) in meant(text)


@pytest.mark.parametrize("text", ["KAZ", "Kazakhstan", "the Kazakh team", "KAZAKHSTAN'S", "kaz"])
def test_a_nation_goes_by_code_name_and_demonym(text: str) -> None:
    assert ("NOC", "KAZ") in meant(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Kazauhstan", "Kazakhstan"),
        ("Kazakstan", "Kazakhstan"),
        ("2008 Summer Olymplics", "2008 Summer Olympics"),
        ("SUSArNTHIKA JAYASINGHE", "Susanthika Jayasinghe"),
        ("Beach voleyball", "Beach volleyball"),
    ],
)
def test_the_right_name_comes_first(text: str, name: str) -> None:
    if any(each.label == name for each in NAMES):
        assert proposed(text)[0].name == name


@given(st.sampled_from(TYPED), st.data())
def test_a_name_with_one_mistyped_word_is_among_the_first_three(name, data) -> None:
    words = list(VOCABULARY.words.key(name.label))
    long = [at for at, word in enumerate(words) if len(word) > 4 and word.isalpha()]
    assume(long)
    at = data.draw(st.sampled_from(long))
    words[at] = data.draw(edited(words[at]))
    exact = meant(" ".join(words))
    found = VOCABULARY.proposals(words, (name.type,))
    assert (name.type, name.id) in exact or name.label in [each.name for each in found]


@given(st.sampled_from(NAMES))
def test_a_name_as_it_is_spelled_gets_no_proposals(name) -> None:
    assert proposed(name.label, name.type) == []
    assert proposed(name.label) == []


def test_proposals_say_what_they_would_stand_for_and_how_far_off_the_words_were() -> None:
    (found, *_) = proposed("Kazauhstan", "NOC")
    assert (found.term.slot, found.term.values) == ("NOC", ("KAZ",))
    assert found.distance == 1
    assert 0 < found.similarity < 1


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("kazauhstan", ("kazakhstan", "kazakhstani")),
        ("olymplics", ("olympics", "olympic")),
        ("olympics", ()),
    ],
)
def test_a_word_of_no_name_is_likened_to_words_of_names(word: str, meant: tuple[str, ...]) -> None:
    assert VOCABULARY.corrections(word) == meant


def test_the_same_words_get_the_same_proposals_in_the_same_order() -> None:
    other = Vocabulary(NAMES, PACK.schema, PACK.lexicon, PACK.words)
    for text in ("250 kg", "Olymplics", "mens freestle"):
        key = VOCABULARY.words.key(text)
        assert other.proposals(key) == VOCABULARY.proposals(key)


@st.composite
def edited(draw: st.DrawFn, word: str) -> str:
    """A word with one letter changed, dropped, added, or swapped with the next."""
    at = draw(st.integers(0, len(word) - 1))
    letter = draw(st.sampled_from(LETTERS))
    ways = [
        word[:at] + letter + word[at + 1 :],
        word[:at] + word[at + 1 :],
        word[:at] + letter + word[at:],
        word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :],
    ]
    return draw(st.sampled_from(ways))

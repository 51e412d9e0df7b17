"""The ledger of the schema parser: every word of a question is in one line, or only joins."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from occam.core.parse import Understood
from occam.core.reading import SchemaParser
from occam.core.record import Constraint
from occam.core.vocabulary import Vocabulary
from occam.core.words import Words
from occam.packs.languages import language_of

from tests.core.harbour import LEXICON, NAMES, SCHEMA, lexicon_of

LORE = """
[nouns.Voyage]
one = ["voyage", "trip"]
many = ["voyages", "trips"]

[nouns.Ship]
one = ["ship"]
many = ["ships"]
person = true

[nouns.Port]
one = ["port"]
many = ["ports"]
place = true

[properties."Voyage.passengers"]
cues = ["came aboard"]

[properties."Year.number"]
nouns = ["year"]

[relations.won]
edges = ["WON_BY"]
objects = ["prize", "prizes"]
verbs = ["won by", "came first"]
light = ["win", "won", "took"]

[relations.lost]
edges = ["LOST_BY"]
verbs = ["lost by", "came last"]
"""
LANGUAGE = language_of("en")
TAIL = ("corrected", "choice")


@pytest.fixture(scope="module")
def parser(tmp_path_factory: pytest.TempPathFactory) -> SchemaParser:
    lexicon = lexicon_of(tmp_path_factory.mktemp("lore"), LEXICON + LORE)
    words = Words(lexicon.spelling, LANGUAGE)
    vocabulary = Vocabulary(NAMES, SCHEMA, lexicon, words)
    return SchemaParser(SCHEMA, lexicon, LANGUAGE, words, vocabulary)


def ledger(parser: SchemaParser, question: str) -> list[tuple[str, str, str]]:
    parsed = parser.parse(question)
    assert isinstance(parsed, Understood), parsed
    return [(line.phrase, line.became, line.detail) for line in parsed.constraints]


def test_what_is_asked_and_what_is_said_of_it_have_their_lines(parser: SchemaParser) -> None:
    assert ledger(parser, "How many voyages to Borkum had at least 40 passengers?") == [
        ("How many voyages", "answer", "count"),
        ("Borkum", "hop", "Port is Borkum"),
        ("at least 40 passengers", "predicate", "Voyage.passengers ≥ 40"),
    ]


def test_a_name_inside_a_deed_stays_in_its_line(parser: SchemaParser) -> None:
    assert ledger(parser, "Which voyages in 2008 were won by the Sea Wolf?") == [
        ("Which voyages", "answer", "list all"),
        ("2008", "hop", "Year is 2008"),
        ("won by the Sea Wolf", "hop", "won of Ship Sea Wolf"),
    ]


def test_a_verb_that_stands_apart_belongs_to_its_deed(parser: SchemaParser) -> None:
    assert ledger(parser, "How many prizes did Étoile win in 2012?") == [
        ("How many", "answer", "count"),
        ("prizes did Étoile win", "hop", "won of Ship Étoile"),
        ("2012", "hop", "Year is 2012"),
    ]


def test_who_did_one_thing_is_never_compared_with_who_did_another(parser: SchemaParser) -> None:
    found = ledger(parser, "Which ship came last in the voyage to Borkum won by Étoile?")
    assert ("won by Étoile", "hop", "won of Ship Étoile") in found
    assert "Étoile" not in {phrase for phrase, _, _ in found}


def test_a_denial_belongs_to_what_it_denies(parser: SchemaParser) -> None:
    found = ledger(parser, "Which voyages in 2008 were not won by the Sea Wolf?")
    assert ("not won by the Sea Wolf", "hop", "not won of Ship Sea Wolf") in found


def test_courtesies_are_ignored_with_the_reason(parser: SchemaParser) -> None:
    found = ledger(parser, "Hi, could you tell me how many voyages there were in 2008, please?")
    assert found[0] == ("Hi, could you tell me", "ignored", "a courtesy")
    assert found[-1] == ("please", "ignored", "a courtesy")


def test_who_is_asked_for_is_the_answer_with_the_deed_that_leads_there(
    parser: SchemaParser,
) -> None:
    found = ledger(parser, "Which ship came first in the men's 100 miles in 2008?")
    assert found[0] == ("Which ship came first", "answer", "label of Ship asked".lower())
    assert ("men's 100 miles", "predicate", "Voyage.class is Men's 100 miles") in found


def test_a_word_for_an_attribute_goes_with_its_value(parser: SchemaParser) -> None:
    assert ("year 2008", "hop", "Year is 2008") in ledger(
        parser, "How many voyages were there in the year 2008?"
    )


def test_phrases_are_the_exact_characters_of_the_question(parser: SchemaParser) -> None:
    found = ledger(parser, "how many   TRIPS   to  borkum")
    assert [phrase for phrase, _, _ in found] == ["how many   TRIPS", "borkum"]


LEADS = (
    "How many voyages",
    "Which trips",
    "List all voyages",
    "Did any voyages",
    "Which ships won",
)
PARTS = (
    "to Borkum", "not to North Quay", "in 2008", "in the year 2012", "won by the Sea Wolf",
    "not won by Étoile", "lost by Étoile", "with at least 40 passengers", "of the men's 100 miles",
    "with more than 3 but fewer than 9 cabins", "to Borkum or North Quay", "before 2012",
    "between 1908 and 2012", "except those to Borkum", "for women", "that came aboard",
)  # fmt: skip
AROUND = (("", "?"), ("Please, ", ""), ("Could you tell me: ", ", please?"), ("", ", thanks!"))


@st.composite
def questions(draw: st.DrawFn) -> str:
    """A lead, up to three qualifiers, and maybe courtesies; not all of them are understood."""
    before, behind = draw(st.sampled_from(AROUND))
    parts = draw(st.lists(st.sampled_from(PARTS), max_size=3, unique=True))
    return before + " ".join([draw(st.sampled_from(LEADS)), *parts]) + behind


@given(question=questions())
def test_every_word_is_in_exactly_one_line_or_only_joins(
    parser: SchemaParser, question: str
) -> None:
    parsed = parser.parse(question)
    if not isinstance(parsed, Understood):
        return
    told = [line for line in parsed.constraints if line.became not in TAIL]
    assert {line.became for line in told} <= {"answer", "predicate", "hop", "ignored"}
    assert all(line.detail for line in told)
    stretches = placed(question, told)
    for token in Words(language=LANGUAGE).tokens(question):
        around = [s for s in stretches if s[0] <= token.start and token.end <= s[1]]
        assert len(around) == 1 or (not around and token.text in JOINING), token.text


def placed(question: str, told: list[Constraint]) -> list[tuple[int, int]]:
    """Where the phrases stand, one behind the other."""
    found: list[tuple[int, int]] = []
    at = 0
    for line in told:
        start = question.index(line.phrase, at)
        at = start + len(line.phrase)
        found.append((start, at))
    return found


QUIET = {
    "every": ("all",),
    "passive": ("by",),
    "receiver": ("to",),
    "pronoun": ("those",),
    "join": ("and", "or", "both", "either"),
    "time": ("to", "within"),
    "ask": ("auxiliary",),
}
JOINING = {
    word
    for text in (
        *LANGUAGE.glue,
        *(
            each
            for group, members in QUIET.items()
            for member in members
            for each in LANGUAGE.senses[group].get(member, ())
        ),
    )
    if len(key := Words(language=LANGUAGE).key(text)) == 1
    for word in key
}


def test_the_law_is_tried_on_questions_that_are_understood(parser: SchemaParser) -> None:
    asked = [f"{lead} {part}?" for lead in LEADS for part in PARTS]
    understood = [each for each in asked if isinstance(parser.parse(each), Understood)]
    assert len(understood) > len(asked) / 2


def test_a_law_that_would_let_content_go_is_none() -> None:
    content = {"voyages", "borkum", "won", "passengers", "least", "many", "please", "not"}
    assert not content & JOINING

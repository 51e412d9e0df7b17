"""The Olympic rules over the bundled sample: what they understand, and what they refuse."""

import json
import random
from pathlib import Path

import pytest
from occam.core.check import check
from occam.core.gaps import Ambiguous, NoRoute, UnmappedPhrase, Unresolved
from occam.core.parse import Parser, Rules, Understood
from occam.core.plan import Query, digest
from occam.core.vocabulary import Vocabulary
from occam.ingest.load import extract
from occam.packs import Pack, find_pack
from occam.runtime.versions import names_in

FOREIGN = (
    "left-handed", "in the rain", "not", "except the marathon", "twice", "second", "before noon",
    "junior", "fastest", "or so", "never", "who retired", "on Mars", "per head", "unless", "only",
)  # fmt: skip


@pytest.fixture(scope="module")
def pack() -> Pack:
    return find_pack("olympics")


@pytest.fixture(scope="module")
def parser(pack: Pack) -> Parser:
    rules = Rules.load(pack.rules, pack.schema, pack.lexicon, pack.language)
    names = names_in(pack.schema, extract(pack, pack.documents()))
    vocabulary = Vocabulary(names, pack.schema, pack.lexicon, pack.words)
    return Parser(pack.schema, rules, vocabulary)


@pytest.fixture(scope="module")
def golden(pack: Pack) -> list[str]:
    assert isinstance(pack.golden, Path)
    lines = pack.golden.read_text("utf-8").splitlines()
    return [json.loads(line)["question"] for line in lines]


SAME = [
    (
        "How many judo events of 2012 had more than 30 competitors?",
        "At London 2012, how many events in judo drew over thirty athletes?",
        "Count the judo competitions at the Summer Olympics of 2012 with 31 or more entrants.",
        "In how many judo events at the 2012 Games did the number of participants exceed 30?",
    ),
    (
        "Who won silver in the men's skeet in 2012?",
        "Name the silver medallist of the men's skeet at London 2012.",
        "Which athlete came second in the mens skeet at the 2012 Summer Games?",
        "In 2012, who took the silver medal in the skeet for men?",
    ),
    (
        "Which sailing event in Rio had the fewest nations?",
        "In sailing at the 2016 Olympics, which event drew the smallest number of countries?",
    ),
    (
        "How many nations took part in the men's sprint in biathlon in Sochi?",
        "At the Winter Olympics of 2014, how many countries entered the biathlon men's sprint?",
        "What was the number of nations in the men's biathlon sprint at Sochi 2014?",
    ),
]


@pytest.mark.parametrize("wordings", SAME)
def test_wordings_of_one_question_have_one_plan(parser: Parser, wordings: tuple[str, ...]) -> None:
    answers: set[str] = set()
    for wording in wordings:
        parsed = parser.parse(wording)
        assert isinstance(parsed, Understood), (wording, parsed)
        answers.add(_normal(parsed))
    assert len(answers) == 1


def _normal(parsed: Understood) -> str:
    """The plan as text: `at least 31` is `more than 30`; a gender is in the name or beside it."""
    plan = parsed.plan
    assert isinstance(plan, Query)
    ends = [(hop.edge, [each.values for each in hop.node.where]) for hop in plan.root.hops]
    genders = [str(each.values[0]) for each in plan.root.where if each.attr == "gender"]
    where: list[str] = []
    for each in plan.root.where:
        values = [value for value in each.values if _is_of(value, genders)]
        if each.op == "ge":
            values = [value - 1 for value in values if isinstance(value, int)]
        if each.attr != "gender":
            where.append(f"{each.attr} {values}")
    return f"{sorted(ends)} {sorted(where)} {plan.answer}"


def _is_of(value: object, genders: list[str]) -> bool:
    """False for a name of another gender than the one stated."""
    return not (genders and isinstance(value, str)) or value.lower().startswith(genders[0])


def test_every_plan_type_checks(parser: Parser, golden: list[str]) -> None:
    for question in golden:
        parsed = parser.parse(question)
        if isinstance(parsed, Understood):
            for plan in (parsed.plan, *parsed.fallbacks):
                assert check(plan, parser.schema) is None, question


def test_a_foreign_phrase_anywhere_is_never_dropped(parser: Parser, golden: list[str]) -> None:
    choose = random.Random(7)
    for question in golden:
        parsed = parser.parse(question)
        if not isinstance(parsed, Understood):
            continue
        words = question.split()
        for phrase in choose.sample(FOREIGN, 6):
            place = choose.randrange(len(words) + 1)
            spoiled = " ".join([*words[:place], phrase, *words[place:]])
            found = parser.parse(spoiled)
            if isinstance(found, Understood):
                assert digest(found.plan) != digest(parsed.plan), spoiled


@pytest.mark.parametrize(
    "question",
    [
        "What was the weather like at the 2010 Winter Games?",
        "Why was the women's pursuit in biathlon delayed?",
        "How tall is the winner of the men's skeet in 2012?",
        "Which city should host the next Olympics?",
        "Tell me a joke about sailing.",
    ],
)
def test_what_the_graph_cannot_say_is_not_forced(parser: Parser, question: str) -> None:
    assert isinstance(parser.parse(question), NoRoute | UnmappedPhrase)


@pytest.mark.parametrize(
    ("question", "mention", "expected"),
    [
        ("How many quidditch events were there in 2012?", "quidditch", "Sport"),
        ("Who won the event held at Castle Nowhere on 9 August 2016?", "Castle Nowhere", "Venue"),
        ("How many judo events were there at the 2013 Olympics?", "2013 Olympics", "Games"),
        ("Who won the men's 999 kg judo in 2012?", "999 kg", "Event.name"),
    ],
)
def test_a_name_nobody_knows_is_unresolved(
    parser: Parser, question: str, mention: str, expected: str
) -> None:
    gap = parser.parse(question)
    assert isinstance(gap, Unresolved), gap
    assert (gap.mention, gap.expected) == (mention, expected)


def test_plus_is_another_weight_class(parser: Parser) -> None:
    heavy = parser.parse("Who won the women's +78 kg judo in 2012?")
    light = parser.parse("Who won the women's 78 kg judo in 2012?")
    assert isinstance(heavy, Understood)
    assert isinstance(light, Understood)
    assert digest(heavy.plan) != digest(light.plan)


def test_a_host_city_means_the_games_that_fit(parser: Parser) -> None:
    fits = parser.parse("How many biathlon events in Vancouver had more than 70 competitors?")
    assert isinstance(fits, Understood)
    gap = parser.parse("How many events in Paris had more than 70 competitors?")
    assert isinstance(gap, Ambiguous)
    assert {candidate.id for candidate in gap.candidates} == {
        "1900 Summer", "1924 Summer", "2024 Summer",
    }  # fmt: skip

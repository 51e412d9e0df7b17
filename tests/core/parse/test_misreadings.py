"""Questions that are half heard are refused with the phrase named: no word changes its meaning."""

import pytest
from occam.core.gaps import NoRoute, UnmappedPhrase, Unresolved
from occam.core.parse import Parser, Rules, Understood
from occam.core.plan import Answer, Count, Exists, Fold, Group, Hop, Members, Query
from occam.core.values import Period
from occam.core.vocabulary import Vocabulary
from occam.ingest.load import extract
from occam.packs import find_pack
from occam.runtime.versions import names_in


@pytest.fixture(scope="module")
def parser() -> Parser:
    pack = find_pack("olympics")
    rules = Rules.load(pack.rules, pack.schema, pack.lexicon, pack.language)
    names = names_in(pack.schema, extract(pack, pack.documents()))
    vocabulary = Vocabulary(names, pack.schema, pack.lexicon, pack.words)
    return Parser(pack.schema, rules, vocabulary)


def query(parser: Parser, question: str) -> Query:
    parsed = parser.parse(question)
    assert isinstance(parsed, Understood), (question, parsed)
    assert isinstance(parsed.plan, Query)
    return parsed.plan


def refused(parser: Parser, question: str) -> str:
    """The phrase that the refusal names."""
    gap = parser.parse(question)
    assert isinstance(gap, UnmappedPhrase | Unresolved | NoRoute), (question, gap)
    return gap.mention if isinstance(gap, Unresolved) else gap.phrase


def values(hops: tuple[Hop, ...], edge: str) -> list[tuple[object, ...]]:
    return [each.values for hop in hops if hop.edge == edge for each in hop.node.where]


@pytest.mark.parametrize(
    "span",
    ["between 6 August 2016 and 9 August 2016", "from 6 August to 9 August 2016",
     "between August 6 and August 9, 2016", "between 6 and 9 August 2016"],
)  # fmt: skip
def test_two_days_with_between_or_from_are_the_ends_of_a_span(parser: Parser, span: str) -> None:
    found = query(parser, f"How many judo events took place {span}?")
    (held,) = [each for each in found.root.where if each.attr == "held"]
    days = Period("2016-08-06", "2016-08-09", "2016-08-06/2016-08-09")
    assert (held.op, held.values) == ("within", (days,))


@pytest.mark.parametrize(
    ("when", "phrase"),
    [
        ("held by 8 August 2016", "by"),
        ("held since 8 August 2016", "since"),
        ("held until 8 August 2016", "until"),
        ("started on 8 August 2016", "started"),
        ("held from 8 August 2016", "from 8 August"),
        ("held on 6 and 8 August 2016", "6 and 8 August 2016"),
        ("held on 6, 7 and 8 August 2016", "6, 7 and 8 August 2016"),
        ("held on 6–8 August 2016", "6–8 August 2016"),
    ],
)
def test_a_word_about_time_is_never_dropped(parser: Parser, when: str, phrase: str) -> None:
    assert refused(parser, f"How many judo events were {when}?") == phrase


def test_values_tied_together_are_a_union_where_things_are_counted(parser: Parser) -> None:
    asked = "How many events in judo and sailing were there in 2016?"
    found = query(parser, asked)
    assert values(found.root.hops, "IN_SPORT") == [("Judo", "Sailing")]
    games = query(parser, "How many judo events in 2012 and 2016 had more than 30 competitors?")
    assert values(games.root.hops, "AT_GAMES") == [("2012 Summer", "2016 Summer")]
    both = query(parser, "How many golds did Austria win in the men's and women's skeet in 2012?")
    assert [each.values for each in both.root.where] == [("Men's skeet", "Women's skeet")]


@pytest.mark.parametrize(
    "question",
    [
        "Which countries won silver in judo and sailing in 2016?",
        "Which athletes won gold in 2012 and 2016?",
        "Did France win gold in judo and sailing in 2016?",
        "Was there a judo and sailing event in 2016?",
        "Which country won gold in the men's and women's skeet in 2012?",
    ],
)
def test_values_tied_together_are_refused_where_they_may_mean_both(
    parser: Parser, question: str
) -> None:
    assert " and " in refused(parser, question)


def test_both_is_an_intersection(parser: Parser) -> None:
    found = query(parser, "Which countries won silver in both judo and sailing in 2016?")
    assert (found.root.type, found.answer) == ("NOC", Members())
    assert [values(hop.node.hops, "IN_SPORT") for hop in found.root.hops] == [
        [("Judo",)], [("Sailing",)],
    ]  # fmt: skip
    assert {hop.edge for hop in found.root.hops} == {"SILVER_FOR"}
    games = query(parser, "Which Games featured both judo and sailing?")
    assert games.root.type == "Games"


def test_either_is_a_union(parser: Parser) -> None:
    found = query(parser, "Which countries won silver in either judo or sailing in 2016?")
    assert values(found.root.hops, "IN_SPORT") == [("Judo", "Sailing")]


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("Did Austria take gold in all judo events of 2016?", "all"),
        ("Did France win each judo event in 2016?", "each"),
        ("Which athletes won every sailing event in 2016?", "every"),
        ("Which nations won only silver in judo in 2016?", "only"),
    ],
)
def test_a_quantifier_is_never_dropped(parser: Parser, question: str, word: str) -> None:
    assert word in refused(parser, question)


def test_all_is_harmless_where_a_list_is_asked_for(parser: Parser) -> None:
    plain = query(parser, "List the judo events of 2016 with more than 30 competitors.")
    assert query(parser, "List all judo events of 2016 with more than 30 competitors.") == plain


@pytest.mark.parametrize(
    "question",
    [
        "Was sailing the sport with the fewest events in 2016?",
        "In 2016 was judo the sport with the most events?",
        "Were the silver medallists in judo in 2016 French?",
        "Is the women's skeet the shooting event with the most nations in 2012?",
        "What did France win in judo in 2016?",
    ],
)
def test_a_claim_to_be_judged_is_not_a_condition(parser: Parser, question: str) -> None:
    refused(parser, question)


def test_yes_or_no_is_for_questions_that_want_it(parser: Parser) -> None:
    for question in ("Did France win gold in judo in 2016?", "In 2016, was there a judo event?"):
        assert query(parser, question).answer == Exists()


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (
            "What was the largest number of nations in a judo event in 2016?",
            Fold(attr="nations", by="max"),
        ),
        ("In which judo event of 2016 was the largest number of nations?", None),
        ("Most nations in a judo event in 2016?", None),
    ],
)
def test_a_number_asked_for_is_a_number(
    parser: Parser, question: str, answer: Answer | None
) -> None:
    parsed = parser.parse(question)
    if answer:
        assert query(parser, question).answer == answer
    elif isinstance(parsed, Understood):
        assert isinstance(parsed.plan, Query)
        assert not isinstance(parsed.plan.answer, Fold)


def test_a_final_is_not_the_event_where_numbers_or_days_are_asked(parser: Parser) -> None:
    refused(parser, "How many competitors were in the final of the men's skeet in 2012?")
    query(parser, "Who won the final of the men's skeet in 2012?")


def test_the_order_of_groups_is_honoured(parser: Parser) -> None:
    found = query(parser, "Bottom two countries by silver medals in judo in 2016")
    assert found.answer == Group(node="nation", k=2, descending=False)


def test_a_number_before_what_is_asked_for_is_no_threshold(parser: Parser) -> None:
    assert "7" in refused(parser, "Which 7 countries won silver in judo in 2016?")


def test_what_counts_the_same_again_is_not_summed(parser: Parser) -> None:
    for what in ("nations", "athletes", "people", "different competitors"):
        refused(parser, f"How many {what} took part in judo in 2016 in total?")
    found = query(parser, "How many competitors were there in judo events in 2016 in total?")
    assert found.answer == Fold(attr="competitors", by="sum")


@pytest.mark.parametrize(
    ("question", "phrase"),
    [
        ("How many sailing events in 2016 had over 1.000 competitors?", "1.000"),
        ("How many sailing events in 2016 had over -4 competitors?", "4"),
        ("How many sailing events in 2016 had over 20% nations?", "20"),
    ],
)
def test_a_number_that_is_not_plain_is_not_read(parser: Parser, question: str, phrase: str) -> None:
    assert phrase in refused(parser, question)


@pytest.mark.parametrize("place", ["the park", "an arena", "the stadium", "the beach"])
def test_a_common_noun_is_no_venue(parser: Parser, place: str) -> None:
    refused(parser, f"How many events were held at {place} in 2016?")


@pytest.mark.parametrize(
    "question",
    [
        "Which individual athletes won gold in judo in 2016?",
        "How many individual countries won gold in judo in 2016?",
        "Which pair won the most golds in 2016?",
        "How many crews won gold in sailing in 2016?",
        "How many events in kayaking were there in 2016?",
    ],
)
def test_a_narrower_word_is_not_the_wider_one(parser: Parser, question: str) -> None:
    refused(parser, question)


def test_a_name_that_goes_with_nothing_else_said_proves_no_zero(parser: Parser) -> None:
    assert refused(parser, "How many golds did France win in the skeet in judo in 2012?")


def test_a_phrase_does_not_go_on_past_a_question_mark(parser: Parser) -> None:
    refused(parser, "How many judo events were in 2012? And in 2016?")


def test_a_plain_count_stays_plain(parser: Parser) -> None:
    assert query(parser, "How many judo events were there in 2016?").answer == Count()


def test_the_season_of_the_games_asked_for_is_kept(parser: Parser) -> None:
    found = query(parser, "Which Winter Games had the most biathlon events?")
    (games,) = values(found.root.hops, "AT_GAMES")
    assert games
    assert all(str(each).endswith("Winter") for each in games)


@pytest.mark.parametrize(
    ("years", "said"),
    [
        ("before 2016", [("lt", (2016,))]),
        ("after 2012", [("gt", (2012,))]),
        ("since 2012", [("ge", (2012,))]),
        ("from 2012 to 2016", [("ge", (2012,)), ("le", (2016,))]),
    ],
)
def test_a_stretch_of_years_is_of_the_games(
    parser: Parser, years: str, said: list[tuple[str, tuple[int, ...]]]
) -> None:
    found = query(parser, f"How many judo events were held {years}?")
    ends = [each for hop in found.root.hops if hop.edge == "AT_GAMES" for each in hop.node.where]
    assert [(each.op, each.values) for each in ends] == said


def test_a_sport_left_out_is_absent_where_events_are_counted(parser: Parser) -> None:
    found = query(parser, "How many events in 2016 other than judo had over 30 competitors?")
    assert [hop.absent for hop in found.root.hops if hop.edge == "IN_SPORT"] == [True]
    refused(parser, "Which countries won silver in 2016 other than judo?")


def test_across_all_is_no_union_of_winners(parser: Parser) -> None:
    assert "all" in refused(parser, "Which athletes won silver across all judo events in 2016?")


def test_groups_by_number_of_events_keep_their_order(parser: Parser) -> None:
    found = query(parser, "Bottom two sports by number of events in 2016")
    assert found.answer == Group(node="sport", k=2, descending=False)
    found = query(parser, "Which sport had the most women's events in 2016?")
    assert found.answer == Group(node="sport", k=1, descending=True)
    refused(parser, "Which sport had the fewest women's events in 2016?")


def test_both_genders_are_an_intersection(parser: Parser) -> None:
    found = query(parser, "Which countries won silver in both men's and women's judo in 2016?")
    assert [hop.node.where[0].values for hop in found.root.hops] == [("men",), ("women",)]

"""Questions become plans with every phrase accounted for, or a gap that names what is missing."""

from pathlib import Path

import pytest
from occam.core.gaps import Ambiguous, LowConfidence, NoRoute, UnmappedPhrase, Unresolved
from occam.core.parse import Parser, Understood
from occam.core.plan import (
    AnyOf,
    Branch,
    Count,
    Hop,
    Node,
    Plan,
    Predicate,
    Query,
    Values,
    digest,
)
from occam.core.values import Period

from tests.core.harbour import RULES, parser_of


@pytest.fixture(scope="module")
def parser(tmp_path_factory: pytest.TempPathFactory) -> Parser:
    return parser_of(tmp_path_factory.mktemp("pack"))


def plan(parser: Parser, question: str) -> Plan:
    """The plan of a question that is understood."""
    parsed = parser.parse(question)
    assert isinstance(parsed, Understood), parsed
    return parsed.plan


def is_(attr: str, op: str, *values: object) -> Predicate:
    return Predicate(attr=attr, op=op, values=values)  # type: ignore[arg-type]


def out(edge: str, type_name: str, *where: Predicate, name: str = "", absent: bool = False) -> Hop:
    node = Node(type=type_name, name=name, where=where)
    return Hop(edge=edge, direction="out", node=node, absent=absent)


def test_a_count_with_conditions(parser: Parser) -> None:
    expected = Query(
        root=Node(
            type="Voyage",
            where=(is_("crew", "eq", "women"), is_("passengers", "gt", 40)),
            hops=(out("BY", "Ship", is_("id", "eq", "Sea Wolf")),),
        ),
        answer=Count(),
    )
    asked = "How many women's voyages of the Sea Wolf carried more than forty passengers?"
    moved = "Of the Wolf: with more than 40 guests, how many voyages for women were there?"
    assert digest(plan(parser, asked)) == digest(expected)
    assert digest(plan(parser, moved)) == digest(expected)


def test_two_conditions_on_one_measure(parser: Parser) -> None:
    found = plan(parser, "how many voyages with more than 4 cabins and fewer than 9 cabins")
    assert isinstance(found, Query)
    assert set(found.root.where) == {is_("cabins", "gt", 4), is_("cabins", "lt", 9)}


def test_absence_is_not_dropped(parser: Parser) -> None:
    found = plan(parser, "How many voyages were not to North Quay?")
    assert isinstance(found, Query)
    assert found.root.hops == (out("TO", "Port", is_("id", "eq", "North Quay"), absent=True),)


def test_a_class_word_chooses_the_edge(parser: Parser) -> None:
    for word, edge in (("won", "WON_BY"), ("lost", "LOST_BY")):
        found = plan(parser, f"Which ship {word} the voyage to North Quay?")
        assert isinstance(found, Query)
        assert found.answer == Values(attr="label", node="ship")
        assert out(edge, "Ship", name="ship") in found.root.hops


def test_several_edges_are_alternatives(parser: Parser) -> None:
    found = plan(parser, "Which ship finished the voyage to North Quay?")
    assert isinstance(found, Query)
    branches = tuple(
        Branch(hops=(out(edge, "Ship", name="ship"),)) for edge in ("WON_BY", "LOST_BY")
    )
    assert found.root.any_of == (AnyOf(branches=branches),)


def test_a_day_has_a_wider_fallback(parser: Parser) -> None:
    parsed = parser.parse("How many guests on the voyage to North Quay on 3 May 2008?")
    assert isinstance(parsed, Understood)
    day = Period("2008-05-03", "2008-05-03", "2008-05-03/2008-05-03")
    assert isinstance(parsed.plan, Query)
    assert is_("sailed", "on", day) in parsed.plan.root.where
    first = parsed.fallbacks[0]
    assert isinstance(first, Query)
    assert is_("sailed", "covers", day) in first.root.where


def test_a_day_without_a_year_takes_that_of_the_question(parser: Parser) -> None:
    found = plan(parser, "How many guests on the voyage to North Quay on 3 May in 2012?")
    assert isinstance(found, Query)
    day = Period("2012-05-03", "2012-05-03", "2012-05-03/2012-05-03")
    assert is_("sailed", "on", day) in found.root.where


def test_a_day_without_any_year_may_be_of_every_year(parser: Parser) -> None:
    found = plan(parser, "How many guests on the voyage to North Quay on 3 May?")
    assert isinstance(found, Query)
    assert [len(choice.branches) for choice in found.root.any_of] == [3]


def test_another_edition_is_asked_about_in_place_of_the_one_named(parser: Parser) -> None:
    found = plan(parser, "Which ship won the men's 100 miles, the voyage before 2012?")
    assert isinstance(found, Query)
    assert found.root.where == (is_("class", "eq", "Men's 100 miles"),)
    (earlier,) = [hop.node for hop in found.root.hops if hop.edge == "BEFORE"]
    assert earlier.hops == (out("WON_BY", "Ship", name="ship"),)


def test_the_ledger_accounts_for_every_phrase(parser: Parser) -> None:
    parsed = parser.parse("Please: how many voyages to North Quay had more than 3 cabins?")
    assert isinstance(parsed, Understood)
    ledger = {(line.phrase, line.became) for line in parsed.constraints}
    assert ledger == {
        ("Please", "ignored"),
        ("how many", "answer"),
        ("voyages", "answer"),
        ("North Quay", "hop"),
        ("more than 3 cabins", "predicate"),
    }


@pytest.mark.parametrize(
    ("question", "phrase"),
    [
        ("How many stormy-night voyages to North Quay?", "stormy-night"),
        ("How many voyages to North Quay had more than 3 cabins at night?", "night"),
        ("How many voyages without North Quay?", "without"),
        ("How many voyages to North Quay did the crew regret?", "crew regret"),
    ],
)
def test_a_phrase_left_over_is_named_verbatim(parser: Parser, question: str, phrase: str) -> None:
    gap = parser.parse(question)
    assert isinstance(gap, UnmappedPhrase | Unresolved)
    assert phrase == (gap.phrase if isinstance(gap, UnmappedPhrase) else gap.mention)


def test_an_unknown_name_is_unresolved_with_proposals(parser: Parser) -> None:
    gap = parser.parse("How many Sea Wulf voyages were there?")
    assert gap == Unresolved(mention="Sea Wulf", expected="Ship", nearest=("Sea Wolf",))


def test_an_unknown_year_is_unresolved(parser: Parser) -> None:
    gap = parser.parse("How many voyages in 2009?")
    assert isinstance(gap, Unresolved)
    assert (gap.mention, gap.expected) == ("2009", "Year")


@pytest.mark.parametrize(
    "question", ["What is the weather in Emden?", "2008", "", "   ", "?!", "why " * 300]
)
def test_what_no_shape_fits_has_no_route(parser: Parser, question: str) -> None:
    assert isinstance(parser.parse(question), NoRoute)


def test_a_phrase_out_of_place_is_named(parser: Parser) -> None:
    gap = parser.parse("How many voyages won to North Quay?")
    assert isinstance(gap, UnmappedPhrase)
    assert gap.phrase == "won"


def test_one_kind_of_condition_twice_is_not_a_union(parser: Parser) -> None:
    gap = parser.parse("How many voyages to North Quay and Borkum were there?")
    assert isinstance(gap, UnmappedPhrase)
    assert gap.phrase == "Borkum"


def test_candidates_are_narrowed_by_what_documents_mention(parser: Parser) -> None:
    found = plan(parser, "How many Sea Wolf voyages in '08?")
    assert isinstance(found, Query)
    assert out("IN", "Year", is_("id", "eq", "2008")) in found.root.hops


def test_what_no_document_is_called_by_does_not_keep_candidates(parser: Parser) -> None:
    found = plan(parser, "How many Sea Wolf voyages to North Quay in '08?")
    assert isinstance(found, Query)
    assert out("IN", "Year", is_("id", "eq", "2008")) in found.root.hops


def test_a_set_over_several_candidates_is_ambiguous(parser: Parser) -> None:
    gap = parser.parse("How many voyages to North Quay in '08?")
    assert isinstance(gap, Ambiguous)
    assert [candidate.id for candidate in gap.candidates] == ["1908", "2008"]
    assert "'08" in gap.clarify


def test_one_thing_may_have_several_candidates(parser: Parser) -> None:
    found = plan(parser, "Which ship won the voyage to North Quay in '08?")
    assert isinstance(found, Query)
    assert out("IN", "Year", is_("id", "in", "1908", "2008")) in found.root.hops


def test_years_that_exclude_each_other_are_unresolved(parser: Parser) -> None:
    gap = parser.parse("How many voyages in 2008 in 2012?")
    assert isinstance(gap, Unresolved)


def test_a_generic_name_in_a_set_is_refused_where_it_could_mean_more(parser: Parser) -> None:
    gap = parser.parse("How many 100 miles voyages were there?")
    assert isinstance(gap, UnmappedPhrase)
    assert gap.phrase == "100 miles"


def test_two_readings_that_differ_are_no_reading(tmp_path: Path) -> None:
    twin = '[[shape]]\nname = "twin"\nneeds = ["how many", "voyages"]\nanswer = "exists"\n'
    gap = parser_of(tmp_path, RULES + twin).parse("How many voyages to North Quay?")
    assert isinstance(gap, LowConfidence)
    assert len(gap.choices) == 2


def test_the_same_question_has_the_same_plan(parser: Parser) -> None:
    question = "How many Étoile voyages carried more than 40 passengers?"
    assert parser.parse(question) == parser.parse(question)

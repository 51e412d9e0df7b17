"""A name stands for a thing in all its editions, and what only some pages call it proves nothing
of the others."""

from collections.abc import Iterator

import pytest
from occam.core.dataset import Name
from occam.core.gaps import Unresolved
from occam.core.lexicon import Droppable, Lexicon, Noun, Relation
from occam.core.parse import Understood
from occam.core.plan import AnyOf, Query
from occam.core.reading import SchemaParser
from occam.core.schema import Attribute, EdgeType, Schema, VertexType
from occam.core.vocabulary import Vocabulary
from occam.core.words import Words
from occam.packs.languages import language_of

SCHEMA = Schema(
    vertices={
        "Match": VertexType(
            labels=("match", "matches"),
            documentary=True,
            attributes={
                "grade": Attribute(kind="text", vocabulary=True, labels=("grade",)),
                "side": Attribute(kind="text", vocabulary=True, unknown=True, labels=("side",)),
            },
        ),
        "Cup": VertexType(
            labels=("cup", "cups"),
            attributes={"year": Attribute(kind="integer", vocabulary=True, labels=("year",))},
        ),
        "Art": VertexType(labels=("art", "arts")),
        "Club": VertexType(labels=("club", "clubs")),
    },
    edges={
        "AT_CUP": EdgeType(source="Match", target="Cup", single=True),
        "IN_ART": EdgeType(source="Match", target="Art", single=True),
        "WON_BY": EdgeType(source="Match", target="Club", unknown=True),
        "AFTER": EdgeType(source="Cup", target="Cup", ordering=True, single=True),
    },
)
LEXICON = Lexicon(
    year_of="Cup.year",
    glue=("held", "category", "has", "have"),
    droppable=(Droppable(attribute="Match.grade", words=("men's", "women's")),),
    nouns={
        "Match": Noun(one=("match",), many=("matches",)),
        "Club": Noun(one=("club",), many=("clubs",), person=True),
        "Cup": Noun(one=("cup",), many=("cups",)),
    },
    relations={
        "title": Relation(edges=("WON_BY",), objects=("title", "titles"), light=("won", "win"))
    },
)


def matches() -> Iterator[Name]:
    """Grade, side, and what the page calls it besides, by year."""
    pages = {
        2001: [
            ("Heavy", "", "Heavy wrestling"),
            ("Light", "", "Light wrestling"),
            ("Super heavy", "", "Super heavy wrestling"),
            ("Men's coxed pair", "men", "Men's pair"),
            ("Sprint", "", ""),
            ("Pike", "", ""),
        ],
        2005: [
            ("Men's heavy", "men", "Men's heavy wrestling"),
            ("Men's light", "men", "Men's light wrestling"),
            ("Women's light", "women", "Women's light wrestling"),
            ("Men's coxed pair", "men", ""),
            ("Men's sprint", "men", ""),
        ],
        2009: [
            ("Heavy freestyle", "", ""),
            ("Men's coxed pair", "men", ""),
        ],
    }
    for year, told in pages.items():
        for at, (grade, side, also) in enumerate(told):
            art = "Rowing" if "pair" in grade else "Running" if "print" in grade else "Wrestling"
            head = f"{art} at Cup {year} – "
            values = {"grade": grade, "side": side} if side else {"grade": grade}
            aliases = (head + also,) if also else ()
            yield Name(
                type="Match", id=f"m{year}-{at}", label=head + grade, aliases=aliases, values=values
            )


NAMES = (
    *(
        Name(type="Cup", id=f"c{year}", label=f"Cup {year}", values={"year": str(year)})
        for year in (2001, 2005, 2009)
    ),
    *(Name(type="Art", id=art, label=art) for art in ("Wrestling", "Rowing", "Running")),
    Name(type="Club", id="elm", label="Elmfield"),
    Name(type="Club", id="pike", label="Pike"),
    *matches(),
)
WORDS = Words(LEXICON.spelling, language_of("en"))
VOCABULARY = Vocabulary(NAMES, SCHEMA, LEXICON, WORDS)
PARSER = SchemaParser(SCHEMA, LEXICON, language_of("en"), WORDS, VOCABULARY)


def meant(text: str) -> tuple[set[str], set[str]]:
    """The matches that a text names for certain, and those that it may be known of besides."""
    tokens = VOCABULARY.words.tokens(text)
    whole = [
        each.term
        for each in VOCABULARY.scan(tokens)
        if (each.start, each.end, each.term.slot) == (0, len(tokens), "Match")
    ]
    values = {str(value) for term in whole for value in term.values}
    return values, {str(value) for term in whole for value in term.wider} - values


def test_what_a_page_adds_to_a_name_says_it_of_every_edition() -> None:
    assert meant("heavy wrestling") == ({"m2001-0", "m2005-0"}, set())
    assert meant("men's heavy wrestling") == ({"m2001-0", "m2005-0"}, set())


def test_a_longer_name_is_another_one() -> None:
    assert meant("super heavy wrestling") == ({"m2001-2"}, set())
    assert "m2009-0" not in meant("heavy wrestling")[0]


def test_a_name_that_may_be_of_another_kind_is_not_certain() -> None:
    assert meant("light wrestling") == ({"m2001-1", "m2005-1", "m2005-2"}, set())
    assert meant("women's light wrestling") == ({"m2005-2"}, {"m2001-1"})


def test_another_name_is_known_of_its_own_page_alone() -> None:
    assert meant("men's pair") == ({"m2001-3"}, {"m2005-3", "m2009-1"})


@pytest.mark.parametrize(
    "question",
    [
        "Did Elmfield win the heavy wrestling in 2005?",
        "How many titles has Elmfield won in heavy wrestling?",
        "Who won the men's pair in 2001?",
        "How many titles did Elmfield win in the men's pair in 2001?",
        "Who won the men's pair?",
        "Did Elmfield win the super heavy at Cup 2005?",
    ],
)
def test_a_name_that_is_known_there_is_understood(question: str) -> None:
    assert isinstance(PARSER.parse(question), Understood)


ELSEWHERE = {
    "Did Elmfield win the men's pair in 2005?": (
        "men's pair",
        "Match of Cup 2005",
        "Rowing at Cup 2005 – Men's coxed pair",
    ),
    "Who won the men's pair in 2009?": (
        "men's pair",
        "Match of Cup 2009",
        "Rowing at Cup 2009 – Men's coxed pair",
    ),
    "How many titles has Elmfield won in the men's pair?": (
        "men's pair",
        "Match of every edition",
        "Rowing at Cup 2005 – Men's coxed pair",
    ),
    "Did Elmfield win the women's light wrestling in 2001?": (
        "women's light wrestling",
        "Match of Cup 2001",
        "Wrestling at Cup 2001 – Light",
    ),
    "Did Elmfield win the men's heavy in 2009?": (
        "men's heavy",
        "Match of Cup 2009",
        "Wrestling at Cup 2009 – Heavy freestyle",
    ),
}


@pytest.mark.parametrize("question", ELSEWHERE)
def test_a_name_that_is_known_elsewhere_is_no_proven_zero(question: str) -> None:
    found = PARSER.parse(question)
    assert isinstance(found, Unresolved)
    assert (found.mention, found.expected, found.nearest[0]) == ELSEWHERE[question]


@pytest.mark.parametrize(
    "question",
    [
        "How many titles did Elmfield win in the men's sprint?",
        "Did Elmfield win the men's sprint at Cup 2001?",
        "Which clubs have won the men's sprint?",
    ],
)
def test_what_goes_by_a_name_without_a_kind_may_be_of_it(question: str) -> None:
    found = PARSER.parse(question)
    assert isinstance(found, Understood)
    assert isinstance(found.plan, Query)
    tests = [
        [(test.attr, test.values) for test in branch.where]
        for branch in _choice(found.plan).branches
    ]
    assert tests == [
        [("grade", ("Men's sprint",))],
        [("grade", ("Sprint",)), ("side", ("men",))],
    ]


def test_a_class_is_what_is_called_just_so() -> None:
    found = PARSER.parse("How many men's sprint matches did Elmfield win?")
    assert isinstance(found, Understood)
    assert isinstance(found.plan, Query)
    assert not found.plan.root.any_of


def test_what_somebody_wins_is_no_winner() -> None:
    for question in ("Who won the Pike in 2001?", "Did Elmfield win the Pike in 2001?"):
        found = PARSER.parse(question)
        assert isinstance(found, Understood)
        assert isinstance(found.plan, Query)
        assert [(test.attr, test.values) for test in found.plan.root.where] == [
            ("grade", ("Pike",))
        ]


def test_who_wins_is_a_winner() -> None:
    found = PARSER.parse("How many titles did the Pike win in 2001?")
    assert isinstance(found, Understood)
    assert isinstance(found.plan, Query)
    assert not found.plan.root.where


def _choice(plan: Query) -> AnyOf:
    (choice,) = plan.root.any_of
    return choice

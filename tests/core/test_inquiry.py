"""Questions about a schema: which are, what they ask for, and that no other one is."""

from __future__ import annotations

import pytest
from occam.core.inquiry import Inquiry, Told
from occam.core.language import Language
from occam.core.lexicon import Lexicon, Noun
from occam.core.parse import Understood
from occam.core.plan import Hop, Members, Node, Order, Query
from occam.core.schema import Attribute, EdgeType, Schema, VertexType
from occam.core.words import Words

SCHEMA = Schema(
    vertices={
        "Boat": VertexType(
            labels=("boat", "boats"),
            documentary=True,
            attributes={
                "length": Attribute(kind="number", role="measure", unit="m", labels=("length",)),
                "crew": Attribute(
                    kind="integer", role="measure", unit="people", labels=("people",)
                ),
            },
        ),
        "Port": VertexType(labels=("port", "ports")),
        "Owner": VertexType(labels=("owner", "owners")),
        "Star": VertexType(labels=("star", "stars")),
    },
    edges={
        "AT": EdgeType(source="Boat", target="Port"),
        "OF": EdgeType(source="Boat", target="Owner"),
    },
)
LANGUAGE = Language(
    name="plain",
    articles=("the", "a"),
    openings=("please",),
    closings=("thanks", "do you know"),
    senses={"join": {"and": ("and",)}},
    sentences={
        "help": ("what can i ask [about …]",),
        "kinds": ("which kinds are there",),
        "about": ("what do you know about …",),
        "links": ("how are … joined [to …]",),
        "known": ("which … do you know",),
        "years": ("which years do you know",),
        "example": ("List all …", "Which … had the most …?"),
    },
)
LEXICON = Lexicon(nouns={"Boat": Noun(one=("ship",), many=("ships",))}, year_of="Port.opened")


def inquiry(lexicon: Lexicon = LEXICON, *, refuses: str = "") -> Inquiry:
    return Inquiry(
        SCHEMA, lexicon, LANGUAGE, Words(language=LANGUAGE), lambda question: question != refuses
    )


def topic(question: str) -> str:
    found = inquiry().read(question)
    assert isinstance(found, Told)
    return found.constraints[0].detail


@pytest.mark.parametrize(
    ("question", "detail"),
    [
        ("What can I ask?", "help"),
        ("What can I ask about ships?", "help: Boat"),
        ("Which kinds are there?", "kinds"),
        ("What do you know about the ports?", "about: Port"),
        ("What do you know about ports and a ship?", "about: Port, Boat"),
        ("How are ships and owners joined?", "links: Boat, Owner"),
        ("How are ships joined to owners?", "links: Boat, Owner"),
        ("Please, what do you know about ports? Thanks", "about: Port"),
    ],
)
def test_a_sentence_about_the_schema_has_a_topic(question: str, detail: str) -> None:
    assert topic(question) == detail


def test_the_words_of_the_question_are_in_the_ledger() -> None:
    found = inquiry().read("Please, what do you know about the ports?")
    assert isinstance(found, Told)
    assert found.constraints[0].phrase == "what do you know about the ports"


def test_which_of_a_kind_are_known_is_a_list_of_all_of_them() -> None:
    found = inquiry().read("Which ports do you know?")
    assert isinstance(found, Understood)
    assert found.plan == Query(root=Node(type="Port"), answer=Members())


def test_years_are_those_of_what_documents_lead_to_in_their_order() -> None:
    found = inquiry().read("Which years do you know?")
    assert isinstance(found, Understood)
    assert found.plan == Query(
        root=Node(type="Port", hops=(Hop(edge="AT", direction="in", node=Node(type="Boat")),)),
        answer=Members(order=Order(attr="opened", descending=False)),
    )


def test_without_an_attribute_that_lends_years_none_are_known() -> None:
    assert inquiry(Lexicon()).read("Which years do you know?") is None


def test_examples_are_questions_that_would_be_understood() -> None:
    assert inquiry().examples() == ("List all ships", "Which ship had the most people?")
    assert inquiry(refuses="List all ships").examples(("Boat", "Port"))[0] == "List all ports"


@pytest.mark.parametrize(
    "question",
    [
        "",
        "What do you know about dragons?",
        "What do you know about ports and dragons?",
        "What do you know about ports ships?",
        "What do you know about ports in May?",
        "How are ports joined to dragons?",
        "How are ships and stars joined?",
        "How are ships and ports and owners joined?",
        "Which ports and ships do you know?",
        "What can I ask my doctor?",
        "Which kinds are there in May?",
        "x " * 40,
    ],
)
def test_a_word_that_is_not_of_the_schema_makes_it_another_question(question: str) -> None:
    assert inquiry().read(question) is None

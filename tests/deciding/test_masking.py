"""Masking: names leave their types behind, and the wording stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from occam.core.dataset import Name
from occam.core.lexicon import Lexicon
from occam.core.schema import Attribute, Schema, VertexType
from occam.core.vocabulary import Vocabulary
from occam.deciding.masking import LONGEST, masked

SCHEMA = Schema(
    vertices={
        "Ferry": VertexType(labels=("ferry",)),
        "HomePort": VertexType(
            labels=("port",), attributes={"coast_side": Attribute(kind="text", vocabulary=True)}
        ),
    },
    edges={},
)
NAMES = (
    Name(type="Ferry", id="f1", label="Terna"),
    Name(type="Ferry", id="f2", label="Terna of the North"),
    Name(type="HomePort", id="CAN", label="Norsund", values={"coast_side": "West"}),
)
VOCABULARY = Vocabulary(NAMES, SCHEMA, Lexicon())


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("Who sailed Terna?", "Who sailed ferry?"),
        ("Did the Terna of the North call at Norsund?", "Did the ferry call at home port?"),
        ("Which ones are on the west side?", "Which ones are on the home port coast side side?"),
        ("At least 40 cars in 1988, or twelve?", "At least number cars in number, or twelve?"),
        ("Can it? It was CAN.", "Can it? It was home port."),
        ("CAN IT CALL AT NORSUND?", "CAN IT CALL AT home port?"),
        ("Why?", "Why?"),
        ("", ""),
    ],
)
def test_names_and_numbers_are_masked(question: str, left: str) -> None:
    assert masked(question, VOCABULARY) == left


@given(st.text(max_size=80))
def test_any_text_can_be_masked_and_the_same_way_twice(text: str) -> None:
    assert masked(text, VOCABULARY) == masked(text, VOCABULARY)


def test_a_long_question_is_read_from_its_beginning() -> None:
    assert len(masked("Terna and so on " * 1000, VOCABULARY)) < 2 * LONGEST

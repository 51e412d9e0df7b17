"""Parameters as the wire carries them."""

from __future__ import annotations

import pytest
from tigergraph_emulator.server.parameters import from_body, from_query_string
from tigergraph_emulator.server.replies import Refusal
from tigergraph_emulator.tree import Parameter, TypeRef

STRING, INT, BOOL = TypeRef("STRING"), TypeRef("INT"), TypeRef("BOOL")
PARAMETERS = (
    Parameter("a", INT),
    Parameter("s", STRING),
    Parameter("b", BOOL),
    Parameter("l", TypeRef("LIST", (TypeRef("DOUBLE"),))),
    Parameter("v", TypeRef("VERTEX", (TypeRef("Person"),))),
    Parameter("u", TypeRef("VERTEX")),
    Parameter("us", TypeRef("SET", (TypeRef("VERTEX"),))),
    Parameter("vs", TypeRef("SET", (TypeRef("VERTEX", (TypeRef("Person"),)),))),
)


def test_an_escaped_percent_sign_becomes_one_again() -> None:
    assert from_body('{"s": "50%25 \\"x\\" é", "l": ["a%2Fb"]}') == {
        "s": '50% "x" é',
        "l": ["a/b"],
    }


def test_a_plus_sign_stays_a_plus_sign() -> None:
    assert from_body('{"s": "a+b"}') == {"s": "a+b"}


def test_a_bare_percent_sign_is_refused() -> None:
    with pytest.raises(Refusal, match="bare percent") as refusal:
        from_body('{"s": "50% off"}')
    assert refusal.value.code == "REST-30000"


def test_an_empty_body_has_no_parameters() -> None:
    assert from_body("") == {}


@pytest.mark.parametrize(("text", "code"), [("{", "REST-2001"), ("[1]", "REST-30000")])
def test_a_body_that_is_no_object_is_refused(text: str, code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        from_body(text)
    assert refusal.value.code == code


def test_a_query_string_takes_the_types_that_the_query_declares() -> None:
    pairs = [("a", "1"), ("s", "5"), ("b", "True"), ("l", "1"), ("l", "2.5"), ("v", "id1")]
    assert from_query_string(pairs, PARAMETERS) == {
        "a": 1,
        "s": "5",
        "b": True,
        "l": [1.0, 2.5],
        "v": {"id": "id1"},
    }


def test_vertices_of_any_type_carry_their_type_beside_them() -> None:
    pairs = [("u", "id2"), ("u.type", "T"), ("us[1]", "b"), ("us[1].type", "T"), ("us[0]", "a")]
    assert from_query_string(pairs, PARAMETERS) == {
        "u": {"id": "id2", "type": "T"},
        "us": [{"id": "a"}, {"id": "b", "type": "T"}],
    }


def test_repeated_vertices_of_one_type_are_a_set() -> None:
    assert from_query_string([("vs", "a"), ("vs", "b")], PARAMETERS) == {
        "vs": [{"id": "a"}, {"id": "b"}]
    }


@pytest.mark.parametrize("pairs", [[("a", "x")], [("b", "maybe")], [("a", "1"), ("a", "2")]])
def test_a_value_of_the_wrong_kind_is_refused(pairs: list[tuple[str, str]]) -> None:
    with pytest.raises(Refusal) as refusal:
        from_query_string(pairs, PARAMETERS)
    assert refusal.value.code == "REST-30000"

"""Filters, selections and orders of REST++ reads."""

from __future__ import annotations

from typing import Any

import pytest
from tigergraph_emulator.server.filters import arranged, conditions, holds, selected
from tigergraph_emulator.server.replies import Refusal


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("age>3", True),
        ("age>=4,age<=4", True),
        ("age!=4", False),
        ('label="x y"', True),
        ('label="a,b",age>3', False),
        ("ok=true", True),
        ("score<1.5", True),
    ],
)
def test_every_condition_must_hold(text: str, fits: bool) -> None:
    attributes = {"age": 4, "label": "x y", "ok": True, "score": 1.25}
    assert holds(attributes, conditions(text)) is fits


@pytest.mark.parametrize("text", ["age>3 OR age<1", "label=x", "age", 'age="4', "height>1"])
def test_what_is_not_promised_is_refused(text: str) -> None:
    with pytest.raises(Refusal):
        holds({"age": 4, "label": "x"}, conditions(text))


def test_a_text_is_not_compared_with_a_number() -> None:
    with pytest.raises(Refusal, match="another type"):
        holds({"label": "x"}, conditions("label>1"))


def _rows(*pairs: tuple[int, str]) -> list[dict[str, Any]]:
    return [{"attributes": {"a": number, "b": text}} for number, text in pairs]


def test_rows_are_ordered_by_one_attribute_after_the_other() -> None:
    rows = _rows((1, "x"), (2, "y"), (2, "x"))
    assert arranged(rows, "-a,b", "") == _rows((2, "x"), (2, "y"), (1, "x"))


def test_the_limit_keeps_the_first_rows() -> None:
    assert arranged(_rows((1, "x"), (2, "y")), "a", "1") == _rows((1, "x"))


@pytest.mark.parametrize(("sort", "limit"), [("c", ""), ("a", "-1")])
def test_an_unknown_order_or_limit_is_refused(sort: str, limit: str) -> None:
    with pytest.raises(Refusal):
        arranged(_rows((1, "x")), sort, limit)


def test_only_selected_attributes_are_shown() -> None:
    assert selected({"a": 1, "b": 2}, "b") == {"b": 2}
    with pytest.raises(Refusal):
        selected({"a": 1}, "b")

"""Who reads a question first, and which gap is told where nobody understands it."""

from __future__ import annotations

from typing import Any

import pytest
from occam.core.gaps import NoRoute, UnmappedPhrase, Unresolved
from occam.core.parse import Parsed, Understood
from occam.core.plan import Count, Exists, Node, Query
from occam.core.understand import Understanding

from tests.core.harbour import SCHEMA

COUNTED = Understood(plan=Query(root=Node(type="Voyage"), answer=Count()))
EXISTING = Understood(plan=Query(root=Node(type="Voyage"), answer=Exists()))
PHRASE, NAME, NOTHING = (
    UnmappedPhrase(phrase="rain"),
    Unresolved(mention="rain", expected="Port"),
    NoRoute(phrase="what"),
)


class Says:
    """A parser that always says the same."""

    def __init__(self, parsed: Parsed) -> None:
        self.parsed, self.asked = parsed, 0

    def parse(self, question: str, choice: str = "") -> Parsed:
        self.asked += 1
        return self.parsed

    def explain(self, *said: Any, **more: Any) -> Any:
        raise AssertionError("nobody asked for an explanation")


def understood(rules: Parsed, schema: Parsed, **how: Any) -> Any:
    return Understanding(SCHEMA, Says(rules), Says(schema), **how).parse("what")


def test_the_schema_parser_is_asked_before_the_rules() -> None:
    assert understood(EXISTING, COUNTED) is COUNTED
    rules = Says(EXISTING)
    Understanding(SCHEMA, rules, Says(COUNTED)).parse("what")
    assert rules.asked == 0


def test_rules_that_go_first_are_exceptions() -> None:
    assert understood(EXISTING, COUNTED, first=True) is EXISTING


@pytest.mark.parametrize("first", [False, True])
def test_the_other_parser_reads_what_one_does_not_understand(first: bool) -> None:
    assert understood(NOTHING, COUNTED, first=first) is COUNTED
    assert understood(COUNTED, PHRASE, first=first) is COUNTED


@pytest.mark.parametrize("first", [False, True])
def test_the_gap_that_says_more_is_told(first: bool) -> None:
    assert understood(NOTHING, PHRASE, first=first) is PHRASE
    assert understood(PHRASE, NOTHING, first=first) is PHRASE
    assert understood(NAME, PHRASE, first=first) is NAME


def test_a_name_that_the_schema_parser_knows_elsewhere_is_not_read_otherwise() -> None:
    rules = Says(COUNTED)
    assert Understanding(SCHEMA, rules, Says(NAME)).parse("what") is NAME
    assert rules.asked == 0


def test_a_plan_over_what_no_document_is_about_is_not_taken() -> None:
    assert isinstance(understood(COUNTED, COUNTED, covers=lambda plan: False), NoRoute)


def test_rules_do_not_read_past_what_the_schema_parser_understood_and_cannot_say() -> None:
    assert understood(COUNTED, PHRASE, misleads=lambda question: True) is PHRASE
    assert understood(COUNTED, PHRASE, misleads=lambda question: True, first=True) is COUNTED

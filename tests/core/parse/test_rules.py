"""Rules are read strictly: a mistake stops the load and names file, line and key."""

from pathlib import Path

import pytest
from occam.core.errors import BadConfig

from tests.core.harbour import RULES, rules_of

BROKEN = [
    ('tag = "port"\n', 'tag = "port"\ncolour = "red"\n', "colour"),
    ('match = ["{Port}"]', 'match = ["{Harbour}"]', "no type, attribute or class"),
    ('match = ["{Port}"]', 'match = ["({Port}"]', "not closed"),
    ('match = ["{Port}"]', 'match = ["[to]"]', "no pattern fills the slot 'Port'"),
    ('match = ["how many"]', 'match = ["[how many]"]', "may not match nothing"),
    ('match = ["<year>"]', 'match = ["<decade>"]', "no fragment is called 'decade'"),
    ('plan = ["TO> = {Port}"]', 'plan = ["AT> = {Port}"]', "no edge 'AT'"),
    ('plan = ["TO> = {Port}"]', 'plan = ["depth in {Port}"]', "no attribute 'depth'"),
    ('needs = ["how many", "voyages"]', 'needs = ["how much"]', "no phrase has the tag"),
    ('answer = "count"', 'answer = "counted"', "no answer clause"),
    ('words = ["lost"]', "words = []", "has no words"),
    ('edge = "LOST_BY"', 'rope = "LOST_BY"', "differ in their fields"),
    ('focus = "Voyage"', "focus = 3", "focus"),
]


@pytest.mark.parametrize(("good", "bad", "reason"), BROKEN)
def test_a_mistake_names_file_line_and_reason(
    tmp_path: Path, good: str, bad: str, reason: str
) -> None:
    assert good in RULES
    with pytest.raises(BadConfig, match=r"rules\.toml:\d+: ") as raised:
        rules_of(tmp_path, RULES.replace(good, bad, 1))
    assert reason in str(raised.value)


def test_the_line_is_the_line_of_the_phrase(tmp_path: Path) -> None:
    text = RULES.replace('plan = ["TO> = {Port}"]', 'plan = ["AT> = {Port}"]', 1)
    line = text[: text.index("AT>")].count("\n") + 1
    with pytest.raises(BadConfig, match=rf"rules\.toml:{line}: phrase\[1\]\.plan"):
        rules_of(tmp_path, text)


def test_literal_words_pass_through_the_packs_spelling(tmp_path: Path) -> None:
    text = RULES.replace('match = ["how many"]', 'match = ["how many womens"]', 1)
    assert "how" in rules_of(tmp_path, text).openings

"""Keys that the asker chose: taken in order, never passed over, whole when offered again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from occam.core.choice import after, chosen, joined, open_choice, refused, taken
from occam.core.gaps import Reading

keys = st.text(st.characters(codec="utf-8", exclude_characters=">"), min_size=1, max_size=6)
paths = st.lists(keys.map(str.strip).filter(bool), min_size=1, max_size=4)


@given(paths)
def test_keys_come_off_one_by_one_in_the_order_they_were_joined(path: list[str]) -> None:
    choice = ""
    for key in path:
        choice = joined(choice, key)
    for key in path:
        assert taken(choice, [key, "another"]) == key
        choice = after(choice, key)
    assert choice == ""


@given(paths, st.integers(0, 4))
def test_what_the_ledger_tells_of_is_no_longer_open(path: list[str], steps: int) -> None:
    ledger = [chosen(key, "words") for key in path[:steps]]
    assert open_choice(" > ".join(path), ledger) == " > ".join(path[steps:])


def test_a_key_that_holds_the_separator_is_taken_whole() -> None:
    assert taken("over > 100 kg", ["over", "over > 100 kg"]) == "over > 100 kg"
    assert taken("over > 100 kg > S1", ["over > 100 kg"]) == "over > 100 kg"


def test_a_beginning_of_a_key_takes_nothing() -> None:
    assert taken("S00", ["S0057"]) is None
    assert taken("S0057", ["S00"]) is None
    assert taken("", ["S0057"]) is None


def test_what_is_offered_instead_can_be_sent_as_it_stands() -> None:
    gap = refused("first > wrong", "wrong", [Reading("second", "the second")])
    assert (gap.choice, gap.valid) == ("wrong", (Reading("first > second", "the second"),))
    assert refused("wrong", "wrong", [Reading("a", "A")]).valid == (Reading("a", "A"),)

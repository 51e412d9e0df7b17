"""The grammar: two splits with nothing in common, slots that are filled, choices that are made."""

from __future__ import annotations

import random
import re

import pytest
from occam.core.words import Words
from occam.phrasing import english
from occam.phrasing.grammar import Forms, Unsayable, fill, tidy

GRAMMAR = english()


def skeleton(text: str) -> tuple[str, ...]:
    """The construction: words and slots in their order, punctuation and verb forms aside."""
    bare = re.sub(r"\{(is|are|has|have|does|do)\}|[\[\]|]", " ", text)
    return Words().key(re.sub(r"\{, |[{}]", " ", bare))


def test_the_splits_share_no_family() -> None:
    train, held_out = list(GRAMMAR.all("train")), list(GRAMMAR.all("held-out"))
    assert {each.id for each in train}.isdisjoint(each.id for each in held_out)
    assert {each.text for each in train}.isdisjoint(each.text for each in held_out)


@pytest.mark.parametrize("shape", GRAMMAR.families)
def test_the_families_of_a_shape_differ_in_their_words_between_the_splits(shape: str) -> None:
    train = {skeleton(each.text) for each in GRAMMAR.of(shape, "train")} - {()}
    held_out = {skeleton(each.text) for each in GRAMMAR.of(shape, "held-out")} - {()}
    assert train.isdisjoint(held_out)


def small_words() -> list[tuple[str, Forms]]:
    found = {"foreign": GRAMMAR.foreign, "irrelevant": GRAMMAR.irrelevant}
    found |= {"openings": GRAMMAR.openings, "closings": GRAMMAR.closings}
    found |= {f"amounts {op}": forms for op, forms in GRAMMAR.amounts.items()}
    found |= {f"folds {by}": forms for by, forms in GRAMMAR.folds.items()}
    found |= {"negated": GRAMMAR.negated, "either": GRAMMAR.either}
    return list(found.items())


@pytest.mark.parametrize(("name", "forms"), small_words())
def test_small_words_are_in_one_split_only(name: str, forms: Forms) -> None:
    assert forms.train and forms.held_out, name
    assert set(forms.train).isdisjoint(forms.held_out)


def test_slots_that_take_a_condition_away_are_said_first() -> None:
    order: list[str] = []

    def say(slot: str) -> str:
        order.append(slot)
        return slot

    assert fill("how many {roots} {pred}", say, random.Random(1)) == "how many roots pred"
    assert order == ["pred", "roots"]


def test_a_choice_is_made_and_a_slot_nobody_fills_is_unsayable() -> None:
    def say(slot: str) -> str:
        raise Unsayable(slot)

    assert fill("[a|b]", say, random.Random(1)) in ("a", "b")
    with pytest.raises(Unsayable):
        fill("{root}", say, random.Random(1))


def test_a_sentence_is_tidied() -> None:
    assert tidy("was there a event , or a unit ?") == "Was there an event, or a unit?"

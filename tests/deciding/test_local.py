"""The local decider: kinds among themselves, and honest about what it cannot tell apart."""

from __future__ import annotations

import pytest
from occam.core.spending import Spent
from occam.deciding.head import Head
from occam.deciding.local import LocalDecider

from tests.deciding.stubs import SignEmbedder, options


@pytest.fixture
def decider(head: Head) -> LocalDecider:
    return LocalDecider(SignEmbedder(), head, str.lower, "1")


async def test_the_kind_that_the_wording_shows_is_the_likeliest(decider: LocalDecider) -> None:
    offered = options("count", "list", "exists")
    for question, key in (("How many", "key-0"), ("List them", "key-1"), ("Did any?", "key-2")):
        found = (await decider.decide(question, offered)).probabilities
        assert max(found, key=found.__getitem__) == key
        assert found[key] > 0.8


async def test_options_of_one_kind_share_its_probability_equally(decider: LocalDecider) -> None:
    found = (await decider.decide("How many", options("count", "list", "count"))).probabilities
    alone = (await decider.decide("How many", options("count", "list"))).probabilities
    assert found["key-0"] == found["key-2"]
    assert found["key-0"] + found["key-2"] == pytest.approx(alone["key-0"])


async def test_options_all_of_one_kind_are_equally_probable(decider: LocalDecider) -> None:
    found = (await decider.decide("How many", options("count", "count"))).probabilities
    assert set(found.values()) == {0.5}


async def test_a_kind_that_was_never_learnt_makes_all_equally_probable(
    decider: LocalDecider,
) -> None:
    found = (await decider.decide("How many", options("count", "fold"))).probabilities
    assert set(found.values()) == {0.5}


async def test_only_the_options_kinds_compete(decider: LocalDecider, head: Head) -> None:
    found = (await decider.decide("How many", options("list", "exists"))).probabilities
    assert sum(found.values()) == pytest.approx(1)
    assert "count" in head.kinds


async def test_no_token_is_generated(decider: LocalDecider) -> None:
    decision = await decider.decide("How many", options("count", "list"))
    assert decision.spent == Spent()
    assert decision.milliseconds > 0

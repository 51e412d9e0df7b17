"""What every decider promises, whoever does the deciding."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator

import pytest
from occam.core.errors import BadInput
from occam.core.model import Reply
from occam.core.ports import Decider, Option
from occam.core.spending import Spent
from occam.deciding.head import Head
from occam.deciding.local import LocalDecider
from occam.deciding.model import ModelDecider
from occam.deciding.service import ServiceDecider

from tests.deciding.stubs import (
    Service,
    SignEmbedder,
    StubModel,
    longest_words,
    options,
    serving,
)

QUESTION = "How many of them were there?"
THREE = options("count", "list", "extreme")


def standard(body: object) -> object:
    """A System One reply that prefers the first criterion."""
    assert isinstance(body, dict)
    names = list(body["questions"]["reading"]["criteria"])
    rest = 0.3 / (len(names) - 1)
    shares = {name: 0.7 if name == names[0] else rest for name in names}
    return {"answers": {"reading": {"type": "choice", "probabilities": shares}}}


@pytest.fixture(params=("local", "service", "systemone", "log-probabilities", "choice"))
async def decider(request: pytest.FixtureRequest, head: Head) -> AsyncIterator[Decider]:
    match request.param:
        case "local":
            yield LocalDecider(SignEmbedder(), head, str.lower)
        case "service":
            async with serving(Service(longest_words)) as url:
                yield ServiceDecider(url)
        case "systemone":
            async with serving(Service(standard), "/v1/systemone") as url:
                yield ServiceDecider(url)
        case "log-probabilities":
            first = {"B": math.log(0.8), " A": math.log(0.15), "The": math.log(0.05)}
            yield ModelDecider(StubModel(Reply(text="B", first=first, spent=Spent())))
        case _:
            yield ModelDecider(StubModel(Reply(text='{"choice": "A"}', spent=Spent())))


async def test_probabilities_sum_to_one_and_every_key_has_one(decider: Decider) -> None:
    decision = await decider.decide(QUESTION, THREE)
    assert set(decision.probabilities) == {option.key for option in THREE}
    assert all(0 <= each <= 1 for each in decision.probabilities.values())
    assert math.fsum(decision.probabilities.values()) == pytest.approx(1, abs=1e-9)


async def test_the_order_of_options_does_not_change_a_decision(decider: Decider) -> None:
    forward = await decider.decide(QUESTION, THREE)
    backward = await decider.decide(QUESTION, THREE[::-1])
    assert forward.probabilities == backward.probabilities


async def test_one_option_is_certain(decider: Decider) -> None:
    decision = await decider.decide(QUESTION, THREE[:1])
    assert decision.probabilities == {"key-0": 1.0}
    assert decision.spent == Spent()


async def test_no_option_is_an_error_that_says_so(decider: Decider) -> None:
    with pytest.raises(BadInput, match="no options"):
        await decider.decide(QUESTION, [])


async def test_two_options_of_one_key_are_an_error_that_names_it(decider: Decider) -> None:
    twice = [THREE[0], Option("key-0", "list", "other words")]
    with pytest.raises(BadInput, match="'key-0'"):
        await decider.decide(QUESTION, twice)


async def test_a_long_question_is_decided(decider: Decider) -> None:
    decision = await decider.decide("how many " * 1112, THREE)
    assert len("how many " * 1112) > 10_000
    assert len(decision.probabilities) == len(THREE)


async def test_an_empty_question_is_decided(decider: Decider) -> None:
    assert len((await decider.decide("", THREE)).probabilities) == len(THREE)


async def test_a_decision_says_who_made_it(decider: Decider) -> None:
    decision = await decider.decide(QUESTION, THREE)
    assert decision.by == decider.name
    assert decision.by

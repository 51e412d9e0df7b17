"""The decider that asks a language model; the model here is scripted."""

from __future__ import annotations

import math

import pytest
from occam.core.errors import BadInput, Permanent, Transient
from occam.core.model import Reply
from occam.core.ports import Decision
from occam.core.spending import Spent
from occam.deciding.model import LONGEST, ModelDecider
from occam.prompts import prompt

from tests.deciding.stubs import StubModel, options

TWO = options("count", "list")


async def decided(reply: Reply | Exception, *kinds: str) -> Decision:
    return await ModelDecider(StubModel(reply)).decide("?", options(*kinds) or TWO)


def logs(**shares: float) -> dict[str, float]:
    return {token: math.log(share) for token, share in shares.items()}


async def test_the_model_gets_the_question_and_the_options_by_letter() -> None:
    completion = StubModel(Reply(text="A", spent=Spent()))
    await ModelDecider(completion).decide("How many races?", TWO)
    messages = completion.asked[0].messages
    assert [each.role for each in messages] == ["system", "user"]
    assert messages[0].content == prompt("letter").text
    assert messages[1].content == "Question: How many races?\n\nA. count as 0\nB. list as 1"
    assert completion.asked[0].choices == ("A", "B")


async def test_log_probabilities_of_letters_are_the_probabilities() -> None:
    spent = Spent(input_tokens=90, output_tokens=1, model_calls=1)
    decision = await decided(Reply(text="B", first=logs(A=0.2, B=0.6), spent=spent))
    assert decision.probabilities == pytest.approx({"key-0": 0.25, "key-1": 0.75})
    assert decision.spent == spent


async def test_spellings_of_one_letter_add_up() -> None:
    first = logs(A=0.3) | {" A": math.log(0.2), "(b)": math.log(0.25), "b": math.log(0.25)}
    decision = await decided(Reply(text="A", first=first, spent=Spent()))
    assert decision.probabilities == pytest.approx({"key-0": 0.5, "key-1": 0.5})


async def test_a_letter_that_no_option_has_counts_for_nothing() -> None:
    decision = await decided(Reply(text="A", first=logs(A=0.6, C=0.4), spent=Spent()))
    assert decision.probabilities == pytest.approx({"key-0": 1.0, "key-1": 0.0})


@pytest.mark.parametrize(
    "first", [logs(The=0.9, A=0.1), {"A": float("nan")}, {"A": float("-inf"), "x": 0.0}]
)
async def test_an_answer_that_begins_otherwise_decides_nothing(first: dict[str, float]) -> None:
    with pytest.raises(Permanent, match="did not begin"):
        await decided(Reply(text="The", first=first, spent=Spent()))


@pytest.mark.parametrize("text", ["B", " B ", "B.", "B)", '{"choice": "B"}'])
async def test_a_bare_choice_gets_half_and_its_share_of_the_rest(text: str) -> None:
    decision = await decided(Reply(text=text, spent=Spent()))
    assert decision.probabilities == {"key-0": 0.25, "key-1": 0.75}


async def test_a_bare_choice_never_passes_the_default_threshold() -> None:
    for number in range(2, 27):
        decision = await decided(Reply(text="A", spent=Spent()), *["count"] * number)
        assert max(decision.probabilities.values()) <= 0.75


@pytest.mark.parametrize("text", ["", "C", "AB", "Both", '{"choice": 1}', '["A"]', "I think A"])
async def test_what_is_no_choice_is_refused(text: str) -> None:
    with pytest.raises(Permanent, match="where a letter was asked for"):
        await decided(Reply(text=text, spent=Spent()))


async def test_more_options_than_letters_are_refused() -> None:
    with pytest.raises(BadInput, match="27 options"):
        await decided(Reply(text="A", spent=Spent()), *["count"] * 27)


async def test_a_long_question_is_cut_before_it_is_paid_for() -> None:
    completion = StubModel(Reply(text="A", spent=Spent()))
    await ModelDecider(completion).decide("why " * 5000, TWO)
    assert len(completion.asked[0].messages[1].content) < LONGEST + 100


async def test_an_error_of_the_model_passes_through() -> None:
    with pytest.raises(Transient, match="busy"):
        await decided(Transient("busy"))


async def test_the_version_of_the_prompt_is_in_the_name() -> None:
    decision = await decided(Reply(text="A", spent=Spent()))
    assert decision.by == f"model scripted, prompt letter {prompt('letter').version}"

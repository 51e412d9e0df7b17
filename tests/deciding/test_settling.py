"""What becomes of a gap with readings when a decider is asked."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import pytest
from occam.core.errors import Permanent, Transient
from occam.core.gaps import LowConfidence, NoRoute, Reading
from occam.core.ports import Decision, Option
from occam.core.spending import Spent
from occam.deciding import settle

READINGS = (Reading("a", "count the races", "count"), Reading("b", "list the races", "list"))
GAP = LowConfidence(
    choices={"a": 0.5, "b": 0.5}, threshold=0.9, readings=READINGS, clarify="How many, or which?"
)


class Fixed:
    """A decider that says what the test wrote."""

    name = "fixed"

    def __init__(self, error: Exception | None = None, **shares: float) -> None:
        self.shares, self.error = shares, error
        self.asked: list[Sequence[Option]] = []

    async def decide(self, question: str, options: Sequence[Option]) -> Decision:
        self.asked.append(options)
        if self.error:
            raise self.error
        return Decision(probabilities=self.shares, by=self.name, spent=Spent(input_tokens=3))


async def test_a_probable_reading_is_chosen_by_its_key() -> None:
    decider = Fixed(a=0.95, b=0.05)
    settled = await settle(GAP, "How many races?", decider, 0.9)
    assert settled.choice == "a"
    assert settled.decision is not None
    assert settled.decision.spent.input_tokens == 3
    assert list(decider.asked[0]) == [
        Option("a", "count", "count the races"),
        Option("b", "list", "list the races"),
    ]


async def test_below_the_threshold_the_gap_carries_the_real_distribution() -> None:
    settled = await settle(GAP, "Races?", Fixed(a=0.8, b=0.2), 0.85)
    assert not settled.choice
    gap = settled.parsed
    assert isinstance(gap, LowConfidence)
    assert (gap.choices, gap.threshold) == ({"a": 0.8, "b": 0.2}, 0.85)
    assert (gap.readings, gap.clarify) == (GAP.readings, GAP.clarify)
    assert settled.decision is not None


async def test_a_tie_chooses_nothing_whatever_the_threshold() -> None:
    settled = await settle(GAP, "Races?", Fixed(a=0.5, b=0.5), 0.5)
    assert not settled.choice


@pytest.mark.parametrize(
    "parsed", [NoRoute(phrase="weather"), LowConfidence(choices={"a": 1.0}, threshold=0.9)]
)
async def test_what_lists_no_readings_is_not_asked_about(parsed: NoRoute | LowConfidence) -> None:
    decider = Fixed(a=1.0)
    settled = await settle(parsed, "?", decider, 0.9)
    assert (settled.parsed, settled.choice, settled.decision) == (parsed, "", None)
    assert not decider.asked


async def test_without_a_decider_the_gap_stands() -> None:
    assert (await settle(GAP, "?", None, 0.9)).parsed == GAP


async def test_a_decider_that_fails_for_good_leaves_the_gap_and_says_so(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.WARNING):
        settled = await settle(GAP, "a private question", Fixed(Permanent("no such model")), 0.9)
    assert (settled.parsed, settled.choice) == (GAP, "")
    assert "no such model" in caplog.text
    assert "private" not in caplog.text


async def test_a_decider_that_may_come_back_is_the_caller_s_to_try_again() -> None:
    with pytest.raises(Transient):
        await settle(GAP, "?", Fixed(Transient("busy")), 0.9)

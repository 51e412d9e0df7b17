"""A shortlist is settled by words of the question, not by what is likely; else nobody is asked."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest
from occam.core.errors import Permanent
from occam.core.gaps import Candidate, OverBudget
from occam.core.ports import Decision, Option
from occam.core.record import Constraint
from occam.core.spending import Spent
from occam.core.words import Words
from occam.tiers.chooser import Chooser, Chosen

from tests.tiers.tills import COST, PAYER, OpenTill

OLD = Candidate("L21", "South Light", {"year": "1818", "material": "sandstone"})
NEW = Candidate("L22", "South Light", {"year": "1883", "material": "brick"})
BOTH = (OLD, NEW)
PLAIN = "Who built the South Light?"
BRICK = "Who built the South Light with the brick walls?"
ASIDE = (Constraint(phrase="the younger one", became="ignored", detail="not understood"),)


def keep(*letters: str, phrase: str = "brick walls") -> str:
    return msgspec.json.encode({"keep": letters, "phrase": phrase}).decode()


async def chosen(
    till: OpenTill | None, question: str = BRICK, ledger: Sequence[Constraint] = ()
) -> Chosen:
    return await Chooser(Words(), till).choose(PAYER, question, BOTH, ledger)


async def test_a_question_without_a_deciding_word_asks_nobody() -> None:
    till = OpenTill(keep("B"))
    found = await chosen(till, PLAIN)
    assert (found.ids, found.spent, till.asked) == ((), Spent(), [])
    assert found.note == "the question has no word that decides"


async def test_a_word_that_only_one_of_them_has_decides() -> None:
    till = OpenTill(keep("B"))
    found = await chosen(till)
    assert (found.ids, found.phrase, found.spent) == (("L22",), "brick walls", COST)
    assert found.ledger[0].detail == "decided by scripted, prompt choose 1"
    shown = till.asked[0].messages[1].content
    assert "A. South Light (year: 1818; material: sandstone)" in shown


async def test_words_that_nothing_of_the_plan_stands_for_may_decide() -> None:
    till = OpenTill(keep("B", phrase="the younger one"))
    found = await chosen(till, "Who built the younger one, the South Light?", ASIDE)
    assert found.ids == ("L22",)


@pytest.mark.parametrize(
    "said",
    [
        keep("B", phrase=""),
        keep("B", phrase="the famous one"),
        keep("A", phrase="brick walls"),
        keep("A", "B"),
        keep("Z"),
        keep(),
        "B",
        "",
        '{"keep": "B"}',
    ],
)
async def test_a_choice_that_the_question_has_no_words_for_is_rejected(said: str) -> None:
    found = await chosen(OpenTill(said))
    assert found.ids == found.ledger == ()
    assert found.spent == COST


async def test_without_money_the_shortlist_stays_open() -> None:
    found = await chosen(OpenTill(OverBudget(limit="tokens of the question", needed="more")))
    assert (found.ids, found.spent) == ((), COST)
    assert isinstance(found.gap, OverBudget)


class Decides:
    """Gives the second option that probability."""

    name = "stub"

    def __init__(self, probable: float) -> None:
        self.probable = probable

    async def decide(self, question: str, options: Sequence[Option]) -> Decision:
        if self.probable < 0:
            raise Permanent("it is broken")
        first, second = (option.key for option in options)
        shares = {first: 1 - self.probable, second: self.probable}
        return Decision(probabilities=shares, by="stub 1", spent=Spent(input_tokens=5))


async def settled(probable: float, till: OpenTill | None, question: str = BRICK) -> Chosen:
    chooser = Chooser(Words(), till, Decides(probable), 0.9)
    return await chooser.choose(PAYER, question, BOTH, ())


async def test_a_decider_that_is_sure_enough_goes_first() -> None:
    till = OpenTill(keep("A"))
    found = await settled(0.95, till)
    assert (found.ids, found.by, till.asked) == (("L22",), "stub 1", [])


async def test_what_the_decider_is_not_sure_of_goes_to_the_model_and_both_are_billed() -> None:
    found = await settled(0.8, OpenTill(keep("B")))
    assert found.ids == ("L22",)
    assert found.spent.input_tokens == COST.input_tokens + 5


async def test_a_decider_never_decides_what_the_question_does_not() -> None:
    assert (await settled(0.99, None, PLAIN)).ids == ()


async def test_a_broken_decider_leaves_it_to_the_model() -> None:
    assert (await settled(-1, OpenTill(keep("B")))).ids == ("L22",)


async def test_two_equally_probable_ones_are_not_chosen_between() -> None:
    assert (await settled(0.5, None)).ids == ()

"""A ranking model names places among passages: it adds none; its failure costs an order only."""

from __future__ import annotations

import pytest
from occam.core.evidence import Passage, Retrieved
from occam.core.gaps import OverBudget
from occam.core.spending import Spent
from occam.tiers.ranker import PROMPT, UNREADABLE, Ranker

from tests.tiers.tills import COST, PAYER, OpenTill

SEARCH = Spent(input_tokens=1)
FOUND = Retrieved(
    passages=tuple(Passage(key, f"Page {key}", 0, 4, f"text {key}", 1.0) for key in "ABC"),
    note="of the search",
    spent=SEARCH,
)


async def ranked(till: OpenTill, limit: int = 2, found: Retrieved = FOUND) -> Retrieved:
    return await Ranker(till).ranked(PAYER, "Why?", found, limit)


def documents(found: Retrieved) -> list[str]:
    return [each.document for each in found.passages]


async def test_passages_come_in_the_order_of_the_model_with_its_scores() -> None:
    till = OpenTill("[[2,0.9],[0,0.5],[1,0.1]]")
    best = await ranked(till)
    assert documents(best) == ["C", "A"]
    assert [each.score for each in best.passages] == [0.9, 0.5]
    assert [each.quote for each in best.passages] == ["text C", "text A"]
    assert best.note == "of the search; reranked by scripted"
    assert best.spent == SEARCH + COST


async def test_what_the_model_does_not_name_comes_behind_in_the_order_of_the_search() -> None:
    best = await ranked(OpenTill("[[2,0.4]]"), limit=3)
    assert documents(best) == ["C", "A", "B"]
    assert [each.score for each in best.passages] == [0.4, 0.4, 0.4]


async def test_the_model_is_given_the_question_and_every_passage_below_its_title() -> None:
    till = OpenTill("[[0,1.0]]")
    await ranked(till)
    (asked,) = till.asked
    assert [each.content for each in asked.messages] == [
        "Why?", "Page A\ntext A", "Page B\ntext B", "Page C\ntext C",
    ]  # fmt: skip
    assert asked.prompt == PROMPT
    assert asked.context_tokens > 0


@pytest.mark.parametrize(
    "said", ["", "no", "{}", "[]", "[[3,1.0]]", "[[-1,1.0]]", "[[0,1.0],[0,0.5]]", '[["A",1.0]]']
)
async def test_what_names_no_place_leaves_the_order_of_the_search(said: str) -> None:
    best = await ranked(OpenTill(said))
    assert documents(best) == ["A", "B"]
    assert best.note == f"of the search; {UNREADABLE}"
    assert best.spent == SEARCH + COST


async def test_a_ceiling_that_is_reached_leaves_the_order_of_the_search_and_says_so() -> None:
    best = await ranked(OpenTill(OverBudget(limit="tokens of the question", needed="9 more")))
    assert documents(best) == ["A", "B"]
    assert "not reranked by scripted" in best.note
    assert "tokens of the question" in best.note


async def test_one_passage_needs_no_order() -> None:
    till = OpenTill("[[0,1.0]]")
    one = Retrieved(passages=FOUND.passages[:1])
    assert await ranked(till, 2, one) == one
    assert not till.asked

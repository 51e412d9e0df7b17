"""A pack from another field, without rules: its graph is whole and can be asked about."""

from __future__ import annotations

from collections import Counter

import pytest
from occam.core.gaps import NoRoute
from occam.core.parse import Parsed, Understood
from occam.core.plan import Members, Node, Query, Values
from occam.evaluation.figures import figures
from occam.evaluation.understanding import generated, marked
from occam.phrasing import KINDS, Generated, Split
from occam.runtime.hearing import Hearing
from occam.runtime.shelf import Edition


class Knowing:
    """A parser that has read the generator's papers."""

    def __init__(self, asked: tuple[Generated, ...]) -> None:
        self._plans = {each.question: each.plan for each in asked if each.plan}

    def parse(self, question: str, choice: str = "") -> Parsed:
        plan = self._plans.get(question)
        return Understood(plan=plan) if plan else NoRoute(phrase=question)


async def test_its_pages_become_a_graph(albums: Edition) -> None:
    rows = (await albums.graph.rows(Query(root=Node(type="Album"), answer=Members()))).rows
    assert len(rows) == 60
    asked = Query(root=Node(type="Album"), answer=Values(attr="sales"))
    sales = [row.cells["sales"].value for row in (await albums.graph.rows(asked)).rows]
    assert 0 < sum(value is None for value in sales) < 20


@pytest.mark.parametrize("split", ["train", "held-out"])
async def test_every_kind_of_question_can_be_asked_and_answered(
    albums: Edition, split: Split
) -> None:
    asked = await generated(albums, 1, 200, split, ())
    assert set(KINDS) - {"together"} <= Counter(each.kind for each in asked).keys()
    hearing = Hearing(Knowing(asked), albums.graph, albums.facts, albums.schema, "vinyl")
    found = figures(await marked(hearing, asked))
    assert found.marks["right"].percent == 100

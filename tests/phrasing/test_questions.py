"""Generated questions: every kind, sound plans, answers of the graph, the same for a seed."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from pathlib import Path

import pytest
from occam import phrasing
from occam.core.check import check
from occam.core.conclude import conclude
from occam.core.errors import BadInput
from occam.core.gaps import Shortlist
from occam.core.plan import Query, leaves
from occam.core.words import Words
from occam.evaluation.questions import read_benchmark
from occam.packs import find_pack
from occam.phrasing import KINDS, SPLITS, Generated, Split, Stock, english
from occam.phrasing.book import Book
from occam.phrasing.names import Names

from tests.phrasing.conftest import World

COUNT = 3 * len(KINDS)
RUN = 5
PACKS = [find_pack(name).directory / "wording.toml" for name in ("olympics", "lighthouses")]
REFUSED = {"unknown term", "unanswerable", "unrelated", "irrelevant constraint"}


@pytest.mark.parametrize("split", SPLITS)
def test_every_kind_appears(world: World, split: Split) -> None:
    sayable = set(KINDS) if world.wording.together else set(KINDS) - {"together"}
    assert {each.kind for each in world.asked(COUNT, split)} == sayable


def test_every_plan_type_checks(world: World) -> None:
    plans = [each.plan for each in world.asked(COUNT) if each.plan]
    assert len(plans) > COUNT // 2
    assert not [check(plan, world.schema) for plan in plans if check(plan, world.schema)]


def test_an_answer_is_what_the_plan_gives_on_the_graph(world: World) -> None:
    async def told(each: Generated) -> tuple[str, ...]:
        assert each.plan is not None
        evidence = tuple([await world.graph.rows(query) for query in leaves(each.plan)])
        found = conclude(each.plan, evidence, world.schema)
        if isinstance(found.gap, Shortlist):
            return tuple(sorted({text for c in found.gap.candidates for text in c.answer}))
        assert found.gap is None
        assert (found.value, found.interval) == (each.value, each.interval)
        return found.answer

    for each in world.asked(COUNT, "held-out"):
        if each.plan:
            assert asyncio.run(told(each)) == each.answer, each.question


def test_what_must_be_refused_has_no_plan_and_no_answer(world: World) -> None:
    for each in world.asked(COUNT):
        refused = each.kind in REFUSED
        assert (each.expected == "refused") == refused == (each.plan is None)
        assert not (refused and (each.answer or each.documents))
        assert bool(each.gap) == (each.expected in ("refused", "ambiguous"))


def test_a_proven_zero_is_certain(world: World) -> None:
    zeros = world.asked(12, "train", 3, "proven zero")
    assert zeros
    assert all(each.expected == "zero" and each.answer in ((), ("0",), ("No",)) for each in zeros)
    assert all(each.interval is None for each in zeros)


def test_an_ambiguous_question_names_all_its_answers(world: World) -> None:
    found = world.asked(12, "train", 2, "ambiguous")
    assert found
    assert all(each.expected == "ambiguous" and each.answer for each in found)


def test_the_phrase_to_refuse_stands_in_the_question(world: World) -> None:
    kinds = ("unknown term", "unanswerable", "irrelevant constraint")
    for each in world.asked(60, "train", 4, *kinds):
        said = " ".join(Words().key(each.question))
        assert " ".join(Words().key(each.phrase)) in said


def test_an_invented_name_means_nothing_in_the_graph(olympics: World) -> None:
    labels = {word for label in olympics.stock.labels.values() for word in Words().key(label)}
    for each in olympics.asked(20, "held-out", 5, "unknown term"):
        assert labels.isdisjoint(Words().key(each.phrase))


def test_a_seed_asks_the_same_and_another_something_else(world: World) -> None:
    first = world.asked(60, "train", 7)
    assert first == world.asked(60, "train", 7)
    assert first != world.asked(60, "train", 8)


def test_no_question_is_asked_twice(world: World) -> None:
    questions = [each.question for each in world.asked(300, "train", 9)]
    assert len(set(questions)) == len(questions)


def test_labels_alone_are_enough(world: World) -> None:
    found = world.asked(COUNT, bare=True)
    assert len({each.kind for each in found}) >= len(KINDS) - 3


def test_an_unknown_kind_is_named(world: World) -> None:
    with pytest.raises(BadInput, match="nonsense"):
        world.asked(1, "train", 1, "nonsense")


def test_what_was_thrown_away_is_counted(olympics: World) -> None:
    from occam.phrasing import Generator

    generator = Generator(olympics.wording, olympics.stock, olympics.graph, 1, "train")

    async def run() -> None:
        async for _ in generator.questions(COUNT):
            pass

    asyncio.run(run())
    reasons = {reason for _, reason in generator.dropped}
    assert "several match where one is asked for" in reasons


@pytest.fixture(scope="module")
def public() -> tuple[tuple[str, ...], ...]:
    named = os.environ.get("OCCAM_BENCHMARK")
    if not named:
        pytest.skip("OCCAM_BENCHMARK does not name the folder of the public benchmark")
    questions = read_benchmark(Path(named) / "questions_public.jsonl")
    return tuple(Words().key(each.question) for each in questions)


def test_no_question_quotes_the_public_benchmark(
    olympics: World, public: tuple[tuple[str, ...], ...]
) -> None:
    assert public
    for split in SPLITS:
        for each in olympics.asked(500, split):
            assert Words().key(each.question) not in public, each.question


def test_no_wording_quotes_the_public_benchmark(public: tuple[tuple[str, ...], ...]) -> None:
    """No run of words that the public questions repeat stands in the grammar or a wording."""
    files = (*Path(phrasing.__file__).parent.glob("*.toml"), *PACKS)
    written = [" ".join(Words().key(path.read_text("utf-8"))) for path in files]
    assert len(written) == 3
    runs = Counter(run for key in public for run in set(_runs(key)))
    repeated = [run for run, times in runs.items() if times > 1]
    assert not [run for run in repeated for text in written if f" {run} " in f" {text} "]


def _runs(key: tuple[str, ...]) -> list[str]:
    return [" ".join(key[at : at + RUN]) for at in range(len(key) - RUN + 1)]


@pytest.mark.parametrize("split", SPLITS)
def test_a_claim_is_true_or_false_and_about_one_thing(world: World, split: Split) -> None:
    claims = world.asked(30, split, 1, "claim")
    assert {each.expected for each in claims} == {"answered", "zero"}
    assert all(each.value is (each.expected == "answered") for each in claims)


def test_of_two_sides_one_is_ahead(world: World) -> None:
    shapes = ("which.", "difference.", "gap.")
    for each in world.asked(60, "held-out", 1, "comparison"):
        if each.family.startswith(shapes):
            assert len(each.answer) == 1
            assert each.value is None or each.value > 0


def test_no_condition_says_what_another_says(olympics: World) -> None:
    for each in olympics.asked(200, "held-out", 2, "count", "list", "threshold"):
        said = Words().key(each.question)
        assert sum(word == "women's" for word in said) < 2, each.question


def test_what_several_edges_give_is_counted_once_for_each_thing(olympics: World) -> None:
    async def doubled(each: Generated) -> bool:
        assert isinstance(each.plan, Query)
        evidence = await olympics.graph.rows(each.plan)
        return any(
            len({v.id for v in row.nodes.get("far", ())}) < len(row.nodes.get("far", ()))
            for row in evidence.rows
            if row.truth == "yes"
        )

    found = olympics.asked(20, "held-out", 3, "together")
    assert {each.family.partition(".")[0] for each in found} >= {"haul", "tally"}
    assert not any(asyncio.run(doubled(each)) for each in found)


def test_no_name_is_used_that_another_says_more_fully(olympics: World) -> None:
    found = Stock(olympics.schema, values=dict(olympics.stock.values))
    for type_ in olympics.schema.vertices:
        found.ids.setdefault(type_, [])
    found.values["Event", "name"] = ["Middleweight", "Men's middleweight", "Men's", "Men's team"]
    names = Names(found, Book(olympics.schema, olympics.wording, english(), "train"))
    told = [value for value in found.values["Event", "name"] if names.tells("Event", "name", value)]
    assert told == ["Men's middleweight", "Men's team"]

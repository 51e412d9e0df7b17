"""Marks of understanding: the generator's own plans are all right, and every error has its mark."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from occam.core.gaps import (
    Ambiguous,
    Candidate,
    LowConfidence,
    NoRoute,
    Reading,
    UnmappedPhrase,
    Unresolved,
)
from occam.core.parse import Parsed, Understood
from occam.core.plan import Count, Members, Node, Plan, Query, digest
from occam.evaluation.figures import figures, lines, share
from occam.evaluation.marking import Marked, mark
from occam.evaluation.understanding import generated, holds, main, marked, read_generated, written
from occam.packs import find_pack
from occam.phrasing import Generated
from occam.runtime.hearing import Heard, Hearing
from occam.runtime.loading import Change, load
from occam.runtime.settings import load_settings
from occam.runtime.shelf import Edition, Shelf

PLAN = Query(root=Node(type="Lighthouse"), answer=Members())
REFUSED = NoRoute(phrase="what")


class Knowing:
    """A parser that has read the generator's papers, but for some questions."""

    def __init__(
        self,
        asked: tuple[Generated, ...],
        strange: dict[str, Parsed],
        choices: dict[str, Plan] | None = None,
    ) -> None:
        self._choices = choices or {}
        self._plans: dict[str, Plan | None] = {each.question: each.plan for each in asked}
        self._strange = strange

    def parse(self, question: str, choice: str = "") -> Parsed:
        if choice:
            plan = self._choices[choice]
            return Understood(plan=plan)
        if question in self._strange:
            return self._strange[question]
        plan = self._plans[question]
        return Understood(plan=plan) if plan else REFUSED


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("home")
    load(home, find_pack("lighthouses"), Change())
    return home


@pytest.fixture
def edition(home: Path) -> Edition:
    shelf = Shelf(load_settings({"OCCAM_HOME": str(home)}))
    return shelf.edition(*shelf.current("lighthouses"))


async def rows_of(edition: Edition) -> tuple[Marked, ...]:
    asked = await generated(edition, 1, 120, "held-out", ())
    parser = Knowing(asked, {})
    hearing = Hearing(parser, edition.graph, edition.facts, edition.schema, "lighthouses")
    return await marked(hearing, asked)


async def test_the_generator_s_own_plans_are_all_right(edition: Edition) -> None:
    rows = await rows_of(edition)
    assert [(row.question.question, row.said) for row in rows if row.mark != "right"] == []
    assert all(row.same_plan for row in rows if row.question.plan)
    assert holds(figures(rows), 100, 0)


async def test_a_parser_that_raises_fails_that_question_alone(edition: Edition) -> None:
    class Broken:
        def parse(self, question: str, choice: str = "") -> Parsed:
            raise ZeroDivisionError(question)

    hearing = Hearing(Broken(), edition.graph, edition.facts, edition.schema, "lighthouses")
    heard = await hearing.of("q", "what?")
    assert heard.failure == "ZeroDivisionError: what?"
    assert mark(question(), heard).mark == "failed"


async def test_a_plan_that_breaks_on_the_graph_fails_that_question_alone(edition: Edition) -> None:
    asked = question()
    no_type = Query(root=Node(type="Ship"), answer=Count())
    parser = Knowing((asked,), {asked.question: Understood(plan=no_type)})
    hearing = Hearing(parser, edition.graph, edition.facts, edition.schema, "lighthouses")
    assert mark(asked, await hearing.of("q", asked.question)).mark == "refused"


async def test_another_answer_is_silently_wrong(edition: Edition) -> None:
    (asked, *_) = await generated(edition, 1, 1, "held-out", ("count",))
    assert isinstance(asked.plan, Query)
    everything = Query(root=Node(type=asked.plan.root.type), answer=Count())
    parser = Knowing((asked,), {asked.question: Understood(plan=everything)})
    hearing = Hearing(parser, edition.graph, edition.facts, edition.schema, "lighthouses")
    row = mark(asked, await hearing.of("q", asked.question))
    assert (row.mark, row.same_plan) == ("wrong", False)
    unanswerable = msgspec.structs.replace(asked, expected="refused", plan=None)
    assert mark(unanswerable, await hearing.of("q", asked.question)).mark == "wrong"


# -------------------------------------------------------------------- marks without a graph


def question(**changes: object) -> Generated:
    plain = Generated(
        id="q", question="Which lights?", kind="list", family="list.train.1", split="train",
        plan=PLAN, expected="answered", answer=("A", "B"), value=2,
    )  # fmt: skip
    return msgspec.structs.replace(plain, **changes)


def several(*answers: str) -> Heard:
    candidates = tuple(Candidate(each, each, answer=(each,)) for each in answers)
    return Heard(milliseconds=1, gap=Ambiguous(candidates=candidates, clarify="Which?"))


def unsure(*keys: str) -> Heard:
    readings = tuple(Reading(key, f"plan {key}") for key in keys)
    gap = LowConfidence(choices=dict.fromkeys(keys, 0.5), threshold=0.9, readings=readings)
    return Heard(milliseconds=1, gap=gap)


AMBIGUOUS = question(expected="ambiguous", value=None)
UNKNOWN = question(expected="refused", plan=None, gap="unresolved", phrase="Brador Kel")


@pytest.mark.parametrize(
    ("asked", "heard", "expected"),
    [
        (question(), Heard(milliseconds=1, gap=REFUSED), "refused"),
        (question(answer=("A",)), several("A", "B"), "clarified"),
        (question(answer=("C",)), several("A", "B"), "missed"),
        (AMBIGUOUS, several("A", "B", "C"), "right"),
        (AMBIGUOUS, several("A", "C"), "missed"),
        (AMBIGUOUS, Heard(milliseconds=1, gap=REFUSED), "refused"),
        (question(), unsure(digest(PLAN), "other"), "clarified"),
        (question(), unsure("this", "that"), "missed"),
        (UNKNOWN, Heard(milliseconds=1, gap=REFUSED), "right"),
        (UNKNOWN, several("A", "B"), "wrong"),
        (UNKNOWN, unsure("this", "that"), "missed"),
    ],
)
def test_every_way_to_miss_has_its_mark(asked: Generated, heard: Heard, expected: str) -> None:
    assert mark(asked, heard).mark == expected


async def test_names_are_right_whatever_is_counted_beside_them(edition: Edition) -> None:
    (asked, *_) = await generated(edition, 1, 1, "held-out", ("superlative",))
    parser = Knowing((asked,), {})
    hearing = Hearing(parser, edition.graph, edition.facts, edition.schema, "lighthouses")
    other = msgspec.structs.replace(asked, value=-1, interval=(-2.0, -1.0))
    assert mark(other, await hearing.of("q", asked.question)).mark == "right"


async def test_a_number_is_right_only_with_its_interval(edition: Edition) -> None:
    (asked, *_) = await generated(edition, 1, 1, "held-out", ("count",))
    parser = Knowing((asked,), {})
    hearing = Hearing(parser, edition.graph, edition.facts, edition.schema, "lighthouses")
    other = msgspec.structs.replace(asked, interval=(0.0, 99.0))
    assert mark(other, await hearing.of("q", asked.question)).mark == "wrong"


async def test_a_reading_is_right_when_choosing_it_gives_the_answer(edition: Edition) -> None:
    (asked, *_) = await generated(edition, 1, 1, "held-out", ("count",))
    assert asked.plan
    unsure_of_two = unsure("a", "b").gap
    assert isinstance(unsure_of_two, LowConfidence)
    choices: dict[str, Plan] = {"a": PLAN, "b": asked.plan}
    parser = Knowing((asked,), {asked.question: unsure_of_two}, choices)
    hearing = Hearing(parser, edition.graph, edition.facts, edition.schema, "lighthouses")
    assert mark(asked, await hearing.of("q", asked.question)).mark == "clarified"


def test_a_refusal_is_held_against_its_gap_and_its_words() -> None:
    def row(gap: Unresolved | UnmappedPhrase | NoRoute) -> tuple[bool, bool]:
        found = mark(UNKNOWN, Heard(milliseconds=1, gap=gap))
        return found.same_gap, found.named

    assert row(Unresolved(mention="brador kel", expected="Athlete")) == (True, True)
    assert row(UnmappedPhrase(phrase="Kel")) == (False, True)
    assert row(NoRoute(phrase="who is Brador Kel")) == (False, False)


def test_the_interval_of_a_rate_is_wilson_s() -> None:
    assert (share(97, 100).low, share(97, 100).high) == (91.55, 98.97)
    assert (share(0, 0).percent, share(5, 5).high) == (0.0, 100.0)


def test_the_tables_name_every_kind_and_every_noise() -> None:
    slipped = question(noise=("typo: lights → ligths", "lower case"))
    rows = [mark(slipped, Heard(milliseconds=2, gap=REFUSED)), mark(UNKNOWN, several("A", "B"))]
    found = figures(rows)
    assert found.by_noise == {
        "lower case": {"refused": 1}, "typo": {"refused": 1}, "none": {"wrong": 1}
    }  # fmt: skip
    assert found.confusion == {"answered": {"no_route": 1}, "refused": {"ambiguous": 1}}
    text = "\n".join(lines(found))
    assert "typo" in text
    assert "p50" in text
    assert not holds(found, 97, 0.5)


# -------------------------------------------------------------------- the command


def test_what_was_written_can_be_asked_again(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OCCAM_HOME", str(home))
    file, out = tmp_path / "asked.jsonl", tmp_path / "out.jsonl"
    file.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in (question(), UNKNOWN)))
    assert read_generated(file) == (question(), UNKNOWN)
    words = ["lighthouses", "--questions", str(file), "--out", str(out), "--show", "refused"]
    assert main([*words, "--at-least", "97"]) == 1
    assert "2 questions" in capsys.readouterr().out
    assert len(out.read_text().splitlines()) == 2
    assert main(["lighthouses", "--questions", str(file), "--kind", "fold"]) == 2
    file.write_text("{}")
    assert main(words) == 2
    assert "asked.jsonl:1: not a generated question" in capsys.readouterr().err


def test_a_written_line_keeps_both_plans() -> None:
    line = msgspec.json.decode(written(mark(question(), Heard(milliseconds=1, plan=PLAN))))
    assert line["wanted"] == line["plan"]

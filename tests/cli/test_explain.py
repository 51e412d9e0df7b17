"""`occam explain` on the bundled samples: what a person and a program get to see."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from occam.cli.exits import Exit
from occam.core.gaps import LowConfidence, Reading
from occam.core.ports import Decision
from occam.core.understand import Understanding
from occam.packs import find_pack
from occam.runtime.loading import load

MISTYPED = "How many compertitions of the sport of judo were there in 2012, please?"
RULED = "Who was the reigning champion going into the men's 66 kg judo in Rio?"
UNKNOWN = "Who won the men's 250 kg judo in 2012?"


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the samples of both bundled packs."""
    home = tmp_path_factory.mktemp("samples")
    for pack in ("olympics", "lighthouses"):
        load(home, find_pack(pack))
    return home


@pytest.fixture
def here(samples: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OCCAM_HOME", str(samples))


@pytest.fixture
def told(occam: Callable[..., Any], here: None) -> Callable[..., dict[str, Any]]:
    """`told("Who?")` is the object that `--json` prints."""

    def told(*arguments: str) -> dict[str, Any]:
        ran = occam("explain", *arguments, "--json")
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.count("\n") == 1
        return json.loads(ran.out)

    return told


def test_a_mistyped_question_shows_what_was_written_and_what_was_read(told) -> None:
    found = told(MISTYPED)
    assert found["parser"] == "schema"
    assert found["corrections"] == [{"written": "compertitions", "read": "competitions"}]
    assert {"phrase": "compertitions", "readings": ["noun for Event, many"]} in found["mentions"]
    assert {"phrase": "please", "readings": ["a courtesy"]} in found["mentions"]
    assert {"phrase": "sport of judo", "condition": "Sport is Judo"} in found["conditions"]
    assert (found["wanted"], found["plan"]) == ("count", "events in Judo at 2012 Summer; count")
    assert len(found["digest"]) == 64
    assert found["confidence"] == 1.0
    assert "every word" in found["why"] and "“compertitions” as “competitions”" in found["why"]


def test_the_rules_are_named_with_the_shape_that_fitted(told) -> None:
    found = told(RULED)
    assert (found["parser"], found["shape"]) == ("rules", "champion before an event")
    assert [line["phrase"] for line in found["ledger"]] == [
        "Who", "reigning champion going into", "men's 66 kg", "judo", "Rio",
    ]  # fmt: skip
    assert found["gap"] is None


def test_a_gap_shows_its_phrase_what_was_expected_and_what_is_near(told) -> None:
    found = told(UNKNOWN)
    gap = found["gap"]
    assert (gap["kind"], gap["phrase"], gap["expected"]) == ("unresolved", "250 kg", "Event.name")
    assert "Men's 60 kg" in gap["nearest"]
    assert (found["plan"], found["confidence"]) == ("", 0.0)
    assert "“250 kg”" in found["why"]


def test_an_unknown_word_is_a_mention_without_readings(told) -> None:
    found = told("what was the weather in London")
    assert {"phrase": "weather", "readings": []} in found["mentions"]
    assert found["gap"]["phrase"] == "weather"


def test_a_question_without_words_is_named_by_the_parser_that_was_last(told) -> None:
    found = told("???")
    assert (found["parser"], found["gap"]["kind"]) == ("schema", "no_route")


def test_a_question_about_the_schema_needs_no_plan(told) -> None:
    found = told("What can I ask?")
    assert (found["parser"], found["plan"], found["confidence"]) == ("inquiry", "", 1.0)
    assert found["wanted"] == "help"


def test_another_pack_is_explained_by_its_own_words(told) -> None:
    found = told("How many lighthouses are there?", "--pack", "lighthouses")
    assert found["gap"] is None
    assert found["wanted"] == "count"


def test_people_read_a_tree(occam, here) -> None:
    out = occam("explain", MISTYPED).out
    for line in (
        "“2012”: Games.held_year: 2012 | Games.year: 2012 | number 2012",
        "“compertitions” read as “competitions”",
        "read by the schema parser",
        "plan: events in Judo at 2012 Summer; count",
        "“sport of judo” → hop: Sport is Judo",
        "confidence 1.00",
    ):
        assert line in out
    assert "gap unresolved, named by the pack's rules" in occam("explain", UNKNOWN).out
    assert "shape “champion before an event”" in occam("explain", RULED).out


def unsure(_: Understanding, question: str, choice: str = "") -> LowConfidence:
    """What a parser says that sees two readings."""
    return LowConfidence(
        choices={"k1": 0.5, "k2": 0.5},
        threshold=0.9,
        readings=(Reading("k1", "events; count"), Reading("k2", "events; list all")),
        clarify="Which is meant: count or list all?",
    )


def test_readings_that_remain_are_listed_with_their_keys_and_chances(
    occam, told, monkeypatch
) -> None:
    monkeypatch.setattr(Understanding, "parse", unsure)
    found = told("events")
    assert [each["key"] for each in found["gap"]["readings"]] == ["k1", "k2"]
    assert (found["chances"], found["confidence"]) == ({"k1": 0.5, "k2": 0.5}, 0.0)
    out = occam("explain", "events").out
    assert "0.50 events; list all" in out
    assert "Which is meant: count or list all?" in out


def test_a_decider_that_is_not_sure_enough_is_quoted(told, monkeypatch) -> None:
    class Wavering:
        name = "wavering"

        async def decide(self, question: str, options: object) -> Decision:
            return Decision(probabilities={"k1": 0.7, "k2": 0.3}, by="wavering/1")

    monkeypatch.setattr(Understanding, "parse", unsure)
    monkeypatch.setattr("occam.runtime.deciding.decider_of", lambda *_: (Wavering(), 0.9))
    found = told("events")
    assert found["chances"] == {"k1": 0.7, "k2": 0.3}
    assert found["confidence"] == 0.0
    assert "wavering/1 gives 0.70 to the best of them, which is not enough" in found["why"]


@pytest.mark.parametrize("question", ["", "  \n"])
def test_an_empty_question_is_wrong_usage(occam, here, question: str) -> None:
    ran = occam("explain", question)
    assert (ran.code, ran.out, ran.err) == (Exit.USAGE, "", "occam: the question is empty\n")


def test_an_unknown_pack_is_answered_with_the_known_ones(occam, here) -> None:
    ran = occam("explain", "Who?", "--pack", "nope")
    assert ran.code == Exit.USAGE
    assert ran.err == "occam: unknown pack 'nope'; known packs: lighthouses, olympics\n"


def test_a_home_without_a_graph_says_how_to_load_one(occam, home) -> None:
    ran = occam("explain", "Who?")
    assert ran.code == Exit.USAGE
    assert "occam load --pack olympics" in ran.err

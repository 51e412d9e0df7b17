"""The options of `occam evaluate public` are its own, and reach the run."""

import json
import sys

import pytest
from occam.cli import evaluate
from occam.cli.exits import Exit


@pytest.fixture
def ran(monkeypatch):
    """The command lines that would have been run."""
    commands = []

    def ended(command):
        commands.append(command)
        return 0

    monkeypatch.setattr(evaluate, "_ended", ended)
    return commands


def test_every_option_is_in_the_help(occam):
    shown = occam("evaluate", "public", "--help").out
    for option in ("--folder", "--reword", "--questions", "--corpus", "--json"):
        assert option in shown


def test_every_option_reaches_the_run(occam, ran, tmp_path):
    for name in ("corpus.jsonl", "q.jsonl", "pages.jsonl"):
        (tmp_path / name).touch()
    assert occam("evaluate", "public", "--folder", tmp_path).code == Exit.OK
    more = ("--questions", tmp_path / "q.jsonl", "--corpus", tmp_path / "pages.jsonl", "--json")
    occam("evaluate", "public", "--folder", tmp_path, "--reword", 1, "--reword", 2, *more)
    plain, full = (" ".join(command[3:]) for command in ran)
    assert plain == f"{tmp_path} --corpus {tmp_path}/corpus.jsonl"
    assert full == (
        f"{tmp_path} --corpus {tmp_path}/pages.jsonl --questions {tmp_path}/q.jsonl "
        "--reword 1 --reword 2 --json"
    )


@pytest.mark.parametrize("option", ["--nonsense", "--reword=x"])
def test_a_wrong_option_is_wrong_usage(occam, ran, tmp_path, option):
    assert occam("evaluate", "public", "--folder", tmp_path, option).code == Exit.USAGE
    assert ran == []


def test_a_file_that_is_not_there_is_named(occam, ran, tmp_path):
    said = occam("evaluate", "public", "--folder", tmp_path, "--questions", tmp_path / "no.jsonl")
    assert said.code == Exit.USAGE
    assert "no.jsonl: no such file" in said.err


def test_the_code_of_the_run_is_the_code_of_the_verb():
    command = [sys.executable, "-c", f"import sys; sys.exit({json.dumps(7)})"]
    assert evaluate._ended(command) == 7


@pytest.fixture
def loaded(monkeypatch):
    """A home where every known pack seems loaded."""
    monkeypatch.setattr(evaluate, "check_loaded", lambda settings, pack: None)


def test_every_option_of_understanding_reaches_the_run(occam, ran, loaded, tmp_path):
    (tmp_path / "q.jsonl").touch()
    assert occam("evaluate", "understanding").code == Exit.OK
    more = ("--questions", tmp_path / "q.jsonl", "--out", tmp_path / "o.jsonl", "--json")
    more += ("--kind", "fold", "--kind", "list", "--show", "wrong", "--at-least", 97)
    words = ("--count", 5, "--seed", 2, "--split", "train", "--silent-at-most", 0.5)
    occam("evaluate", "understanding", "lighthouses", *words, *more)
    plain, full = (" ".join(command[3:]) for command in ran)
    assert plain == ("--count 2000 --seed 1 --split held-out --at-least 0.0 --silent-at-most 100.0")
    assert full == (
        "lighthouses --count 5 --seed 2 --split train --at-least 97.0 --silent-at-most 0.5 "
        f"--kind fold --kind list --show wrong --questions {tmp_path}/q.jsonl "
        f"--out {tmp_path}/o.jsonl --json"
    )


@pytest.mark.parametrize("verb", [("evaluate", "understanding"), ("pack", "paraphrase")])
def test_an_unknown_kind_is_named_and_no_file_is_left(occam, ran, loaded, tmp_path, verb):
    said = occam(*verb, "lighthouses", "--kind", "riddle", "--out", tmp_path / "o.jsonl")
    assert said.code == Exit.USAGE
    assert "no kind 'riddle'; kinds: attribute" in said.err
    assert list(tmp_path.glob("o.jsonl")) == []
    assert ran == []


def test_every_option_of_pipelines_reaches_the_run(occam, ran, tmp_path):
    for name in ("q.jsonl", "pages.jsonl"):
        (tmp_path / name).touch()
    more = ("--questions", tmp_path / "q.jsonl", "--corpus", tmp_path / "pages.jsonl")
    more += ("--out", tmp_path / "o.jsonl", "--json", "--limit", 5)
    occam("evaluate", "pipelines")
    occam("evaluate", "pipelines", "lighthouses", "--pipelines", "rag:5, occam", *more)
    plain, full = (" ".join(command[3:]) for command in ran)
    assert plain == "--pipelines closed-book,rag,graphrag,agentic,occam --limit 0"
    assert full == (
        f"lighthouses --pipelines rag:5,occam --questions {tmp_path}/q.jsonl "
        f"--corpus {tmp_path}/pages.jsonl --limit 5 --out {tmp_path}/o.jsonl --json"
    )


def test_a_pipeline_that_there_is_not_is_named_before_anything_starts(occam, ran):
    said = occam("evaluate", "pipelines", "--pipelines", "wise")
    assert said.code == Exit.USAGE
    assert "pipeline 'wise': expected one of" in said.err
    assert ran == []

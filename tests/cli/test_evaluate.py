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

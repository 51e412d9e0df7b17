"""`occam models` without a model, with one that plays a file, and what it tells of prompts."""

import json

import pytest
from occam.cli.exits import Exit
from occam.cli.models import Measured
from occam.prompts import names, prompt


@pytest.fixture
def script(tmp_path, monkeypatch):
    file = tmp_path / "script.json"
    file.write_text('{"lines": [{"say": "{}"}]}')
    monkeypatch.setenv("OCCAM_LLM_PLANNER", f"scripted/{file}")
    return file


def test_without_a_model_the_setting_is_named(occam):
    ran = occam("models", "check")
    assert ran.code == Exit.USAGE
    assert "set OCCAM_LLM_MODEL" in ran.err


def test_a_role_without_a_model_has_none_to_check(occam, script):
    assert occam("models", "check", "--role", "reader").code == Exit.USAGE


def test_a_scripted_model_has_nothing_to_find_out(occam, script):
    ran = occam("models", "check")
    assert ran.code == Exit.OK
    assert "script.json (planner)" in ran.out
    assert "plays a file" in ran.out
    (told,) = map(json.loads, occam("models", "check", "--json").out.splitlines())
    assert told["roles"] == ["planner"]


def test_a_script_that_is_not_there_is_named(occam, monkeypatch):
    monkeypatch.setenv("OCCAM_LLM_MODEL", "scripted/no.json")
    ran = occam("models", "check")
    assert ran.code == Exit.USAGE
    assert "no such file no.json" in ran.err


def test_every_prompt_is_listed_with_its_version(occam):
    told = [json.loads(line) for line in occam("models", "prompts", "--json").out.splitlines()]
    assert [each["name"] for each in told] == list(names())
    assert {each["name"]: each["version"] for each in told}["plan"] == prompt("plan").version
    assert "one letter" in occam("models", "prompts").out


@pytest.mark.parametrize("words", [(), ("Who?", "--golden")])
def test_a_question_or_the_golden_ones_but_not_both(occam, words):
    ran = occam("models", "prompt", *words)
    assert ran.code == Exit.USAGE
    assert "or --golden" in ran.err


def test_a_prompt_is_as_long_as_the_tokenizer_that_makes_most_of_it():
    assert Measured(id="a", question="Who?", tokens={"x": 5, "y": 7}).most == 7

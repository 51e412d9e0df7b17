"""The golden questions of the sample: answers agree with the facts, plans with the schema."""

from __future__ import annotations

import json
import os
import tomllib
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import msgspec
import pytest
from occam.core.check import check
from occam.core.plan import Plan
from occam.core.schema import Schema
from sample_answers import ANSWERS
from sample_facts import events

PACK = Path(__file__).parents[2] / "shared/packs/olympics"
LINES = (PACK / "golden/questions.jsonl").read_text(encoding="utf-8").splitlines()
QUESTIONS: dict[str, dict[str, Any]] = {
    question["qid"]: question for question in map(json.loads, LINES)
}


@pytest.mark.parametrize("qid", ANSWERS)
def test_the_golden_answer_is_what_the_facts_say(qid: str):
    gold, pool = ANSWERS[qid](events())
    assert QUESTIONS[qid]["gold"] == gold
    assert QUESTIONS[qid]["gold_doc_ids"] == sorted({event.id for event in pool})


def test_every_question_has_an_answer_to_check():
    assert list(QUESTIONS) == list(ANSWERS)
    assert len(LINES) == len(QUESTIONS) >= 60


@pytest.mark.parametrize("qid", [qid for qid in QUESTIONS if "plan" in QUESTIONS[qid]])
def test_every_plan_fits_the_schema(qid: str):
    schema = msgspec.convert(tomllib.loads((PACK / "schema.toml").read_text("utf-8")), Schema)
    plan: Plan = msgspec.convert(QUESTIONS[qid]["plan"], Plan)  # pyright: ignore[reportArgumentType]
    assert check(plan, schema) is None


def test_only_questions_without_an_answer_have_no_plan():
    unplanned = {q["gold"]["kind"] for q in QUESTIONS.values() if "plan" not in q}
    assert unplanned == {"unknown_term", "unanswerable"}


def test_the_wordings_are_not_those_of_the_public_benchmark():
    folder = os.environ.get("OCCAM_BENCHMARK")
    if not folder:
        pytest.skip("OCCAM_BENCHMARK does not name the folder of the public benchmark")
    public = (Path(folder) / "questions_public.jsonl").read_text(encoding="utf-8").splitlines()
    for theirs in (json.loads(line)["question"] for line in public):
        for ours in (question["question"] for question in QUESTIONS.values()):
            assert SequenceMatcher(None, ours, theirs).ratio() < 0.9, (ours, theirs)

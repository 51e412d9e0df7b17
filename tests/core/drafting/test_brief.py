"""What a model is told is short, whatever is asked, and never over an empty schema."""

from __future__ import annotations

import pytest
from occam.core.drafting.brief import LONGEST_COMPLAINT, LONGEST_QUESTION, Tried, brief, described
from occam.core.gaps import Empty, InvalidPlan, NoRoute, Unplanned
from occam.core.reading.explaining import Heard
from occam.core.schema import Schema
from occam.runtime.shelf import Edition


def test_a_model_is_never_asked_to_plan_over_no_types() -> None:
    with pytest.raises(ValueError, match="no vertex types"):
        described(Schema(vertices={}, edges={}))


def test_a_long_question_is_cut(sample: Edition) -> None:
    told = brief("why " * 5_000, Heard("why"), sample.schema, Tried())
    assert told.count("why ") <= LONGEST_QUESTION / 4 + 1


def test_names_in_the_question_are_shown_with_what_they_mean(sample: Edition) -> None:
    question = "Who reigned supreme in the men's 66 kg judo at London 2012?"
    told = brief(question, sample.reader.heard(question), sample.schema, Tried())
    assert "- judo: Sport Judo" in told
    assert "- London 2012: Games 2012 Summer" in told
    assert told.endswith(f"Question: {question}")


def test_a_complaint_is_told_with_the_plan_that_failed_and_cut(sample: Edition) -> None:
    gap = InvalidPlan(path="where[0]", reason="x" * 5_000)
    told = brief("q", Heard("q"), sample.schema, Tried(gap=gap, plan="y" * 5_000))
    assert "This plan was tried: y" in told
    assert told.count("x") <= LONGEST_COMPLAINT + 60
    assert told.count("y") <= LONGEST_COMPLAINT + 60


@pytest.mark.parametrize("gap", [None, Unplanned(pipeline="graphrag"), NoRoute(phrase="")])
def test_where_nothing_went_wrong_no_complaint_is_told(sample: Edition, gap: object) -> None:
    told = brief("q", Heard("q"), sample.schema, Tried(gap=gap))  # type: ignore[arg-type]
    assert "failed" not in told
    assert "missing" not in told


def test_an_empty_plan_is_told_as_empty(sample: Edition) -> None:
    told = brief("q", Heard("q"), sample.schema, Tried(gap=Empty(step="x"), plan="events"))
    assert "This plan was tried: events" in told

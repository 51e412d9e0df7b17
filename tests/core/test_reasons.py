"""A refusal says what the question was missing, also where a later tier failed otherwise."""

from __future__ import annotations

import pytest
from occam.core.gaps import (
    Ambiguous,
    AnyGap,
    InvalidPlan,
    NotInCorpus,
    OverBudget,
    Shortlist,
    UnmappedPhrase,
    Unresolved,
)
from occam.core.reasons import opened_by, opening, refusal
from occam.core.record import Step

LOST = UnmappedPhrase(phrase="put off")
FIRST = Step(tier="rules", gap="unmapped_phrase", note=opening(LOST))
PLANNED = Step(tier="planner", gap="invalid_plan", by="m, prompt plan 1")


@pytest.mark.parametrize(
    "last",
    [InvalidPlan(path="answer", reason="no"), NotInCorpus(searched=5),
     OverBudget(limit="tokens", needed="9"), Unresolved(mention="x", expected="Event")],
)  # fmt: skip
def test_what_was_missing_first_is_said_before_what_was_missing_last(last: AnyGap) -> None:
    said = opened_by(last, (FIRST, PLANNED))
    assert said == f"{refusal(LOST)} "
    assert "put off" in said


def test_the_same_kind_of_gap_is_said_once() -> None:
    assert opened_by(UnmappedPhrase(phrase="put off in Sochi"), (FIRST, PLANNED)) == ""


def test_candidates_speak_for_themselves() -> None:
    step = Step(tier="graph", gap="empty", note="Nothing matches.")
    assert opened_by(Ambiguous(candidates=(), clarify="Which?"), (step,)) == ""


def test_only_what_the_question_opens_is_kept_in_words() -> None:
    assert opening(LOST)
    assert opening(Shortlist(candidates=())) == ""
    unworded = Step(tier="graph", gap="shortlist", note="the choice was rejected")
    assert opened_by(NotInCorpus(searched=1), (unworded,)) == ""

"""Who can close a gap: the ordered receivers of each kind, and who is next."""

from __future__ import annotations

from typing import Literal

from occam.core.gaps import AnyGap, Unplanned, kind_of
from occam.core.pipelines import Pipeline
from occam.core.spending import Budget, Spent

Receiver = Literal["classifier", "graph-executor", "disambiguator", "document-reader", "certifier"]

RECEIVERS: dict[str, tuple[Receiver, ...]] = {
    "no_route": ("classifier", "document-reader"),
    "unresolved": ("classifier", "document-reader"),
    "unmapped_phrase": ("classifier", "document-reader"),
    "invalid_plan": ("classifier",),
    "empty": ("classifier", "document-reader"),
    "shortlist": ("disambiguator",),
    "missing_value": ("document-reader",),
    "low_confidence": ("classifier",),
    "no_such_choice": (),
    "bound_mismatch": ("graph-executor",),
    "ambiguous": (),
    "not_in_graph": ("document-reader",),
    "not_in_corpus": (),
    "truncated": ("graph-executor",),
    "not_installed": (),
    "no_model": (),
    "tier_failed": (),
    "unplanned": ("classifier", "document-reader"),
    "over_budget": (),
}


FINAL = 99
"""The position of a gap that nobody is asked to close any more."""


def next_receiver(gap: AnyGap | None, position: int, pipeline: Pipeline) -> Receiver:
    """The service that gets the complaint at this position; past the last one, the certifier.

    `position` counts how often this gap has been handed on already. What a pipeline does not have
    is passed over.
    """
    receivers = receivers_of(gap, pipeline) if gap else ()
    return receivers[position] if position < len(receivers) else "certifier"


def receivers_of(gap: AnyGap, pipeline: Pipeline) -> tuple[Receiver, ...]:
    """Who may close a gap in that pipeline, in order."""
    if isinstance(gap, Unplanned):
        return ("document-reader",) if pipeline.first == "reader" else ("classifier",)
    plans_again = pipeline.plans is None or pipeline.plans > 1
    return tuple(
        each
        for each in RECEIVERS[kind_of(gap)]
        if (plans_again or each != "classifier") and (pipeline.reads or each != "document-reader")
    )


def exceeded(budget: Budget, spent: Spent, step: int, now: float) -> tuple[str, str] | None:
    """The first ceiling that the next step would break, and by what; None while there is room."""
    if step >= budget.steps:
        return "steps", f"step {step + 1} of {budget.steps}"
    if budget.deadline is not None and now > budget.deadline:
        return "deadline", f"{now - budget.deadline:.1f} s past it"
    if budget.tokens is not None and spent.total_tokens > budget.tokens:
        return "tokens", f"{spent.total_tokens} of {budget.tokens}"
    if budget.micro_usd is not None and (spent.micro_usd or 0) > budget.micro_usd:
        return "money", f"{spent.micro_usd} of {budget.micro_usd} micro-dollars"
    return None

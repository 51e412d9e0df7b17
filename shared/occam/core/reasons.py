"""Why a question stopped where it did, in one plain sentence for each case."""

from __future__ import annotations

import re
from collections.abc import Sequence

from occam.core.choice import CHOSEN
from occam.core.conclusion import Conclusion
from occam.core.describe import describe_pattern
from occam.core.gaps import (
    Ambiguous,
    AnyGap,
    BoundMismatch,
    Empty,
    InvalidPlan,
    LowConfidence,
    MissingValue,
    NoModel,
    NoRoute,
    NoSuchChoice,
    NotInCorpus,
    NotInGraph,
    NotInstalled,
    OverBudget,
    Shortlist,
    TierFailed,
    Truncated,
    UnmappedPhrase,
    Unplanned,
    Unresolved,
    kind_of,
)
from occam.core.plan import Plan, Query
from occam.core.record import Check, Constraint, Step
from occam.core.schema import Schema
from occam.core.spelling import listed

NAMED = 6
ABSOLUTE = re.compile(r"(?<![\w:/.~-])/(?:[^\s/'\":]+/)+([^\s/'\":]+)")
ZERO = ((), ("0",), ("No",))
OPENING = frozenset({"no_route", "unresolved", "unmapped_phrase", "empty"})
"""Gaps that the question itself opens: what later tiers fail at does not say what was missing."""


def stop_reason(
    finding: Conclusion | AnyGap,
    plan: Plan | None,
    pool: int,
    check: Check = "refused",
    schema: Schema | None = None,
) -> str:
    """The sentence that ends an answer or a refusal."""
    if not isinstance(finding, Conclusion):
        return refusal(finding)
    if not pool and isinstance(plan, Query):
        words = describe_pattern(plan, schema, pool_only=True)
        return f"A proven zero: every term exists and there are no {words}."
    return _answered(finding, plan, pool, check)


def _answered(conclusion: Conclusion, plan: Plan | None, pool: int, check: Check) -> str:
    pages = f"Each of the {pool} candidates" if pool != 1 else "The one candidate"
    if check == "unverified":
        return f"{pages} was read from the graph; no second route was there to check them."
    read = f"{pages} was read by both routes and they agree"
    if conclusion.unknowns:
        return f"{read}; {_open(conclusion)}."
    if isinstance(plan, Query) and not conclusion.value and conclusion.answer in ZERO:
        return f"{read}: a proven zero, none of them qualifies."
    return f"{read}."


def _open(conclusion: Conclusion) -> str:
    silent = len({unknown.vertex for unknown in conclusion.unknowns})
    who = f"{silent} vertices lack" if silent > 1 else "one vertex lacks"
    could = "could" if conclusion.could_change else "could not"
    return f"{who} a value that was needed, which {could} change the answer"


def wanting(finding: Conclusion | AnyGap, trail: Sequence[Step]) -> str:
    """Which tiers a refusal came past that could have gone on with what they lack."""
    needs = tuple(dict.fromkeys(step.needs for step in trail if step.needs))
    if not needs or isinstance(finding, Conclusion | Ambiguous | NoSuchChoice):
        return ""
    unchosen = isinstance(finding, LowConfidence) and bool(finding.readings)
    aside = " without a choice" if unchosen else ""
    return f" To go on{aside} it would need {listed(needs)}; none is configured."


def opening(gap: AnyGap) -> str:
    """The words of a gap that the question opens, for the trail; empty for any other."""
    return refusal(gap) if kind_of(gap) in OPENING else ""


def opened_by(finding: Conclusion | AnyGap, trail: Sequence[Step]) -> str:
    """What was missing first, where a refusal ends with something else."""
    first = next((step for step in trail if step.gap), None)
    if first is None or first.gap not in OPENING or isinstance(finding, Conclusion | Ambiguous):
        return ""
    return "" if not first.note or first.gap == kind_of(finding) else f"{first.note} "


def chosen_by_asker(ledger: Sequence[Constraint]) -> str:
    """What the asker decided and the question did not."""
    said = [f"“{line.detail}”" for line in ledger if line.became == CHOSEN]
    return f" The question leaves a choice, and the asker chose {listed(said)}." if said else ""


def refusal(gap: AnyGap) -> str:
    """What is missing, named so that a person knows what to do about it."""
    match gap:
        case NoRoute(understood=understood, phrase=phrase):
            known = f" What was understood: {listed(understood)}." if understood else ""
            lost = f"“{phrase}” was not understood." if phrase else "No rule fits this question."
            return f"{lost}{known}"
        case Unresolved(mention=mention, expected=expected, nearest=nearest):
            close = f" The nearest are {listed(nearest[:NAMED])}." if nearest else ""
            return f"Nothing in the graph is called “{mention}” ({expected} expected).{close}"
        case UnmappedPhrase(phrase=phrase):
            return f"“{phrase}” is part of the question and would have been ignored."
        case InvalidPlan(path=path, reason=reason):
            return f"The plan that was drafted does not fit the graph's schema at {path}: {reason}."
        case Empty(step=step):
            return f"Every term exists and nothing is known to match: {step}."
        case Shortlist(candidates=candidates) | Ambiguous(candidates=candidates):
            return f"{len(candidates)} answers fit the question and nothing in it decides."
        case MissingValue():
            return _missing(gap)
        case LowConfidence():
            return _unsure(gap)
        case NoSuchChoice(choice=choice, valid=()):
            return f"The choice “{choice}” fits nothing: the question leaves nothing to choose."
        case NoSuchChoice(choice=choice, valid=valid):
            keys = [f"“{each.key}” ({each.words})" for each in valid]
            return f"The choice “{choice}” is not offered; {listed(keys, 'or', NAMED)} would fit."
        case BoundMismatch(bound=bound, evidence=evidence, differing=differing):
            return (
                f"The graph says {evidence} and the facts say {bound} candidates; "
                f"they differ at {listed(differing, limit=NAMED)}."
            )
        case NotInGraph(plans=plans):
            return f"None of {plans} different plans found an answer in the graph."
        case NotInCorpus(searched=searched):
            return f"None of the {searched} passages searched supports an answer."
        case Truncated(got=got, of=of):
            return f"Only {got} of {of} candidates were read, so nothing can be concluded."
        case NotInstalled(shape=shape, command=command):
            return f"The graph server has no query of shape {shape}; install it with: {command}"
        case NoModel(tier=tier, after=after):
            cause = f" (after {after})" if after else ""
            return f"The {tier} tier would be next{cause} and no model is configured for it."
        case TierFailed(tier=tier, cause=cause):
            return _failed(tier, cause)
        case Unplanned(pipeline=pipeline):
            return f"The pipeline {pipeline} has no plan of the question."
        case OverBudget(limit=limit, needed=needed):
            return f"The next step would exceed the budget of {limit}: {needed}."


def _unsure(gap: LowConfidence) -> str:
    best = max(gap.choices.values(), default=0.0)
    if not gap.readings:
        return (
            f"The best of {len(gap.choices)} choices reached {best:.2f}; {gap.threshold} is needed."
        )
    ways = [f"“{each.words}”" for each in gap.readings]
    return (
        f"The words can be read in {len(ways)} ways, {listed(ways, 'or', NAMED)}; "
        f"the surest reached {best:.2f}, and {gap.threshold} is needed."
    )


def _failed(tier: str, cause: str) -> str:
    """The cause first: it says what to do, and the tier only who met it. No path of the host."""
    said = ABSOLUTE.sub(r"\1", cause).strip().rstrip(". ")
    if not said:
        return f"The {tier} failed for good."
    return f"{said[0].upper()}{said[1:]} ({tier})."


def _missing(gap: MissingValue) -> str:
    who = f"“{gap.label or gap.vertex}”" if gap.vertex else "a value"
    cause = f": {gap.cause}" if gap.cause else ""
    what = f"the {gap.attr} of {who}" if gap.attr else who
    return f"The sources do not give {what}{cause}."

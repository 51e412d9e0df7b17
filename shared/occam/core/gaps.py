"""What is missing, by name. A tier hands over only with one of these."""

from __future__ import annotations

import msgspec


class Candidate(msgspec.Struct, frozen=True):
    """One of several matches and what tells it apart."""

    id: str
    label: str
    differs: dict[str, str] = {}
    answer: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()


class Gap(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """Base of the union; never raised by itself."""


class NoRoute(Gap, frozen=True, kw_only=True, tag="no_route"):
    """No rule fits: what was understood, and the phrases that were not."""

    understood: tuple[str, ...] = ()
    phrase: str = ""


class Unresolved(Gap, frozen=True, kw_only=True, tag="unresolved"):
    """A mention that no vertex or value matches, or only those of other editions."""

    mention: str
    expected: str
    nearest: tuple[str, ...] = ()


class UnmappedPhrase(Gap, frozen=True, kw_only=True, tag="unmapped_phrase"):
    """A phrase of the question that the plan would not account for."""

    phrase: str
    understood: tuple[str, ...] = ()


class InvalidPlan(Gap, frozen=True, kw_only=True, tag="invalid_plan"):
    """The plan does not type-check against the schema."""

    path: str
    reason: str


class Empty(Gap, frozen=True, kw_only=True, tag="empty"):
    """Every term exists and nothing matches: the step at which the set became empty."""

    step: str


class Shortlist(Gap, frozen=True, kw_only=True, tag="shortlist"):
    """Several match where the question wants one."""

    candidates: tuple[Candidate, ...]


class MissingValue(Gap, frozen=True, kw_only=True, tag="missing_value"):
    """The vertex was found and the attribute asked for is unknown."""

    vertex: str
    label: str
    attr: str
    cause: str = ""
    documents: tuple[str, ...] = ()


class Reading(msgspec.Struct, frozen=True):
    """One way to read a question: the digest of its plan, and the plan in words."""

    key: str
    words: str
    kind: str = ""


class LowConfidence(Gap, frozen=True, kw_only=True, tag="low_confidence"):
    """A decision below its threshold: its distribution by key, what each key stands for in words,
    and one question that would separate them."""

    choices: dict[str, float]
    threshold: float
    readings: tuple[Reading, ...] = ()
    clarify: str = ""


class NoSuchChoice(Gap, frozen=True, kw_only=True, tag="no_such_choice"):
    """The asker chose what the question does not leave open; `valid` are the whole keys that fit
    there, none where nothing is left to choose."""

    choice: str
    valid: tuple[Reading, ...] = ()


class BoundMismatch(Gap, frozen=True, kw_only=True, tag="bound_mismatch"):
    """Evidence and structural bound disagree."""

    bound: int
    evidence: int
    differing: tuple[str, ...] = ()


class Ambiguous(Gap, frozen=True, kw_only=True, tag="ambiguous"):
    """Several valid answers remain, and the question that would separate them."""

    candidates: tuple[Candidate, ...]
    clarify: str


class NotInGraph(Gap, frozen=True, kw_only=True, tag="not_in_graph"):
    """The planner gave up after so many distinct plans."""

    plans: int


class NotInCorpus(Gap, frozen=True, kw_only=True, tag="not_in_corpus"):
    """No passage supports an answer."""

    searched: int = 0


class Truncated(Gap, frozen=True, kw_only=True, tag="truncated"):
    """A store returned a page and not the whole."""

    got: int
    of: int


class NotInstalled(Gap, frozen=True, kw_only=True, tag="not_installed"):
    """The production engine has no installed query for this shape."""

    shape: str
    command: str


class NoModel(Gap, frozen=True, kw_only=True, tag="no_model"):
    """The next tier needs a model and none is configured; `after` is the gap that led there."""

    tier: str
    after: str = ""


class TierFailed(Gap, frozen=True, kw_only=True, tag="tier_failed"):
    """A tier failed for good; earlier findings stand. `failure` says how a model failed:
    `quota`, `timeout`, `unreachable`, `settings` or `invalid`; it is empty for everything else."""

    tier: str
    cause: str
    failure: str = ""


class Unplanned(Gap, frozen=True, kw_only=True, tag="unplanned"):
    """The pipeline that was asked for has a model plan the question, or nobody."""

    pipeline: str


class OverBudget(Gap, frozen=True, kw_only=True, tag="over_budget"):
    """The next step would exceed tokens, money, steps or the deadline."""

    limit: str
    needed: str


AnyGap = (
    NoRoute
    | Unresolved
    | UnmappedPhrase
    | InvalidPlan
    | Empty
    | Shortlist
    | MissingValue
    | LowConfidence
    | NoSuchChoice
    | BoundMismatch
    | Ambiguous
    | NotInGraph
    | NotInCorpus
    | Truncated
    | NotInstalled
    | NoModel
    | TierFailed
    | Unplanned
    | OverBudget
)


def kind_of(gap: AnyGap) -> str:
    """The gap's name on the wire and in every table."""
    return str(type(gap).__struct_config__.tag)

"""The answer record and the certificate: interfaces that other people's programs read."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from occam.core.evidence import Passage, Read, Recovered, Rows, Source
from occam.core.gaps import AnyGap
from occam.core.plan import Completeness, Plan

Outcome = Literal["answered", "ambiguous", "refused", "dead"]
Check = Literal[
    "pass", "pass_with_unknowns", "pass_with_llm_recovery", "fail", "unverified", "refused"
]


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the trail: which tier acted, what it left open, on which plan, at what cost.

    `needs` is what the tier would have needed to close the gap and does not have; `by` names the
    model and the prompt that took part, or the decider.
    """

    tier: str
    gap: str | None = None
    plan: str = ""
    note: str = ""
    needs: str = ""
    tokens: int = 0
    milliseconds: float = 0.0
    by: str = ""


class Constraint(msgspec.Struct, frozen=True, kw_only=True):
    """One phrase of the question and what became of it: a line of the constraint ledger.

    `became` is `predicate`, `hop`, `answer`, or `ignored`; `detail` names it or says why. A line
    that became `choice` is no phrase but a key that the asker chose, and what it stands for.
    """

    phrase: str
    became: str
    detail: str = ""


class Tokens(msgspec.Struct, frozen=True, kw_only=True):
    """Tokens of all model calls; `total` is input plus output, `context` what of the input was
    retrieved text. `estimated` says that some of them no provider has counted."""

    input: int = 0
    output: int = 0
    context: int = 0
    total: int = 0
    estimated: bool = False


class Unknown(msgspec.Struct, frozen=True, kw_only=True):
    """A value the evidence needed and the sources do not give."""

    vertex: str
    label: str
    attr: str
    cause: str = ""


class Certificate(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the evidence is complete. It never says that the answer is right.

    `structural_bound` counts the examined pool by the fact table, `evidence_set_size` by the graph.
    Of an answer that a model `read`, the pool is that of the plan that the parser made, and the
    evidence what of it the model was shown. `recovered` values were read in pages and fill
    unknowns. `waited_ms` is time that quotas took. `record_digest` is the SHA-256 of the answer
    record without this certificate; `digest` that of every other field but `digest`, `signature`
    and `key`. Both are taken of sorted JSON.
    """

    question_id: str
    question_digest: str
    pack: str
    plan: Plan | None
    plan_digest: str
    completeness_class: Completeness | None
    structural_bound: int | None
    evidence_set_size: int
    completeness_check: Check
    differing: tuple[str, ...] = ()
    interval: tuple[float | None, float | None] | None = None
    could_change: bool | None = None
    unknowns: tuple[Unknown, ...] = ()
    evidence: tuple[Rows, ...] = ()
    evidence_digest: str = ""
    evidence_ref: str = ""
    sources: tuple[Source, ...] = ()
    documents: dict[str, str] = {}
    unparsed: tuple[str, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    passages: tuple[Passage, ...] = ()
    read: Read | None = None
    recovered: tuple[Recovered, ...] = ()
    gap: str | None = None
    trail: tuple[Step, ...] = ()
    stop_reason: str = ""
    tier: int = 0
    tokens: Tokens = Tokens()
    cost_usd: float | None = 0.0
    latency_ms: dict[str, float] = {}
    waited_ms: float = 0.0
    graph_version: str = ""
    models: dict[str, str] = {}
    software: str = ""
    issued_at: str = ""
    record_digest: str = ""
    digest: str = ""
    key: str = ""
    signature: str = ""


class Alternative(msgspec.Struct, frozen=True, kw_only=True):
    """One of several valid answers, with the reading that leads to it; a reading that was not
    followed has no answer. `key` chooses it, when the question is asked again with it."""

    answer: tuple[str, ...]
    reading: str
    documents: tuple[str, ...] = ()
    key: str = ""


class AnswerRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What `occam answers --json` prints, one object a line. `choice` came with the question."""

    id: str
    batch: str
    tenant: str
    attempt: int
    question: str
    pipeline: str
    choice: str = ""
    outcome: Outcome
    answer: tuple[str, ...] = ()
    value: float | int | bool | None = None
    interval: tuple[float | None, float | None] | None = None
    alternatives: tuple[Alternative, ...] = ()
    clarify: str | None = None
    gap: AnyGap | None = None
    tier: int = 0
    tokens: Tokens = Tokens()
    cost_usd: float | None = 0.0
    calls: int = 0
    latency_ms: float = 0.0
    waited_ms: float = 0.0
    documents: tuple[str, ...] = ()
    stop_reason: str = ""
    certificate: Certificate
    trace_id: str = ""

    def as_json(self) -> dict[str, Any]:
        """Plain JSON types."""
        return msgspec.to_builtins(self)

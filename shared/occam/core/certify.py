"""The certificate: is the evidence complete? It never says that the answer is right.

Evidence comes from the graph, the bound from the fact table: two routes that share no table. They
are held against each other row by row; one difference and the check fails, whatever the answer.
"""

from __future__ import annotations

from typing import Protocol

import msgspec

from occam.core.conclusion import Conclusion, Interval
from occam.core.evidence import Passage, Read, Recovered, Rows
from occam.core.examine import Examined, size_of
from occam.core.gaps import AnyGap, kind_of
from occam.core.plan import Plan, completeness, digest
from occam.core.reasons import chosen_by_asker, opened_by, stop_reason, wanting
from occam.core.record import Certificate, Check, Constraint, Step, Tokens
from occam.core.schema import Schema
from occam.core.seal import sha256
from occam.core.shown import Shown, reason_for
from occam.core.spending import Spent
from occam.core.telling import Telling, told_by

KEPT_BYTES = 256 * 1024
SETTLING = (None, "ambiguous", "shortlist")

_encoder = msgspec.json.Encoder(order="sorted")
_plan_decoder: msgspec.json.Decoder[Plan] = msgspec.json.Decoder(Plan)


class Asked(Protocol):
    """What a certificate needs to know of the question: a message header has all of it."""

    @property
    def question_id(self) -> str: ...
    @property
    def batch_id(self) -> str: ...
    @property
    def tenant(self) -> str: ...
    @property
    def attempt(self) -> int: ...
    @property
    def question(self) -> str: ...
    @property
    def choice(self) -> str: ...
    @property
    def pipeline(self) -> str: ...
    @property
    def pack(self) -> str: ...
    @property
    def graph_version(self) -> str: ...
    @property
    def spent(self) -> Spent: ...
    @property
    def trail(self) -> tuple[Step, ...]: ...
    @property
    def trace_id(self) -> str: ...


class Software(msgspec.Struct, frozen=True, kw_only=True):
    """Who issued: program version, time, and the models and prompts that took part."""

    version: str = ""
    issued_at: str = ""
    models: dict[str, str] = {}


def certify(
    asked: Asked,
    plan: Plan | None,
    evidence: tuple[Rows, ...],
    examined: Examined,
    finding: Conclusion | AnyGap,
    *,
    constraints: tuple[Constraint, ...] = (),
    passages: tuple[Passage, ...] = (),
    tier: int = 0,
    evidence_ref: str = "",
    software: Software | None = None,
    schema: Schema | None = None,
    recovered: tuple[Recovered, ...] = (),
) -> Certificate:
    """One certificate for one attempt, refusals included. It is sealed when its record is settled.

    The plan is kept as it was run: its node names are those of the evidence.
    """
    plan = _plan_as_read(plan)
    verdict = check_of(plan, examined, finding, recovered)
    conclusion = finding if isinstance(finding, Conclusion) else Conclusion()
    encoded = _encoder.encode(evidence)
    gap = None if isinstance(finding, Conclusion) else kind_of(finding)
    certificate = msgspec.structs.replace(
        _opened(asked, plan, software or Software()),
        structural_bound=None if examined.bound is None else size_of(examined.bound),
        evidence_set_size=size_of(evidence),
        completeness_check=verdict,
        differing=examined.differing,
        interval=_as_read(conclusion.interval),
        could_change=conclusion.could_change if isinstance(finding, Conclusion) else None,
        unknowns=conclusion.unknowns,
        evidence=evidence if len(encoded) <= KEPT_BYTES else (),
        evidence_digest=sha256(encoded) if evidence else "",
        evidence_ref=evidence_ref,
        sources=examined.sources,
        documents={state.document: state.digest for state in examined.documents},
        unparsed=tuple(state.document for state in examined.unparsed),
        constraints=constraints,
        passages=passages,
        recovered=recovered,
        gap=gap,
        stop_reason=opened_by(finding, asked.trail)
        + stop_reason(finding, plan, size_of(evidence), verdict, schema)
        + chosen_by_asker(constraints)
        + wanting(finding, asked.trail),
        tier=tier,
    )
    told = told_by(plan, gap, constraints, schema)
    return _told(certificate, told) if told else certificate


def certify_read(
    asked: Asked,
    plan: Plan | None,
    read: Read,
    found: Shown,
    *,
    passages: tuple[Passage, ...] = (),
    tier: int = 0,
    software: Software | None = None,
) -> Certificate:
    """The certificate of an answer that a model read: its evidence is what the model was shown."""
    return msgspec.structs.replace(
        _opened(asked, _plan_as_read(plan), software or Software()),
        structural_bound=found.bound,
        evidence_set_size=found.size,
        completeness_check=found.check,
        documents={state.document: state.digest for state in found.documents},
        unparsed=tuple(state.document for state in found.unparsed),
        passages=passages,
        read=read,
        stop_reason=reason_for(read, found),
        tier=tier,
    )


def _told(certificate: Certificate, told: Telling) -> Certificate:
    """The same for an answer whose evidence is the schema itself."""
    return msgspec.structs.replace(
        certificate,
        completeness_class="exhaustive",
        structural_bound=len(told.due),
        evidence_set_size=len(told.told),
        completeness_check=told.check,
        differing=told.differing,
        stop_reason=told.reason,
    )


def _opened(asked: Asked, plan: Plan | None, issued: Software) -> Certificate:
    """Who asked what, of which version, and what it cost: all but the evidence and its verdict."""
    spent = asked.spent
    return Certificate(
        question_id=asked.question_id,
        question_digest=sha256(asked.question.encode()),
        pack=asked.pack,
        plan=plan,
        plan_digest=digest(plan) if plan else "",
        completeness_class=completeness(plan) if plan else None,
        structural_bound=None,
        evidence_set_size=0,
        completeness_check="refused",
        trail=asked.trail,
        tokens=tokens_of(spent),
        cost_usd=cost_of(spent),
        latency_ms=spent.milliseconds,
        waited_ms=spent.waited_ms,
        graph_version=asked.graph_version,
        models=issued.models | {step.tier: step.by for step in asked.trail if step.by},
        software=issued.version,
        issued_at=issued.issued_at,
    )


def check_of(
    plan: Plan | None,
    examined: Examined,
    finding: Conclusion | AnyGap,
    recovered: tuple[Recovered, ...] = (),
) -> Check:
    """The verdict on the evidence. A difference is a failure even beside a good answer."""
    concluded = isinstance(finding, Conclusion)
    return check_for(
        None if concluded else kind_of(finding),
        planned=plan is not None,
        differs=bool(examined.differing),
        bounded=examined.bound is not None,
        unknowns=concluded and bool(finding.unknowns),
        recovered=bool(recovered),
    )


def check_for(
    gap: str | None,
    *,
    planned: bool,
    differs: bool,
    bounded: bool,
    unknowns: bool,
    recovered: bool = False,
) -> Check:
    """The same verdict from what a certificate tells, so that it can be recomputed."""
    if differs or gap in ("bound_mismatch", "truncated"):
        return "fail"
    if gap not in SETTLING or not planned:
        return "refused"
    if not bounded:
        return "unverified"
    if recovered and gap is None:
        return "pass_with_llm_recovery"
    return "pass_with_unknowns" if unknowns else "pass"


def _as_read(interval: Interval | None) -> Interval | None:
    """The ends as JSON gives them back, so that a digest survives being written and read."""
    if interval is None:
        return None
    low, high = (None if end is None else float(end) for end in interval)
    return low, high


def _plan_as_read(plan: Plan | None) -> Plan | None:
    """The plan as JSON gives it back."""
    return None if plan is None else _plan_decoder.decode(_encoder.encode(plan))


def tokens_of(spent: Spent) -> Tokens:
    """The bill's token counts as they appear in records."""
    return Tokens(
        input=spent.input_tokens,
        output=spent.output_tokens,
        context=spent.context_tokens,
        total=spent.total_tokens,
        estimated=spent.estimated,
    )


def cost_of(spent: Spent) -> float | None:
    """Dollars, or None where a call had no known price."""
    return None if spent.micro_usd is None else spent.micro_usd / 1e6

"""The terminal of a question whose certifier failed for good: silence is never an answer."""

from __future__ import annotations

from datetime import UTC, datetime
from importlib.metadata import version

from occam.core.certify import cost_of, tokens_of
from occam.core.gaps import TierFailed
from occam.core.record import AnswerRecord, Certificate
from occam.core.seal import sha256
from occam.messages.catalog import QuestionDied, QuestionSettled

_SOFTWARE = version("occam")


def buried_terminal(died: QuestionDied) -> QuestionSettled:
    """A dead record with an unsigned certificate that claims nothing about evidence."""
    header = died.header
    spent = header.spent
    reason = f"{died.tier} failed for good: {died.cause}"
    tokens, cost = tokens_of(spent), cost_of(spent)
    certificate = Certificate(
        question_id=header.question_id,
        question_digest=sha256(header.question.encode()),
        pack=header.pack,
        plan=None,
        plan_digest="",
        completeness_class=None,
        structural_bound=None,
        evidence_set_size=0,
        completeness_check="refused",
        gap="tier_failed",
        trail=header.trail,
        stop_reason=reason,
        tokens=tokens,
        cost_usd=cost,
        latency_ms=spent.milliseconds,
        graph_version=header.graph_version,
        software=_SOFTWARE,
        issued_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
    )
    record = AnswerRecord(
        id=header.question_id,
        batch=header.batch_id,
        tenant=header.tenant,
        attempt=header.attempt,
        question=header.question,
        pipeline=header.pipeline,
        choice=header.choice,
        outcome="dead",
        gap=TierFailed(tier=died.tier, cause=died.cause),
        tokens=tokens,
        cost_usd=cost,
        calls=spent.model_calls,
        stop_reason=reason,
        certificate=certificate,
        trace_id=header.trace_id,
    )
    return QuestionSettled(header=header, record=record)

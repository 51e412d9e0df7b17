"""The smallest record that settles a question."""

from __future__ import annotations

from occam.core.record import AnswerRecord, Certificate
from occam.messages.header import Header


def record_of(header: Header) -> AnswerRecord:
    """A refusal with nothing in it."""
    certificate = Certificate(
        question_id=header.question_id,
        question_digest="",
        pack=header.pack,
        plan=None,
        plan_digest="",
        completeness_class=None,
        structural_bound=None,
        evidence_set_size=0,
        completeness_check="refused",
    )
    return AnswerRecord(
        id=header.question_id,
        batch=header.batch_id,
        tenant=header.tenant,
        attempt=header.attempt,
        question=header.question,
        pipeline=header.pipeline,
        outcome="dead",
        certificate=certificate,
    )

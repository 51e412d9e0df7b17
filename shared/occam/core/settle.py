"""The answer record: what the person who asked gets, whatever became of the question."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from occam.core.certify import Asked, cost_of, tokens_of
from occam.core.choice import joined
from occam.core.clarify import which_one, which_reading
from occam.core.conclusion import Conclusion, documents_of
from occam.core.evidence import Read, Rows
from occam.core.gaps import Ambiguous, AnyGap, Candidate, LowConfidence, NoSuchChoice, Shortlist
from occam.core.plan import Plan, completeness
from occam.core.record import Alternative, AnswerRecord, Certificate, Outcome
from occam.core.seal import Sign, sealed


def settle(
    asked: Asked,
    plan: Plan | None,
    evidence: tuple[Rows, ...],
    finding: Conclusion | AnyGap,
    certificate: Certificate,
    *,
    died: bool = False,
    sign: Sign | None = None,
) -> AnswerRecord:
    """The one terminal of an attempt, sealed. `died` says that a message of it was dead-lettered.

    A finding whose evidence failed its check is no answer: the certifier hands in the mismatch.
    """
    spent = asked.spent
    record = AnswerRecord(
        id=asked.question_id,
        batch=asked.batch_id,
        tenant=asked.tenant,
        attempt=asked.attempt,
        question=asked.question,
        pipeline=asked.pipeline,
        choice=asked.choice,
        **msgspec.structs.asdict(
            told(plan, evidence, finding, choice=asked.choice, died=died, read=certificate.read)
        ),
        interval=certificate.interval,
        gap=None if isinstance(finding, Conclusion) else finding,
        tier=certificate.tier,
        tokens=tokens_of(spent),
        cost_usd=cost_of(spent),
        calls=spent.model_calls,
        latency_ms=float(round(sum(spent.milliseconds.values()), 3)),
        waited_ms=round(spent.waited_ms, 3),
        stop_reason=certificate.stop_reason,
        certificate=certificate,
        trace_id=asked.trace_id,
    )
    return sealed(record, sign)


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of a record that follow from plan, evidence and finding, and from nothing else."""

    outcome: Outcome
    answer: tuple[str, ...]
    value: float | int | bool | None
    alternatives: tuple[Alternative, ...]
    clarify: str | None
    documents: tuple[str, ...]


def told(
    plan: Plan | None,
    evidence: Sequence[Rows],
    finding: Conclusion | AnyGap,
    *,
    choice: str = "",
    died: bool = False,
    read: Read | None = None,
) -> Told:
    """What a record says of a finding; verification computes it again."""
    conclusion = finding if isinstance(finding, Conclusion) else Conclusion()
    return Told(
        outcome=_outcome(finding, died),
        answer=conclusion.answer,
        value=conclusion.value,
        alternatives=_alternatives(finding, choice),
        clarify=_clarify(finding, plan),
        documents=_quoted(read) if read else cited(plan, evidence, finding),
    )


def _quoted(read: Read) -> tuple[str, ...]:
    """The pages that a model quoted, else those that it was shown."""
    quoted = {quote.document for quote in read.quotes}
    return tuple(sorted(quoted or read.documents))


def cited(
    plan: Plan | None, evidence: Sequence[Rows], finding: Conclusion | AnyGap
) -> tuple[str, ...]:
    """The documents behind the answer: the whole examined pool where every member counts, the
    matching rows where the question wants one thing."""
    if isinstance(finding, Ambiguous | Shortlist):
        return tuple(sorted({doc for one in finding.candidates for doc in one.documents}))
    rows = [row for pool in evidence for row in pool.rows]
    if plan is None or completeness(plan) == "exhaustive":
        return documents_of(rows)
    matching = [row for row in rows if row.truth == "yes"]
    return documents_of(matching or rows)


def _outcome(finding: Conclusion | AnyGap, died: bool) -> Outcome:
    if died:
        return "dead"
    if isinstance(finding, Conclusion):
        return "answered"
    return "ambiguous" if isinstance(finding, Ambiguous | Shortlist) else "refused"


def _clarify(finding: Conclusion | AnyGap, plan: Plan | None) -> str | None:
    if isinstance(finding, Ambiguous):
        return finding.clarify
    if isinstance(finding, Shortlist):
        return which_one(finding.candidates, plan)
    if isinstance(finding, LowConfidence) and finding.readings:
        return finding.clarify or which_reading(finding.readings)
    if isinstance(finding, NoSuchChoice) and finding.valid:
        return which_reading(finding.valid)
    return None


def _alternatives(finding: Conclusion | AnyGap, choice: str) -> tuple[Alternative, ...]:
    """All that is left open, each with the key that chooses it. A finding that leaves something
    open has used up whatever was chosen before, so its keys stand behind that."""
    match finding:
        case Ambiguous(candidates=candidates) | Shortlist(candidates=candidates):
            return tuple(_match(candidate, choice) for candidate in candidates)
        case LowConfidence(readings=readings):
            return tuple(
                Alternative(answer=(), reading=each.words, key=joined(choice, each.key))
                for each in readings
            )
        case NoSuchChoice(valid=valid):
            return tuple(Alternative(answer=(), reading=each.words, key=each.key) for each in valid)
        case _:
            return ()


def _match(candidate: Candidate, choice: str) -> Alternative:
    """One match and its answer; a roster is one answer, its names joined."""
    return Alternative(
        answer=(", ".join(candidate.answer),) if candidate.answer else (),
        reading=candidate.label,
        documents=candidate.documents,
        key=joined(choice, candidate.id),
    )

"""Verification: does a certificate still say the truth, by recomputation and without any model?

Nothing was changed since: the digests of record, certificate, plan and evidence, and the signature.
And what is said is so: pool, bound, documents, sources, answer, range, unknowns and verdict are
computed again from the facts of whatever version is at hand. The reading of the question, the trail
and the bill (`constraints`, `trail`, `tokens`) are not: for them only the digests speak.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from occam.core.certify import SETTLING, check_for
from occam.core.check import check
from occam.core.clarify import which_one
from occam.core.conclusion import Conclusion
from occam.core.evidence import Rows
from occam.core.examine import UNPARSED
from occam.core.gaps import Ambiguous, AnyGap, Shortlist, kind_of
from occam.core.plan import Plan, completeness, digest
from occam.core.ports import Facts, Graph
from occam.core.record import AnswerRecord, Certificate
from occam.core.recount import Recount, contradicted_by, contradictions, recount
from occam.core.rereading import reread, unquoted
from occam.core.schema import Schema
from occam.core.seal import digest_of, evidence_digest, record_digest, sha256
from occam.core.settle import Told, told
from occam.core.telling import Telling, contradicted, told_by

DECIDED = ("empty", "missing_value", "ambiguous", "shortlist")

Signed = Callable[[Certificate], bool]


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """`findings` are contradictions, one sentence each; `notes` say what was not contradicted.

    Without `certified` there was nothing to contradict: the record was closed without a certifier.
    """

    ok: bool
    certified: bool = True
    findings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


UNCERTIFIED = Verdict(
    ok=False,
    certified=False,
    findings=("not certified: the certificate has no digest, so nothing vouches for this record",),
)


async def verify(
    subject: AnswerRecord | Certificate,
    facts: Facts,
    schema: Schema,
    *,
    graph: Graph | None = None,
    evidence: tuple[Rows, ...] | None = None,
    signed: Signed | None = None,
) -> Verdict:
    """Recompute all that a record or a certificate claims, on the version that `facts` opens.

    `evidence` is what was stored apart when it was too large to stay in the certificate.
    """
    record = subject if isinstance(subject, AnswerRecord) else None
    certificate = subject.certificate if isinstance(subject, AnswerRecord) else subject
    if not certificate.digest:
        return UNCERTIFIED
    plan, pools = certificate.plan, certificate.evidence or evidence or ()
    findings = [*_seal(certificate, pools, signed), *_plan(certificate, schema)]
    if record:
        findings += _record(record)
    if facts.version == certificate.graph_version:
        findings += await _unparsed(record, certificate, facts)
    telling = told_by(plan, certificate.gap, certificate.constraints, schema)
    if telling:
        findings += _of_schema(record, certificate, telling)
    elif certificate.read:
        findings += await reread(record, certificate, certificate.read, facts, schema)
    elif plan is None or not certificate.evidence_digest:
        findings += _unexamined(record, certificate)
    elif not check(plan, schema):
        now = await recount(plan, certificate, pools, facts, graph)
        findings += contradictions(certificate, now)
        findings += _conclusion(record, certificate, plan, now, schema)
        if graph and now.pools:
            findings += await contradicted_by(graph, plan, certificate, now.pools)
    named = tuple(dict.fromkeys(findings))
    return Verdict(ok=not named, findings=named, notes=tuple(_notes(certificate, facts, signed)))


def _seal(certificate: Certificate, pools: Sequence[Rows], signed: Signed | None) -> Iterator[str]:
    if digest_of(certificate) != certificate.digest:
        yield "certificate: its digest is not that of its content"
    if pools and evidence_digest(pools) != certificate.evidence_digest:
        yield "evidence: its digest is not the one that the certificate gives"
    if signed and not signed(certificate):
        what = "its signature is not valid" if certificate.signature else "it is not signed"
        yield f"certificate: {what}"


def _record(record: AnswerRecord) -> Iterator[str]:
    """The record is the one that was certified, and says what its certificate says."""
    certificate = record.certificate
    if record_digest(record) != certificate.record_digest:
        yield "record: it was altered after it was certified"
    if sha256(record.question.encode()) != certificate.question_digest:
        yield "record: the certificate is about another question"
    pairs = (
        ("id", record.id, certificate.question_id),
        ("gap", record.gap and kind_of(record.gap), certificate.gap),
        ("interval", record.interval, certificate.interval),
        ("stop_reason", record.stop_reason, certificate.stop_reason),
        ("tier", record.tier, certificate.tier),
        ("tokens", record.tokens, certificate.tokens),
        ("cost_usd", record.cost_usd, certificate.cost_usd),
        ("waited_ms", record.waited_ms, round(certificate.waited_ms, 3)),
    )
    for field, said, certified in pairs:
        if said != certified:
            yield f"record: its {field} is not the one that the certificate gives"


def _plan(certificate: Certificate, schema: Schema) -> Iterator[str]:
    """The plan is the one that was digested, and ill-typed only where the certificate says so."""
    plan = certificate.plan
    if (digest(plan) if plan else "") != certificate.plan_digest:
        yield "plan: its digest is not the one that the certificate gives"
    expected = completeness(plan) if plan else None
    if expected != certificate.completeness_class and not told_by(
        plan, certificate.gap, certificate.constraints, schema
    ):
        yield "plan: its completeness class is not the one that the certificate gives"
    invalid = check(plan, schema) if plan else None
    if invalid and certificate.gap != "invalid_plan":
        yield f"plan: {invalid.path}: {invalid.reason}"
    if plan and not invalid and certificate.gap == "invalid_plan":
        yield "plan: it was refused as ill-typed and fits the schema"


async def _unparsed(
    record: AnswerRecord | None, certificate: Certificate, facts: Facts
) -> tuple[str, ...]:
    """The pages that no bound can see. A question that died was held against no facts."""
    died = record.outcome == "dead" if record else certificate.gap == "tier_failed"
    if died and not certificate.unparsed:
        return ()
    states = await facts.unparsed(UNPARSED)
    if tuple(state.document for state in states) == certificate.unparsed:
        return ()
    return ("unparsed: the version has other unreadable pages than the certificate lists",)


def _of_schema(
    record: AnswerRecord | None, certificate: Certificate, telling: Telling
) -> Iterator[str]:
    """What was told is what the schema at hand tells, and no pool is spoken of."""
    yield from contradicted(certificate, telling)
    if certificate.evidence_digest or certificate.sources or certificate.documents:
        yield "evidence: the certificate speaks of a pool and has none"
    if certificate.interval or certificate.could_change or certificate.unknowns:
        yield "answer: the evidence leaves another range"
    if record:
        finding = record.gap or Conclusion(answer=telling.answer)
        yield from _told(record, told(None, (), finding, choice=record.choice))


def _unexamined(record: AnswerRecord | None, certificate: Certificate) -> Iterator[str]:
    """Without plan or evidence there is a reason for it, and nothing is said of a pool."""
    if certificate.gap in SETTLING:
        what = "evidence" if certificate.plan else "plan"
        yield f"answer: the certificate has no {what} that could give one"
    said = (
        certificate.structural_bound is not None,
        certificate.evidence_set_size,
        certificate.evidence_digest,
        certificate.differing,
        certificate.sources,
        certificate.documents,
    )
    if any(said):
        yield "evidence: the certificate speaks of a pool and has none"
    yield from _verdict(certificate, Conclusion())
    if record:
        finding = record.gap or Conclusion()
        yield from _told(record, told(certificate.plan, (), finding, choice=record.choice))


def _conclusion(
    record: AnswerRecord | None, certificate: Certificate, plan: Plan, now: Recount, schema: Schema
) -> Iterator[str]:
    """Answer, range, unknowns and verdict follow from the rows and from nothing else."""
    yield from unquoted(certificate)
    found = now.conclusion(plan, certificate.sources, schema, certificate.recovered)
    if found is None:
        yield "evidence: its rows do not fit the plan"
        return
    if bool(certificate.differing) != (certificate.gap == "bound_mismatch"):
        yield "bound: the certificate records differences exactly when it is refused for them"
    if certificate.gap is None and found.gap is not None:
        yield "answer: the evidence does not give one"
    if certificate.gap in DECIDED and found.gap is None:
        yield "answer: the evidence gives one, and none is certified"
    yield from _verdict(certificate, found if certificate.gap is None else Conclusion())
    if record:
        if record.gap:
            yield from _choice(record.gap, found.gap, plan, schema)
        if now.pools or not certificate.differing:
            finding = record.gap or found
            yield from _told(record, told(plan, now.basis, finding, choice=record.choice))


def _choice(said: AnyGap, found: AnyGap | None, plan: Plan | None, schema: Schema) -> Iterator[str]:
    """An ambiguity lists exactly the answers that the evidence leaves, and asks between them."""
    if not isinstance(said, Ambiguous | Shortlist):
        return
    if not isinstance(found, Shortlist) or found.candidates != said.candidates:
        yield "answer: the evidence leaves other answers to choose from"
    elif isinstance(said, Ambiguous) and said.clarify != which_one(said.candidates, plan, schema):
        yield "record: its clarify would not separate the answers"


def _verdict(certificate: Certificate, found: Conclusion) -> Iterator[str]:
    """Range, unknowns and check, as `certify` would write them."""
    answered = certificate.gap is None
    could_change = found.could_change if answered else None
    if found.interval != certificate.interval or could_change != certificate.could_change:
        yield "answer: the evidence leaves another range"
    if found.unknowns != certificate.unknowns:
        yield "unknowns: the evidence leaves others than the certificate lists"
    expected = check_for(
        certificate.gap,
        planned=certificate.plan is not None,
        differs=bool(certificate.differing),
        bounded=bool(certificate.evidence_digest),
        unknowns=bool(found.unknowns),
        recovered=bool(certificate.recovered),
    )
    if expected != certificate.completeness_check:
        yield f"check: it is {expected}, and the certificate says {certificate.completeness_check}"


def _told(record: AnswerRecord, expected: Told) -> Iterator[str]:
    """Each field that follows from the finding is the one that follows from it."""
    for field in Told.__struct_fields__:
        said, follows = getattr(record, field), getattr(expected, field)
        if said == follows or _dead(field, record):
            continue
        if field in ("answer", "value"):
            yield "answer: it is not the one that the evidence gives"
        else:
            yield f"record: its {field} does not follow from what was found"


def _dead(field: str, record: AnswerRecord) -> bool:
    """A question that failed for good is dead and not only refused."""
    failed = record.gap is not None and kind_of(record.gap) == "tier_failed"
    return field == "outcome" and record.outcome == "dead" and failed


def _notes(certificate: Certificate, facts: Facts, signed: Signed | None) -> Iterator[str]:
    if facts.version != certificate.graph_version:
        yield f"checked on version {facts.version}; issued on {certificate.graph_version or 'none'}"
    if certificate.signature and not signed:
        yield "the signature was not checked"
    if certificate.completeness_check in ("fail", "unverified"):
        yield f"the certificate itself says {certificate.completeness_check}"

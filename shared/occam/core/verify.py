"""Verification: does a certificate still say the truth, by recomputation and without any model?

What is recomputed: its digest and signature, the plan's type and digest, the conclusion from the
evidence, and the bound from the fact table of whatever version is at hand. A document that was
deleted, added to the pool or altered is named; one that has nothing to do with the plan is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from occam.core.certify import digest_of, evidence_digest, sha256
from occam.core.check import check
from occam.core.conclude import conclude
from occam.core.conclusion import documents_of
from occam.core.evidence import Rows
from occam.core.examine import differences, size_of
from occam.core.gaps import Ambiguous, AnyGap, Shortlist
from occam.core.plan import Plan, digest, leaves
from occam.core.ports import Facts, Graph
from occam.core.record import AnswerRecord, Certificate
from occam.core.schema import Schema


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """`findings` are contradictions, one sentence each; `notes` say what was not contradicted."""

    ok: bool
    findings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


async def verify(
    subject: AnswerRecord | Certificate,
    facts: Facts,
    schema: Schema,
    *,
    graph: Graph | None = None,
    evidence: tuple[Rows, ...] | None = None,
    signed: Callable[[Certificate], bool] | None = None,
) -> Verdict:
    """Recompute all that a record or a certificate claims, on the version that `facts` opens.

    `evidence` is what was stored apart when it was too large to stay in the certificate.
    """
    certificate = subject.certificate if isinstance(subject, AnswerRecord) else subject
    pools = certificate.evidence or evidence or ()
    findings = [*_seal(certificate, pools, signed)]
    if isinstance(subject, AnswerRecord):
        findings += _record(subject)
    plan = certificate.plan
    if plan:
        findings += _plan(certificate, plan, schema)
    if plan and certificate.evidence_digest and not check(plan, schema):
        findings += _conclusion(subject, certificate, plan, pools, schema)
        findings += await _bound(certificate, plan, pools, facts)
        findings += await _evidence(plan, pools, graph, certificate)
    named = tuple(dict.fromkeys(findings))
    return Verdict(ok=not named, findings=named, notes=tuple(_notes(certificate, facts, signed)))


def _seal(
    certificate: Certificate,
    pools: Sequence[Rows],
    signed: Callable[[Certificate], bool] | None,
) -> Iterator[str]:
    if digest_of(certificate) != certificate.digest:
        yield "certificate: its digest is not that of its content"
    if pools and evidence_digest(pools) != certificate.evidence_digest:
        yield "evidence: its digest is not the one that the certificate gives"
    if signed and not signed(certificate):
        what = "its signature is not valid" if certificate.signature else "it is not signed"
        yield f"certificate: {what}"


def _record(record: AnswerRecord) -> Iterator[str]:
    """A record may not say more than its certificate."""
    certificate = record.certificate
    if sha256(record.question.encode()) != certificate.question_digest:
        yield "record: the certificate is about another question"
    gap = None if record.gap is None else record.gap.__struct_config__.tag
    pairs = (
        ("id", record.id, certificate.question_id),
        ("gap", gap, certificate.gap),
        ("interval", record.interval, certificate.interval),
        ("stop_reason", record.stop_reason, certificate.stop_reason),
        ("tier", record.tier, certificate.tier),
        ("tokens", record.tokens, certificate.tokens),
        ("cost_usd", record.cost_usd, certificate.cost_usd),
    )
    for field, said, certified in pairs:
        if said != certified:
            yield f"record: its {field} is not the one that the certificate gives"


def _plan(certificate: Certificate, plan: Plan, schema: Schema) -> Iterator[str]:
    """The plan is the one that was digested, and ill-typed only where the certificate says so."""
    if digest(plan) != certificate.plan_digest:
        yield "plan: its digest is not the one that the certificate gives"
    invalid = check(plan, schema)
    if invalid and certificate.gap != "invalid_plan":
        yield f"plan: {invalid.path}: {invalid.reason}"
    if not invalid and certificate.gap == "invalid_plan":
        yield "plan: it was refused as ill-typed and fits the schema"


def _conclusion(
    subject: AnswerRecord | Certificate,
    certificate: Certificate,
    plan: Plan,
    pools: tuple[Rows, ...],
    schema: Schema,
) -> Iterator[str]:
    """The answer follows from the evidence and from nothing else."""
    if len(pools) != len(leaves(plan)):
        return
    found = conclude(plan, pools, schema, certificate.sources)
    if certificate.gap is not None:
        if isinstance(subject, AnswerRecord) and not _same_choice(subject.gap, found.gap):
            yield "answer: the evidence leaves other answers to choose from"
        return
    if found.gap is not None:
        yield "answer: the evidence does not give one"
    if found.interval != certificate.interval or found.could_change != certificate.could_change:
        yield "answer: the evidence leaves another range"
    if isinstance(subject, AnswerRecord) and (found.answer, found.value) != (
        subject.answer,
        subject.value,
    ):
        yield "answer: it is not the one that the evidence gives"


def _same_choice(said: AnyGap | None, found: AnyGap | None) -> bool:
    """Whether an ambiguity lists exactly the answers that the evidence leaves."""
    if not isinstance(said, Ambiguous | Shortlist):
        return True
    return isinstance(found, Shortlist) and found.candidates == said.candidates


async def _bound(
    certificate: Certificate, plan: Plan, pools: tuple[Rows, ...], facts: Facts
) -> list[str]:
    """The pool by facts, now, against what the certificate says it was."""
    bound = tuple([await facts.rows(query) for query in leaves(plan)])
    if facts.version != certificate.graph_version:
        bound = tuple(_as_of(certificate.graph_version, rows) for rows in bound)
    findings = [*await _documents(certificate, bound, facts)]
    if pools:
        findings += _pool(certificate, pools, bound)
    elif evidence_digest(bound) != certificate.evidence_digest:
        findings.append("evidence: it is stored apart, and the bound does not give its digest")
    if certificate.structural_bound not in (None, size_of(bound)):
        findings.append(
            f"bound: {size_of(bound)} candidates now, {certificate.structural_bound} certified"
        )
    return findings


def _pool(certificate: Certificate, pools: Sequence[Rows], bound: Sequence[Rows]) -> Iterator[str]:
    found = differences(pools, bound)
    yield from (line for line in found if line not in certificate.differing)
    vertices = {line for line in certificate.differing if not line.endswith("not in the ledger")}
    if vertices - set(found):
        yield "bound: a difference that the certificate records does not show"
    if size_of(pools) != certificate.evidence_set_size:
        yield "evidence: its size is not the one that the certificate gives"


async def _documents(
    certificate: Certificate, bound: Sequence[Rows], facts: Facts
) -> Iterator[str]:
    """Documents of the pool that are gone, were altered, or came to it."""
    pool = documents_of(row for rows in bound for row in rows.rows)
    states = await facts.documents(tuple(sorted({*certificate.documents, *pool})))
    now = {state.document: state.digest for state in states}
    return iter(
        [
            *(f"{doc}: the document is gone" for doc in certificate.documents if doc not in now),
            *(
                f"{doc}: the document was altered"
                for doc, was in certificate.documents.items()
                if doc in now and now[doc] != was
            ),
            *(
                f"{doc}: a document of the pool that the certificate does not know"
                for doc in pool
                if doc not in certificate.documents
            ),
        ]
    )


async def _evidence(
    plan: Plan, pools: tuple[Rows, ...], graph: Graph | None, certificate: Certificate
) -> tuple[str, ...]:
    """The evidence as the graph gives it now, where a graph is at hand."""
    if graph is None or not pools:
        return ()
    fresh = tuple([await graph.rows(query) for query in leaves(plan)])
    if graph.version != certificate.graph_version:
        fresh = tuple(_as_of(certificate.graph_version, rows) for rows in fresh)
    found = differences(fresh, pools)
    return tuple(f"graph: {line.replace('in the facts', 'certified')}" for line in found)


def _as_of(version: str, rows: Rows) -> Rows:
    """Rows of another version, to be compared without regard to which it is."""
    return msgspec.structs.replace(rows, version=version)


def _notes(
    certificate: Certificate, facts: Facts, signed: Callable[[Certificate], bool] | None
) -> Iterator[str]:
    if facts.version != certificate.graph_version:
        yield f"checked on version {facts.version}; issued on {certificate.graph_version or 'none'}"
    if certificate.signature and not signed:
        yield "the signature was not checked"
    if certificate.completeness_check in ("fail", "unverified"):
        yield f"the certificate itself says {certificate.completeness_check}"

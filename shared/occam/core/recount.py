"""The pool of a certificate counted again, from the facts of the version at hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from occam.core.conclude import conclude
from occam.core.conclusion import Conclusion, documents_of
from occam.core.evidence import Recovered, Rows, Source
from occam.core.examine import differences, size_of, sources_of, unledgered
from occam.core.plan import Plan, leaves
from occam.core.ports import DocumentState, Facts, Graph
from occam.core.record import Certificate
from occam.core.recovery import overlaid
from occam.core.schema import Schema
from occam.core.seal import evidence_digest


class Recount(msgspec.Struct, frozen=True, kw_only=True):
    """What the facts say now. `pools` is the certified evidence, empty where it cannot be had.

    `same` says that the version is the one the certificate was issued on.
    """

    same: bool
    bound: tuple[Rows, ...]
    pools: tuple[Rows, ...]
    differing: tuple[str, ...]
    states: tuple[DocumentState, ...]
    sources: tuple[Source, ...]

    @property
    def basis(self) -> tuple[Rows, ...]:
        """The rows to conclude from: the evidence, unless the facts of its version contradict it
        or it is not there."""
        if len(self.pools) != len(self.bound) or (self.same and self.differing):
            return self.bound
        return self.pools

    def conclusion(
        self,
        plan: Plan,
        certified: Sequence[Source],
        schema: Schema,
        recovered: Sequence[Recovered] = (),
    ) -> Conclusion | None:
        """The answer that the rows give; None where they do not even fit the plan."""
        sources = self.sources if self.same else certified
        try:
            return conclude(plan, overlaid(plan, self.basis, recovered, schema), schema, sources)
        except (KeyError, IndexError, TypeError, ValueError):
            return None


async def recount(
    plan: Plan,
    certificate: Certificate,
    evidence: tuple[Rows, ...],
    facts: Facts,
    graph: Graph | None,
) -> Recount:
    """Read the pool again. Evidence stored apart is what the graph gives, if its digest fits."""
    issued = certificate.graph_version
    bound = tuple([_as_of(issued, await facts.rows(query)) for query in leaves(plan)])
    pools = certificate.evidence or evidence
    if not pools and graph:
        fresh = await _fetched(plan, graph, issued)
        pools = fresh if evidence_digest(fresh) == certificate.evidence_digest else ()
    documents = documents_of(row for rows in (*pools, *bound) for row in rows.rows)
    wanted = tuple(sorted({*documents, *certificate.documents}))
    states = await facts.documents(wanted)
    found = (*differences(pools, bound), *unledgered(documents, states)) if pools else ()
    return Recount(
        same=facts.version == issued,
        bound=bound,
        pools=pools,
        differing=tuple(line for line in found if line not in certificate.differing),
        states=states,
        sources=await sources_of(plan, pools or bound, facts),
    )


def contradictions(certificate: Certificate, now: Recount) -> Iterator[str]:
    """What the certificate says of pool, bound, documents and sources and the facts do not."""
    yield from _documents(certificate, now)
    yield from now.differing
    yield from _sizes(certificate, now)
    yield from _sources(certificate, now)


def _sizes(certificate: Certificate, now: Recount) -> Iterator[str]:
    if not now.pools and evidence_digest(now.bound) != certificate.evidence_digest:
        yield "evidence: it is stored apart, and the bound does not give its digest"
    if now.pools:
        recorded = {line for line in certificate.differing if not line.endswith("in the ledger")}
        if recorded - set(differences(now.pools, now.bound)):
            yield "bound: a difference that the certificate records does not show"
    if size_of(now.pools or now.bound) != certificate.evidence_set_size:
        yield "evidence: its size is not the one that the certificate gives"
    if certificate.structural_bound is None:
        yield "bound: the certificate gives none for its evidence"
    elif certificate.structural_bound != size_of(now.bound):
        bound = certificate.structural_bound
        yield f"bound: {size_of(now.bound)} candidates now, {bound} certified"


def _documents(certificate: Certificate, now: Recount) -> Iterator[str]:
    """Documents of the pool that are gone, were altered, or came to it."""
    held = {state.document: state.digest for state in now.states}
    pool = documents_of(row for rows in now.bound for row in rows.rows)
    for document, was in certificate.documents.items():
        if document not in held:
            yield f"{document}: the document is gone"
        elif held[document] != was:
            yield f"{document}: the document was altered"
    for document in pool:
        if document not in certificate.documents:
            yield f"{document}: a document of the pool that the certificate does not know"
    if now.same:
        cited = {*pool, *documents_of(row for rows in now.pools for row in rows.rows)}
        for document in sorted(set(certificate.documents) - cited):
            yield f"{document}: not a document of the pool"


def _sources(certificate: Certificate, now: Recount) -> Iterator[str]:
    """Where the values were read: all of them, or on another version those of unaltered pages."""
    if certificate.differing and not now.pools:
        return
    said, found = certificate.sources, now.sources
    if not now.same:
        held = {state.document: state.digest for state in now.states}
        kept = {doc for doc, was in certificate.documents.items() if held.get(doc) == was}
        said, found = _of(said, kept), _of(found, kept)
    if set(said) != set(found):
        yield "sources: the values were not read where the certificate says"


def _of(sources: Iterable[Source], documents: set[str]) -> tuple[Source, ...]:
    return tuple(source for source in sources if source.document in documents)


async def contradicted_by(
    graph: Graph, plan: Plan, certificate: Certificate, pools: Sequence[Rows]
) -> tuple[str, ...]:
    """Where the graph gives other evidence now."""
    fresh = await _fetched(plan, graph, certificate.graph_version)
    found = differences(fresh, pools)
    return tuple(f"graph: {line.replace('in the facts', 'certified')}" for line in found)


async def _fetched(plan: Plan, graph: Graph, version: str) -> tuple[Rows, ...]:
    return tuple([_as_of(version, await graph.rows(query)) for query in leaves(plan)])


def _as_of(version: str, rows: Rows) -> Rows:
    """Rows of another version, to be compared without regard to which it is."""
    return rows if rows.version == version else msgspec.structs.replace(rows, version=version)

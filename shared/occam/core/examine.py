"""The disjoint route: the same pool read from facts, held against the evidence row by row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from occam.core.conclusion import documents_of, predicates_of
from occam.core.evidence import Reached, Row, Rows, Source
from occam.core.gaps import BoundMismatch
from occam.core.plan import (
    AllValues,
    Extreme,
    ExtremeValues,
    Fold,
    Group,
    Members,
    Plan,
    Query,
    TopK,
    Values,
    hops_of,
    leaves,
    nodes_of,
)
from occam.core.ports import DocumentState, Facts
from occam.core.record import Step
from occam.core.values import Cell

UNPARSED = 50


class Examined(msgspec.Struct, frozen=True, kw_only=True):
    """What the disjoint route says of the evidence. `bound` None: there was no such route."""

    bound: tuple[Rows, ...] | None = None
    differing: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
    documents: tuple[DocumentState, ...] = ()
    unparsed: tuple[DocumentState, ...] = ()

    def mismatch(self, evidence: Sequence[Rows]) -> BoundMismatch | None:
        """The gap to raise when the two routes disagree."""
        if not self.differing:
            return None
        return BoundMismatch(
            bound=size_of(self.bound or ()), evidence=size_of(evidence), differing=self.differing
        )


async def examine(plan: Plan | None, evidence: tuple[Rows, ...], facts: Facts | None) -> Examined:
    """Ask the fact table for the same pool, where its values were read, and what it cannot see."""
    if facts is None:
        return Examined()
    unparsed = await facts.unparsed(UNPARSED)
    if plan is None or not evidence:
        return Examined(unparsed=unparsed)
    queries = leaves(plan)
    bound = tuple([await facts.rows(query) for query in queries])
    cited = documents_of(row for rows in (*evidence, *bound) for row in rows.rows)
    states = await facts.documents(cited)
    return Examined(
        bound=bound,
        differing=(*differences(evidence, bound), *unledgered(cited, states)),
        sources=await sources_of(plan, evidence, facts),
        documents=states,
        unparsed=unparsed,
    )


async def sources_of(plan: Plan, evidence: tuple[Rows, ...], facts: Facts) -> tuple[Source, ...]:
    """Where the values that these rows are compared by were read."""
    return await facts.sources(_subjects(evidence), _attributes(leaves(plan)))


def refetched(trail: Sequence[Step]) -> bool:
    """Whether a mismatch has already sent this question back for fresh evidence."""
    return any(step.gap == "bound_mismatch" for step in trail)


def size_of(pools: Sequence[Rows]) -> int:
    """How many rows the pools of a plan hold together."""
    return sum(len(pool.rows) for pool in pools)


def differences(evidence: Sequence[Rows], bound: Sequence[Rows]) -> tuple[str, ...]:
    """Every vertex and field in which the two routes disagree, as `vertex: field`."""
    if len(evidence) != len(bound):
        return ("evidence: not one pool for each query of the plan",)
    return tuple(line for pools in zip(evidence, bound, strict=True) for line in _pools(*pools))


def _pools(evidence: Rows, bound: Rows) -> Iterator[str]:
    if evidence.version != bound.version:
        yield f"version: {evidence.version} in the graph, {bound.version} in the facts"
    if evidence.truncated_at is not None or bound.truncated_at is not None:
        yield "pool: a part of it was not read"
    if evidence.rows == bound.rows:
        return
    left = {row.id: row for row in evidence.rows}
    right = {row.id: row for row in bound.rows}
    if len(left) != len(evidence.rows):
        yield "pool: a vertex is in it twice"
    for key in sorted(left.keys() | right.keys()):
        mine, other = left.get(key), right.get(key)
        if mine is None:
            yield f"{key}: only in the facts"
        elif other is None:
            yield f"{key}: only in the graph"
        elif mine != other:
            yield from (f"{key}: {field}" for field in _fields(mine, other))


def _fields(mine: Row, other: Row) -> Iterator[str]:
    if mine.label != other.label:
        yield "label"
    if mine.truth != other.truth:
        yield "truth"
    yield from _cells(mine.cells, other.cells)
    for name in sorted(mine.nodes.keys() | other.nodes.keys()):
        if _standing(mine.nodes.get(name, ())) != _standing(other.nodes.get(name, ())):
            yield name
    if sorted(mine.open) != sorted(other.open):
        yield "open"
    if sorted(mine.documents) != sorted(other.documents):
        yield "documents"


def _cells(mine: Mapping[str, Cell], other: Mapping[str, Cell]) -> Iterator[str]:
    for attr in sorted(mine.keys() | other.keys()):
        if _value(mine.get(attr)) != _value(other.get(attr)):
            yield attr


def _value(cell: Cell | None) -> tuple[object, str]:
    """What is compared of a cell: two routes may word the cause of an unknown differently."""
    return (cell.value, cell.status) if cell else (None, "missing")


def _standing(vertices: Sequence[Reached]) -> list[tuple[object, ...]]:
    """Vertices at a named node in one order, each with all that is compared of it."""
    return sorted(
        (
            vertex.id,
            vertex.label,
            vertex.truth,
            *((attr, *map(str, _value(cell))) for attr, cell in sorted(vertex.cells.items())),
        )
        for vertex in vertices
    )


def unledgered(cited: Sequence[str], states: Sequence[DocumentState]) -> Iterator[str]:
    """A cited document that the ledger never saw proves nothing."""
    known = {state.document for state in states}
    return (f"{document}: not in the ledger" for document in cited if document not in known)


def _subjects(evidence: Sequence[Rows]) -> tuple[str, ...]:
    """The pool, and what its documents are about: a documentary vertex is named like its page."""
    rows = [row for pool in evidence for row in pool.rows]
    return tuple(sorted({row.id for row in rows} | set(documents_of(rows))))


def _attributes(queries: Sequence[Query]) -> tuple[str, ...]:
    """Attributes and edges that the plan compares or answers with: those need a source."""
    found: set[str] = set()
    for query in queries:
        answer = query.answer
        if isinstance(answer, Values | AllValues | Extreme | ExtremeValues | TopK | Fold):
            found.add(answer.attr)
        if isinstance(answer, ExtremeValues) and answer.told != "label":
            found.add(answer.told)
        if isinstance(answer, Members) and answer.order:
            found.add(answer.order.attr)
        if isinstance(answer, Group) and answer.fold:
            found.add(answer.fold.attr)
        for node in nodes_of(query.root):
            found |= {predicate.attr for predicate in predicates_of(node)}
            found |= {hop.edge for hop in hops_of(node)}
    return tuple(sorted(found - {"id"}))

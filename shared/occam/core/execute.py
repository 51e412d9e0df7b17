"""From plan to evidence: type check, one read per query, and what the rows leave open."""

from __future__ import annotations

import msgspec

from occam.core.check import check
from occam.core.conclude import conclude
from occam.core.errors import QueryNotInstalled
from occam.core.evidence import Rows
from occam.core.gaps import AnyGap, NotInstalled, Truncated
from occam.core.plan import Plan, digest, leaves
from occam.core.ports import Graph
from occam.core.schema import Schema


class Execution(msgspec.Struct, frozen=True, kw_only=True):
    """What the graph said, and the gap it leaves or None."""

    evidence: tuple[Rows, ...] = ()
    gap: AnyGap | None = None


async def execute(plan: Plan, graph: Graph, schema: Schema) -> Execution:
    """Run a plan on one graph version. An ill-typed plan never reaches the graph."""
    if invalid := check(plan, schema):
        return Execution(gap=invalid)
    try:
        evidence = tuple([await graph.rows(query) for query in leaves(plan)])
    except QueryNotInstalled as error:
        return Execution(gap=NotInstalled(shape=digest(plan), command=error.command))
    for rows in evidence:
        if rows.truncated_at is not None:
            gap = Truncated(got=len(rows.rows), of=rows.truncated_at)
            return Execution(evidence=evidence, gap=gap)
    return Execution(evidence=evidence, gap=conclude(plan, evidence, schema).gap)

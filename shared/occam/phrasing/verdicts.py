"""What a draft's plan says when it is run: the expected answer, or why the draft is of no use."""

from __future__ import annotations

import msgspec

from occam.core.check import check
from occam.core.conclude import conclude
from occam.core.conclusion import Conclusion, Interval, documents_of
from occam.core.evidence import Rows
from occam.core.gaps import Empty, MissingValue, Shortlist
from occam.core.plan import Extreme, Fold, Group, Plan, Query, TopK, digest, leaves
from occam.core.ports import Graph
from occam.core.schema import Schema
from occam.phrasing.drafts import Expected

LONGEST_ANSWER = 60


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What must be answered; `useless` says why a question with this plan is not asked."""

    answer: tuple[str, ...] = ()
    value: int | float | bool | None = None
    interval: Interval | None = None
    documents: tuple[str, ...] = ()
    useless: str = ""


class Judge:
    """Runs plans on one graph, each plan once."""

    def __init__(self, graph: Graph, schema: Schema) -> None:
        self._graph = graph
        self._schema = schema
        self._known: dict[str, tuple[tuple[Rows, ...], Conclusion]] = {}

    async def on(self, plan: Plan, expected: Expected) -> Verdict:
        """The verdict on a plan of which this is expected."""
        if invalid := check(plan, self._schema):
            return Verdict(useless=f"ill-typed: {invalid.reason}")
        evidence, found = await self._concluded(plan)
        if isinstance(found.gap, Shortlist):
            if expected != "ambiguous":
                return Verdict(useless="several match where one is asked for")
            answers = {answer for each in found.gap.candidates for answer in each.answer}
            documents = {page for each in found.gap.candidates for page in each.documents}
            return Verdict(answer=tuple(sorted(answers)), documents=tuple(sorted(documents)))
        if useless := _gap(found, expected) or _trivial(plan, evidence, found, expected):
            return Verdict(useless=useless)
        return Verdict(
            answer=found.answer,
            value=found.value,
            interval=found.interval,
            documents=documents_of(row for rows in evidence for row in rows.rows),
        )

    async def _concluded(self, plan: Plan) -> tuple[tuple[Rows, ...], Conclusion]:
        key = digest(plan)
        if key not in self._known:
            evidence = tuple([await self._graph.rows(query) for query in leaves(plan)])
            self._known[key] = evidence, conclude(plan, evidence, self._schema)
        return self._known[key]


def _gap(found: Conclusion, expected: Expected) -> str:
    match found.gap:
        case None if expected == "ambiguous":
            return "one matches where several should"
        case None:
            return ""
        case Empty():
            return "nothing matches where one is asked for"
        case MissingValue():
            return "an unknown value decides"
        case _:
            return "too many rows"


def _trivial(plan: Plan, evidence: tuple[Rows, ...], found: Conclusion, expected: Expected) -> str:
    nothing = found.answer in ((), ("0",), ("No",)) and not found.could_change
    if expected == "zero":
        return "" if nothing else "something matches, or could"
    if (nothing or not found.answer) and isinstance(plan, Query):
        return "nothing is known to match"
    if len(found.answer) > LONGEST_ANSWER:
        return "a long answer"
    matching = sum(row.truth == "yes" for row in evidence[0].rows)
    if isinstance(plan, Query) and isinstance(plan.answer, Extreme | TopK | Fold | Group):
        wanted = plan.answer.k if isinstance(plan.answer, TopK | Group) else 1
        if matching <= max(wanted, 1) or len(found.answer) < wanted:
            return "nothing to rank"
    return ""

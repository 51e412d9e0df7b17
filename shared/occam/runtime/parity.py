"""The same plans on two engines: every row, value, document and bound has to be equal.

Nothing is left out in silence: a question that gives no plan is counted and named with its gap.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from occam.core.conclude import Conclusion, conclude
from occam.core.describe import describe
from occam.core.errors import BadInput
from occam.core.evidence import Row, Rows
from occam.core.examine import differences
from occam.core.gaps import kind_of
from occam.core.inquiry import Told
from occam.core.parse import Understood
from occam.core.plan import Plan, Query, digest, leaves
from occam.core.ports import Facts, Graph
from occam.core.schema import Schema
from occam.core.telling import TOLD
from occam.core.understand import Understands
from occam.phrasing import stock
from occam.runtime.sampling import sampled

SHOWN = 12


Own = Callable[[Query, Conclusion], Awaitable[str | None]]
"""How an engine's own answer differs from a conclusion: empty: it does not, None: there is none."""


class Engine(msgspec.Struct, frozen=True):
    """Both routes of one engine, and its own answers where it can count, rank and fold itself."""

    graph: Graph
    facts: Facts
    own: Own | None = None


class Asked(msgspec.Struct, frozen=True):
    """One plan to try; `gap` says why a question gave none."""

    name: str
    plan: Plan | None = None
    gap: str = ""


class Tried(msgspec.Struct, frozen=True):
    """What came of it: nothing differs, some lines do, or there was no plan to try."""

    name: str
    digest: str = ""
    rows: int = 0
    gap: str = ""
    own: int = 0
    differing: tuple[str, ...] = ()


class Parity(msgspec.Struct, frozen=True):
    """All that was tried."""

    tried: tuple[Tried, ...]

    @property
    def equal(self) -> int:
        """Plans whose rows and bounds are the same on both engines."""
        return sum(not each.differing and not each.gap for each in self.tried)

    @property
    def differing(self) -> tuple[Tried, ...]:
        """Plans that differ somewhere."""
        return tuple(each for each in self.tried if each.differing)

    @property
    def without_plan(self) -> tuple[Tried, ...]:
        """Questions that gave no plan."""
        return tuple(each for each in self.tried if each.gap)

    def lines(self) -> Iterator[str]:
        """A report to read."""
        for each in self.differing:
            yield f"{each.name}: differs ({each.digest[:12]})"
            yield from (f"  {line}" for line in each.differing[:SHOWN])
            if len(each.differing) > SHOWN:
                yield f"  and {len(each.differing) - SHOWN} more"
        for each in self.without_plan:
            yield f"{each.name}: no plan to compare ({each.gap})"
        rows = sum(each.rows for each in self.tried)
        yield (
            f"{self.equal} equal, {len(self.differing)} differ, "
            f"{len(self.without_plan)} without a plan; {rows} rows compared"
        )
        if own := sum(each.own for each in self.tried):
            yield f"{own} answers that the server counted, ranked or folded itself agree too"


async def compare(
    asked: Iterable[Asked], schema: Schema, left: Engine, right: Engine
) -> AsyncIterator[Tried]:
    """Every plan on both engines and by both routes, in turn."""
    for each in asked:
        if each.plan is None:
            yield Tried(each.name, gap=each.gap)
            continue
        yield await _compared(each.name, each.plan, schema, left, right)


async def _compared(name: str, plan: Plan, schema: Schema, left: Engine, right: Engine) -> Tried:
    one, other = await _read(plan, left), await _read(plan, right)
    found = [
        f"{route}: {line}"
        for route in ("evidence", "bound")
        for line in _differing(one[route], other[route])
    ]
    said = conclude(plan, one["evidence"], schema), conclude(plan, other["evidence"], schema)
    if said[0] != said[1]:
        found.append("conclusion: not the same")
    own = [] if found else [line async for line in _own(plan, schema, right, one["evidence"])]
    return Tried(
        name,
        digest=digest(plan),
        rows=sum(len(rows.rows) for rows in one["evidence"]),
        own=len(own),
        differing=(*found, *(f"the server's own answer: {line}" for line in own if line)),
    )


async def _own(
    plan: Plan, schema: Schema, engine: Engine, evidence: Sequence[Rows]
) -> AsyncIterator[str]:
    """What the engine's own answers say of the conclusion from each query's rows."""
    for query, rows in zip(leaves(plan), evidence, strict=True):
        said = await engine.own(query, conclude(query, (rows,), schema)) if engine.own else None
        if said is not None:
            yield said


async def _read(plan: Plan, engine: Engine) -> dict[str, tuple[Rows, ...]]:
    queries = leaves(plan)
    return {
        "evidence": tuple([await engine.graph.rows(query) for query in queries]),
        "bound": tuple([await engine.facts.rows(query) for query in queries]),
    }


def _differing(one: Sequence[Rows], other: Sequence[Rows]) -> Iterator[str]:
    if tuple(one) == tuple(other):
        return
    told = differences(one, other)
    yield from (_worded(line) for line in told)
    if not told:
        yield from _exactly(one, other)


def _worded(line: str) -> str:
    for name, engine in (("in the graph", "in the first"), ("in the facts", "in the second")):
        line = line.replace(name, engine)
    return line


def _exactly(one: Sequence[Rows], other: Sequence[Rows]) -> Iterator[str]:
    """What `differences` takes for equal: causes, and the order of what is listed."""
    for left, right in zip(one, other, strict=True):
        for mine, its in zip(left.rows, right.rows, strict=True):
            yield from (f"{mine.id}: {name}, to the letter" for name in _fields(mine, its))


def _fields(mine: Row, other: Row) -> Iterator[str]:
    for name in Row.__struct_fields__:
        if getattr(mine, name) != getattr(other, name):
            yield name


def questions(path: Path, parser: Understands) -> Iterator[Asked]:
    """The plans of a file of questions, one JSON object a line with `question` and `id` or `qid`;
    a plan that the line gives itself is tried as well."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip():
            yield from _of_line(path, number, line, parser)


def _of_line(path: Path, number: int, line: str, parser: Understands) -> Iterator[Asked]:
    try:
        said: dict[str, Any] = msgspec.json.decode(line, type=dict[str, Any])
        text = str(said["question"])
        own = msgspec.convert(said["plan"], Plan) if said.get("plan") else None
    except (msgspec.DecodeError, msgspec.ValidationError, KeyError) as error:
        raise BadInput(f"{path}:{number}: not a question: {error}") from error
    name = str(said.get("id") or said.get("qid") or f"line {number}")
    parsed = parser.parse(text)
    if isinstance(parsed, Understood):
        yield Asked(name, parsed.plan)
        for position, plan in enumerate(parsed.fallbacks, 1):
            yield Asked(f"{name} (fallback {position})", plan)
    else:
        yield Asked(name, gap=TOLD if isinstance(parsed, Told) else kind_of(parsed))
    if own is not None:
        yield Asked(f"{name} (golden plan)", own)


async def generated(graph: Graph, schema: Schema, count: int, seed: int) -> list[Asked]:
    """Plans that nobody wrote, over the values of the graph."""
    plans = islice(sampled(await stock(graph, schema), seed), count)
    return [Asked(f"generated {n}: {describe(plan)}", plan) for n, plan in enumerate(plans, 1)]

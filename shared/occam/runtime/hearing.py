"""A question from text to terminal in one process, by the steps that the services take."""

from __future__ import annotations

import time
from typing import Protocol

import msgspec

from occam.core.closing import close
from occam.core.execute import execute
from occam.core.gaps import AnyGap, BoundMismatch, Empty, LowConfidence, Shortlist
from occam.core.inquiry import Told
from occam.core.narrow import narrow
from occam.core.parse import Parsed, Understood
from occam.core.plan import Plan
from occam.core.ports import Facts, Graph
from occam.core.record import AnswerRecord
from occam.core.schema import Schema
from occam.messages.catalog import QuestionAsked
from occam.messages.forward import Found, admitted
from occam.messages.header import Header


class Parses(Protocol):
    """Whatever turns a question into a plan or a gap, or has the schema tell."""

    def parse(self, question: str, choice: str = "") -> Parsed | Told: ...


class Heard(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one question: the plan that ran, the terminal or the gap, and the time that
    parsing took. `readings` are what would have become of it, had a person chosen one of those that
    the gap lists; `failure` tells an error that nobody foresaw."""

    milliseconds: float
    plan: Plan | None = None
    record: AnswerRecord | None = None
    gap: AnyGap | None = None
    readings: tuple[Heard, ...] = ()
    failure: str = ""


class Hearing:
    """One parser over one graph version."""

    def __init__(
        self, parser: Parses, graph: Graph, facts: Facts, schema: Schema, pack: str
    ) -> None:
        self._parser, self._graph, self._facts = parser, graph, facts
        self._schema, self._pack = schema, pack

    async def of(self, name: str, question: str, choice: str = "") -> Heard:
        """The terminal of a question; an error becomes one too."""
        started = time.perf_counter()
        try:
            parsed = self._parser.parse(question, choice)
            elapsed = (time.perf_counter() - started) * 1000
        except Exception as error:
            elapsed = (time.perf_counter() - started) * 1000
            return Heard(milliseconds=elapsed, failure=f"{type(error).__name__}: {error}")
        if isinstance(parsed, LowConfidence) and not choice:
            keys = [reading.key for reading in parsed.readings]
            chosen = tuple([await self.of(name, question, key) for key in keys])
            return Heard(milliseconds=elapsed, gap=parsed, readings=chosen)
        if not isinstance(parsed, Understood | Told):
            return Heard(milliseconds=elapsed, gap=parsed)
        try:
            ended = await self._ended(name, question, parsed)
        except Exception as error:
            failure = f"{type(error).__name__}: {error}"
            plan = parsed.plan if isinstance(parsed, Understood) else None
            return Heard(milliseconds=elapsed, plan=plan, failure=failure)
        return msgspec.structs.replace(ended, milliseconds=elapsed)

    async def _ended(self, name: str, question: str, parsed: Understood | Told) -> Heard:
        header = admitted(
            QuestionAsked(id=name, question=question), self._pack, self._graph.version
        )
        if isinstance(parsed, Told):
            return await self._closed(header, Found(constraints=parsed.constraints), None)
        plan = parsed.plan
        run = await execute(plan, self._graph, self._schema)
        for fallback in parsed.fallbacks:
            if not isinstance(run.gap, Empty):
                break
            plan = fallback
            run = await execute(plan, self._graph, self._schema)
        remaining, evidence, gap = plan, run.evidence, run.gap
        if isinstance(gap, Shortlist):
            narrowed = narrow(plan, evidence, parsed.constraints, self._schema)
            remaining, evidence, gap = narrowed.plan, narrowed.evidence, narrowed.gap
        found = Found(plan=remaining, evidence=evidence, constraints=parsed.constraints)
        return await self._closed(msgspec.structs.replace(header, gap=gap), found, plan)

    async def _closed(self, header: Header, found: Found, plan: Plan | None) -> Heard:
        end = await close(
            header, header.gap, found.plan, found.evidence, self._facts, self._schema,
            constraints=found.constraints,
        )  # fmt: skip
        if isinstance(end, BoundMismatch):
            return Heard(milliseconds=0.0, plan=plan, gap=end)
        return Heard(milliseconds=0.0, plan=plan, record=end, gap=end.gap)

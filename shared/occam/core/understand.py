"""Tier 0 as a whole: the pack's rules first, then the schema parser; the better gap where neither
understands."""

from __future__ import annotations

from typing import Protocol

from occam.core.contradiction import contradicts
from occam.core.gaps import LowConfidence, NoRoute, UnmappedPhrase, Unresolved
from occam.core.inquiry import Inquiry, Told
from occam.core.parse import Parsed, Understood
from occam.core.plan import digest
from occam.core.ports import Decision
from occam.core.reading.explaining import Explanation, Parser
from occam.core.schema import Schema


class Reader(Protocol):
    """Turns a question into a plan or a gap."""

    def parse(self, question: str, choice: str = "") -> Parsed: ...


class Explainer(Reader, Protocol):
    """Also says how a question was read, whichever parser did."""

    def explain(
        self,
        question: str,
        parsed: Parsed | Told,
        by: Parser = "schema",
        choice: str = "",
        decision: Decision | None = None,
    ) -> Explanation: ...


class Understands(Protocol):
    """Turns a question into a plan or a gap, or has the schema tell."""

    def parse(self, question: str, choice: str = "") -> Parsed | Told: ...


class Understanding:
    """Rules are a pack's own exceptions; the schema parser reads what they do not know."""

    def __init__(
        self, graph: Schema, rules: Reader, schema: Explainer, inquiry: Inquiry | None = None
    ) -> None:
        self._graph, self._rules, self._schema, self._inquiry = graph, rules, schema, inquiry

    def parse(self, question: str, choice: str = "") -> Parsed | Told:
        """The plan of the question, what the schema tells, or what is missing. `choice` is the key
        of the reading to take where several remain."""
        if self._inquiry and (found := self._inquiry.read(question)):
            return found
        ruled = self._rules.parse(question, choice)
        if isinstance(ruled, Understood) and contradicts(ruled.plan, self._graph):
            ruled = NoRoute(phrase=question)
        if not isinstance(ruled, NoRoute | UnmappedPhrase | Unresolved | LowConfidence):
            return ruled
        read = self._schema.parse(question, choice)
        if isinstance(read, Understood) and contradicts(read.plan, self._graph):
            read = NoRoute(phrase=question)
        if isinstance(ruled, LowConfidence):
            return _settled(ruled, read)
        if isinstance(read, Understood):
            return read
        return ruled if isinstance(read, NoRoute) or isinstance(ruled, Unresolved) else read

    def explain(
        self, question: str, choice: str = "", decision: Decision | None = None
    ) -> Explanation:
        """How the question is read, step by step; `decision` is what made or would have made the
        choice."""
        parsed = self.parse(question, choice)
        by: Parser = "schema"
        if self._inquiry and self._inquiry.read(question):
            by = "inquiry"
        elif not isinstance(parsed, NoRoute) and parsed == self._rules.parse(question, choice):
            by = "rules"
        return self._schema.explain(question, parsed, by, choice, decision)


def _settled(ruled: LowConfidence, read: Parsed) -> Parsed:
    """Two readings of the rules, and the schema parser takes one of them: that one."""
    taken = isinstance(read, Understood) and digest(read.plan) in ruled.choices
    return read if taken else ruled

"""Tier 0 as a whole: the schema parser, then the pack's rules, or the rules first where the pack
says so; the better gap where neither understands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from occam.core.contradiction import contradicts
from occam.core.gaps import LowConfidence, NoRoute, UnmappedPhrase, Unresolved
from occam.core.inquiry import Inquiry, Told
from occam.core.parse import Parsed, Understood
from occam.core.plan import Plan
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


def _never(said: Plan | str) -> bool:
    return False


class Understanding:
    """The schema parser reads a question, and a pack's rules what it does not understand. Rules
    that go `first` are exceptions: what they understand, the schema parser is not asked. Else they
    are not believed where a plan is `tangled` or a question `misleads` them."""

    def __init__(
        self,
        graph: Schema,
        rules: Reader,
        schema: Explainer,
        inquiry: Inquiry | None = None,
        *,
        first: bool = False,
        covers: Callable[[Plan], bool] = bool,
        tangled: Callable[[Plan], bool] = _never,
        misleads: Callable[[str], bool] = _never,
    ) -> None:
        self._graph, self._rules, self._schema, self._inquiry = graph, rules, schema, inquiry
        self._first, self._covers = first, covers
        self._tangled, self._misleads = tangled, misleads

    def parse(self, question: str, choice: str = "") -> Parsed | Told:
        """The plan of the question, what the schema tells, or what is missing. `choice` is the key
        of the reading to take where several remain."""
        if self._inquiry and (found := self._inquiry.read(question)):
            return found
        parsers = (self._rules, self._schema) if self._first else (self._schema, self._rules)
        gaps: list[Parsed] = []
        for parser in parsers:
            read = self._sound(parser.parse(question, choice), question)
            if parser is self._rules and self._is_misread(read, question):
                read = NoRoute(phrase=question)
            if not isinstance(read, NoRoute | UnmappedPhrase | Unresolved | LowConfidence):
                return read
            if isinstance(read, Unresolved) and parser is self._schema:
                return read
            gaps.append(read)
        ruled, read = gaps if self._first else reversed(gaps)
        return _better(ruled, read)

    def _is_misread(self, ruled: Parsed, question: str) -> bool:
        """True where rules understood a question that says more than they see."""
        if not isinstance(ruled, Understood):
            return False
        return self._tangled(ruled.plan) or (not self._first and self._misleads(question))

    def _sound(self, parsed: Parsed, question: str) -> Parsed:
        """What was parsed, unless no graph can answer it, or this one knows nothing of it."""
        if not isinstance(parsed, Understood):
            return parsed
        sound = self._covers(parsed.plan) and not contradicts(parsed.plan, self._graph)
        return parsed if sound else NoRoute(phrase=question)

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


def _better(ruled: Parsed, read: Parsed) -> Parsed:
    """Of two gaps the one that says more: names that were looked for, then the phrase."""
    if isinstance(ruled, LowConfidence):
        return ruled
    return ruled if isinstance(read, NoRoute) or isinstance(ruled, Unresolved) else read

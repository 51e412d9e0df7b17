"""Stores that remember every query, and spans that a collector would get."""

from __future__ import annotations

from typing import Any

from occam.core.plan import Predicate, Query, nodes_of
from occam.runtime.settings import Settings
from occam.runtime.shelf import Edition, Shelf
from occam.telemetry.redaction import RedactingExporter
from occam.telemetry.tracing import OtlpTracer, QuestionIds
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter


class Spied:
    """A store that notes what it is asked."""

    def __init__(self, store: Any, asked: list[Any]) -> None:
        self._store, self._asked = store, asked

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._store, name)
        if not callable(found):
            return found

        def noted(*given: Any, **named: Any) -> Any:
            self._asked.append((name, given, named))
            return found(*given, **named)

        return noted


class _SpiedEdition(Edition):
    def __init__(self, edition: Edition, asked: list[Any]) -> None:
        super().__init__(edition.pack, edition.directory, edition._settings)
        self.graph = Spied(edition.graph, asked)
        self.facts = Spied(edition.facts, asked)


class SpiedShelf(Shelf):
    """`asked` holds every call of a graph or fact table."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.asked: list[Any] = []

    def _opened(self, pack: str, version: str) -> Edition:
        return _SpiedEdition(super()._opened(pack, version), self.asked)

    def predicates(self) -> list[Predicate]:
        """Every predicate of every query that reached a store."""
        queries = [each for _, given, _ in self.asked for each in given if isinstance(each, Query)]
        return [test for query in queries for node in nodes_of(query.root) for test in node.where]


class Taped:
    """A tracer whose spans go through the last door into a list."""

    def __init__(self) -> None:
        ids, self._memory = QuestionIds(), InMemorySpanExporter()
        provider = TracerProvider(id_generator=ids)
        provider.add_span_processor(SimpleSpanProcessor(RedactingExporter(self._memory)))
        self.tracer = OtlpTracer(provider, ids)

    @property
    def text(self) -> str:
        """All that is written on the spans."""
        return "\n".join(span.to_json() for span in self._memory.get_finished_spans())

    @property
    def count(self) -> int:
        return len(self._memory.get_finished_spans())

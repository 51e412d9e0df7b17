"""What a model is told before it drafts a plan: the graph in few words, the names that the question
may mean, and what went wrong so far.

Few words because every one is paid for: types and edges are one line each, and of the vocabulary
only what stands in the question is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from occam.core.gaps import AnyGap, NoRoute, UnmappedPhrase, Unplanned, Unresolved
from occam.core.reading.explaining import Heard
from occam.core.reading.items import Named, Span
from occam.core.reasons import refusal
from occam.core.schema import Schema

NAMES, LONGEST_NAME, SPANS = 4, 60, 12
LONGEST_QUESTION, LONGEST_COMPLAINT = 1_000, 400
_KINDS = {"integer": "int", "number": "num", "period": "days", "flag": "bool"}


class Tried(msgspec.Struct, frozen=True, kw_only=True):
    """What came of the plan before: the plan in words where there was one, and the complaint."""

    gap: AnyGap | None = None
    plan: str = ""


def brief(question: str, heard: Heard, schema: Schema, tried: Tried) -> str:
    """The message that goes with the prompt."""
    parts = [described(schema)]
    if names := tuple(_names(heard)):
        parts.append("Names in the question:\n" + "\n".join(names))
    if complaint := _complaint(tried):
        parts.append(complaint)
    parts.append(f"Question: {question[:LONGEST_QUESTION]}")
    return "\n\n".join(parts)


def described(schema: Schema) -> str:
    """The schema, a line for each type and one for the edges from it. Raises `ValueError` for a
    schema without types: no model should plan over nothing."""
    if not schema.vertices:
        raise ValueError("the schema has no vertex types")
    return "Types:\n" + "\n".join(_types(schema)) + "\nEdges:\n" + "\n".join(_edges(schema))


def _types(schema: Schema) -> Iterator[str]:
    for name, vertex in schema.vertices.items():
        attrs = [
            f"{attr}:{_KINDS[kind.kind]}" if kind.kind in _KINDS else attr
            for attr, kind in vertex.attributes.items()
        ]
        yield f"{name}({', '.join(attrs)})" if attrs else name


def _edges(schema: Schema) -> Iterator[str]:
    """`Event AT_GAMES> Games`; edges between the same two types share a line."""
    ends = dict.fromkeys((edge.source, edge.target) for edge in schema.edges.values())
    for source, target in ends:
        names = [
            f"{name}>"
            for name, edge in schema.edges.items()
            if (edge.source, edge.target) == (source, target)
        ]
        yield f"{source} {' '.join(names)} {target}"


def _names(heard: Heard) -> Iterator[str]:
    spans = [span for span in heard.line if span.get(Named)]
    for span in spans[:SPANS]:
        yield f"- {_phrase(heard, span)}: {'; '.join(_meant(span.all(Named)))}"


def _meant(named: Iterable[Named]) -> Iterator[str]:
    for each in named:
        term = each.term
        values = [str(value)[:LONGEST_NAME] for value in term.values]
        more = " …" if len(values) > NAMES else ""
        slot = term.type if term.attr in ("id", "head") else f"{term.type}.{term.attr}"
        yield f"{slot} {' | '.join(values[:NAMES])}{more}"


def _phrase(heard: Heard, span: Span) -> str:
    return heard.text[heard.tokens[span.start].start : heard.tokens[span.end - 1].end]


def _complaint(tried: Tried) -> str:
    if tried.gap is None:
        return ""
    if isinstance(tried.gap, Unplanned) or (isinstance(tried.gap, NoRoute) and not tried.plan):
        return ""
    said = refusal(tried.gap)[:LONGEST_COMPLAINT]
    if not tried.plan:
        known = understood(tried.gap)
        also = f" Understood so far: {', '.join(known)}." if known else ""
        return f"What is missing: {said}{also}"
    return f"This plan was tried: {tried.plan[:LONGEST_COMPLAINT]}\nIt failed: {said}"


def understood(gap: AnyGap) -> Sequence[str]:
    """What a gap says was understood, beyond its own sentence."""
    if isinstance(gap, UnmappedPhrase):
        return gap.understood
    return gap.nearest if isinstance(gap, Unresolved) else ()

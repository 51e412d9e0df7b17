"""Superlatives said in other ways: "more … than any other"."""

from __future__ import annotations

from occam.core.reading.items import Glue, Sense, Span
from occam.core.reading.walking import kept


def read_superlatives(line: list[Span]) -> list[Span]:
    """A comparison with all others is a superlative."""
    others = next((at for at, span in enumerate(line) if span.sense("than", "any")), None)
    if others is None:
        return line
    for at in range(others - 1, -1, -1):
        member = line[at].sense("more", "gt", "lt")
        if member:
            made = Sense("degree", "most" if member == "gt" else "least")
            changed = [*line[:at], kept(line[at], made), *line[at + 1 :]]
            return [*changed[:others], kept(line[others], Glue()), *changed[others + 1 :]]
    return line

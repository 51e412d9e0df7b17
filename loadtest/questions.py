"""Distinct questions over whatever a pack's graph holds: no two of a run are the same."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from occam.core.dataset import Name
from occam.runtime.shelf import Shelf
from occam.runtime.versions import names_of, version_directory

MEASURES = ("competitors", "nations")
MEDALS = ("gold", "silver", "bronze")


def distinct(shelf: Shelf, home: object, pack: str, limit: int) -> list[str]:
    """Counts, lookups, winners and superlatives in turn, over the Olympic graph's own names."""
    name, version = shelf.current(pack)
    names = names_of(version_directory(home, name, version))
    kinds = [_counts(names), _lookups(names), _winners(names), _superlatives(names)]
    return list(islice(_in_turn(kinds), limit))


def _in_turn(kinds: list[Iterator[str]]) -> Iterator[str]:
    while kinds:
        for kind in list(kinds):
            if (question := next(kind, None)) is None:
                kinds.remove(kind)
            else:
                yield question


def _labels(names: list[Name], kind: str) -> list[str]:
    return [name.label for name in names if name.type == kind]


def _pairs(names: list[Name]) -> list[tuple[str, str]]:
    """The sports and Games that meet in an event's title."""
    titles = _labels(names, "Event")
    found = {tuple(title.split(" – ")[0].split(" at the ", 1)) for title in titles}
    return sorted((pair[0], pair[1]) for pair in found if len(pair) == 2)


def _counts(names: list[Name]) -> Iterator[str]:
    for least in range(5, 60):
        for sport, games in _pairs(names):
            yield f"How many {sport} events at the {games} had more than {least} competitors?"


def _lookups(names: list[Name]) -> Iterator[str]:
    for measure in MEASURES:
        for title in _labels(names, "Event"):
            yield f"How many {measure} took part in {title}?"


def _winners(names: list[Name]) -> Iterator[str]:
    for medal in MEDALS:
        for title in _labels(names, "Event"):
            yield f"Who won the {medal} medal in {title}?"


def _superlatives(names: list[Name]) -> Iterator[str]:
    for end in ("most", "fewest"):
        for measure in MEASURES:
            for sport, games in _pairs(names):
                yield f"Which {sport} event at the {games} had the {end} {measure}?"

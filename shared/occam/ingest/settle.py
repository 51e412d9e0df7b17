"""Readings that need the whole corpus: names seen alone elsewhere, places known by themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

import msgspec

from occam.ingest.places import PlaceLinker
from occam.ingest.rosters import RosterSplitter


class Named(msgspec.Struct, frozen=True):
    """One target of an edge: its name and where that stands inside the text, how it was found."""

    name: str
    start: int
    end: int
    rule: str
    aliases: tuple[str, ...] = ()


Settler = Callable[[str], tuple[Named, ...]]


def _rosters(texts: Iterable[str]) -> Settler:
    given = tuple(texts)
    split = RosterSplitter(given)
    spelt = _usual_spellings(piece.name for text in given for piece in split(text))

    def settle(text: str) -> tuple[Named, ...]:
        pieces = split(text)
        rule = "roster" if len(pieces) > 1 else "roster:whole"
        return tuple(
            Named(spelt[piece.name.casefold()], piece.start, piece.end, rule) for piece in pieces
        )

    return settle


def _usual_spellings(names: Iterable[str]) -> dict[str, str]:
    """Names that differ in capitals alone are one person's: the spelling used most stands."""
    counted = sorted(Counter(names).items(), key=lambda each: (each[1], each[0]))
    return {name.casefold(): name for name, _ in counted}


def _places(texts: Iterable[str]) -> Settler:
    link = PlaceLinker(texts)

    def settle(text: str) -> tuple[Named, ...]:
        place = link(text)
        return (Named(place.name, 0, len(text), "place", place.aliases),)

    return settle


SETTLERS: dict[str, Callable[[Iterable[str]], Settler]] = {"roster": _rosters, "place": _places}
"""Each is given every text of the corpus that its transform read, and returns the reader."""

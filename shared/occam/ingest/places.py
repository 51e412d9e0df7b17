"""Places printed with a city, a stage or another place attached: one vertex as printed, which also
answers to its shorter names and to the places inside it that the corpus knows by themselves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import msgspec

from occam.ingest.spelling import clean

_FIGURE = re.compile(r"(?<=[^\W\d_])\d+(?:\.\d+)?$|\s+(?:\d+\.\d+|\d{3,})$")
_REMARK = re.compile(r"\s*\([^()]*\)\s*")
_EQUALS = re.compile(r"\s*\([^()]*\)\s*|\s*(?:&|;|/|\n|\s[-–—]\s|\band\b)\s*")
_SHORTEST_HEAD, _SHORTEST_TAIL = 4, 3
_MOST_WORDS = 12


class Place(msgspec.Struct, frozen=True):
    """The cleaned text, other ways to say it, and texts inside it that may be places themselves."""

    name: str
    aliases: tuple[str, ...]
    parts: tuple[str, ...]
    heads: tuple[str, ...]


def _glued(text: str) -> Iterator[int]:
    """Where two words or a closing bracket and a word stand without a space between them."""
    for found in re.finditer(r"[^\W\d_]+|\)(?=[^\W\d_])", text):
        word, start = found.group(), found.start()
        if word == ")":
            yield found.end()
        for at in range(_SHORTEST_HEAD, len(word) - _SHORTEST_TAIL + 1):
            if word[at].isupper() and word[at - 1].islower():
                yield start + at


def _heads(bare: str, glues: list[int]) -> Iterator[str]:
    """What stands before a locality: a city glued on, or anything after the first comma."""
    if len(glues) == 1:
        head, tail = bare[: glues[0]], bare[glues[0] :]
        if "," in tail or (" " not in tail and len(head.split()) > 2):
            yield clean(head)
    head, comma, _ = bare.partition(",")
    if comma and not glues and "(" not in head:
        yield clean(head)


def _parts(bare: str, glues: list[int]) -> Iterator[str]:
    """Texts between marks that join equals; a tail of one word is a locality, not a place."""
    spaced = bare
    for at in reversed(glues):
        joint = "\n" if spaced[at - 1] == ")" else ","
        spaced = f"{spaced[:at]}{joint}{spaced[at:]}"
    for piece in _EQUALS.split(spaced):
        for position, part in enumerate(piece.split(",")):
            if position == 0 or " " in part.strip():
                yield clean(part)


def read_place(text: str) -> Place:
    """What one printed place says, whatever else the corpus knows."""
    name = clean(text)
    bare = _FIGURE.sub("", name)
    glues = list(_glued(bare))
    spaced = bare
    for at in reversed(glues):
        spaced = f"{spaced[:at]} {spaced[at:]}"
    heads = tuple(_heads(bare, glues))
    aliases = (bare, clean(spaced), clean(_REMARK.sub(" ", spaced)), *heads)
    return Place(
        name,
        tuple(dict.fromkeys(alias for alias in aliases if alias and alias != name)),
        tuple(dict.fromkeys(part for part in _parts(bare, glues) if part and part != name)),
        heads,
    )


class PlaceLinker:
    """Reads places with what a whole corpus shows: which texts stand alone somewhere."""

    def __init__(self, texts: Iterable[str]) -> None:
        places = [read_place(text) for text in sorted(set(texts))]
        self._known = frozenset(place.name for place in places)
        self._heads = self._known.union(*(place.heads for place in places))

    def __call__(self, text: str) -> Place:
        """The place with every name it answers to; one of them may be another place's own."""
        place = read_place(text)
        inside = (part for part in place.parts if part in self._known)
        names = (*place.aliases, *self._before_locality(place.name), *inside)
        return Place(place.name, tuple(dict.fromkeys(names)), place.parts, place.heads)

    def _before_locality(self, name: str) -> Iterator[str]:
        """`Some Hall Bern, Switzerland` is `Some Hall` when another page says so."""
        words = name.partition(",")[0].split()[:_MOST_WORDS]
        for size in range(2, len(words)):
            head = " ".join(words[:size])
            if "," in name and head in self._heads:
                yield head

"""Names printed in one run ("Anna BergmannLi Na"): split where that is certain, else left whole.

A text is split at marks and where a small letter meets a capital, unless a piece would be one word
or the capital belongs to a prefix (Mc, De, La). Pieces with several names in them are split
further only into names that the corpus shows by themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from occam.ingest.spelling import clean

LONGEST_ROSTER = 4000
"""Characters above which a text is no roster but an accident, and stays whole."""

_LONGEST_NAME = 4
_REMARK = re.compile(
    r"\*?\s*\*\s*(?:[A-Z][a-z]+ (?:the|only|who)|only|who|indicates)\b.*$", re.DOTALL
)
_LEADING_CODE = re.compile(r"^[A-Z]{3}(?=\s?[^\W\d_a-z][^\W\d_A-Z])")
_BREAK = re.compile(
    r"\s*(?:,(?!\s*[JS]r\b)|[;&/|*†\n]|\([^()]*\)|\band\b(?=\s+[^\W\d_])|(?:\b|(?<=[a-z]))cox:)\s*(?:and\s+)?"
)
_GLUED_AND = re.compile(r"(?<=[^\W\d_])and (?=[^\W\d_])")
_PREFIXES = frozenset(re.findall(r"\w+", "Mc Mac De Di Da Du La Le Lo Van Von Fitz Al El"))
_PARTICLES = frozenset(
    re.findall(
        r"\w+",
        "van von der den de del della di da dos das du la le ten ter bin al el y st",
    )
)


class Piece(msgspec.Struct, frozen=True):
    """One name: its clean spelling and where it stands."""

    name: str
    start: int
    end: int


def _weight(name: str) -> int:
    """Words of a name that are not particles."""
    return sum(word not in _PARTICLES for word in name.split())


def _span(text: str, start: int, end: int) -> Piece | None:
    part = text[start:end]
    name = clean(part)
    if not name:
        return None
    return Piece(name, start + len(part) - len(part.lstrip()), start + len(part.rstrip()))


def _at_marks(text: str) -> Iterator[Piece]:
    end = _REMARK.search(text)
    stop = end.start() if end else len(text)
    code = _LEADING_CODE.match(text)
    at = code.end() if code else 0
    for mark in _BREAK.finditer(text, at, stop):
        if piece := _span(text, at, mark.start()):
            yield piece
        at = mark.end()
    if piece := _span(text, at, stop):
        yield piece


def _at_and(text: str, piece: Piece) -> list[Piece]:
    """`Ann Bergand Bo Lee`: an `and` without its space, between two full names."""
    for glue in _GLUED_AND.finditer(text, piece.start, piece.end):
        left = _span(text, piece.start, glue.start())
        right = _span(text, glue.end(), piece.end)
        if left and right and _weight(left.name) > 1 and _weight(right.name) > 1:
            capital = text[glue.end()].isupper()
            if capital and text[glue.start() - 1].islower():
                return [left, right]
    return [piece]


def _at_capitals(text: str, piece: Piece) -> list[Piece]:
    """Split where a small letter (or `.`) meets a capital and both sides are full names."""
    pieces: list[Piece] = []
    start, word = piece.start, piece.start
    for at in range(piece.start + 1, piece.end):
        before, here = text[at - 1], text[at]
        if not before.isalnum() and before != ".":
            word = at
        if not (here.isupper() and (before.islower() or before == ".")):
            continue
        left, right = _span(text, start, at), _span(text, at, piece.end)
        full = left and right and _weight(left.name) > 1 and _weight(right.name) > 1
        if full and left and not (text[word:at] in _PREFIXES or _initial(text, at)):
            pieces.append(left)
            start = at
        word = at
    last = _span(text, start, piece.end)
    return [*pieces, last] if last else pieces


def _initial(text: str, at: int) -> bool:
    """`J.R.` and `Jr.`: a full stop right before the capital ends an initial, not a name."""
    return text[at - 1] == "." and (at < 3 or not text[at - 3].islower())


def _first_split(text: str) -> list[Piece]:
    return [
        part
        for piece in _at_marks(text)
        for glued in _at_and(text, piece)
        for part in _at_capitals(text, glued)
    ]


def _plausible(name: str) -> bool:
    return 1 <= _weight(name) <= 3


class _Way(NamedTuple):
    """One way to cut the rest of a piece, and whether it uses a new name."""

    has_new: bool
    names: list[Piece]


def _known_split(text: str, piece: Piece, known: frozenset[str]) -> list[Piece] | None:
    """The only way to cut the piece into known names, with at most one new name of two words."""
    words = [
        (match.start() + piece.start, match.end() + piece.start)
        for match in re.finditer(r"\S+", text[piece.start : piece.end])
    ]
    ways: list[list[_Way]] = [[] for _ in words]
    ways.append([_Way(False, [])])
    for at in range(len(words) - 2, -1, -1):
        for size in range(2, min(_LONGEST_NAME, len(words) - at) + 1):
            part = _span(text, words[at][0], words[at + size - 1][1])
            if part is None:
                continue
            new = part.name not in known
            if new and (size > 2 or _weight(part.name) < 2):
                continue
            ways[at] += [
                _Way(new or way.has_new, [part, *way.names])
                for way in ways[at + size]
                if not (new and way.has_new)
            ]
        ways[at] = _two_of_each(ways[at])
    only = ways[0][0].names if len(ways[0]) == 1 else []
    return only if len(only) > 1 else None


def _two_of_each(ways: list[_Way]) -> list[_Way]:
    """Two ways with a new name and two without are enough to see that there is no only one."""
    old, new = [[way for way in ways if way.has_new is flag][:2] for flag in (False, True)]
    return old + new


class RosterSplitter:
    """Splits rosters with what a whole corpus shows: the names that stand alone somewhere."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._known = frozenset(
            piece.name
            for text in sorted(set(texts))
            if len(text) <= LONGEST_ROSTER
            for piece in _first_split(text)
            if _plausible(piece.name) and _weight(piece.name) > 1
        )

    def __call__(self, text: str) -> tuple[Piece, ...]:
        """The names in order, or the whole text as one name where a part stays uncertain."""
        pieces: list[Piece] = []
        for piece in _first_split(text) if len(text) <= LONGEST_ROSTER else ():
            split = [piece]
            if not _plausible(piece.name) or _weight(piece.name) == 3:
                split = _known_split(text, piece, self._known) or split
            pieces += split
        uncertain = len(pieces) > 1 and any(not _plausible(piece.name) for piece in pieces)
        if uncertain or not pieces:
            whole = _span(text, 0, len(text))
            return (whole,) if whole else ()
        return tuple(pieces)

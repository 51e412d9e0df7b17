"""A page cut into pieces that each make sense alone and know where they stood.

A record block, a paragraph and the rows of a table are never mixed, a line is only broken when it
alone exceeds the limit, and a heading stays with what it heads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

import msgspec

LIMIT = 1200
PROSE_TARGET = 600
HEADING = 80

Form = Literal["record", "table", "prose"]

_line = re.compile(r"[^\n]*\n?")
_sentence_end = re.compile(r"(?<=[.!?])\s+")
_gap = re.compile(r"\s+")


class Chunk(msgspec.Struct, frozen=True):
    """Characters [start, end) of a text; never empty, no white space at either end."""

    start: int
    end: int
    form: Form


def chunks_of(text: str) -> tuple[Chunk, ...]:
    """Every character of the text that is not white space is in exactly one chunk, in order."""
    pieces = [piece for block in _blocks(text) for piece in _pieces(text, block)]
    return tuple(_joined(text, pieces))


def _blocks(text: str) -> Iterator[Chunk]:
    """Runs of lines of one form; a blank line or the head of a record ends a run."""
    start, form = -1, None
    end = 0
    for match in _line.finditer(text):
        line = match.group()
        found = _form_of(line, form)
        if form is not None and (found != form or line.startswith("[Infobox")):
            yield from _trimmed(text, start, end, form)
            form = None
        if found is not None and form is None:
            start, form = match.start(), found
        end = match.end()
    if form is not None:
        yield from _trimmed(text, start, end, form)


def _form_of(line: str, before: Form | None) -> Form | None:
    if not line.strip():
        return None
    if line.startswith("[Infobox"):
        return "record"
    if before == "record":
        return "record"
    return "table" if " | " in line else "prose"


def _trimmed(text: str, start: int, end: int, form: Form) -> Iterator[Chunk]:
    part = text[start:end]
    start += len(part) - len(part.lstrip())
    end = start + len(part.strip())
    if start < end:
        yield Chunk(start, end, form)


def _pieces(text: str, block: Chunk) -> Iterator[Chunk]:
    """The block in pieces within the limit, cut after a line, else a sentence, else a word."""
    start = block.start
    while block.end - start > LIMIT:
        cut = _cut(text, start, block.form)
        yield from _trimmed(text, start, cut, block.form)
        start = cut
    yield from _trimmed(text, start, block.end, block.form)


def _cut(text: str, start: int, form: Form) -> int:
    window = text[start : start + LIMIT]
    newline = window.rfind("\n")
    if newline > 0 and (form != "prose" or newline > LIMIT // 2):
        return start + newline + 1
    for pattern in (_sentence_end, _gap):
        ends = [match.end() for match in pattern.finditer(window) if match.start() > 0]
        if ends:
            return start + ends[-1]
    return start + LIMIT


def _joined(text: str, pieces: list[Chunk]) -> Iterator[Chunk]:
    """Short neighbours of prose together, and each heading with what follows it."""
    held: Chunk | None = None
    for piece in pieces:
        if held is None:
            held = piece
        elif _belong(text, held, piece):
            held = Chunk(held.start, piece.end, piece.form)
        else:
            yield held
            held = piece
    if held is not None:
        yield held


def _belong(text: str, left: Chunk, right: Chunk) -> bool:
    size = right.end - left.start
    if left.form != "prose" or right.form == "record":
        return False
    if right.form == "prose":
        return size <= PROSE_TARGET
    return (
        size <= LIMIT
        and left.end - left.start <= HEADING
        and "\n" not in text[left.start : left.end]
    )

"""Does a shape fit the phrases of a question, and which phrase stands in its way?"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from occam.core.parse.cover import Chunk, Cover
from occam.core.parse.lattice import Bound
from occam.core.parse.rules import CompiledShape, Rules


class Fit(msgspec.Struct, frozen=True):
    """A shape with its phrases: `slots` come from those it names, `qualifiers` stand alone."""

    shape: CompiledShape
    chunks: tuple[Chunk, ...]
    slots: dict[str, Bound]
    qualifiers: tuple[Chunk, ...]


class Misfit(msgspec.Struct, frozen=True):
    """The shape has all it needs, and this phrase has no place in it."""

    shape: CompiledShape
    chunk: Chunk


def fits(rules: Rules, cover: Cover, *, partial: bool = False) -> list[Fit | Misfit]:
    """Every shape whose needed phrases are there, and how the rest goes with it.

    `partial` forgives missing qualifiers: words are left over that may be one.
    """
    tags = cover.tags()
    shapes = (shape for shape in rules.shapes if shape.needs <= tags)
    tried = (_fit(shape, cover, tags, partial=partial) for shape in shapes)
    return [found for found in tried if found]


def _fit(
    compiled: CompiledShape, cover: Cover, tags: frozenset[str], *, partial: bool
) -> Fit | Misfit | None:
    shape = compiled.shape
    chunks = [*cover.chunks, *(chunk.extra for chunk in cover.chunks if chunk.extra)]
    named, qualifiers = list[Chunk](), list[Chunk]()
    for chunk in chunks:
        phrase = chunk.phrase.phrase
        if phrase.ignored:
            continue
        if chunk.tag in shape.needs or chunk.tag in shape.optional:
            named.append(chunk)
        elif phrase.beside and phrase.beside not in tags:
            return Misfit(compiled, chunk)
        elif chunk.phrase.qualifies and _allowed(compiled, chunk):
            qualifiers.append(chunk)
        elif not phrase.neutral and not (phrase.beside and not phrase.plan):
            return Misfit(compiled, chunk)
    repeated = _repeated(chunks) or _misjoined(cover, chunks)
    if repeated:
        return Misfit(compiled, repeated)
    if len(qualifiers) < shape.qualified and not partial:
        return None
    order = {tag: place for place, tag in reversed(list(enumerate(shape.needs)))}
    named.sort(key=lambda chunk: order.get(chunk.tag, len(order)))
    slots = _slots(named)
    for chunk in qualifiers:
        if not slots.keys() >= set(chunk.phrase.phrase.borrows):
            return Misfit(compiled, chunk)
    return (
        Fit(compiled, tuple(chunks), slots, tuple(qualifiers))
        if compiled.slots <= slots.keys()
        else None
    )


def _allowed(compiled: CompiledShape, chunk: Chunk) -> bool:
    shape = compiled.shape
    if chunk.tag in shape.without:
        return False
    if chunk.phrase.phrase.target and not shape.answer.startswith("values"):
        return False
    return shape.only is None or chunk.tag in shape.only


def _slots(named: Sequence[Chunk]) -> dict[str, Bound]:
    slots: dict[str, Bound] = {}
    for chunk in named:
        for bound in chunk.bounds:
            slots.setdefault(bound.name, bound)
    return slots


def _repeated(chunks: Sequence[Chunk]) -> Chunk | None:
    """The second phrase of a kind that a question can hold only once."""
    seen: set[str] = set()
    for chunk in chunks:
        phrase = chunk.phrase.phrase
        if chunk.tag in seen and not (phrase.repeat or phrase.neutral or phrase.ignored):
            return chunk
        seen.add(chunk.tag)
    return None


def _misjoined(cover: Cover, chunks: Sequence[Chunk]) -> Chunk | None:
    """A phrase that a joining word ties to another of its kind: a union, not two conditions."""
    for joint in cover.joints:
        before = [chunk for chunk in chunks if chunk.end <= joint and not _light(chunk)]
        after = [chunk for chunk in chunks if chunk.start > joint and not _light(chunk)]
        if before and after:
            left = max(before, key=lambda chunk: chunk.end)
            right = min(after, key=lambda chunk: chunk.start)
            if left.tag == right.tag and not left.phrase.phrase.repeat:
                return right
    return None


def _light(chunk: Chunk) -> bool:
    return chunk.phrase.phrase.neutral or bool(chunk.phrase.phrase.ignored)

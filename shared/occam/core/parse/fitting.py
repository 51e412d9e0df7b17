"""Does a shape fit the phrases of a question, and which phrase stands in its way?"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from occam.core.lexicon import Term
from occam.core.parse.cover import Chunk, Cover
from occam.core.parse.lattice import Bound, Choice, Measure
from occam.core.parse.rules import IDLE, CompiledShape, Rules


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
    tried = (_fit(shape, cover, tags, rules, partial=partial) for shape in shapes)
    return [found for found in tried if found]


def _fit(
    compiled: CompiledShape,
    cover: Cover,
    tags: frozenset[str],
    rules: Rules,
    *,
    partial: bool,
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
        elif chunk.phrase.qualifies and _allowed(compiled, chunk, rules):
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
    odd = _idle(compiled, named, slots) or _unsummable(compiled, named, rules)
    if odd:
        return Misfit(compiled, odd)
    if rules.auxiliaries and cover.polar != _polar(compiled):
        return Misfit(compiled, min(chunks, key=lambda chunk: chunk.start))
    return (
        Fit(compiled, tuple(chunks), slots, tuple(qualifiers))
        if compiled.slots <= slots.keys()
        else None
    )


def _allowed(compiled: CompiledShape, chunk: Chunk, rules: Rules) -> bool:
    shape = compiled.shape
    if chunk.tag in shape.without:
        return False
    if chunk.phrase.phrase.conjoined and not _of_roots(compiled, rules):
        return False
    if chunk.phrase.phrase.target and not shape.answer.startswith("values"):
        return False
    return shape.only is None or chunk.tag in shape.only


def _of_roots(compiled: CompiledShape, rules: Rules) -> bool:
    """True where the things that qualifiers speak of are themselves counted, listed or folded."""
    shape = compiled.shape
    if compiled.root != rules.raw.focus or shape.compare:
        return False
    verb = shape.answer.split()[0]
    return shape.answer == "count" or verb in ("members", "fold", "extreme", "top")


def _polar(compiled: CompiledShape) -> bool:
    """True where the answer is yes or no."""
    return compiled.shape.answer == "exists" or compiled.shape.compare not in ("", "difference")


def _idle(compiled: CompiledShape, named: Sequence[Chunk], slots: dict[str, Bound]) -> Chunk | None:
    """A phrase that fills a slot which the shape never uses, or has already filled otherwise."""
    for chunk in named:
        for bound in chunk.bounds:
            if bound.name.startswith(IDLE):
                continue
            if bound.name not in compiled.slots or not _same(slots[bound.name], bound):
                return chunk
    return None


def _same(left: Bound, right: Bound) -> bool:
    if isinstance(left.value, Measure) and isinstance(right.value, Measure):
        return left.value.attr == right.value.attr
    return left.value == right.value


def _unsummable(compiled: CompiledShape, named: Sequence[Chunk], rules: Rules) -> Chunk | None:
    """A phrase that asks for the sum of what is counted anew in every document."""
    if not compiled.shape.answer.startswith("fold sum"):
        return None
    for chunk in named:
        for bound in chunk.bounds:
            match bound.value:
                case Measure(attr=attr, word=word):
                    said = {attr, word}
                case Choice(group=group):
                    said = {group}
                case _:
                    continue
            if not said.isdisjoint(rules.raw.unsummable):
                return chunk
    return None


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
            touching = left.end == joint and right.start == joint + 1
            if left.tag == right.tag and not left.phrase.phrase.repeat:
                return right
            if touching and _names(left) and _names(right):
                return right
    return None


def _names(chunk: Chunk) -> bool:
    """True for a bare name or value that qualifies: "women and judo" ties two of them."""
    return chunk.phrase.qualifies and all(
        isinstance(bound.value, Term) and (bound.start, bound.end) == (chunk.start, chunk.end)
        for bound in chunk.bounds
    )


def _light(chunk: Chunk) -> bool:
    return chunk.phrase.phrase.neutral or bool(chunk.phrase.phrase.ignored)

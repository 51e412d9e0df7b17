"""Which phrases stand where, and the best ways to account for every word of a question."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from occam.core.parse.lattice import Bound, Lattice
from occam.core.parse.rules import CompiledPhrase, Rules

CHUNK, LIGHT, GLUE, LEFTOVER, UNLIKELY = 20, 4, 2, 200, 21
KEPT = 8
_ENDS = re.compile(r"[.?!;:]\s*[\W_]*$")


class Chunk(msgspec.Struct, frozen=True):
    """Tokens [start, end) read as one phrase; `extra` is a qualifier that interrupts it."""

    start: int
    end: int
    phrase: CompiledPhrase
    bounds: tuple[Bound, ...]
    extra: Chunk | None = None

    @property
    def tag(self) -> str:
        return self.phrase.phrase.tag


class Cover(msgspec.Struct, frozen=True):
    """One way to account for a question: phrases in order, and the tokens that none covers.

    `polar` says that it is read as wanting yes or no.
    """

    cost: int
    chunks: tuple[Chunk, ...] = ()
    leftover: tuple[int, ...] = ()
    joints: tuple[int, ...] = ()
    polar: bool = False

    def tags(self) -> frozenset[str]:
        """The tags of all phrases."""
        extras = (chunk.extra.tag for chunk in self.chunks if chunk.extra)
        return frozenset((*(chunk.tag for chunk in self.chunks), *extras))


def find_chunks(lattice: Lattice, rules: Rules) -> list[list[Chunk]]:
    """Every phrase that matches at each place."""
    found = [_chunks_at(lattice, at, rules) for at in range(len(lattice))]
    return [_with_extras(chunks, found) for chunks in found]


def _chunks_at(lattice: Lattice, at: int, rules: Rules) -> list[Chunk]:
    openings = [lattice.texts[at], *("{" + slot for slot in lattice.at(at))]
    chunks: dict[Chunk, None] = {}
    tried: set[int] = set()
    for opening in openings:
        for compiled, pattern in rules.openings.get(opening, ()):
            if id(pattern) in tried:
                continue
            tried.add(id(pattern))
            for end, bounds in pattern.match(lattice, at):
                if "?" not in lattice.phrase(at, end):
                    chunks[Chunk(at, end, compiled, bounds)] = None
    return list(chunks)


def _with_extras(chunks: list[Chunk], found: Sequence[list[Chunk]]) -> list[Chunk]:
    kept: list[Chunk] = []
    for chunk in chunks:
        inside = next((bound.inside for bound in chunk.bounds if bound.inside), None)
        if inside is None:
            kept.append(chunk)
            continue
        start, end = inside
        extras = [other for other in found[start] if other.end == end and other.phrase.qualifies]
        kept += [msgspec.structs.replace(chunk, extra=extra) for extra in extras]
    return kept


def covers(lattice: Lattice, chunks: Sequence[list[Chunk]], rules: Rules) -> list[Cover]:
    """The cheapest covers first: few leftover words, then few phrases, then little glue."""
    reached: list[list[Cover]] = [[] for _ in range(len(lattice) + 1)]
    reached[0].append(Cover(0))
    for at in range(len(lattice)):
        best = sorted(reached[at], key=_cost)[:KEPT]
        for cover in best:
            for chunk in chunks[at]:
                reached[chunk.end].append(_extended(cover, chunk))
            reached[at + 1].append(_skipped(cover, at, lattice.texts[at], rules))
    found = sorted(reached[len(lattice)], key=_cost)[:KEPT]
    return [
        msgspec.structs.replace(cover, polar=_wants_yes_or_no(cover, lattice, rules))
        for cover in found
    ]


def _wants_yes_or_no(cover: Cover, lattice: Lattice, rules: Rules) -> bool:
    """In the last sentence that asks, an auxiliary verb stands before any word of asking."""
    filler = {
        place
        for chunk in cover.chunks
        if chunk.phrase.phrase.ignored
        for place in range(chunk.start, chunk.end)
    }
    wanted = False
    opening = True
    for place, word in enumerate(lattice.texts):
        opening |= place > 0 and _ENDS.search(lattice.between(place)) is not None
        if place in filler or not opening:
            continue
        if word in rules.asking:
            wanted, opening = False, False
        elif word in rules.auxiliaries:
            following = lattice.texts[place + 1 : place + 2]
            wanted, opening = rules.asking.isdisjoint(following), False
    return wanted


def _cost(cover: Cover) -> int:
    return cover.cost


def _extended(cover: Cover, chunk: Chunk) -> Cover:
    light = chunk.phrase.phrase.neutral or bool(chunk.phrase.phrase.ignored)
    cost = cover.cost + (LIGHT if light else CHUNK) + UNLIKELY * chunk.phrase.phrase.unlikely
    return Cover(cost, (*cover.chunks, chunk), cover.leftover, cover.joints)


def _skipped(cover: Cover, at: int, word: str, rules: Rules) -> Cover:
    if word in rules.joining:
        return Cover(cover.cost + GLUE, cover.chunks, cover.leftover, (*cover.joints, at))
    if word in rules.glue:
        return Cover(cover.cost + GLUE, cover.chunks, cover.leftover, cover.joints)
    return Cover(cover.cost + LEFTOVER, cover.chunks, (*cover.leftover, at), cover.joints)

"""What to say of words that no phrase covers: a name nobody knows, or a phrase without meaning."""

from __future__ import annotations

from collections.abc import Sequence

from occam.core.gaps import NoRoute, UnmappedPhrase, Unresolved
from occam.core.parse.cover import Cover
from occam.core.parse.fitting import Fit, fits
from occam.core.parse.lattice import Lattice
from occam.core.parse.rules import Rules
from occam.core.parse.templates import Hole
from occam.core.vocabulary import Vocabulary


def leftover_gap(
    lattice: Lattice, cover: Cover, rules: Rules, vocabulary: Vocabulary
) -> NoRoute | UnmappedPhrase | Unresolved:
    """The gap for the words left over in the best cover there is."""
    understood = tuple(lattice.phrase(chunk.start, chunk.end) for chunk in cover.chunks)
    runs = _runs(lattice, cover, rules)
    phrase = lattice.phrase(*runs[0])
    if not any(isinstance(found, Fit) for found in fits(rules, cover, partial=True)):
        return NoRoute(understood=understood, phrase=phrase)
    for start, end in runs:
        for hole in rules.raw.hole:
            if _opens(hole, lattice.texts, start, end, rules):
                mention = lattice.phrase(start, end)
                nearest = vocabulary.nearest(mention, hole.expects)
                return Unresolved(mention=mention, expected=hole.expects, nearest=nearest)
    return UnmappedPhrase(phrase=phrase, understood=understood)


def _runs(lattice: Lattice, cover: Cover, rules: Rules) -> list[tuple[int, int]]:
    """Leftover words that stand together, small words between them included."""
    runs: list[tuple[int, int]] = []
    for place in cover.leftover:
        between = lattice.texts[runs[-1][1] : place] if runs else ["-"]
        if all(word in rules.glue for word in between):
            runs[-1] = (runs[-1][0], place + 1)
        else:
            runs.append((place, place + 1))
    return runs


def _opens(hole: Hole, texts: Sequence[str], start: int, end: int, rules: Rules) -> bool:
    before, after = texts[:start], texts[end:]
    follows = any(_ends(before, rules.words.key(words)) for words in hole.after)
    leads = any(_begins(after, rules.words.key(words)) for words in hole.before)
    if hole.after and hole.before:
        return follows and leads
    return follows or leads


def _ends(texts: Sequence[str], key: tuple[str, ...]) -> bool:
    return tuple(texts[len(texts) - len(key) :]) == key if len(texts) >= len(key) else False


def _begins(texts: Sequence[str], key: tuple[str, ...]) -> bool:
    return tuple(texts[: len(key)]) == key

"""What to say of words that no phrase covers: a name nobody knows, or a phrase without meaning."""

from __future__ import annotations

from collections.abc import Sequence

from occam.core.gaps import NoRoute, UnmappedPhrase, Unresolved
from occam.core.parse.cover import Chunk, Cover
from occam.core.parse.fitting import Fit, Misfit, fits
from occam.core.parse.lattice import Lattice
from occam.core.parse.rules import Rules
from occam.core.parse.templates import Hole
from occam.core.vocabulary import Vocabulary


def leftover_gap(
    lattice: Lattice, found: Sequence[Cover], rules: Rules, vocabulary: Vocabulary
) -> NoRoute | UnmappedPhrase | Unresolved:
    """The gap for the words left over in the best covers there are."""
    best = [cover for cover in found if len(cover.leftover) == len(found[0].leftover)]
    fitting = next((fitted for cover in best if (fitted := _fitting(cover, rules))), None)
    cover = fitting or found[0]
    understood = tuple(lattice.phrase(chunk.start, chunk.end) for chunk in cover.chunks)
    runs = _runs(lattice, cover, rules)
    phrase = lattice.phrase(*runs[0])
    if not fitting:
        return NoRoute(understood=understood, phrase=phrase)
    for start, end in runs:
        if rules.nameless.isdisjoint(lattice.texts[start:end]):
            for hole in rules.raw.hole:
                if _opens(hole, lattice.texts, start, end, rules):
                    mention = lattice.phrase(start, end)
                    nearest = vocabulary.nearest(mention, hole.expects)
                    return Unresolved(mention=mention, expected=hole.expects, nearest=nearest)
    return UnmappedPhrase(phrase=phrase, understood=understood)


def _fitting(cover: Cover, rules: Rules) -> Cover | None:
    """The cover as a shape would take it: phrases that touch leftover words and have no place
    in the shape belong to what is left over ("stadium" behind a name that nobody knows)."""
    for _ in range(len(cover.chunks) + 1):
        found = fits(rules, cover, partial=True)
        if any(isinstance(each, Fit) for each in found):
            return cover
        touching = [each.chunk for each in found if isinstance(each, Misfit)]
        loose = next((chunk for chunk in touching if _touches(chunk, cover)), None)
        if loose is None:
            return None
        chunks = tuple(chunk for chunk in cover.chunks if chunk is not loose)
        leftover = tuple(sorted({*cover.leftover, *range(loose.start, loose.end)}))
        cover = Cover(cover.cost, chunks, leftover, cover.joints, cover.polar)
    return None


def _touches(chunk: Chunk, cover: Cover) -> bool:
    known = any(chunk is other for other in cover.chunks)
    return known and bool({chunk.start - 1, chunk.end} & set(cover.leftover))


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
    """True where the hole expects a name: by the words around, or by the noun that ends it."""
    leading = [rules.words.key(words) for words in hole.before]
    inner = next((key for key in leading if _ends(texts[start:end], key)), ())
    name = texts[start : end - len(inner)]
    if not name or (hole.year and not all(len(text) == 4 and text.isdigit() for text in name)):
        return False
    if inner or any(_begins(texts[end:], key) for key in leading):
        return True
    return any(_ends(texts[:start], rules.words.key(words)) for words in hole.after)


def _ends(texts: Sequence[str], key: tuple[str, ...]) -> bool:
    return tuple(texts[len(texts) - len(key) :]) == key if len(texts) >= len(key) else False


def _begins(texts: Sequence[str], key: tuple[str, ...]) -> bool:
    return tuple(texts[: len(key)]) == key

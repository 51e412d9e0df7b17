"""Words that nobody knows, read as the known ones they were probably meant for.

A mended word is always told: the ledger says what was written and what was read. Where more than
one known word is as near, none is taken on its looks: each is tried, and they must agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

import msgspec

from occam.core.fuzzy import distance, edits
from occam.core.lexicon import HEAD
from occam.core.reading.items import Glue, Named
from occam.core.reading.tagging import Line
from occam.core.reading.words import WordBook
from occam.core.vocabulary import Vocabulary
from occam.core.words import Token

MOST_STRANGE = 5
MOST_TRIED = 12
SHORTEST, LONG = 5, 10
SURE = 6


class Mended(msgspec.Struct, frozen=True):
    """Tokens with some replaced, and which: place → what is read there."""

    tokens: tuple[Token, ...]
    read: dict[int, str]


class Mender:
    """Proposes readings of strange words from the word book and the names of the graph."""

    def __init__(self, book: WordBook, vocabulary: Vocabulary) -> None:
        self._book, self._vocabulary = book, vocabulary

    def mended(self, tokens: Sequence[Token], strange: Sequence[int]) -> Iterator[Mended]:
        """The question with its strange words read as near ones, a few ways at most."""
        if len(strange) > MOST_STRANGE:
            return
        options = [self._near(tokens[place].text) for place in strange]
        for tried, words in enumerate(product(*options)):
            if tried == MOST_TRIED:
                return
            read = dict(zip(strange, words, strict=True))
            yield Mended(
                tuple(
                    msgspec.structs.replace(token, text=read.get(place, token.text))
                    for place, token in enumerate(tokens)
                ),
                read,
            )

    def _near(self, word: str) -> list[str]:
        """The nearest known words with the same first letter."""
        most = edits(word)
        if not most:
            return []
        known = {each for each in self._book.near(word) if _is_slip(word, each)}
        known.update(each for each in self._vocabulary.near(word) if _is_slip(word, each))
        most = most if len(word) >= LONG else 1
        apart = {
            other: distance(word, other, most)
            for other in known
            if other[0] == word[0] and not other.isdigit()
        }
        within = {other: far for other, far in apart.items() if far <= most}
        if not within and self._vocabulary.knows(word):
            return [word]
        least = min(within.values(), default=0)
        return sorted(other for other, far in within.items() if far == least)


def _is_slip(word: str, other: str) -> bool:
    """Short words are taken for one another only where two letters changed places or one was
    written twice; a longer ending makes another word ("individually")."""
    if word.startswith(other) and len(word) > len(other) + 1:
        return False
    return len(word) >= SHORTEST or sorted(word) == sorted(other) or _doubles(word, other)


def _doubles(word: str, other: str) -> bool:
    """True where a letter was written twice ("wonn")."""
    pairs = [at for at in range(1, len(word)) if word[at] == word[at - 1]]
    return any(word[:at] + word[at + 1 :] == other for at in pairs)


def says_all(lines: Sequence[Line], mended: Mapping[int, str]) -> bool:
    """True where no short word was mended into one that says nothing ("hate" into "have") or that
    only begins a name ("while" into "White")."""
    return not any(
        span.start in mended
        and len(mended[span.start]) < SURE
        and span.end - span.start == 1
        and all(map(_is_little, span.readings))
        for span in lines[0]
    )


def _is_little(reading: object) -> bool:
    """A small word, or the first words of a longer name."""
    return isinstance(reading, Glue) or (isinstance(reading, Named) and reading.term.attr == HEAD)

"""What is left of a question when its names are gone: `Who won {sport} at {games}?`

The kind of a question lies in how it is put and in the types of what it mentions, never in which
ones. A head that saw names would learn the training questions by heart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from occam.core.lexicon import HEAD
from occam.core.vocabulary import Mention, Vocabulary
from occam.core.words import Token, repaired

LONGEST = 2000
"""Characters that are read: no embedding model sees more of a question."""
LONGEST_CODE = 3
NUMBER = "number"
_SPACED = re.compile(r"(?<=[a-z])(?=[A-Z])|[_.]")


def masked(question: str, vocabulary: Vocabulary) -> str:
    """The question with each mention replaced by its type and each other number by a word."""
    text = repaired(question)[:LONGEST]
    tokens = vocabulary.words.tokens(text)
    found = [each for each in vocabulary.scan(tokens) if not _is_code(text, tokens, each)]
    names = {each.start: (each.end, slot_words(each)) for each in longest(found)}
    parts: list[str] = []
    at, place = 0, 0
    while place < len(tokens):
        figure = NUMBER if text[tokens[place].start].isdigit() else ""
        end, word = names.get(place, (place + 1, figure))
        if word:
            parts += [text[at : tokens[place].start], word]
            at = tokens[end - 1].end
        place = end
    return "".join((*parts, text[at:]))


def longest(mentions: Iterable[Mention]) -> Iterator[Mention]:
    """Mentions that do not overlap: the longest first, then the leftmost, then by slot."""
    taken: set[int] = set()
    for mention in sorted(mentions, key=_rank):
        places = range(mention.start, mention.end)
        if taken.isdisjoint(places):
            taken.update(places)
            yield mention


def slot_words(mention: Mention) -> str:
    """The slot of a mention as words: `Games`, `Event gender`."""
    term = mention.term
    named = term.type if term.attr in ("id", HEAD) else f"{term.type} {term.attr}"
    return _SPACED.sub(" ", named).lower()


def _is_code(text: str, tokens: Sequence[Token], mention: Mention) -> bool:
    """Whether the mention is a short word that only capitals would make a code: "and", "can"."""
    first, last = tokens[mention.start], tokens[mention.end - 1]
    written = text[first.start : last.end]
    short = first is last and len(written) <= LONGEST_CODE and written.isalpha()
    return short and (not written.isupper() or text.isupper())


def _rank(mention: Mention) -> tuple[int, int, str]:
    return mention.start - mention.end, mention.start, mention.term.slot

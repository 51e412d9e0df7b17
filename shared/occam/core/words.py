"""Text as comparable words: what spelling must not decide is folded, what carries meaning is kept.

Case, accents, dashes, quotes and thousands separators are folded; "+" stays a word of its own.
Every token remembers the stretch of the original text that it stands for.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

import msgspec

from occam.core.language import NO_LANGUAGE, Language
from occam.core.numerals import Numerals

_APOSTROPHES = "'’‘ʼ`´′"
_MARKS = "\u0300-\u036f"
_LETTERS = rf"(?:[^\W\d_][{_MARKS}]*)"
_LEXER = re.compile(
    rf"""
      (?P<short>(?<![\w{_APOSTROPHES}])[{_APOSTROPHES}]\d\d(?![\w{_APOSTROPHES}]))
    | (?P<number>\d{{1,3}}(?:[,\u00a0\u2009\u202f]\d{{3}})+(?!\d)
                |\d{{1,3}}\ 000(?![\d,.])|\d+(?:\.\d+)?)
    | (?P<word>{_LETTERS}+(?:[{_APOSTROPHES}·]{_LETTERS}+)*)
    | (?P<mark>[+×&<>≤≥=])
    """,
    re.VERBOSE,
)
_CAMEL = re.compile(r"(?<=[a-zà-öø-ÿ])(?=[A-ZÀ-ÖØ-Þ][a-zà-öø-ÿ])")
_FOLDED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ß": "ss", "ı": "i"}
)
_MOJIBAKE = re.compile("[ÂÃâÅÄ][\u0080-\u00bf\u20ac-\u2122\u0152-\u0192\u02c6-\u02dc\u2013-\u203a]")


class Token(msgspec.Struct, frozen=True):
    """One comparable word and the characters [start, end) that it was written with."""

    text: str
    start: int
    end: int

    @property
    def is_number(self) -> bool:
        return self.text[0].isdigit()


class Spelling(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a pack says about words: those that never matter, and other spellings of the same.

    `units` are spellings that hold only behind a number ("100 m"); `between` only amid two.
    """

    articles: tuple[str, ...] = ()
    words: dict[str, str] = {}
    units: dict[str, str] = {}
    between: dict[str, str] = {}


def repaired(text: str) -> str:
    """NFC text, with UTF-8 that was once read as Windows-1252 read back."""
    text = unicodedata.normalize("NFC", text)
    if not _MOJIBAKE.search(text):
        return text
    for coding in ("cp1252", "latin-1"):
        try:
            return unicodedata.normalize("NFC", text.encode(coding).decode("utf-8"))
        except UnicodeError:
            continue
    return text


def has_camel(text: str) -> bool:
    """True when `split_camel` would cut a word of this text."""
    return _CAMEL.search(text) is not None


@lru_cache(maxsize=65536)
def fold(word: str) -> str:
    """A word without case, accents and apostrophes; a possessive ending is dropped."""
    plain = word.casefold().translate(_FOLDED)
    for mark in _APOSTROPHES:
        if mark in plain:
            plain = plain.removesuffix(mark + "s").replace(mark, "")
    if plain.isascii():
        return plain
    decomposed = unicodedata.normalize("NFKD", plain).casefold()
    kept = "".join(char for char in decomposed if not unicodedata.combining(char))
    return unicodedata.normalize("NFC", kept).translate(_FOLDED).replace("·", "")


class Words:
    """Cuts text into tokens under a pack's spelling, in one language."""

    def __init__(self, spelling: Spelling | None = None, language: Language = NO_LANGUAGE) -> None:
        spelling = spelling or Spelling()
        articles = (*language.articles, *spelling.articles)
        self._articles = frozenset(fold(word) for word in articles)
        conjunctions = [fold(word) for word in language.senses.get("join", {}).get("and", ())]
        joining = language.senses.get("join", {})
        both = ("and", "or", *joining.get("and", ()), *joining.get("or", ()))
        self.conjunctions = frozenset(map(fold, both))
        self._marks = {"×": "x", "&": next(iter(conjunctions), "and")}
        self._numbers = Numerals(
            {fold(word): value for word, value in language.numbers.items()},
            {fold(word): value for word, value in language.multipliers.items()},
            conjunctions[:1],
        )
        self._words = {fold(word): fold(same) for word, same in spelling.words.items()}
        self._units = {fold(word): fold(same) for word, same in spelling.units.items()}
        self.units = frozenset(self._units.values())
        self._between = {fold(word): fold(same) for word, same in spelling.between.items()}

    def tokens(self, text: str, *, split_camel: bool = False) -> list[Token]:
        """The tokens of an NFC text; `split_camel` also cuts "RiverArena" in two."""
        return self._spelled(self._numbered([*self._cut(text, split_camel)]))

    def key(self, text: str, *, split_camel: bool = False) -> tuple[str, ...]:
        """The words alone: two texts with the same key are spelled the same."""
        tokens = self.tokens(repaired(text), split_camel=split_camel)
        return tuple(token.text for token in tokens)

    def _numbered(self, tokens: list[Token]) -> list[Token]:
        """Number words become digits: "seventy-three" is 73, "two hundred" is 200."""
        texts = [token.text for token in tokens]
        if not self._numbers.occur_in(texts):
            return tokens
        kept: list[Token] = []
        position = 0
        while position < len(tokens):
            value, end = self._numbers.read(texts, position)
            if end > position:
                kept.append(Token(str(value), tokens[position].start, tokens[end - 1].end))
            else:
                kept.append(tokens[position])
            position = max(end, position + 1)
        return kept

    def _cut(self, text: str, split_camel: bool) -> Iterator[Token]:
        for found in _LEXER.finditer(text):
            raw, start, end = found[0], found.start(), found.end()
            match found.lastgroup:
                case "short":
                    yield Token("'" + raw[1:], start, end)
                case "number":
                    yield Token(re.sub(r"[^\d.]", "", raw), start, end)
                case "mark":
                    yield Token(self._marks.get(raw, raw), start, end)
                case _:
                    yield from self._words_of(raw, start, split_camel)

    def _words_of(self, raw: str, start: int, split_camel: bool) -> Iterator[Token]:
        cuts = [0, *(m.start() for m in _CAMEL.finditer(raw)), len(raw)] if split_camel else []
        for left, right in pairwise(cuts) if cuts else [(0, len(raw))]:
            plain = fold(raw[left:right])
            if plain and plain not in self._articles:
                yield Token(plain, start + left, start + right)

    def _spelled(self, tokens: list[Token]) -> list[Token]:
        kept: list[Token] = []
        for position, token in enumerate(tokens):
            text = self._words.get(token.text, token.text)
            behind_number = bool(kept) and kept[-1].is_number
            if behind_number and token.text in self._units:
                text = self._units[token.text]
            if behind_number and token.text in self._between:
                follows = tokens[position + 1 : position + 2]
                text = self._between[token.text] if follows and follows[0].is_number else text
            kept.append(token if text == token.text else Token(text, token.start, token.end))
        return kept


def similarity(left: str, right: str) -> float:
    """Share of common letter pairs (Dice): for proposals to a reader, never for a decision."""
    if left == right:
        return 1.0
    pairs, others = _pairs(left), _pairs(right)
    if not pairs or not others:
        return 0.0
    return 2 * len(pairs & others) / (len(pairs) + len(others))


@lru_cache(maxsize=65536)
def _pairs(text: str) -> frozenset[str]:
    padded = f" {text} "
    return frozenset(padded[at : at + 2] for at in range(len(padded) - 1))

"""The pattern language of rules: words, alternatives, optional parts, typed slots, fragments.

    (in | at) <games>        alternatives; a fragment, bound to its name
    [the] {Sport} event      an optional part; a slot, bound to `Sport` (`{Event.name}` to `name`)
    {a=Sport} or {b=Sport}   slots bound to other names

A pattern is matched at one place of a lattice and gives every end it can reach.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import msgspec

from occam.core.parse.lattice import Bound, Lattice, Reached

_LEXER = re.compile(r"\s*([()\[\]|]|\{[^{}]*\}|<[^<>]*>|[^\s()\[\]|{}<>]+)")

CLOSING = {"(": ")", "[": "]"}
OPTIONAL = frozenset("[")


class BadPattern(ValueError):
    """The pattern's text is not in the language; says where."""


class Word:
    """One literal word."""

    def __init__(self, text: str) -> None:
        self.text = text

    def match(self, lattice: Lattice, at: int) -> Reached:
        if at < len(lattice.texts) and lattice.texts[at] == self.text:
            return [(at + 1, ())]
        return []

    def firsts(self) -> tuple[frozenset[str], bool]:
        return frozenset({self.text}), False


class Slot:
    """A typed gap: filled by a mention, a class word, a number or a date."""

    def __init__(self, slot: str, name: str) -> None:
        self.slot, self.name = slot, name

    def match(self, lattice: Lattice, at: int) -> Reached:
        fills = lattice.at(at).get(self.slot, ())
        return [
            (fill.end, (Bound(self.name, fill.value, at, fill.end, fill.inside),)) for fill in fills
        ]

    def firsts(self) -> tuple[frozenset[str], bool]:
        return frozenset({"{" + self.slot}), False


class Part:
    """A fragment of the pack: whatever the lattice's grammar matches under that name."""

    def __init__(self, fragment: str, name: str) -> None:
        self.fragment, self.name = fragment, name
        self.opening: Callable[[str], frozenset[str]] = _unopened

    def match(self, lattice: Lattice, at: int) -> Reached:
        reached = lattice.fragment(self.fragment, at)
        if self.name == self.fragment:
            return reached
        return [(end, tuple(self._renamed(bound) for bound in bounds)) for end, bounds in reached]

    def _renamed(self, bound: Bound) -> Bound:
        if bound.name != self.fragment:
            return bound
        return msgspec.structs.replace(bound, name=self.name)

    def firsts(self) -> tuple[frozenset[str], bool]:
        return self.opening(self.fragment), False


class Sequence:
    """One part after the other."""

    def __init__(self, parts: list[Pattern]) -> None:
        self.parts = parts

    def match(self, lattice: Lattice, at: int) -> Reached:
        reached: Reached = [(at, ())]
        for part in self.parts:
            if len(reached) == 1:
                middle, before = reached[0]
                found = part.match(lattice, middle)
                reached = [(end, before + bounds) for end, bounds in found] if before else found
            else:
                reached = [
                    (end, before + bounds)
                    for middle, before in reached
                    for end, bounds in part.match(lattice, middle)
                ]
            if not reached:
                break
        return reached

    def firsts(self) -> tuple[frozenset[str], bool]:
        found: frozenset[str] = frozenset()
        for part in self.parts:
            first, empty = part.firsts()
            found |= first
            if not empty:
                return found, False
        return found, True


class Either:
    """One of several, or (with `empty`) nothing. Options are looked up by their first word."""

    def __init__(self, options: list[Pattern], *, empty: bool = False) -> None:
        self.options, self.empty = options, empty
        self._by_word: dict[str, list[Pattern]] | None = None
        self._others: list[Pattern] = []

    def match(self, lattice: Lattice, at: int) -> Reached:
        if self._by_word is None:
            self._by_word = self._indexed()
        word = lattice.texts[at] if at < len(lattice.texts) else ""
        reached: Reached = []
        for option in self._by_word.get(word, ()):
            reached += option.match(lattice, at)
        for option in self._others:
            reached += option.match(lattice, at)
        if self.empty:
            reached.append((at, ()))
        return reached

    def _indexed(self) -> dict[str, list[Pattern]]:
        index: dict[str, list[Pattern]] = {}
        for option in self.options:
            firsts, empty = option.firsts()
            if empty or any(first.startswith("{") for first in firsts):
                self._others.append(option)
                continue
            for first in firsts:
                index.setdefault(first, []).append(option)
        return index

    def firsts(self) -> tuple[frozenset[str], bool]:
        found = [option.firsts() for option in self.options]
        words = frozenset[str]().union(*(first for first, _ in found))
        return words, self.empty or any(empty for _, empty in found)


Pattern = Word | Slot | Part | Sequence | Either


def _unopened(fragment: str) -> frozenset[str]:
    raise LookupError(f"fragment {fragment} is not bound")


def compile_pattern(text: str, words_of: Callable[[str], tuple[str, ...]]) -> Pattern:
    """The pattern that the text describes; literal words pass through `words_of`."""
    return _Reader(text, words_of).whole()


def parts_of(pattern: Pattern) -> Iterator[Slot | Part]:
    """Every slot and fragment in a pattern."""
    if isinstance(pattern, Slot | Part):
        yield pattern
    elif isinstance(pattern, Sequence):
        for part in pattern.parts:
            yield from parts_of(part)
    elif isinstance(pattern, Either):
        for option in pattern.options:
            yield from parts_of(option)


class _Reader:
    """Recursive descent over the pattern's own tokens."""

    def __init__(self, text: str, words_of: Callable[[str], tuple[str, ...]]) -> None:
        self.text, self.words_of = text, words_of
        self.tokens = [found[1] for found in _LEXER.finditer(text)]
        if re.sub(r"\s", "", text) != re.sub(r"\s", "", "".join(self.tokens)):
            raise BadPattern(f"unbalanced braces in {text!r}")
        self.place = 0

    def whole(self) -> Pattern:
        pattern = self._either()
        if self.place < len(self.tokens):
            raise BadPattern(f"unexpected {self.tokens[self.place]!r} in {self.text!r}")
        return pattern

    def _either(self) -> Pattern:
        options = [self._sequence()]
        while self._peek() == "|":
            self.place += 1
            options.append(self._sequence())
        return options[0] if len(options) == 1 else Either(options)

    def _sequence(self) -> Pattern:
        parts: list[Pattern] = []
        start = self.place
        while self._peek() not in ("", "|", ")", "]"):
            parts.extend(self._part())
        if start == self.place:
            raise BadPattern(f"an empty alternative in {self.text!r}")
        return parts[0] if len(parts) == 1 else Sequence(parts)

    def _part(self) -> list[Pattern]:
        token = self._next()
        if token in ("(", "["):
            inner = self._either()
            if self._next() != CLOSING[token]:
                raise BadPattern(f"{token!r} is not closed in {self.text!r}")
            return [Either([inner], empty=True) if token in OPTIONAL else inner]
        if token[0] in "{<":
            name, bound, kind = token[1:-1].partition("=")
            kind = kind if bound else name
            name = name if bound else name.rpartition(".")[2]
            if not kind:
                raise BadPattern(f"an empty slot in {self.text!r}")
            return [Slot(kind, name) if token[0] == "{" else Part(kind, name)]
        return [Word(word) for word in self.words_of(token)]

    def _peek(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def _next(self) -> str:
        token = self._peek()
        self.place += 1
        return token

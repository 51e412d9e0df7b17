"""How people really type: case, quotes, dashes, spelling, slips, and words that say nothing."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Collection

from occam.core.words import fold
from occam.phrasing.book import Book

LONG = 8
_WORD = re.compile(rf"[^\W\d_]{{{LONG},}}")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Noise:
    """Changes how a question is written and never what it says; every change is recorded."""

    def __init__(self, book: Book, known: Collection[str], chance: random.Random) -> None:
        self._grammar = book.grammar
        self._book = book
        self._known = known
        self._chance = chance
        self._ways: tuple[tuple[str, Callable[[str], str]], ...] = (
            ("lower case", str.lower),
            ("upper case", str.upper),
            ("curly quotes", lambda text: text.replace("'", "’")),
            ("no question mark", lambda text: text.rstrip("?.")),
            ("double spaces", self._spaces),
            ("dash", self._dash),
            ("spelling", self._spelling),
            ("opening", self._opening),
            ("closing", self._closing),
        )

    def on(self, question: str, keep: str = "") -> tuple[str, tuple[str, ...]]:
        """The question with none, one or two changes; no letter of `keep` is mistyped."""
        done: list[str] = []
        for _ in range(self._chance.choice((0, 0, 1, 1, 2))):
            if self._chance.randrange(5) == 0 and not any("→" in each for each in done):
                question, slip = self._slip(question, keep)
                done += [slip] if slip else []
                continue
            name, change = self._chance.choice(self._ways)
            changed = change(question)
            if changed != question and name not in done:
                question = changed
                done.append(name)
        return question, tuple(done)

    def _spaces(self, text: str) -> str:
        places = [found.start() for found in re.finditer(" ", text)]
        if not places:
            return text
        at = self._chance.choice(places)
        return f"{text[:at]} {text[at:]}"

    def _dash(self, text: str) -> str:
        if "–" in text:
            return text.replace("–", "-")
        return re.sub(r"(?<=\w)-(?=\w)", "\u2010", text)

    def _spelling(self, text: str) -> str:
        for british, american in self._grammar.spellings:
            for here, there in ((british, american), (american, british)):
                if re.search(rf"\b{here}\b", text):
                    return re.sub(rf"\b{here}\b", there, text)
        return text

    def _opening(self, text: str) -> str:
        opening = self._chance.choice(self._book.said(self._grammar.openings))
        return opening + text[:1].lower() + text[1:]

    def _closing(self, text: str) -> str:
        closing = self._chance.choice(self._book.said(self._grammar.closings))
        if not closing.startswith(","):
            return text + closing if text[-1] in "?." else text
        mark = text[-1] if text[-1] in "?." else ""
        return text.removesuffix(mark) + closing + mark if mark else text + closing

    def _slip(self, text: str, keep: str) -> tuple[str, str]:
        """One edit in the middle of one long word, which makes no other known word."""
        kept = {word.casefold() for word in _WORD.findall(keep)}
        words = [found for found in _WORD.finditer(text) if found[0].casefold() not in kept]
        if not words:
            return text, ""
        found = self._chance.choice(words)
        word = found[0]
        at = self._chance.randrange(2, len(word) - 2)
        letter = self._chance.choice(_LETTERS)
        slipped = self._chance.choice(
            (
                word[:at] + word[at + 1 :],
                word[:at] + letter + word[at:],
                word[:at] + word[at + 1] + word[at] + word[at + 2 :],
                word[:at] + letter + word[at + 1 :],
            )
        )
        if slipped == word or fold(slipped) in self._known:
            return text, ""
        return text[: found.start()] + slipped + text[found.end() :], f"typo: {word} → {slipped}"

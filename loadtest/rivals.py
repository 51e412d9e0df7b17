"""Other ways to find names in a text, to compare the vocabulary with.

Each takes the spelled names and gives a function that finds them in the words of a question.
`marisa` and `ahocorasick` need `pip install marisa-trie` or `pip install pyahocorasick`.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Sequence

from occam.core.gazetteer.spelled import Spelled
from occam.core.lexicon import Term
from occam.core.words import similarity

Key = tuple[str, ...]
Scan = Callable[[Sequence[str]], list[object]]


class Branch:
    """One word further into a trie of dicts."""

    __slots__ = ("next", "terms")

    def __init__(self) -> None:
        self.next: dict[str, Branch] = {}
        self.terms: tuple[Term, ...] = ()


def dicts(spelled: Spelled) -> Scan:
    """A trie of dicts that holds its readings as objects: what came before the flat arrays."""
    root = Branch()
    for key in spelled.values:
        branch = root
        for word in key:
            branch = branch.next.setdefault(word, Branch())
        branch.terms = spelled.terms(key)

    def scan(words: Sequence[str]) -> list[object]:
        found: list[object] = []
        for start in range(len(words)):
            branch = root
            for end in range(start, len(words)):
                following = branch.next.get(words[end])
                if following is None:
                    break
                branch = following
                found.extend((start, end + 1, term) for term in branch.terms)
        return found

    return scan


def every(spelled: Spelled) -> Scan:
    """Looks for one name after the other."""
    texts = {f" {' '.join(key)} ": spelled.terms(key) for key in spelled.values}

    def scan(words: Sequence[str]) -> list[object]:
        asked = f" {' '.join(words)} "
        return [term for text, terms in texts.items() if text in asked for term in terms]

    return scan


def marisa(spelled: Spelled) -> Scan:
    """A succinct trie over characters, readings beside it in a list."""
    trie = importlib.import_module("marisa_trie").Trie([_text(key) for key in spelled.values])
    terms = _beside(spelled, ((_text(key), key) for key in spelled.values), trie.get)

    def scan(words: Sequence[str]) -> list[object]:
        return [
            term
            for start in range(len(words))
            for text in trie.prefixes(_text(words[start:]))
            for term in terms[trie[text]]
        ]

    return scan


def ahocorasick(spelled: Spelled) -> Scan:
    """Aho and Corasick's automaton over characters."""
    automaton = importlib.import_module("ahocorasick").Automaton()
    for key in spelled.values:
        automaton.add_word(f" {_spaced(key)} ", spelled.terms(key))
    automaton.make_automaton()

    def scan(words: Sequence[str]) -> list[object]:
        asked = f" {_spaced(words)} "
        return [term for _, terms in automaton.iter(asked) for term in terms]

    return scan


def _spaced(words: Iterable[str]) -> str:
    """Words so far apart that neighbours share no character."""
    return "  ".join(words)


def _text(key: Iterable[str]) -> str:
    return "".join(f"{word} " for word in key)


def _beside(
    spelled: Spelled, keys: Iterable[tuple[str, Key]], number: Callable[[str], int]
) -> list[tuple[Term, ...]]:
    found: list[tuple[Term, ...]] = [()] * len(spelled.values)
    for text, key in keys:
        found[number(text)] = spelled.terms(key)
    return found


def alike(texts: Sequence[str], wanted: str, limit: int = 3) -> list[tuple[float, str]]:
    """The names most alike, found by comparing with every one."""
    scored = ((similarity(wanted, text), text) for text in texts)
    return sorted((pair for pair in scored if pair[0] >= 0.4), reverse=True)[:limit]

"""What the function words of one language mean: questions, comparison, time, negation, numbers.

A language is data. The parser knows senses, never words: another language is another file.
"""

from __future__ import annotations

import msgspec

SENSES: dict[str, tuple[str, ...]] = {
    "ask": (
        "who",
        "which",
        "where",
        "when",
        "count",
        "often",
        "list",
        "polar",
        "exists",
        "auxiliary",
        "why",
    ),
    "unsaid": ("unsaid", "only"),
    "copula": ("be",),
    "compare": ("gt", "ge", "lt", "le", "eq"),
    "limit": ("gt", "lt"),
    "trailing": ("ge", "le"),
    "degree": ("most", "least"),
    "size": ("most", "least"),
    "often": ("most", "least"),
    "latest": ("most", "least"),
    "fold": ("avg", "sum"),
    "amount": ("number",),
    "time": (
        "before",
        "after",
        "since",
        "until",
        "between",
        "from",
        "to",
        "within",
        "onward",
        "decade",
    ),
    "edition": ("previous", "next", "noun"),
    "shift": ("earlier", "later"),
    "close": ("at",),
    "never": ("never",),
    "negation": ("not", "neither", "without", "except"),
    "join": ("and", "also", "but", "or", "both", "either"),
    "same": ("same", "differ", "repeated"),
    "more": ("gt", "lt", "difference", "shortfall"),
    "than": ("than", "any"),
    "passive": ("by",),
    "owner": ("with",),
    "receiver": ("to",),
    "behind": ("behind",),
    "every": ("all",),
    "distinct": ("distinct",),
    "per": ("per",),
    "unknown": ("unknown",),
    "pronoun": ("those", "who", "speaker"),
}
"""Every sense a language file may give words for: group, then members."""

WHAT_ASKS = ("who", "which", "where", "when", "count", "often")
"""Senses of asking all of whose words only ask, also those of a phrase ("how many")."""

SENTENCES = ("help", "kinds", "about", "links", "known", "years", "example")
"""Every kind of sentence about the schema: what can be asked, which kinds of things there are, what
is known of one, what joins two, which of a kind are known, which years; and examples to offer."""


class Language(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One language file.

    `articles` never matter. `glue` joins words and says nothing. `openings` and `closings` are
    courtesies around a question. `numbers` and `multipliers` spell whole numbers, `ordinals` places
    in an order. `plurals` are endings that make a name a word for all that it is part of the name
    of ("relays"). `months` lists the names of the twelve months. `senses` maps each sense of
    `SENSES` (group, member) to the words for it, longest match first. `sentences` are whole
    sentences about the schema, by the kinds of `SENTENCES`, written as `core.sentences` reads
    them.
    """

    name: str
    articles: tuple[str, ...] = ()
    glue: tuple[str, ...] = ()
    openings: tuple[str, ...] = ()
    closings: tuple[str, ...] = ()
    numbers: dict[str, int] = {}
    multipliers: dict[str, int] = {}
    ordinals: dict[str, int] = {}
    plurals: tuple[str, ...] = ()
    months: tuple[tuple[str, ...], ...] = ()
    senses: dict[str, dict[str, tuple[str, ...]]] = {}
    sentences: dict[str, tuple[str, ...]] = {}

    @property
    def silent(self) -> frozenset[str]:
        """Single words that join or ask: a text about the answer need not hold them."""
        asking = self.senses.get("ask", {})
        phrases = [*self.articles, *self.glue]
        phrases += [phrase for each in asking.values() for phrase in each if " " not in phrase]
        phrases += [
            word for each in WHAT_ASKS for phrase in asking.get(each, ()) for word in phrase.split()
        ]
        return frozenset(phrase for phrase in phrases if " " not in phrase)


NO_LANGUAGE = Language(name="none")
"""For texts whose words are compared and not understood."""

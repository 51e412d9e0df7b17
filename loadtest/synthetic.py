"""Invented names in any number, with words as frequent as in real ones, and questions over them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import accumulate

from occam.core.dataset import Name
from occam.core.schema import Attribute, EdgeType, Schema, VertexType

SCHEMA = Schema(
    vertices={
        "Contest": VertexType(
            labels=("contest", "contests"),
            documentary=True,
            attributes={
                "class": Attribute(kind="text", vocabulary=True),
                "year": Attribute(kind="integer", vocabulary=True),
            },
        ),
        "Person": VertexType(labels=("person", "people")),
        "Place": VertexType(labels=("place", "places")),
    },
    edges={"AT": EdgeType(source="Contest", target="Place")},
)
SYLLABLES = [start + middle for start in "bdfghjklmnprstvz" for middle in "aeiou"]
ENDINGS = ["", "n", "r", "s", "l", "t", "sen", "ski", "rd", "ck", "ton", "ville"]
GROUNDS = ["Park", "Stadium", "Arena", "Hall", "Hill", "Lake", "Centre", "Sports Complex"]
CRAFTS = ["sailing", "running", "rowing", "throwing", "jumping", "riding", "wrestling", "skating"]
SIZES = ["light", "heavy", "middle", "double", "single", "100 miles", "200 miles", "relay"]


class Source:
    """Words drawn with Zipf's frequencies from a stock that grows with the number of names."""

    def __init__(self, chance: random.Random, count: int) -> None:
        self._chance = chance
        made: dict[str, None] = {}
        while len(made) < count:
            length = chance.choice((1, 2, 2, 3, 3, 4))
            word = "".join(chance.choice(SYLLABLES) for _ in range(length))
            made[(word + chance.choice(ENDINGS)).capitalize()] = None
        self.words = list(made)
        self._weights = list(accumulate(1 / (rank + 3) for rank in range(count)))

    def __call__(self) -> str:
        return self._chance.choices(self.words, cum_weights=self._weights)[0]


def invented(count: int, seed: int) -> list[Name]:
    """That many names: six of ten of people, one of places, three of contests."""
    chance = random.Random(seed)  # noqa: S311 - a benchmark repeats itself
    made: dict[str, Name] = {}
    given, family = Source(chance, int(count**0.6)), Source(chance, int(count**0.75))
    kinds = {"Person": 0.6, "Place": 0.1, "Contest": 0.3}
    while len(made) < count:
        kind = chance.choices(list(kinds), list(kinds.values()))[0]
        name = MAKERS[kind](chance, given, family, len(made))
        made.setdefault(name.label, name)
    return list(made.values())


def _person(chance: random.Random, given: Source, family: Source, _: int) -> Name:
    middle = [given()] if chance.random() < 0.35 else []
    label = " ".join([given(), *middle, family()])
    return Name(type="Person", id=label, label=label)


def _place(chance: random.Random, given: Source, family: Source, _: int) -> Name:
    label = f"{family()} {given()} {chance.choice(GROUNDS)}"
    return Name(type="Place", id=label, label=label)


def _contest(chance: random.Random, given: Source, family: Source, number: int) -> Name:
    year, craft, size = str(chance.randrange(1896, 2025)), chance.choice(CRAFTS), given()
    kind = f"{chance.choice(SIZES)} {size}"
    return Name(
        type="Contest",
        id=f"Q{number}",
        label=f"{craft} at the {year} {family()} games – {kind}",
        aliases=(f"{year} {craft} {kind}",),
        values={"class": kind, "year": year},
    )


MAKERS = {"Person": _person, "Place": _place, "Contest": _contest}


def questions(names: list[Name], count: int, seed: int) -> Iterator[str]:
    """Questions of fifteen words or a few more, most of them about names that exist."""
    chance = random.Random(seed)  # noqa: S311
    people = [name.label for name in names if name.type == "Person"]
    places = [name.label for name in names if name.type == "Place"]
    for _ in range(count):
        craft, year = chance.choice(CRAFTS), chance.randrange(1896, 2025)
        who, other, where = chance.choice(people), chance.choice(people), chance.choice(places)
        yield f"how many {craft} events did {who} or {other} win at {where} in {year}"


def mistyped(names: list[Name], count: int, seed: int) -> Iterator[str]:
    """Names of people and places with one letter of a longer word changed, dropped or added."""
    chance = random.Random(seed)  # noqa: S311
    labels = [name.label for name in names if name.type != "Contest"]
    while count:
        words = chance.choice(labels).split()
        long = [at for at, word in enumerate(words) if len(word) > 4]
        if long:
            at = chance.choice(long)
            cut, letter = chance.randrange(len(words[at])), chance.choice("aeiourst")
            rest = words[at][cut + chance.randrange(2) :]
            words[at] = words[at][:cut] + chance.choice(["", letter]) + rest
            count -= 1
            yield " ".join(words)

"""A pack's word lore, and what a stretch of words may stand for."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from occam.core.words import Spelling

Value = str | int
Key = tuple[str, ...]
HEAD = "head"


class Term(msgspec.Struct, frozen=True):
    """What a stretch may stand for: values of one attribute (`id`: vertices) of one type.

    `wider` holds what else the words mean where the exact values do not exist.
    """

    type: str
    attr: str
    values: tuple[Value, ...]
    wider: tuple[Value, ...] = ()

    @property
    def slot(self) -> str:
        """The slot that this term fills: `Type`, or `Type.attr` for a value."""
        return self.type if self.attr == "id" else f"{self.type}.{self.attr}"


class Droppable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Words that the values of `attribute` may go without ("women's" in a name with a gender)."""

    attribute: str
    words: tuple[str, ...]


class Relation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Words for one or more edges that mean the same deed, told apart by who stands at the far end.

    `verbs` tie the two ends ("won by"), `objects` are what is had by it and can be counted ("gold
    medals"), `roles` name the far end ("winner"). `light` words are verbs that mean this relation
    only where no object says which ("won", beside "silver"). `several` are roles of more than one
    ("winners"): all of them are asked for. `behind` is the relation of those who did better
    ("second behind Ann": Ann has it). A deed that `ends` what it is done in is done on the last of
    its days.
    """

    edges: tuple[str, ...]
    verbs: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    several: tuple[str, ...] = ()
    light: tuple[str, ...] = ()
    behind: str = ""
    ends: bool = False


class Property(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Words for one attribute: `nouns` name it ("date"), `several` name all its values ("dates"),
    `cues` only go with it ("took part"), `most` and `least` are its own superlatives ("tallest"),
    `more` and `less` its comparatives.

    `unsummable` values count the same thing again elsewhere: they have no sum.
    """

    nouns: tuple[str, ...] = ()
    several: tuple[str, ...] = ()
    cues: tuple[str, ...] = ()
    most: tuple[str, ...] = ()
    least: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    less: tuple[str, ...] = ()
    unsummable: bool = False


class Doers(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Words for those who do something ("swimmers"): vertices of `type`, or what `property` counts,
    and a word for `value` of `slot` besides. Words that say more than the graph can tell
    ("skaters") stand only `beside` one of these slots."""

    words: tuple[str, ...]
    slot: str = ""
    value: str = ""
    type: str = ""
    property: str = ""
    beside: tuple[str, ...] = ()


class People(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Values of `slot` that also stand for those who have them ("which Kenyan", "women"): vertices
    of `type`, or what `property` counts; `many` where the values are words in the plural."""

    slot: str
    type: str
    property: str = ""
    many: bool = False


class Noun(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Words for a vertex type. A `person` answers to "who", a `place` to "where"; those that are
    words of `ends` too mean the last of its days ("finals")."""

    one: tuple[str, ...] = ()
    many: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    person: bool = False
    place: bool = False


class Lexicon(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A pack's word lore: spelling, further names of vertices and values, droppable words.

    `aliases` maps a slot (`Type` or `Type.attr`) to {name in the graph: other names}. A slot of
    `yields` is not meant by words that also fill one of the slots it yields to. The vertices of a
    type in `heads` also go by their first words (the slot `Type.head`), where these begin few names
    and mean nothing else. Words of `common` name nothing by themselves: a stretch of nothing else
    means a vertex only by its full name, and never a value. `capitals` are names that are everyday
    words unless they are written in capitals.

    `nouns` (by type), `properties` (by `Type.attr`) and `relations` (by a name of its own)
    say how people speak of the schema; `senses`, `glue`, `openings` and `closings` add to those of
    the language. `year_of` is the attribute that lends a day without a year its year.
    """

    spelling: Spelling = Spelling()
    aliases: dict[str, dict[str, tuple[str, ...]]] = {}
    droppable: tuple[Droppable, ...] = ()
    yields: dict[str, tuple[str, ...]] = {}
    heads: tuple[str, ...] = ()
    common: tuple[str, ...] = ()
    capitals: tuple[str, ...] = ()
    nouns: dict[str, Noun] = {}
    properties: dict[str, Property] = {}
    relations: dict[str, Relation] = {}
    doers: tuple[Doers, ...] = ()
    peoples: tuple[People, ...] = ()
    senses: dict[str, dict[str, tuple[str, ...]]] = {}
    glue: tuple[str, ...] = ()
    openings: tuple[str, ...] = ()
    closings: tuple[str, ...] = ()
    year_of: str = ""


NO_LEXICON = Lexicon()
"""For packs that say nothing of words."""


def ordered(values: Iterable[Value]) -> tuple[Value, ...]:
    """Values in their total order."""
    return tuple(sorted(values, key=str))

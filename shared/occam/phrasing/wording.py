"""A pack's own words: how its edges and attributes sound in a sentence, beyond their labels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal

import msgspec

from occam.core.schema import Schema
from occam.packs.tomlfile import TomlFile, parse_toml
from occam.phrasing.grammar import Forms

FILE = "wording.toml"
NONE = Forms()


class Nouns(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"held_out": "held-out"}
):
    """Pairs of one and many: `["tower", "towers"]`."""

    train: tuple[tuple[str, str], ...] = ()
    held_out: tuple[tuple[str, str], ...] = ()


class VertexWording(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What vertices of a type are called.

    `said` are patterns of the aliases people use beside the label; a name that contains one of
    `articled` takes "the". Persons are asked for with "who".
    """

    nouns: Nouns = Nouns()
    person: bool = False
    said: Forms = NONE
    articled: tuple[str, ...] = ()


class Placed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a condition stands in a sentence; `{0}` is the other end, the value or the amount.

    `head` replaces the noun of the thing, `pre` stands before it, `post` behind it, `pred` is a
    predicate ("{is} held at {0}"), `rel` a relative clause of another subject ("that {0} won"),
    `front` opens the sentence, `bare` stands between commas before a short question ("London
    2012"). `far` stands for `post` where the value is a neighbour's. `lower` writes the first
    letter of `{0}` small.
    """

    head: Forms = NONE
    pre: Forms = NONE
    post: Forms = NONE
    pred: Forms = NONE
    rel: Forms = NONE
    front: Forms = NONE
    bare: Forms = NONE
    far: Forms = NONE
    lower: bool = False
    hidden: bool = False


class EdgeWording(Placed, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An edge: besides its places, how its far end is asked for and what that end does.

    `ask` is the whole question and `noun` the thing asked for, both around `{root}`; `short` asks
    with nothing around it, `role` is the noun alone. `verb` is what the far end did to the near one
    ("won"), `base` its infinitive.
    `tally` counts what the far end got ("gold medals {does} {x} win") and `haul` says that it got
    `{many}` of them ("won {many} gold medals"). `edition` is what an ordering edge leads between.
    """

    ask: Forms = NONE
    short: Forms = NONE
    noun: Forms = NONE
    role: Forms = NONE
    verb: Forms = NONE
    base: Forms = NONE
    tally: Forms = NONE
    haul: Forms = NONE
    edition: Forms = NONE


class AttributeWording(Placed, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An attribute: besides its places, how it is asked for, compared and ranked.

    `short` asks with nothing around it. `part` is what the counted did, in both its forms ("nations
    took part in / nations take part in"). `values` spells single values otherwise. `total` false: a
    sum over several means nothing; `ranked` false: the greatest of several would be arguable.
    """

    ask: Forms = NONE
    short: Forms = NONE
    part: Forms = NONE
    noun: Forms = NONE
    many: Forms = NONE
    most: Forms = NONE
    least: Forms = NONE
    values: dict[str, str] = {}
    total: bool = True
    ranked: bool = True


class Together(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Edges that one word stands for ("medals"): `haul` and `tally` as those of an edge."""

    edges: tuple[str, ...]
    haul: Forms = NONE
    tally: Forms = NONE


class Wording(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """wording.toml; an empty one leaves everything to the labels of the schema."""

    tense: Literal["past", "present"] = "present"
    vertices: dict[str, VertexWording] = {}
    edges: dict[str, EdgeWording] = {}
    attributes: dict[str, AttributeWording] = {}
    together: dict[str, Together] = {}

    def vertex(self, type_: str) -> VertexWording:
        return self.vertices.get(type_) or VertexWording()

    def edge(self, name: str) -> EdgeWording:
        return self.edges.get(name) or EdgeWording()

    def attribute(self, type_: str, attr: str) -> AttributeWording:
        return self.attributes.get(f"{type_}.{attr}") or AttributeWording()


def wording_of(directory: Path, schema: Schema) -> Wording:
    """The wording of the pack in this directory; empty where it has none."""
    path = directory / FILE
    if not path.is_file():
        return Wording()
    source = parse_toml(path)
    found = source.read(source.data, Wording)
    _known(source, "vertices", found.vertices, schema.vertices.__contains__)
    _known(source, "edges", found.edges, schema.edges.__contains__)
    _known(source, "attributes", found.attributes, lambda key: _is_attribute(key, schema))
    for name, together in found.together.items():
        for edge in together.edges:
            if edge not in schema.edges:
                raise source.complaint(("together", name, "edges"), f"the schema has no {edge}")
    return found


def _is_attribute(key: str, schema: Schema) -> bool:
    type_, _, attr = key.partition(".")
    return schema.attribute(type_, attr) is not None


def _known(
    source: TomlFile, section: str, named: Mapping[str, object], known: Callable[[str], bool]
) -> None:
    for name in named:
        if not known(name):
            raise source.complaint((section, name), "the schema does not have it")

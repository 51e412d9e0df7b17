"""lexicon.toml: a pack's word lore, read strictly and held against the schema."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

from occam.core.lexicon import HEAD, Lexicon, Noun, Property, Relation
from occam.core.schema import Schema
from occam.packs.languages import check_senses
from occam.packs.tomlfile import Key, TomlFile, parse_toml

_NAMED: dict[str, type] = {
    "aliases": dict[str, tuple[str, ...]],
    "nouns": Noun,
    "properties": Property,
    "relations": Relation,
}


def read_lexicon(path: Path, schema: Schema) -> Lexicon:
    """The word lore in that file; none where there is no file."""
    if not path.is_file():
        return Lexicon()
    source = parse_toml(path)
    for section, kind in _NAMED.items():
        entries: object = source.data.get(section)
        if isinstance(entries, Mapping):
            for name, value in cast("Mapping[str, Any]", entries).items():
                source.read(value, kind, section, name)
    lexicon = source.read(source.data, Lexicon)
    _Check(lexicon, source, schema).run()
    return lexicon


class _Check:
    """Every type, attribute and edge that the word lore names is one of the schema."""

    def __init__(self, lexicon: Lexicon, source: TomlFile, schema: Schema) -> None:
        self._lexicon, self._source, self._schema = lexicon, source, schema

    def run(self) -> None:
        lexicon = self._lexicon
        for type_name, noun in lexicon.nouns.items():
            self._type(type_name, "nouns", type_name)
            for word in set(noun.ends) - {*noun.one, *noun.many}:
                at = "nouns", type_name, "ends"
                raise self._source.complaint(at, f"{word!r} is no noun of {type_name}")
        for type_name in lexicon.heads:
            self._type(type_name, "heads")
        for attribute in lexicon.properties:
            self._attribute(attribute, "properties", attribute)
        for index, droppable in enumerate(lexicon.droppable):
            self._attribute(droppable.attribute, "droppable", index, "attribute")
        for slot in lexicon.aliases:
            self._slots([slot], "aliases", slot)
        for slot, others in lexicon.yields.items():
            self._slots([slot, *others], "yields", slot)
        for name, relation in lexicon.relations.items():
            self._edges(relation.edges, "relations", name, "edges")
            if relation.behind and relation.behind not in lexicon.relations:
                at = "relations", name, "behind"
                raise self._source.complaint(at, f"no relation {relation.behind!r}")
        if lexicon.year_of:
            self._attribute(lexicon.year_of, "year_of")
        for index, doers in enumerate(lexicon.doers):
            self._slots(filter(None, [doers.slot]), "doers", index, "slot")
            self._slots(doers.beside, "doers", index, "beside")
            if not (doers.value or doers.beside) or bool(doers.value) != bool(doers.slot):
                reason = "names a value of a slot, or the slots that its words stand beside"
                raise self._source.complaint(("doers", index), reason)
            self._counted(doers.type, doers.property, "doers", index)
        for index, people in enumerate(lexicon.peoples):
            self._slots([people.slot], "peoples", index, "slot")
            self._counted(people.type, people.property, "peoples", index)
        check_senses(lexicon.senses, self._source, "senses")

    def _type(self, name: str, *at: Key) -> None:
        if name not in self._schema.vertices:
            raise self._source.complaint(at, f"no vertex type {name!r}")

    def _counted(self, type_name: str, slot: str, *at: Key) -> None:
        """A type and an attribute that counts its vertices, where they are said."""
        if type_name:
            self._type(type_name, *at, "type")
        if slot:
            self._attribute(slot, *at, "property")

    def _attribute(self, slot: str, *at: Key) -> None:
        type_name, _, attr = slot.partition(".")
        self._type(type_name, *at)
        if not self._schema.attribute(type_name, attr):
            raise self._source.complaint(at, f"{type_name} has no attribute {attr!r}")

    def _slots(self, slots: Iterable[str], *at: Key) -> None:
        for slot in slots:
            type_name, _, attr = slot.partition(".")
            if attr in ("", HEAD):
                self._type(type_name, *at)
            else:
                self._attribute(slot, *at)

    def _edges(self, edges: Iterable[str], *at: Key) -> None:
        if not edges:
            raise self._source.complaint(at, "names no edge")
        for edge in edges:
            if edge not in self._schema.edges:
                raise self._source.complaint(at, f"no edge {edge!r}")

"""Does the pack agree with itself? Every identifier a file uses must be declared in another."""

from __future__ import annotations

import re
import string
from collections.abc import Collection, Iterable

from occam.core.schema import IMPLIED, Schema
from occam.packs.mapping import EdgeMap, Lookup, Mapping, Read, Record, Target
from occam.packs.tablechecks import check_tables
from occam.packs.tables import Table
from occam.packs.tomlfile import Key, TomlFile

Keys = tuple[Key, ...]


def check_schema(schema: Schema, source: TomlFile) -> None:
    """Edges join declared vertices, and an ordering edge stays within one type."""
    if not schema.vertices:
        raise source.complaint((), "declares no vertices")
    for name, vertex in schema.vertices.items():
        for attr in vertex.attributes:
            if attr in IMPLIED:
                raise source.complaint(
                    ("vertices", name, "attributes", attr), "every vertex has this already"
                )
    for name, edge in schema.edges.items():
        for key, end in (("source", edge.source), ("target", edge.target)):
            if end not in schema.vertices:
                raise source.complaint(("edges", name, key), f"no vertex type {end!r}")
        if edge.ordering and edge.source != edge.target:
            raise source.complaint(("edges", name, "ordering"), "must join a type to itself")


def check_mapping(
    mapping: Mapping, source: TomlFile, schema: Schema, tables: dict[str, Table]
) -> None:
    """Every name in the mapping is one of the schema, a table, a column or a variable."""
    if not mapping.records:
        raise source.complaint(("records",), "at least one [[records]] is needed")
    units = {unit.unit for kind in schema.vertices.values() for unit in kind.attributes.values()}
    for unit in mapping.units:
        if unit not in units:
            raise source.complaint(("units", unit), "no attribute of the schema has this unit")
    check_tables(mapping.tables, source, schema, tables)
    for index, record in enumerate(mapping.records):
        _RecordCheck(record, ("records", index), source, schema, tables).run()


class _RecordCheck:
    """The checks of one [[records]] table; `names` are the variables a template may use."""

    def __init__(
        self,
        record: Record,
        at: Keys,
        source: TomlFile,
        schema: Schema,
        tables: dict[str, Table],
    ) -> None:
        self.record, self.at, self.source = record, at, source
        self.schema, self.tables = schema, tables
        self.names = {"doc_id", "title"}

    def run(self) -> None:
        record, at = self.record, self.at
        if record.vertex not in self.schema.vertices:
            raise self.source.complaint((*at, "vertex"), f"no vertex type {record.vertex!r}")
        if record.title:
            self.names |= set(self._regex(record.title.pattern, (*at, "title", "pattern")))
            self._regex(record.title.overview, (*at, "title", "overview"))
        for name, template in record.vars.items():
            self._template(template, (*at, "vars", name))
            self.names.add(name)
        self._template(record.id, (*at, "id"))
        self._template(record.label, (*at, "label"))
        for index, alias in enumerate(record.aliases):
            self._template(alias, (*at, "aliases", index))
        self._attributes()
        for index, edge in enumerate(record.edges):
            self._edge(edge, (*at, "edges", index))
        self._orderings()
        for index, check in enumerate(record.checks):
            self._template(check.expected, (*at, "checks", index, "expected"))

    def _attributes(self) -> None:
        known = self.schema.vertices[self.record.vertex].attributes
        for index, attribute in enumerate(self.record.attributes):
            here = (*self.at, "attributes", index)
            if attribute.attr not in known:
                reason = f"{self.record.vertex} has no attribute {attribute.attr!r}"
                raise self.source.complaint((*here, "attr"), reason)
            if not known[attribute.attr].unknown and (attribute.fields or attribute.choices):
                reason = f"a page may lack {attribute.attr!r}: give it `unknown = true` in schema"
                raise self.source.complaint((*here, "attr"), reason)
            self._read(attribute, here)
            for position, choice in enumerate(attribute.choices):
                self._regex(choice.pattern, (*here, "choices", position, "pattern"))

    def _edge(self, edge: EdgeMap, at: Keys) -> None:
        target = self._leaves(edge.edge, self.record.vertex, at)
        if edge.fields and not self.schema.edges[edge.edge].unknown:
            reason = f"a page may lack {edge.edge!r}: give it `unknown = true` in schema"
            raise self.source.complaint((*at, "edge"), reason)
        self._read(edge, at)
        self._target(edge.target, target, (*at, "target"))
        for index, also in enumerate(edge.also):
            here = (*at, "also", index)
            further = self._leaves(also.edge, target, here)
            self._read(also, here)
            self._target(also.target, further, (*here, "target"))

    def _leaves(self, edge: str, vertex: str, at: Keys) -> str:
        found = self.schema.edges.get(edge)
        if found is None or found.source != vertex:
            raise self.source.complaint((*at, "edge"), f"no edge {edge!r} leaves {vertex!r}")
        return found.target

    def _target(self, target: Target, vertex: str, at: Keys) -> None:
        self._template(target.id, (*at, "id"), "value")
        self._template(target.label, (*at, "label"), "value")
        for attr, template in target.set.items():
            if attr not in self.schema.vertices[vertex].attributes:
                raise self.source.complaint((*at, "set", attr), f"{vertex} has no such attribute")
            self._template(template, (*at, "set", attr), "value")

    def _orderings(self) -> None:
        for index, ordering in enumerate(self.record.orderings):
            here = (*self.at, "orderings", index)
            self._leaves(ordering.edge, self.record.vertex, here)
            if not self.schema.edges[ordering.edge].ordering:
                raise self.source.complaint((*here, "edge"), "is no ordering edge in schema")
            self._template(ordering.key, (*here, "key"))
            self._template(ordering.at, (*here, "at"))
            self._template(ordering.stated_as, (*here, "stated_as"), "value")
            self._regex(ordering.stated_pattern, (*here, "stated_pattern"))
            self._lookup(ordering.fallback, (*here, "fallback"))

    def _read(self, read: Read, at: Keys) -> None:
        self._template(read.constant, (*at, "constant"))
        for index, pattern in enumerate(read.drop):
            self._regex(pattern, (*at, "drop", index))
        self._regex(read.pattern, (*at, "pattern"))
        self._lookup(read.year, (*at, "year"))
        self._lookup(read.lookup, (*at, "lookup"))
        for index, name in enumerate(read.fields):
            if name.startswith("title.") and name.removeprefix("title.") not in self.names:
                raise self.source.complaint((*at, "from", index), f"no such title group: {name}")

    def _lookup(self, lookup: Lookup | None, at: Keys) -> None:
        if lookup is None:
            return
        if lookup.table not in self.tables:
            raise self.source.complaint((*at, "table"), f"no table {lookup.table!r}")
        if lookup.column not in self.tables[lookup.table].columns:
            raise self.source.complaint((*at, "column"), f"no column {lookup.column!r}")
        self._template(lookup.key, (*at, "key"), "value")

    def _template(self, template: str, at: Keys, *more: str) -> None:
        for name in self._variables(template, at):
            if name not in self.names and name not in more and not name.startswith("field."):
                known = ", ".join(sorted({*self.names, *more}))
                raise self.source.complaint(at, f"no variable {name!r}; known: {known}")

    def _variables(self, template: str, at: Keys) -> Collection[str]:
        try:
            return [name for _, name, _, _ in string.Formatter().parse(template) if name]
        except ValueError as error:
            raise self.source.complaint(at, f"is no template: {error}") from None

    def _regex(self, pattern: str, at: Keys) -> Iterable[str]:
        try:
            return re.compile(pattern).groupindex
        except re.error as error:
            raise self.source.complaint(at, f"is no regular expression: {error}") from None

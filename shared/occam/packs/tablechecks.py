"""Do the reference tables fit the schema? Every column, cell and reference is looked at."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from occam.core.schema import Attribute, Schema
from occam.packs.kinds import coerced
from occam.packs.mapping import TableEdge, TableMap
from occam.packs.tables import Table
from occam.packs.tomlfile import Key, TomlFile

Keys = tuple[Key, ...]


def check_tables(
    mapped: Sequence[TableMap], source: TomlFile, schema: Schema, tables: dict[str, Table]
) -> None:
    """Each [[tables]] entry of the mapping against its file and the schema."""
    for index, entry in enumerate(mapped):
        at: Keys = ("tables", index)
        if entry.vertex not in schema.vertices:
            raise source.complaint((*at, "vertex"), f"no vertex type {entry.vertex!r}")
        if entry.file not in tables:
            raise source.complaint((*at, "file"), f"no table {entry.file!r}")
        _check_columns(entry, at, source, schema, tables[entry.file])
    for index, entry in enumerate(mapped):
        for position, edge in enumerate(entry.edges):
            known = _ids(mapped, tables, _target(entry, edge, schema))
            _check_edge(edge, ("tables", index, "edges", position), source, known, entry, tables)


def _check_columns(
    entry: TableMap, at: Keys, source: TomlFile, schema: Schema, table: Table
) -> None:
    attributes = schema.vertices[entry.vertex].attributes
    others = {"id", "label", "aliases"} | {edge.column for edge in entry.edges}
    for column in table.columns:
        if column in attributes:
            _check_cells(table, column, attributes[column], (*at, "file"), source)
        elif column not in others:
            raise source.complaint((*at, "file"), f"column {column!r} is no attribute")


def _check_cells(
    table: Table, column: str, attribute: Attribute, at: Keys, source: TomlFile
) -> None:
    """Each cell is of the attribute's kind, and blank only where the schema allows unknown."""
    for row in table.rows.values():
        cell = row.cells[column]
        if (cell or not attribute.unknown) and coerced(cell, attribute.kind) is None:
            reason = f"{table.name}:{row.line}: {column}: {cell!r} is no {attribute.kind}"
            raise source.complaint(at, reason)


def _target(entry: TableMap, edge: TableEdge, schema: Schema) -> str:
    """The type that the edge leads to, or nothing when it does not leave the table's type."""
    found = schema.edges.get(edge.edge)
    return found.target if found and found.source == entry.vertex else ""


def _ids(mapped: Sequence[TableMap], tables: dict[str, Table], vertex: str) -> Collection[str]:
    return {id for entry in mapped if entry.vertex == vertex for id in tables[entry.file].rows}


def _check_edge(
    edge: TableEdge,
    at: Keys,
    source: TomlFile,
    known: Collection[str],
    entry: TableMap,
    tables: dict[str, Table],
) -> None:
    """The edge leaves the table's type, and every cell of its column names a row."""
    table = tables[entry.file]
    if not known:
        raise source.complaint(at, f"no edge {edge.edge!r} from {entry.vertex!r} to a table's rows")
    if edge.column not in table.columns:
        raise source.complaint(at, f"no column {edge.column!r} in {table.name}")
    for row in table.rows.values():
        cell = row.cells[edge.column]
        if cell and cell not in known:
            raise source.complaint(at, f"{table.name}:{row.line}: {edge.column}: no row {cell!r}")

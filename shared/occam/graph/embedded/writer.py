"""Writes a dataset into a fresh graph file: create tables, copy in bulk, checkpoint.

The caller writes into a directory that nobody reads yet and publishes it when all is written.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any

import ladybug

from occam.core.dataset import Dataset, Vertex
from occam.core.errors import BadInput
from occam.core.schema import Schema
from occam.graph.checked import checked_ends, checked_vertex, unknowable_edges
from occam.graph.embedded import layout
from occam.graph.embedded.failures import translated
from occam.graph.flush import to_disk

_COPY = "(HEADER=false, PARALLEL=false, AUTO_DETECT=false, DELIM=',', QUOTE='\"', ESCAPE='\"')"


def write_graph(directory: Path, schema: Schema, dataset: Dataset) -> None:
    """Creates `graph.lbug` in the directory; refuses a dataset that the schema does not allow."""
    path = directory / layout.FILE
    with translated(directory):
        database = ladybug.Database(str(path), buffer_pool_size=512 << 20, max_num_threads=1)
        connection = ladybug.Connection(database, num_threads=1)
        try:
            _run(connection, "BEGIN TRANSACTION")
            for statement in _definitions(schema):
                _run(connection, statement)
            _run(connection, "CREATE (:`m_version` {id: $p0})", {"p0": dataset.version})
            with tempfile.TemporaryDirectory(dir=directory, prefix="copy-") as scratch:
                _copy_vertices(connection, Path(scratch), schema, dataset.vertices)
                _copy_edges(connection, Path(scratch), schema, dataset)
            _run(connection, "COMMIT")
            _run(connection, "CHECKPOINT")
        finally:
            connection.close()
            database.close()
        to_disk(path)


def _definitions(schema: Schema) -> Iterator[str]:
    yield "CREATE NODE TABLE `m_version` (id STRING PRIMARY KEY)"
    for type_ in schema.vertices:
        columns = ["id STRING PRIMARY KEY", "label STRING", "documents STRING"]
        columns += [f"{name} {kind}" for name, kind in _columns(schema, type_)]
        yield f"CREATE NODE TABLE {layout.vertex_table(type_)} ({', '.join(columns)})"
    for name, edge in schema.edges.items():
        source, target = layout.vertex_table(edge.source), layout.vertex_table(edge.target)
        yield f"CREATE REL TABLE {layout.edge_table(name)} (FROM {source} TO {target})"


def _columns(schema: Schema, type_: str) -> Iterator[tuple[str, str]]:
    for attr, attribute in schema.vertices[type_].attributes.items():
        *values, why = layout.value_columns(attr, attribute)
        for name in values:
            yield name, layout.COLUMN_TYPES[attribute.kind]
        yield why, "STRING"
    for edge in unknowable_edges(schema, type_):
        yield layout.unknown_column(edge), "STRING"


def _copy_vertices(
    connection: ladybug.Connection, scratch: Path, schema: Schema, vertices: Iterable[Vertex]
) -> None:
    by_type = attrgetter("type")
    for type_, group in groupby(sorted(vertices, key=attrgetter("type", "id")), key=by_type):
        lines = (_line(_vertex_values(schema, vertex)) for vertex in group)
        _copy(connection, layout.vertex_table(type_), scratch / "vertices.csv", lines)


def _vertex_values(schema: Schema, vertex: Vertex) -> list[Any]:
    cells = checked_vertex(schema, vertex)
    if any(layout.SEPARATOR in document for document in vertex.documents):
        place = f"{vertex.type} {vertex.id!r}"
        raise BadInput(f"{place}: a document id holds a control character")
    attributes = schema.vertices[vertex.type].attributes
    values: list[Any] = [vertex.id, vertex.label, layout.SEPARATOR.join(vertex.documents)]
    for attr, cell in cells.items():
        values += layout.stored(cell, attributes[attr])
    edges = unknowable_edges(schema, vertex.type)
    return values + [vertex.unknown_edges.get(edge) for edge in edges]


def _copy_edges(
    connection: ladybug.Connection, scratch: Path, schema: Schema, dataset: Dataset
) -> None:
    known = {(vertex.type, vertex.id) for vertex in dataset.vertices}
    key = attrgetter("type")
    for type_, group in groupby(sorted(dataset.edges, key=key), key=key):
        pairs = sorted({checked_ends(schema, edge, known) for edge in group})
        lines = (_line(pair) for pair in pairs)
        _copy(connection, layout.edge_table(type_), scratch / "edges.csv", lines)


def _copy(connection: ladybug.Connection, table: str, path: Path, lines: Iterable[str]) -> None:
    with path.open("w", encoding="utf-8", newline="") as out:
        out.writelines(lines)
    place = str(path).replace("\\", "\\\\").replace("'", "\\'")
    if path.stat().st_size:
        _run(connection, f"COPY {table} FROM '{place}' {_COPY}")


def _line(values: Iterable[Any]) -> str:
    return ",".join(map(_field, values)) + "\n"


def _field(value: Any) -> str:
    """Quoted, so that nothing but a missing value reads as NULL."""
    return "" if value is None else '"' + str(value).replace('"', '""') + '"'


def _run(
    connection: ladybug.Connection, statement: str, parameters: dict[str, Any] | None = None
) -> None:
    result = connection.execute(statement, parameters or {})
    for one in result if isinstance(result, list) else [result]:
        one.close()

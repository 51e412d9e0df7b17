"""Answers queries from one version's graph file, opened read-only.

Calls block the event loop for as long as the engine works: well under a millisecond for ordinary
questions, and many processes read one version at once, so threads would buy nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import ladybug

from occam.core.errors import Permanent
from occam.core.evidence import Rows
from occam.core.plan import Query
from occam.core.schema import Schema
from occam.core.values import Cell
from occam.graph.embedded import layout
from occam.graph.embedded.cypher import Statement, floating, statements
from occam.graph.embedded.failures import is_out_of_memory, translated
from occam.graph.outline import Outline, Place
from occam.graph.weave import Catch, Found, Weave

BUFFER_POOL = 256 << 20
LARGEST_FILE = 1 << 36
KEPT_STATEMENTS = 128
"""The driver keeps every prepared statement, and each holds about a megabyte of the buffer pool
for as long as its connection lives: beyond so many texts a new connection forgets them."""


class EmbeddedGraph:
    """One immutable version."""

    def __init__(self, directory: Path, schema: Schema, database: ladybug.Database) -> None:
        self._directory = directory
        self._schema = schema
        self._database = database
        self._connection = ladybug.Connection(database, num_threads=1)
        self._seen: set[str] = set()
        found = self._run("MATCH (m:`m_version`) RETURN m.id", {})
        if not found:
            raise Permanent(f"graph version {directory}: {layout.FILE} is incomplete")
        self.version = str(found[0][0])

    @classmethod
    def open(cls, directory: Path, schema: Schema) -> EmbeddedGraph:
        """Opens the version in this directory; it must be complete and is never written again."""
        path = directory / layout.FILE
        if not path.is_file():
            raise Permanent(f"graph version {directory}: {layout.FILE} is missing")
        with translated(directory):
            database = ladybug.Database(
                str(path),
                read_only=True,
                buffer_pool_size=BUFFER_POOL,
                max_num_threads=1,
                max_db_size=LARGEST_FILE,
            )
            return cls(directory, schema, database)

    def close(self) -> None:
        """Releases the file."""
        self._connection.close()
        self._database.close()

    async def rows(self, query: Query) -> Rows:
        """The examined pool, read over edges and vertex columns."""
        outline = Outline(query, self._schema)
        catches = [Catch() for _ in outline.places]
        with translated(self._directory):
            for statement in self._plan(outline, catches):
                self._fetch(outline, statement, catches[statement.place.number])
        return Rows(version=self.version, rows=Weave(outline, catches).rows())

    def explain(self, query: Query) -> str:
        """The engine's physical plans for every statement of the query."""
        outline = Outline(query, self._schema)
        catches = [Catch() for _ in outline.places]
        plans: list[str] = []
        with translated(self._directory):
            for statement in self._plan(outline, catches):
                self._fetch(outline, statement, catches[statement.place.number])
                plan = self._run(f"EXPLAIN {statement.text}", statement.parameters)
                plans.append(f"{statement.text}\n{plan[0][0]}")
        return "\n".join(plans)

    def _plan(self, outline: Outline, catches: list[Catch]) -> Iterator[Statement]:
        """Floating sources first: whether there are any decides what the rest may leave out."""
        afloat = frozenset[int]()
        for place in reversed(outline.places):
            if outline.may_float(place):
                yield floating(outline, place, afloat)
                if catches[place.number].floating:
                    afloat |= {place.number}
        for place in outline.places:
            near = catches[place.parent.number].vertices if place.parent else ()
            yield from statements(outline, place, afloat, near)

    def _fetch(self, outline: Outline, statement: Statement, catch: Catch) -> None:
        read = _Reader(outline, statement.place)
        for row in self._run(statement.text, statement.parameters):
            if statement.paired:
                catch.leads.setdefault(row[0], set()).add(row[1])
            found = read(row, 1 if statement.paired else 0, catch.vertices)
            if statement.floating:
                catch.floating.add(found)

    def _run(self, text: str, parameters: dict[str, Any]) -> Sequence[Any]:
        if len(self._seen) >= KEPT_STATEMENTS and text not in self._seen:
            self._renew()
        self._seen.add(text)
        try:
            return self._executed(text, parameters)
        except RuntimeError as error:
            if not is_out_of_memory(error):
                raise
        self._renew()
        return self._executed(text, parameters)

    def _renew(self) -> None:
        self._connection.close()
        self._connection = ladybug.Connection(self._database, num_threads=1)
        self._seen.clear()

    def _executed(self, text: str, parameters: dict[str, Any]) -> Sequence[Any]:
        result = self._connection.execute(text, parameters)
        assert isinstance(result, ladybug.QueryResult)
        try:
            return result.get_all()
        finally:
            result.close()


class _Reader:
    """Turns the columns of one place into a vertex, once per vertex."""

    def __init__(self, outline: Outline, place: Place) -> None:
        attributes = outline.schema.vertices[place.type].attributes
        self._cells = [
            (attr, attributes[attr], len(layout.value_columns(attr, attributes[attr])))
            for attr in place.cells
        ]
        self._cited = place.cited
        self._unknowable = place.unknowable

    def __call__(self, row: Sequence[Any], start: int, into: dict[str, Found]) -> str:
        id_: str = row[start]
        if id_ in into:
            return id_
        at = start + 2
        documents: tuple[str, ...] = ()
        if self._cited:
            documents = tuple(sorted(row[at].split(layout.SEPARATOR))) if row[at] else ()
            at += 1
        cells: dict[str, Cell] = {}
        for attr, attribute, width in self._cells:
            cells[attr] = layout.restored(row[at : at + width], attribute)
            at += width
        unknown = frozenset(
            edge for edge, why in zip(self._unknowable, row[at:], strict=True) if why is not None
        )
        into[id_] = Found(id_, row[start + 1], cells, unknown, documents)
        return id_

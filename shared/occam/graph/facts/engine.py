"""Answers queries from the fact table of one version: the route the bound takes.

It reads no edge and no vertex of the graph file; only `facts.sqlite` is ever opened.
"""

# Only constants and column names are put together here; every value is bound.
# ruff: noqa: S608

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from occam.core.errors import Permanent
from occam.core.evidence import Rows, Source
from occam.core.plan import Query
from occam.core.ports import DocumentState
from occam.core.schema import Schema
from occam.graph.facts.failures import FILE, translated
from occam.graph.facts.sql import UNSAID, Clauses, Condition
from occam.graph.outline import Outline, Place
from occam.graph.said import vertices
from occam.graph.weave import Catch, Found, Weave

_LISTED = "SELECT value FROM json_each(?)"
_SAID = (
    "SELECT subject, attr, num, txt, first, last, status, cause, document FROM fact"
    f" WHERE type = ? AND attr IN ({{attrs}}) AND subject IN ({_LISTED})"
)
_STATE = "SELECT document, title, digest, status, cause FROM page"


class FactTable:
    """One immutable version."""

    def __init__(self, directory: Path, schema: Schema, connection: sqlite3.Connection) -> None:
        self._directory = directory
        self._schema = schema
        self._connection = connection
        self._explained: list[str] | None = None
        found = connection.execute("SELECT id FROM version").fetchone()
        if found is None:
            raise Permanent(f"graph version {directory}: {FILE} is incomplete")
        self.version = str(found[0])

    @classmethod
    def open(cls, directory: Path, schema: Schema) -> FactTable:
        """Opens the version in this directory; it must be complete and is never written again."""
        path = directory / FILE
        if not path.is_file():
            raise Permanent(f"graph version {directory}: {FILE} is missing")
        with translated(directory):
            uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
            connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
            connection.execute("PRAGMA query_only = ON")
            return cls(directory, schema, connection)

    def close(self) -> None:
        """Releases the file."""
        self._connection.close()

    async def rows(self, query: Query) -> Rows:
        """The examined pool, read from facts alone."""
        with translated(self._directory):
            return self._rows(query)

    async def sources(
        self, subjects: tuple[str, ...], attrs: tuple[str, ...]
    ) -> tuple[Source, ...]:
        """Where the known values of these subjects' attributes and edges were read."""
        marks = ", ".join("?" * len(attrs))
        statement = (
            "SELECT DISTINCT subject, attr, document, start, end, rule, target FROM fact"
            f" WHERE subject IN ({_LISTED}) AND attr IN ({marks}) AND status = 'known'"
            " ORDER BY subject, attr, document, start"
        )
        with translated(self._directory):
            found = self._connection.execute(statement, (json.dumps(subjects), *attrs))
            return tuple(Source(*row) for row in found)

    async def documents(self, ids: tuple[str, ...]) -> tuple[DocumentState, ...]:
        """The ledger's word on these documents; ids it never saw are missing from the answer."""
        statement = f"{_STATE} WHERE document IN ({_LISTED}) ORDER BY document"
        with translated(self._directory):
            found = self._connection.execute(statement, (json.dumps(ids),))
            return tuple(DocumentState(*row) for row in found)

    async def unparsed(self, limit: int) -> tuple[DocumentState, ...]:
        """Pages that look like records and could not be read: what a bound cannot see."""
        statement = f"{_STATE} WHERE status = 'refused' ORDER BY document LIMIT ?"
        with translated(self._directory):
            found = self._connection.execute(statement, (limit,))
            return tuple(DocumentState(*row) for row in found)

    def explain(self, query: Query) -> str:
        """SQLite's query plans for every statement of the query."""
        self._explained = []
        try:
            with translated(self._directory):
                self._rows(query)
            return "\n".join(self._explained)
        finally:
            self._explained = None

    def _rows(self, query: Query) -> Rows:
        outline = Outline(query, self._schema)
        catches = [Catch() for _ in outline.places]
        afloat = frozenset[int]()
        for place in reversed(outline.places):
            if outline.may_float(place):
                catches[place.number].floating = self._floating(place, afloat)
                if catches[place.number].floating:
                    afloat |= {place.number}
        clauses = Clauses(self._schema, afloat)
        for place in outline.places:
            self._catch(place, catches, clauses)
        return Rows(version=self.version, rows=Weave(outline, catches).rows())

    def _floating(self, place: Place, afloat: frozenset[int]) -> set[str]:
        """The sources of the edge to this place's parent that do not name their targets."""
        possible = Clauses(self._schema, afloat).subjects(place)
        text = f"{possible.text} AND subject IN ({UNSAID})"
        values = (*possible.values, place.type, place.leads.edge)
        return {row[0] for row in self._read(Condition(text, values))}

    def _catch(self, place: Place, catches: list[Catch], clauses: Clauses) -> None:
        catch = catches[place.number]
        if place.parent is None:
            ids = {row[0] for row in self._read(clauses.subjects(place))}
        else:
            near = catches[place.parent.number].vertices
            for near_id, far_id in self._pairs(place, near, clauses):
                catch.leads.setdefault(near_id, set()).add(far_id)
            ids = catch.floating.union(*catch.leads.values())
        catch.vertices = self._vertices(place, ids) if ids else {}

    def _pairs(self, place: Place, near: Iterable[str], clauses: Clauses) -> Iterable[Any]:
        hop = place.leads
        here, there = ("subject", "target") if hop.direction == "out" else ("target", "subject")
        source = self._schema.edges[hop.edge].source
        far = clauses.of_place(place, there)
        text = (
            f"SELECT DISTINCT {here}, {there} FROM fact WHERE type = ? AND attr = ?"
            f" AND target <> '' AND {here} IN ({_LISTED})"
        )
        text += "".join(f" AND {condition.text}" for condition in far)
        values = (source, hop.edge, json.dumps(list(near)))
        return self._read(Condition(text, (*values, *(v for c in far for v in c.values))))

    def _vertices(self, place: Place, ids: set[str]) -> dict[str, Found]:
        attrs = ("@vertex", "label", *place.cells, *place.unknowable)
        text = _SAID.format(attrs=", ".join("?" * len(attrs)))
        said = self._read(Condition(text, (place.type, *attrs, json.dumps(list(ids)))))
        return vertices(said, place, self._schema)

    def _read(self, statement: Condition) -> Sequence[Any]:
        if self._explained is not None:
            plan = self._connection.execute(
                f"EXPLAIN QUERY PLAN {statement.text}", statement.values
            )
            steps = "\n".join(str(row[3]) for row in plan)
            self._explained.append(f"{statement.text}\n{steps}")
        return self._connection.execute(statement.text, statement.values).fetchall()

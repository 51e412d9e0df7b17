"""A dataset as rows of the server's tables: every column of every row, cast to its type.

The server keeps what an upsert leaves out, coerces nothing, and makes up the ends of edges that
come too early: so rows are whole, typed, and in an order in which every edge finds its ends.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from occam.core.dataset import Dataset, Fact
from occam.core.errors import BadInput
from occam.core.values import Cell, Period
from occam.graph.checked import EXISTS, checked_ends, checked_fact, checked_vertex
from occam.graph.tigergraph.layout import (
    ABOUT,
    CHUNK,
    FACT,
    KIND,
    NAMES,
    OF_KIND,
    PAGE,
    SOURCED_FROM,
    SUBJECT,
    UNREADABLE,
    Columns,
    Layout,
)
from occam.graph.tigergraph.tables import (
    LOADED,
    EdgeTable,
    VertexTable,
    edge_tables,
    vertex_tables,
)

MOST_ID_BYTES = 16_384
_DEFAULTS: dict[str, Any] = {"STRING": "", "INT": 0, "DOUBLE": 0.0, "BOOL": False}
_ID_DIGITS = 32


class ChunkRow(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of a page, quoted verbatim, with its vector when there is one.

    The id is a digest of what the chunk says, so that no vector outlives its words.
    """

    document: str
    title: str
    start: int
    end: int
    words: str
    vector: Sequence[float] | None = None

    @property
    def id(self) -> str:
        """Equal for equal words at an equal place."""
        return digest(self.document, self.start, self.words)


class Row(NamedTuple):
    """A vertex: `vector` is its vector attribute's value, or None."""

    id: str
    values: dict[str, Any]
    vector: Sequence[float] | None = None


class Link(NamedTuple):
    """An edge by the ids of its ends."""

    source: str
    target: str
    values: dict[str, Any]


Batch = tuple[VertexTable, Iterable[Row]] | tuple[EdgeTable, Iterable[Link]]


def digest(*parts: object) -> str:
    """An id for what has none of its own: equal content, equal id."""
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()[:_ID_DIGITS]


def encoded(
    layout: Layout, dataset: Dataset, stamp: int, chunks: Iterable[ChunkRow] = ()
) -> Iterator[Batch]:
    """Every table with its rows, each to be exhausted before the next one is taken.

    `stamp` is the counter of the load. Raises `BadInput` naming what the schema does not allow.
    """
    encoder = _Encoder(layout, dataset, stamp)
    yield from encoder.pack()
    yield from encoder.facts()
    yield from encoder.documents(chunks)


class _Encoder:
    def __init__(self, layout: Layout, dataset: Dataset, stamp: int) -> None:
        self._layout = layout
        self._schema = layout.schema
        self._dataset = dataset
        self._stamp = stamp
        self._vertices = {table.name: table for table in vertex_tables(layout)}
        self._edges = {table.name: table for table in edge_tables(layout)}

    def pack(self) -> Iterator[Batch]:
        """The graph itself: vertices of every type, then edges of every type."""
        self._refuse_strangers()
        for type_, names in self._layout.vertices.items():
            table = self._vertices[names.name]
            yield table, self._once(table, self._of_type(table, type_))
        known = {(vertex.type, vertex.id) for vertex in self._dataset.vertices}
        for type_, names in self._layout.edges.items():
            table = self._edges[names.name]
            yield table, self._joined(type_, table, known)

    def facts(self) -> Iterator[Batch]:
        """What documents said, and of whom."""
        held = [(fact, checked_fact(self._schema, fact)) for fact in self._dataset.facts]
        ids = _numbered(digest(fact) for fact, _ in held)
        facts = [fact for fact, _ in held]
        subjects = sorted({pair for fact in facts for pair in self._mentioned(fact)})
        yield self._rows(KIND, ((type_, {}) for type_ in self._schema.vertices))
        yield self._rows(SUBJECT, ((_subject(*s), {"about": s[0], "name": s[1]}) for s in subjects))
        yield self._rows(FACT, ((i, self._said(*h)) for i, h in zip(ids, held, strict=True)))
        yield self._links(OF_KIND, ((_subject(*s), s[0]) for s in subjects))
        pairs = list(zip(ids, facts, strict=True))
        yield self._links(ABOUT, ((i, _subject(f.type, f.subject)) for i, f in pairs))
        yield self._links(NAMES, ((i, _subject(*self._target(f))) for i, f in pairs if f.target))

    def documents(self, chunks: Iterable[ChunkRow]) -> Iterator[Batch]:
        """The ledger, and the pieces that pages were cut into."""
        states = ((page.state, page.url) for page in self._dataset.pages)
        yield self._rows(
            PAGE,
            (
                (s.document, {**_of(s, "title", "digest", "cause"), "url": u, "standing": s.status})
                for s, u in states
            ),
        )
        unreadable = self._dataset.unreadable
        yield self._rows(
            UNREADABLE,
            (
                (id_, {**_of(u, "document", "field", "cause"), "words": u.text})
                for id_, u in zip(_numbered(map(digest, unreadable)), unreadable, strict=True)
            ),
        )
        sources: dict[str, str] = {}
        yield self._vertices[CHUNK], self._chunks(chunks, sources)
        yield self._links(SOURCED_FROM, sources.items())

    def _refuse_strangers(self) -> None:
        for vertex in self._dataset.vertices:
            if vertex.type not in self._schema.vertices:
                checked_vertex(self._schema, vertex)
        for edge in self._dataset.edges:
            if edge.type not in self._schema.edges:
                checked_ends(self._schema, edge, ())

    def _of_type(self, table: VertexTable, type_: str) -> Iterator[Row]:
        names = self._layout.vertices[type_]
        for vertex in self._dataset.vertices:
            if vertex.type != type_:
                continue
            values = {"present": True, "label": vertex.label, "documents": _list(vertex.documents)}
            for attr, cell in checked_vertex(self._schema, vertex).items():
                values |= _cell(names.attributes[attr], cell)
            for edge, flag in names.unknown_edges.items():
                values[flag] = edge in vertex.unknown_edges
            yield Row(vertex.id, self._whole(table, values))

    def _joined(self, type_: str, table: EdgeTable, known: set[tuple[str, str]]) -> Iterator[Link]:
        """One edge for each pair of ends: the server keeps no second one."""
        documents: dict[tuple[str, str], set[str]] = {}
        for edge in self._dataset.edges:
            if edge.type == type_:
                ends = checked_ends(self._schema, edge, known)
                documents.setdefault(ends, set()).update(edge.documents)
        for (source, target), stated in sorted(documents.items()):
            yield Link(source, target, self._whole(table, {"documents": _list(sorted(stated))}))

    def _mentioned(self, fact: Fact) -> Iterator[tuple[str, str]]:
        yield fact.type, fact.subject
        if fact.target:
            yield self._target(fact)

    def _target(self, fact: Fact) -> tuple[str, str]:
        return self._schema.edges[fact.attr].target, fact.target

    def _said(self, fact: Fact, cell: Cell | None) -> dict[str, Any]:
        attribute = self._schema.attribute(fact.type, fact.attr)
        status = cell.status if cell else "known"
        return {
            **_of(fact, "subject", "attr", "document", "rule", "unit"),
            **(_spelt(cell.value) if cell else {}),
            "about": fact.type,
            "object": fact.target,
            "kind_of": attribute.kind if attribute and fact.attr != EXISTS else "",
            "is_known": status == "known",
            "is_open": status == "unknown",
            "cause": cell.cause if cell else "",
            "start_at": fact.start,
            "end_at": fact.end,
        }

    def _chunks(self, chunks: Iterable[ChunkRow], sources: dict[str, str]) -> Iterator[Row]:
        """Keeps which page each chunk is of, for the edges that come after all chunks."""
        for chunk in chunks:
            if chunk.id in sources:
                raise BadInput(f"{chunk.document}: the chunk at {chunk.start} comes twice")
            sources[chunk.id] = chunk.document
            places = {"start_at": chunk.start, "end_at": chunk.end}
            values = {**_of(chunk, "document", "title", "words"), **places}
            yield Row(chunk.id, self._whole(self._vertices[CHUNK], values), chunk.vector)

    def _rows(self, type_: str, rows: Iterable[tuple[str, dict[str, Any]]]) -> Batch:
        table = self._vertices[type_]
        made = (Row(id_, self._whole(table, values)) for id_, values in rows)
        return table, self._once(table, made)

    def _links(self, type_: str, pairs: Iterable[tuple[str, str]]) -> Batch:
        return self._edges[type_], (Link(near, far, {}) for near, far in pairs)

    def _once(self, table: VertexTable, rows: Iterable[Row]) -> Iterator[Row]:
        seen: set[str] = set()
        for row in rows:
            if not row.id or len(row.id.encode()) > MOST_ID_BYTES:
                raise BadInput(
                    f"{table.name} {row.id[:80]!r}: not an id of 1 to {MOST_ID_BYTES} bytes"
                )
            if row.id in seen:
                raise BadInput(f"{table.name} {row.id!r} comes twice")
            seen.add(row.id)
            yield row

    def _whole(self, table: VertexTable | EdgeTable, values: dict[str, Any]) -> dict[str, Any]:
        """Every column: what is not said has the value that the server would give it."""
        found = {name: values.get(name, _DEFAULTS[kind]) for name, kind in table.columns}
        return found | ({LOADED: self._stamp} if table.stamped else {})


def _of(struct: msgspec.Struct, *names: str) -> dict[str, Any]:
    return {name: getattr(struct, name) for name in names}


def _subject(type_: str, id_: str) -> str:
    return f"{type_}/{id_}"


def _list(documents: Iterable[str]) -> str:
    return json.dumps(list(documents), ensure_ascii=False)


def _numbered(ids: Iterable[str]) -> list[str]:
    """The same statement made twice is two rows."""
    seen: Counter[str] = Counter()
    found: list[str] = []
    for id_ in ids:
        found.append(f"{id_}-{seen[id_]}" if seen[id_] else id_)
        seen[id_] += 1
    return found


def _cell(columns: Columns, cell: Cell) -> dict[str, Any]:
    found: dict[str, Any] = {columns.has: cell.status == "known", columns.why: cell.cause}
    if columns.open:
        found[columns.open] = cell.status == "unknown"
    value = cell.value
    if isinstance(value, Period):
        return found | {
            columns.value: value.days,
            columns.start: value.start,
            columns.end: value.end,
        }
    if value is not None:
        found[columns.value] = value
        if columns.exact:
            found[columns.exact] = repr(value)
    return found


def _spelt(value: Any) -> dict[str, Any]:
    """The fields of a fact that hold a value of this kind; a flag is 0 or 1."""
    match value:
        case Period():
            return {"words": value.days, "first_day": value.start, "last_day": value.end}
        case bool() | int():
            return {"whole": int(value)}
        case float():
            return {"number": value, "exact": repr(value)}
        case str():
            return {"words": value}
        case _:
            return {}

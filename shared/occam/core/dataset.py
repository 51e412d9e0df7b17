"""One version of a graph as plain records: what ingest makes and every backend is written from."""

from __future__ import annotations

import msgspec

from occam.core.ports import DocumentState
from occam.core.values import Cell


class Vertex(msgspec.Struct, frozen=True, kw_only=True):
    """A vertex with all its schema attributes; `unknown_edges` maps an edge to why its targets
    are not known."""

    type: str
    id: str
    label: str
    aliases: tuple[str, ...] = ()
    cells: dict[str, Cell] = {}
    unknown_edges: dict[str, str] = {}
    documents: tuple[str, ...] = ()


class Edge(msgspec.Struct, frozen=True, kw_only=True):
    """An edge between two vertices, with every document that states it."""

    type: str
    source: str
    target: str
    documents: tuple[str, ...] = ()


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """One statement of one document: the disjoint route counts these and never an edge.

    `attr` is an attribute, an edge type, `label`, or `@vertex` (the document says the vertex
    exists). An edge fact carries `target`, an attribute fact a `cell`; an unknown edge has
    neither target nor value but a cell with the cause. Characters [start, end) of the document's
    text were read by `rule`; `unit` is what was counted.
    """

    document: str
    type: str
    subject: str
    attr: str
    target: str = ""
    cell: Cell | None = None
    start: int = 0
    end: int = 0
    rule: str = ""
    unit: str = ""


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """A document as it came, and the ledger's line for it.

    `state.status` is `parsed`, `no_record` (nothing looked like a record), `refused` (a record
    that could not be read), or `table` (a reference table of the pack).
    """

    state: DocumentState
    url: str = ""
    text: str = ""


class Unreadable(msgspec.Struct, frozen=True, kw_only=True):
    """A field of a parsed page that gave no value: the ledger's second table."""

    document: str
    field: str
    cause: str
    text: str = ""


class Dataset(msgspec.Struct, frozen=True, kw_only=True):
    """A whole version. Every collection is in a total order, so equal inputs give equal bytes."""

    pack: str
    version: str
    vertices: tuple[Vertex, ...]
    edges: tuple[Edge, ...]
    facts: tuple[Fact, ...]
    pages: tuple[Page, ...] = ()
    unreadable: tuple[Unreadable, ...] = ()


class Name(msgspec.Struct, frozen=True, kw_only=True):
    """What people may call one vertex, and its attribute values that are vocabulary."""

    type: str
    id: str
    label: str
    aliases: tuple[str, ...] = ()
    values: dict[str, str] = {}

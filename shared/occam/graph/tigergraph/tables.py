"""What a graph on the server is made of: every vertex and edge type with its columns, in order.

Schema, loading jobs, census and writer all follow this list, so that none can know a column that
another does not.
"""

from __future__ import annotations

from dataclasses import dataclass

from occam.graph.tigergraph.layout import (
    ABOUT,
    CHUNK,
    FACT,
    INSTALLED,
    KIND,
    NAMES,
    OF_KIND,
    PAGE,
    RELEASE,
    REVERSE,
    SOURCED_FROM,
    SUBJECT,
    UNREADABLE,
    Layout,
    VertexNames,
)

Column = tuple[str, str]
"""Name and GSQL type."""

LOADED = "loaded"
"""The counter of the load that wrote a row: what a later load did not write again is gone."""
STAMP: Column = (LOADED, "INT")


@dataclass(frozen=True, slots=True)
class VertexTable:
    """A vertex type; `columns` come after the id."""

    name: str
    columns: tuple[Column, ...]

    @property
    def stamped(self) -> bool:
        """Whether a load owns the rows: all but what is said of the graph itself."""
        return STAMP in self.columns


@dataclass(frozen=True, slots=True)
class EdgeTable:
    """A directed edge type."""

    name: str
    reverse: str
    source: str
    target: str
    columns: tuple[Column, ...] = ()

    @property
    def stamped(self) -> bool:
        """Whether an edge can be gone while both its ends stay."""
        return STAMP in self.columns


def _strings(*names: str) -> tuple[Column, ...]:
    return tuple((name, "STRING") for name in names)


OWN_VERTICES = (
    VertexTable(KIND, (STAMP,)),
    VertexTable(SUBJECT, (*_strings("about", "name"), STAMP)),
    VertexTable(
        FACT,
        (
            *_strings("about", "subject", "attr", "object", "kind_of"),
            *(("is_known", "BOOL"), ("is_open", "BOOL"), ("whole", "INT"), ("number", "DOUBLE")),
            *_strings("exact", "words", "first_day", "last_day", "cause", "document"),
            *(("start_at", "INT"), ("end_at", "INT")),
            *_strings("rule", "unit"),
            STAMP,
        ),
    ),
    VertexTable(PAGE, (*_strings("title", "url", "digest", "standing", "cause"), STAMP)),
    VertexTable(UNREADABLE, (*_strings("document", "field", "cause", "words"), STAMP)),
    VertexTable(
        CHUNK,
        (
            *_strings("document", "title"),
            *(("start_at", "INT"), ("end_at", "INT")),
            *_strings("words"),
            STAMP,
        ),
    ),
    VertexTable(
        RELEASE, (("counter", "INT"), *_strings("version", "pack", "pack_digest", "loaded_at"))
    ),
    VertexTable(INSTALLED, _strings("digest")),
)
OWN_EDGES = (
    EdgeTable(OF_KIND, REVERSE + OF_KIND, SUBJECT, KIND),
    EdgeTable(ABOUT, REVERSE + ABOUT, FACT, SUBJECT),
    EdgeTable(NAMES, REVERSE + NAMES, FACT, SUBJECT),
    EdgeTable(SOURCED_FROM, REVERSE + SOURCED_FROM, CHUNK, PAGE),
)
"""They follow from the vertex that they leave, whose id is a digest of all it says."""


def vertex_tables(layout: Layout) -> tuple[VertexTable, ...]:
    """The pack's vertex types, then those that every graph has."""
    own = tuple(VertexTable(n.name, _columns(n)) for n in layout.vertices.values())
    return (*own, *OWN_VERTICES)


def edge_tables(layout: Layout) -> tuple[EdgeTable, ...]:
    """The pack's edge types, then those that every graph has."""
    columns = (*_strings("documents"), STAMP)
    own = tuple(
        EdgeTable(n.name, n.reverse, n.source, n.target, columns) for n in layout.edges.values()
    )
    return (*own, *OWN_EDGES)


def _columns(names: VertexNames) -> tuple[Column, ...]:
    cells = (column for columns in names.attributes.values() for column in columns.typed())
    flags = ((flag, "BOOL") for flag in names.unknown_edges.values())
    return (("present", "BOOL"), *_strings("label", "documents"), STAMP, *cells, *flags)

"""How a schema lies in TigerGraph: type and attribute names, and which columns hold a cell.

TigerGraph has no missing value, so every attribute has flags beside it: `has_x` says that the value
is known, `open_x` that it exists and is not known; both false is not applicable. Names are the
schema's own unless GSQL reserves them or they are taken: then underscores are appended.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from occam.core.errors import BadConfig
from occam.core.schema import Attribute, Schema
from occam.core.values import Kind

GRAPH_PREFIX = "occam_"
FACT, SUBJECT, KIND = "Fact", "Subject", "Kind"
PAGE, UNREADABLE, RELEASE, CHUNK, INSTALLED = "Page", "Unreadable", "Release", "Chunk", "Installed"
ABOUT, NAMES, OF_KIND, SOURCED_FROM = "ABOUT", "NAMES", "OF_KIND", "SOURCED_FROM"
OWN_TYPES = (FACT, SUBJECT, KIND, PAGE, UNREADABLE, RELEASE, CHUNK, INSTALLED)
OWN_EDGES = (ABOUT, NAMES, OF_KIND, SOURCED_FROM)
VECTOR = "emb"
DIMENSION, MOST_DIMENSIONS = 384, 4_096
"""The length of vectors where a pack names none, and the longest that a server keeps."""
FIXED = ("id", "present", "label", "documents", "loaded")
"""The columns of every vertex of a pack."""
REVERSE = "rev_"
SYSTEM = "gsql_sys_"
"""Begins the names that the server keeps for itself."""
SETS = "_set"
"""Ends the name of every vertex set variable, and of no type."""

COLUMN_TYPES: dict[Kind, str] = {
    "integer": "INT",
    "number": "DOUBLE",
    "text": "STRING",
    "period": "STRING",
    "flag": "BOOL",
}
_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


@cache
def reserved() -> frozenset[str]:
    """Every word that GSQL keeps for itself in schemas or in queries, in lower case."""
    text = files("occam.graph.tigergraph").joinpath("reserved.txt").read_text(encoding="utf-8")
    return frozenset(text.split())


@cache
def taken() -> tuple[str, ...]:
    """The names of tuples, parameters and variables in the installed queries: no type has one."""
    text = files("occam.graph.tigergraph").joinpath("taken.txt").read_text(encoding="utf-8")
    return tuple(text.split())


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of one attribute; an empty name says that there is no such column.

    `value` of a period holds its days. `exact` spells a number so that it reads back unchanged.
    """

    kind: Kind
    value: str
    has: str
    why: str
    open: str = ""
    start: str = ""
    end: str = ""
    exact: str = ""

    def typed(self) -> tuple[tuple[str, str], ...]:
        """Name and GSQL type of every column there is."""
        found = (
            (self.value, COLUMN_TYPES[self.kind]),
            (self.start, "STRING"),
            (self.end, "STRING"),
            (self.exact, "STRING"),
            (self.has, "BOOL"),
            (self.open, "BOOL"),
            (self.why, "STRING"),
        )
        return tuple(pair for pair in found if pair[0])


@dataclass(frozen=True, slots=True)
class VertexNames:
    """A vertex type: `unknown_edges` maps an edge to the flag that its targets are not known."""

    name: str
    attributes: dict[str, Columns]
    unknown_edges: dict[str, str]
    documentary: bool


@dataclass(frozen=True, slots=True)
class EdgeNames:
    """An edge type with the GSQL names of its reverse and of its ends."""

    name: str
    reverse: str
    source: str
    target: str


class Layout:
    """All names of one pack's graph, and the length of its vectors.

    Raises `BadConfig` for vectors that are longer than a server keeps.
    """

    def __init__(
        self, schema: Schema, pack: str, graph: str = "", dimension: int = DIMENSION
    ) -> None:
        if dimension > MOST_DIMENSIONS:
            raise BadConfig(
                f"pack {pack!r} wants vectors of {dimension} numbers (pack.toml, "
                f"vectors.dimension), and TigerGraph keeps at most {MOST_DIMENSIONS}"
            )
        self.dimension = dimension
        self.schema = schema
        self.pack = pack
        self.graph = graph or GRAPH_PREFIX + pack.replace("-", "_")
        own = (*OWN_TYPES, *OWN_EDGES, *(REVERSE + edge for edge in OWN_EDGES))
        types = _Names((*own, *taken()))
        self.vertices = {
            type_: VertexNames(
                types.free(type_),
                *_columns(schema, type_),
                documentary=schema.vertices[type_].documentary,
            )
            for type_ in schema.vertices
        }
        self.edges = {
            name: EdgeNames(
                types.free(name),
                types.free(REVERSE + name),
                self.vertices[edge.source].name,
                self.vertices[edge.target].name,
            )
            for name, edge in schema.edges.items()
        }


def _columns(schema: Schema, type_: str) -> tuple[dict[str, Columns], dict[str, str]]:
    names = _Names(FIXED)
    attributes = schema.vertices[type_].attributes
    found = {attr: _of(attribute, attr, names) for attr, attribute in attributes.items()}
    unknown = {
        name: names.free(f"open_{name}")
        for name, edge in schema.edges.items()
        if edge.source == type_ and edge.unknown
    }
    return found, unknown


def _of(attribute: Attribute, attr: str, names: _Names) -> Columns:
    period, number = attribute.kind == "period", attribute.kind == "number"
    return Columns(
        kind=attribute.kind,
        value=names.free(attr),
        has=names.free(f"has_{attr}"),
        why=names.free(f"why_{attr}"),
        open=names.free(f"open_{attr}") if attribute.unknown else "",
        start=names.free(f"start_{attr}") if period else "",
        end=names.free(f"end_{attr}") if period else "",
        exact=names.free(f"exact_{attr}") if number else "",
    )


class _Names:
    """Hands out each name once; the server takes names that differ by case for two."""

    def __init__(self, taken: tuple[str, ...]) -> None:
        self._taken = set(taken)

    def free(self, wanted: str) -> str:
        if not _IDENTIFIER.fullmatch(wanted):
            raise BadConfig(
                f"schema: {wanted!r} is not an identifier (letters, digits, underscore)"
            )
        if wanted.lower().startswith(SYSTEM):
            raise BadConfig(f"schema: {wanted!r}: names in {SYSTEM} are the server's own")
        name = wanted
        while name in self._taken or name.lower() in reserved() or name.endswith(SETS):
            name += "_"
        self._taken.add(name)
        return name

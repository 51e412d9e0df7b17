"""Every GSQL text of a pack, rendered from the templates beside this module.

What a template sees: `layout` (names of the pack's types, see `layout.py`), the names of the types
that every graph has (`FACT`, `SUBJECT`, `KIND`, `PAGE`, `UNREADABLE`, `RELEASE`, `CHUNK`,
`INSTALLED`, `ABOUT`, `NAMES`, `OF_KIND`, `SOURCED_FROM`, `VECTOR`), `vertex_tables` and
`edge_tables` (see `tables.py`), and whatever a caller of `rendered` adds. A name that is not there
is an error, and so is nothing else: texts are plain, nothing is escaped, hence only identifiers of
the layout may be written into them. Templates whose names begin with an underscore are parts.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from occam.core.schema import Schema
from occam.graph.tigergraph import layout as names
from occam.graph.tigergraph.layout import DIMENSION, Layout
from occam.graph.tigergraph.tables import edge_tables, vertex_tables

if TYPE_CHECKING:
    from jinja2 import Environment

SCHEMA = ("graph", "vertices", "edges")
"""In this order, each a text of its own: edges need types that exist."""
LOADING = ("rows", "vectors")
QUERIES = (
    *("pool", "bound", "members", "count", "extreme", "top_k", "fold", "group"),
    *("walk", "chain", "neighbourhood", "sources", "ledger", "census", "dump"),
    *("near", "near_exact"),
)
"""The installed queries in the order of installation; `pool` is installed as `occam_pool`."""
PREFIX = "occam_"

Kind = Literal["schema", "vector", "loading", "query"]
_OWN_NAMES = (
    *("FACT", "SUBJECT", "KIND", "PAGE", "UNREADABLE", "RELEASE", "CHUNK", "INSTALLED"),
    *("ABOUT", "NAMES", "OF_KIND", "SOURCED_FROM", "VECTOR"),
)


@dataclass(frozen=True, slots=True)
class Script:
    """One text for the server. It begins with USE: every call starts in the global scope.

    `name` is what it makes: a query, a job, or a step of the schema. `package` is a function
    package that must be there first.
    """

    name: str
    kind: Kind
    text: str
    package: str = ""

    @property
    def digest(self) -> str:
        """Equal digests, equal texts."""
        return hashlib.sha256(self.text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Scripts:
    """All texts of one pack, each kind in the order in which it must run."""

    schema: tuple[Script, ...]
    vectors: tuple[Script, ...]
    loading: tuple[Script, ...]
    queries: tuple[Script, ...]

    def all(self) -> tuple[Script, ...]:
        """In the order of a first installation."""
        return (*self.schema, *self.vectors, *self.loading, *self.queries)


def scripts(schema: Schema, pack_name: str, dimension: int = DIMENSION, graph: str = "") -> Scripts:
    """Every GSQL text of a pack. `dimension` is the length of the chunks' vectors."""
    layout = Layout(schema, pack_name, graph, dimension)

    def text(template: str) -> str:
        scope = "GLOBAL" if template == "schema_graph.gsql" else f"GRAPH {layout.graph}"
        return f"USE {scope}\n{rendered(template, layout, dimension=dimension)}"

    return Scripts(
        schema=tuple(Script(PREFIX + s, "schema", text(f"schema_{s}.gsql")) for s in SCHEMA),
        vectors=(Script(PREFIX + "vectors", "vector", text("vectors.gsql")),),
        loading=tuple(
            Script(f"{PREFIX}load_{part}", "loading", text(f"loading_{part}.gsql"))
            for part in LOADING
        ),
        queries=tuple(
            Script(PREFIX + name, "query", text(f"{name}.gsql"), _PACKAGES.get(name, ""))
            for name in QUERIES
        ),
    )


_PACKAGES = {"near_exact": "gds"}


def rendered(template: str, layout: Layout, **more: Any) -> str:
    """One template's text for one pack."""
    own = {name: getattr(names, name) for name in _OWN_NAMES}
    return (
        _environment()
        .get_template(template)
        .render(
            layout=layout,
            vertex_tables=vertex_tables(layout),
            edge_tables=edge_tables(layout),
            **own,
            **more,
        )
    )


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("occam.graph.tigergraph", "templates"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701 - GSQL is no markup
    )

"""The mapping language: how the pages of a domain become vertices and edges, without code.

docs/adding-a-pack.md explains it by example. Names in braces are variables: the title's groups,
`[vars]`, `doc_id`, `title`, the record's fields, and `value` where a single value is at hand.
"""

from __future__ import annotations

import msgspec


class Strict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of mapping.toml: unknown keys are refused."""


class Title(Strict, frozen=True, kw_only=True):
    """What a page's title says. `overview` titles belong to pages about many records."""

    pattern: str
    overview: str = ""


class Lookup(Strict, frozen=True, kw_only=True):
    """A cell of a reference table: the row that `key` names, in column `column`."""

    table: str
    key: str = "{value}"
    column: str = "id"


class Read(Strict, frozen=True, kw_only=True):
    """Which text to read and how: the first of `from` that the record has, else `constant`.

    `transform` names an entry of `ingest.transforms`. `year` lends a year to dates without one,
    `drop` deletes what the patterns match before reading, `pattern` keeps only its first group.
    """

    fields: tuple[str, ...] = msgspec.field(default=(), name="from")
    constant: str = ""
    transform: str = msgspec.field(default="text", name="as")
    drop: tuple[str, ...] = ()
    pattern: str = ""
    year: Lookup | None = None
    lookup: Lookup | None = None


class Choice(Strict, frozen=True, kw_only=True):
    """`value` when `pattern` is found in the first `from` where any choice matches."""

    pattern: str
    value: str


class AttributeMap(Read, frozen=True, kw_only=True):
    """One attribute of the record's vertex. With `choices` the value is derived, not read."""

    attr: str
    choices: tuple[Choice, ...] = ()


class Target(Strict, frozen=True, kw_only=True):
    """The vertex at the far end of an edge. `set` fills its attributes from variables."""

    id: str = "{value}"
    label: str = "{value}"
    set: dict[str, str] = {}


class Also(Read, frozen=True, kw_only=True):
    """A further edge from the target just made, such as an athlete and the country."""

    edge: str
    target: Target = Target()


class EdgeMap(Read, frozen=True, kw_only=True):
    """One edge of the record's vertex. `repeat` tries each suffix in place of `{n}`."""

    edge: str
    target: Target = Target()
    repeat: tuple[str, ...] = ("",)
    also: tuple[Also, ...] = ()


class Ordering(Strict, frozen=True, kw_only=True):
    """An edge to the same thing at an earlier time.

    Two records with one `key` are editions of each other; `at` names an edition. `stated` says
    which edition comes before (`stated_as` makes its name, from `value`); where the page is silent
    `fallback` looks the edition before `at` up in a table.
    """

    edge: str
    key: str
    at: str
    stated: tuple[str, ...] = ()
    stated_pattern: str = r"(\d{4})"
    stated_as: str = "{value}"
    fallback: Lookup | None = None


class Check(Strict, frozen=True, kw_only=True):
    """A field that repeats what is known better: a difference goes to the ledger."""

    field: str
    expected: str


class Record(Strict, frozen=True, kw_only=True):
    """One kind of record: where it stands in a page and what it says.

    Without a `marker` the whole page is the record. A page that lacks one of the fields in
    `requires` holds no record of this kind.
    """

    vertex: str
    id: str = "{doc_id}"
    label: str = "{title}"
    marker: str = ""
    requires: tuple[str, ...] = ()
    title: Title | None = None
    vars: dict[str, str] = {}
    aliases: tuple[str, ...] = ()
    attributes: tuple[AttributeMap, ...] = ()
    edges: tuple[EdgeMap, ...] = ()
    orderings: tuple[Ordering, ...] = ()
    checks: tuple[Check, ...] = ()


class TableEdge(Strict, frozen=True, kw_only=True):
    """An edge from a table's row to the vertex that `column` names."""

    edge: str
    column: str


class TableMap(Strict, frozen=True, kw_only=True):
    """A reference table whose rows are vertices, mentioned by a page or not."""

    file: str
    vertex: str
    edges: tuple[TableEdge, ...] = ()


class Mapping(Strict, frozen=True, kw_only=True):
    """A whole mapping.toml. `units` lists, for each unit of the schema, the words that mean it."""

    records: tuple[Record, ...]
    tables: tuple[TableMap, ...] = ()
    units: dict[str, tuple[str, ...]] = {}

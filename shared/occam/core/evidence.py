"""What a backend brings back: the examined pool, row by row, with every compared value."""

from __future__ import annotations

import msgspec

from occam.core.spending import Spent
from occam.core.values import Cell, Truth


class Reached(msgspec.Struct, frozen=True):
    """A vertex standing at a named node in some binding of a row; `truth` is `yes` or `unknown`."""

    id: str
    label: str
    truth: Truth = "yes"
    cells: dict[str, Cell] = {}


class Row(msgspec.Struct, frozen=True):
    """One vertex of the pool.

    `truth` says whether it satisfies the whole pattern, the root's measure predicates included.
    `nodes` holds what stands at each named node; a name in `open` may also stand for a vertex that
    the sources do not name. `documents` are the cited sources of this row, sorted.
    """

    id: str
    label: str
    truth: Truth = "yes"
    cells: dict[str, Cell] = {}
    nodes: dict[str, tuple[Reached, ...]] = {}
    open: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()


class Rows(msgspec.Struct, frozen=True):
    """The pool of one query, sorted by id, whole unless `truncated_at` says how many exist."""

    version: str
    rows: tuple[Row, ...]
    truncated_at: int | None = None


class Source(msgspec.Struct, frozen=True):
    """Where one value was read: characters [start, end) of a document's text, and by which rule.

    Of an edge, `target` is the vertex that was named there.
    """

    subject: str
    attr: str
    document: str
    start: int
    end: int
    rule: str
    target: str = ""


class Passage(msgspec.Struct, frozen=True):
    """A quoted stretch of a document found by full-text search; `score` falls with rank."""

    document: str
    title: str
    start: int
    end: int
    quote: str
    score: float


class Quote(msgspec.Struct, frozen=True, kw_only=True):
    """Characters [start, end) of a document, word for word, that a model's answer rests on."""

    document: str
    title: str
    start: int
    end: int
    text: str


class Read(msgspec.Struct, frozen=True, kw_only=True):
    """What a model answered from pages, or alone where `quotes` and `documents` are empty.

    `documents` are those of which it was shown a passage; `by` names model and prompt.
    """

    answer: tuple[str, ...]
    quotes: tuple[Quote, ...] = ()
    documents: tuple[str, ...] = ()
    by: str = ""


class Recovered(msgspec.Struct, frozen=True, kw_only=True):
    """A value that the graph does not know and a model found in a page of its vertex: `attr` is an
    attribute, or the edge at whose far end `text` stands. `quote` holds the text word for word."""

    vertex: str
    attr: str
    text: str
    quote: Quote
    by: str = ""


class Retrieved(msgspec.Struct, frozen=True, kw_only=True):
    """What a search brought back, best first, and what it cost; `note` says where it fell short of
    what was configured."""

    passages: tuple[Passage, ...] = ()
    note: str = ""
    spent: Spent = Spent()

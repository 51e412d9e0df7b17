"""Writes the facts and the ledger of a dataset into a fresh `facts.sqlite`.

The caller writes into a directory that nobody reads yet and publishes it when all is written.
"""

from __future__ import annotations

import sqlite3
from functools import partial
from itertools import count
from operator import attrgetter
from pathlib import Path
from typing import Any

from occam.core.dataset import Dataset, Fact
from occam.core.schema import Schema
from occam.core.values import Cell, Period
from occam.graph.checked import checked_fact
from occam.graph.facts.failures import FILE, script, translated
from occam.graph.flush import to_disk

_INSERT = "INSERT INTO fact VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


def write_facts(directory: Path, schema: Schema, dataset: Dataset) -> None:
    """Creates `facts.sqlite` in the directory; refuses facts that the schema does not allow."""
    with translated(directory):
        connection = sqlite3.connect(directory / FILE, isolation_level=None)
        try:
            connection.execute("PRAGMA journal_mode = OFF")
            connection.execute("PRAGMA synchronous = OFF")
            connection.executescript(script("tables.sql"))
            connection.execute("BEGIN")
            facts = sorted(dataset.facts, key=attrgetter("subject", "attr", "type"))
            connection.executemany(_INSERT, map(partial(_values, schema), facts, count()))
            _write_ledger(connection, dataset)
            connection.execute("COMMIT")
            connection.executescript(script("indexes.sql"))
        finally:
            connection.close()
        to_disk(directory / FILE)


def _write_ledger(connection: sqlite3.Connection, dataset: Dataset) -> None:
    states = ((page.state, page.url) for page in dataset.pages)
    connection.executemany(
        "INSERT INTO page VALUES (?, ?, ?, ?, ?, ?)",
        ((s.document, s.title, url, s.digest, s.status, s.cause) for s, url in states),
    )
    connection.executemany(
        "INSERT INTO unreadable VALUES (?, ?, ?, ?)",
        ((u.document, u.field, u.cause, u.text) for u in dataset.unreadable),
    )
    connection.execute("INSERT INTO version VALUES (?)", (dataset.version,))


def _values(schema: Schema, fact: Fact, place: int) -> tuple[Any, ...]:
    cell = checked_fact(schema, fact)
    number, text, first, last = _held(cell)
    return (
        *(fact.type, fact.subject, fact.attr, fact.target),
        *(number, text, first, last),
        *((cell.status, cell.cause) if cell else ("known", "")),
        *(fact.document, fact.start, fact.end, fact.rule, fact.unit, place),
    )


def _held(cell: Cell | None) -> tuple[Any, str | None, str | None, str | None]:
    value = cell.value if cell else None
    if isinstance(value, Period):
        return None, value.days, value.start, value.end
    return (None, value, None, None) if isinstance(value, str) else (value, None, None, None)

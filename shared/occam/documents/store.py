"""Writes the full text of a version beside its graph."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

from occam.core.dataset import Dataset, Page
from occam.documents.chunks import chunks_of
from occam.documents.sqlite import FILE, statement, translated

_insert = (
    "INSERT INTO chunks (title, body, document, first, behind, form) VALUES (?, ?, ?, ?, ?, ?)"
)

_Row = tuple[str, str, str, int, int, str]


def write_documents(directory: Path, dataset: Dataset) -> None:
    """Write `documents.sqlite` of a version that nobody reads yet; an earlier try is replaced."""
    path = directory / FILE
    path.unlink(missing_ok=True)
    with translated(path), closing(sqlite3.connect(path)) as connection:
        connection.executescript(statement("schema"))
        with connection:
            connection.executemany(_insert, _chunk_rows(dataset.pages))
            connection.execute(statement("common"))


def _chunk_rows(pages: Iterable[Page]) -> Iterator[_Row]:
    for page in sorted(pages, key=lambda page: page.state.document):
        for chunk in chunks_of(page.text):
            body = page.text[chunk.start : chunk.end]
            document, title = page.state.document, page.state.title
            yield title, body, document, chunk.start, chunk.end, chunk.form

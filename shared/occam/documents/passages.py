"""The passages of one version in their order, as the full text keeps them."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import msgspec

from occam.core.errors import BadConfig
from occam.documents.sqlite import FILE, translated

PAGE = 256
_every = "SELECT document, first, behind, title, body FROM chunks ORDER BY rowid"
_where = "SELECT document, first, behind FROM chunks ORDER BY rowid"


class Piece(NamedTuple):
    """One passage with its title, as it is read to make a vector of it."""

    document: str
    start: int
    end: int
    title: str
    body: str

    @property
    def text(self) -> str:
        """What a model is given: a table says little without the title of its page."""
        return text_of(self.title, self.body)


def text_of(title: str, body: str) -> str:
    """What a model is given of a passage."""
    return f"{title}\n{body}"


def opened(directory: Path) -> sqlite3.Connection:
    """The full text of a version, for reading; any thread may use it, one at a time."""
    path = directory / FILE
    if not path.is_file():
        raise BadConfig(f"{path}: no full text here; load the corpus again")
    with translated(path):
        return sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False
        )


def pages_of(directory: Path, size: int = PAGE) -> Iterator[list[Piece]]:
    """Every passage, so many at a time."""
    with translated(directory / FILE), closing(opened(directory)) as connection:
        rows = connection.execute(_every)
        while page := rows.fetchmany(size):
            yield [Piece(*row) for row in page]


def digest_of(directory: Path) -> tuple[str, int]:
    """A digest of every passage with its place and title, and how many there are."""
    digest, count = hashlib.sha256(), 0
    for page in pages_of(directory):
        digest.update(msgspec.msgpack.encode(page))
        count += len(page)
    return digest.hexdigest(), count


class Places:
    """Where each passage stands, by its number."""

    def __init__(self, rows: Sequence[tuple[str, int, int]]) -> None:
        self._rows = rows
        self._ranges: dict[str, range] = {}
        for number, (document, _, _) in enumerate(rows):
            begun = self._ranges.get(document, range(number, number))
            self._ranges[document] = range(begun.start, number + 1)

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, number: int) -> tuple[str, int, int]:
        return self._rows[number]

    def within(self, documents: Sequence[str]) -> Sequence[int]:
        """The numbers of the passages of these documents, or of all where none is named."""
        if not documents:
            return range(len(self._rows))
        known = (self._ranges.get(document, range(0)) for document in sorted(set(documents)))
        return [number for numbers in known for number in numbers]


def places_of(directory: Path) -> Places:
    """The places of that version's passages."""
    with translated(directory / FILE), closing(opened(directory)) as connection:
        return Places(connection.execute(_where).fetchall())

"""Extracts kept on disk while a load runs, so that a killed load goes on where it stopped.

An extract depends on the pack, the reader and the page alone: these make its key. The file is a
cache. Losing it costs time, never correctness.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType

import msgspec

from occam.core.errors import Transient
from occam.ingest.extracts import Extract, text_digest
from occam.packs.pack import Document

COMMIT_EVERY = 100
Progress = Callable[[int, int], None]

_decode = msgspec.msgpack.Decoder(Extract).decode
_encode = msgspec.msgpack.Encoder().encode


class Staging:
    """A SQLite file of extracts by key. `reused` counts those that were found there."""

    def __init__(self, path: Path, salt: str) -> None:
        self._path, self._salt = path, salt
        self.reused = 0
        try:
            self._connection = self._opened()
        except sqlite3.DatabaseError:
            self._connection = self._begun_anew()

    def _begun_anew(self) -> sqlite3.Connection:
        """An empty file in place of one that cannot be opened."""
        try:
            self._path.unlink(missing_ok=True)
            return self._opened()
        except (OSError, sqlite3.Error) as error:
            raise Transient(f"{self._path}: cannot be written: {error}") from error

    def _opened(self) -> sqlite3.Connection:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self._path)
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute(
            "CREATE TABLE IF NOT EXISTS extracts (key BLOB PRIMARY KEY, body BLOB) WITHOUT ROWID"
        )
        return connection

    def __enter__(self) -> Staging:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._connection.close()

    def _key(self, page: Document) -> bytes:
        parts = (self._salt, page.doc_id, page.title, text_digest(page.text))
        return hashlib.sha256("\0".join(parts).encode(errors="surrogatepass")).digest()

    def extracts(
        self,
        pages: Iterable[Document],
        read: Callable[[Document], Extract],
        progress: Progress,
    ) -> list[Extract]:
        """Every page's extract, read now or found; what another load left behind is dropped."""
        pages = list(pages)
        found: list[Extract] = []
        keys: list[tuple[bytes]] = []
        try:
            for done, page in enumerate(pages, 1):
                key = self._key(page)
                found.append(self._found(key) or self._made(key, page, read))
                keys.append((key,))
                if done % COMMIT_EVERY == 0 or done == len(pages):
                    self._connection.commit()
                    progress(done, len(pages))
            self._keep_only(keys)
        except sqlite3.Error as error:
            raise Transient(f"{self._path}: cannot be written: {error}") from error
        return found

    def _found(self, key: bytes) -> Extract | None:
        row = self._connection.execute("SELECT body FROM extracts WHERE key = ?", (key,)).fetchone()
        self.reused += row is not None
        return _decode(row[0]) if row else None

    def _made(self, key: bytes, page: Document, read: Callable[[Document], Extract]) -> Extract:
        extract = read(page)
        self._connection.execute("INSERT INTO extracts VALUES (?, ?)", (key, _encode(extract)))
        return extract

    def _keep_only(self, keys: list[tuple[bytes]]) -> None:
        self._connection.execute("CREATE TEMP TABLE kept (key BLOB PRIMARY KEY)")
        self._connection.executemany("INSERT OR IGNORE INTO kept VALUES (?)", keys)
        self._connection.execute("DELETE FROM extracts WHERE key NOT IN (SELECT key FROM kept)")
        self._connection.execute("DROP TABLE kept")
        self._connection.commit()

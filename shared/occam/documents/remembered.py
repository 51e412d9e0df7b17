"""Vectors that were made once, kept by model and text, so that a load pays for new texts only.

The file is a cache beside a pack's versions. Losing it costs time and tokens, never correctness.
"""

from __future__ import annotations

import hashlib
import sqlite3
from array import array
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from occam.core.errors import Permanent, Transient
from occam.core.ports import Embedder
from occam.core.spending import Spent

FILE = ".vectors.sqlite"
KEPT_LOADS = 8
"""Loads for which a vector is kept that none of them asked for."""

_TABLE = (
    "CREATE TABLE IF NOT EXISTS vectors "
    "(key BLOB PRIMARY KEY, numbers BLOB NOT NULL, used INTEGER NOT NULL) WITHOUT ROWID"
)


class Remembered:
    """A SQLite file of vectors. `made` and `reused` count texts; `spent` is what was paid now."""

    def __init__(self, path: Path, embedder: Embedder) -> None:
        self._path, self._embedder = path, embedder
        self.made = self.reused = 0
        self.spent = Spent()
        try:
            self._connection = self._opened()
        except sqlite3.DatabaseError:
            self._connection = self._begun_anew()
        (last,) = self._connection.execute("SELECT max(used) FROM vectors").fetchone()
        self._load = 1 + (last or 0)

    def _begun_anew(self) -> sqlite3.Connection:
        """An empty file in place of one that cannot be opened."""
        try:
            self._path.unlink(missing_ok=True)
            return self._opened()
        except (OSError, sqlite3.Error) as error:
            raise Transient(f"{self._path}: cannot be written: {error}") from error

    def _opened(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path)
        try:
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute(_TABLE)
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    def __enter__(self) -> Remembered:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._connection.close()

    def vectors(self, texts: Sequence[str]) -> list[Sequence[float]]:
        """A vector of each text, found or made; what was made is kept before the next is asked."""
        keys = [self._key(text) for text in texts]
        try:
            found = {key: numbers for key in keys if (numbers := self._found(key))}
            new = {key: text for key, text in zip(keys, texts, strict=True) if key not in found}
            if new:
                found |= self._made(new)
            self._connection.executemany(
                "UPDATE vectors SET used = ? WHERE key = ?", [(self._load, key) for key in keys]
            )
            self._connection.commit()
        except sqlite3.Error as error:
            raise Transient(f"{self._path}: cannot be written: {error}") from error
        self.made += len(new)
        self.reused += len(texts) - len(new)
        return [found[key] for key in keys]

    def forget(self) -> None:
        """Drop what no load of late has asked for."""
        oldest = self._load - KEPT_LOADS
        try:
            with self._connection:
                self._connection.execute("DELETE FROM vectors WHERE used <= ?", (oldest,))
        except sqlite3.Error as error:
            raise Transient(f"{self._path}: cannot be written: {error}") from error

    def _key(self, text: str) -> bytes:
        parts = (self._embedder.name, str(self._embedder.dimension), text)
        return hashlib.sha256("\0".join(parts).encode(errors="surrogatepass")).digest()

    def _found(self, key: bytes) -> Sequence[float] | None:
        row = self._connection.execute(
            "SELECT numbers FROM vectors WHERE key = ?", (key,)
        ).fetchone()
        return array("f", row[0]) if row else None

    def _made(self, new: dict[bytes, str]) -> dict[bytes, Sequence[float]]:
        embedded = self._embedder.embed(list(new.values()))
        self.spent += embedded.spent
        wrong = {len(vector) for vector in embedded.vectors} - {self._embedder.dimension}
        if wrong or len(embedded.vectors) != len(new):
            raise Permanent(
                f"{self._embedder.name} gave {len(embedded.vectors)} vectors for {len(new)} texts, "
                f"of {sorted(wrong) or self._embedder.dimension} numbers"
            )
        made = {key: array("f", v) for key, v in zip(new, embedded.vectors, strict=True)}
        self._connection.executemany(
            "INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)",
            [(key, numbers.tobytes(), self._load) for key, numbers in made.items()],
        )
        return dict(made)

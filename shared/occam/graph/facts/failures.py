"""SQLite's exceptions, sorted by what the caller should do; and the room's SQL files."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

from occam.core.errors import Permanent, Transient

FILE = "facts.sqlite"

PASSING_CODES = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM})


@contextmanager
def translated(directory: Path) -> Generator[None]:
    """SQLite's errors become Transient or Permanent, with the version directory in the text."""
    try:
        yield
    except OSError as error:
        raise Permanent(f"graph version {directory}: {error}") from error
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        kind = Transient if code in PASSING_CODES else Permanent
        raise kind(f"graph version {directory}: {FILE}: {error}") from error


def script(name: str) -> str:
    """One of the room's SQL files."""
    return files("occam.graph.facts").joinpath(name).read_text(encoding="utf-8")

"""What SQLite's errors mean to a caller, and the named statements of this room."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

from occam.core.errors import Permanent, Transient

FILE = "documents.sqlite"


def statement(name: str) -> str:
    """The text of a named statement file."""
    return files("occam.documents").joinpath(f"{name}.sql").read_text(encoding="utf-8")


@contextmanager
def translated(path: Path) -> Generator[None]:
    """Turn SQLite's errors into ours: a failing disk may recover, a broken file will not."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise Transient(f"{path}: {error}") from error
    except (sqlite3.Error, sqlite3.Warning) as error:
        raise Permanent(f"{path}: {error}") from error

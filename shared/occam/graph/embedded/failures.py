"""The engine's exceptions, sorted by what the caller should do."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from occam.core.errors import OccamError, Permanent, Transient

ENGINE_ERRORS = (RuntimeError, ValueError, TypeError, IndexError, OSError)
"""What the engine's Python layer raises: it has no exception classes of its own."""

_OUT_OF_MEMORY = "buffer manager exception"
_PASSING = (_OUT_OF_MEMORY, "interrupted", "timeout")


def is_out_of_memory(error: Exception) -> bool:
    """The buffer pool is full: a new connection frees what the old one's statements hold."""
    return _OUT_OF_MEMORY in str(error).lower()


@contextmanager
def translated(directory: Path) -> Generator[None]:
    """Engine errors become Transient or Permanent, with the version directory in the text."""
    try:
        yield
    except OccamError:
        raise
    except ENGINE_ERRORS as error:
        text = str(error)
        passing = any(word in text.lower() for word in _PASSING)
        kind = Transient if passing else Permanent
        raise kind(f"graph version {directory}: {text}") from error

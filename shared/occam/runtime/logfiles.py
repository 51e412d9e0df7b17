"""Log files that children append to themselves: bounded in size, readable from the end."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from occam.runtime.folders import make_private


def open_log(path: Path) -> int:
    """A descriptor that always writes at the end, so that a rotation needs no cooperation."""
    make_private(path.parent)
    return os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)


def rotate(path: Path, limit: int) -> bool:
    """Move what was written to `<name>.1` once the file exceeds `limit` bytes, and start afresh."""
    if not path.exists() or path.stat().st_size <= limit:
        return False
    shutil.copyfile(path, path.with_name(path.name + ".1"))
    os.truncate(path, 0)
    return True


def tail(path: Path, lines: int, window: int = 16_384) -> list[str]:
    """The last lines, read from the last `window` bytes only."""
    if not path.exists():
        return []
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - window))
        text = file.read().decode("utf-8", "replace")
    return text.splitlines()[-lines:]

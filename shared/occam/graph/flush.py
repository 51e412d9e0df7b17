"""A written file reaches the disk before anybody publishes the directory it lies in."""

from __future__ import annotations

import os
from pathlib import Path


def to_disk(path: Path) -> None:
    """Waits until the file's content is on the device."""
    with path.open("rb") as written:
        os.fsync(written.fileno())

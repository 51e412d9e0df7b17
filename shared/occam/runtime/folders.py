"""Folders that only their owner can enter: questions, answers and logs are nobody else's."""

from __future__ import annotations

from pathlib import Path


def make_private(folder: Path) -> None:
    """Make the folder and what is missing above it; one that exists keeps its mode."""
    if folder.is_dir():
        return
    make_private(folder.parent)
    folder.mkdir(mode=0o700, exist_ok=True)

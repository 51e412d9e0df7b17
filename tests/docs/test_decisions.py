"""Decisions are numbered, and each names what would reopen it."""

from __future__ import annotations

from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "docs/decisions"
DECISIONS = sorted(FOLDER.glob("*.md"))


def test_decisions_are_numbered_without_a_gap() -> None:
    numbers = [int(path.name[:4]) for path in DECISIONS]
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("path", DECISIONS, ids=lambda path: path.stem)
def test_a_decision_says_why_and_what_would_reopen_it(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.startswith(f"# {path.name[:4]} ")
    parts = [text.find(f"**{part}**") for part in ("Context.", "Decision.", "Consequences.")]
    parts.append(text.find("**Reopen when**"))
    assert -1 not in parts
    assert parts == sorted(parts)

"""One word for one thing: the glossary's rejected synonyms occur nowhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GLOSSARY = ROOT / "docs/glossary.md"
ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
ROWS = ROW.findall(GLOSSARY.read_text("utf-8"))[2:]
READ = [
    path
    for pattern in (
        "*.md",
        "docs/**/*.md",
        "services/**/*.py",
        "services/**/*.md",
        "shared/**/*.py",
    )
    for path in ROOT.glob(pattern)
    if path != GLOSSARY
]


def rejected() -> list[tuple[str, str]]:
    return [(word.strip(), term) for term, _, words in ROWS for word in words.split(",")]


def test_the_glossary_is_read() -> None:
    assert len(rejected()) >= 15
    assert len(READ) > 50


@pytest.mark.parametrize(("synonym", "term"), rejected())
def test_a_rejected_synonym_is_not_used(synonym: str, term: str) -> None:
    spelled = re.compile(
        rf"\b{re.escape(synonym).replace(chr(92) + ' ', '[ _-]?')}s?\b", re.IGNORECASE
    )
    used = [str(path.relative_to(ROOT)) for path in READ if spelled.search(path.read_text("utf-8"))]
    assert not used, f"say {term!r}"

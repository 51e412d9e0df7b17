"""A corpus as it comes: one JSON object a line, read as a stream, every complaint with its line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from occam.core.errors import BadInput
from occam.ingest.extracts import text_digest
from occam.packs.pack import Document


class Corpus(msgspec.Struct, frozen=True):
    """All pages of a corpus, sorted by id, and the ids that came more than once unchanged."""

    pages: tuple[Document, ...]
    repeated: tuple[str, ...] = ()


def read_corpus(path: Path) -> Corpus:
    """Every page of a JSONL file. The same page again is counted once; another text under the
    same id stops the reading, since nobody can say which is meant."""
    pages: dict[str, Document] = {}
    lines: dict[str, int] = {}
    repeated: set[str] = set()
    for number, page in _numbered(path):
        before = pages.setdefault(page.doc_id, page)
        first = lines.setdefault(page.doc_id, number)
        if (before.title, text_digest(before.text)) != (page.title, text_digest(page.text)):
            places = f"lines {first} and {number}"
            raise BadInput(f"{path}: doc_id {page.doc_id!r} has two different texts, {places}")
        if first != number:
            repeated.add(page.doc_id)
    if not pages:
        raise BadInput(f"{path}: holds no documents")
    return Corpus(tuple(pages[id] for id in sorted(pages)), tuple(sorted(repeated)))


def _numbered(path: Path) -> Iterator[tuple[int, Document]]:
    try:
        with path.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield number, _document(path, number, line)
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from None


def _document(path: Path, number: int, line: bytes) -> Document:
    line = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
    try:
        page = msgspec.json.decode(line, type=Document)
    except msgspec.ValidationError as error:
        raise BadInput(f"{path} line {number}: not a document: {error}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} line {number}: not JSON: {error}") from None
    if not page.doc_id.strip() or page.doc_id.startswith("table:"):
        raise BadInput(f"{path} line {number}: doc_id: {page.doc_id!r} cannot be an id")
    return page

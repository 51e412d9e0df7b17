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


def read_corpus(*paths: Path) -> Corpus:
    """Every page of these JSONL files. The same page again is counted once; another text under
    the same id stops the reading, since nobody can say which is meant."""
    pages: dict[str, Document] = {}
    places: dict[str, str] = {}
    repeated: set[str] = set()
    for path in paths:
        for number, page in _numbered(path):
            place = f"{path} line {number}"
            before = pages.setdefault(page.doc_id, page)
            first = places.setdefault(page.doc_id, place)
            if (before.title, text_digest(before.text)) != (page.title, text_digest(page.text)):
                reason = f"doc_id {page.doc_id!r} has two different texts"
                raise BadInput(f"{place}: {reason}; the other is in {first}")
            if first != place:
                repeated.add(page.doc_id)
    if not pages:
        names = ", ".join(map(str, paths)) or "the pack's documents"
        raise BadInput(f"{names}: no documents in it")
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


def write_corpus(path: Path, pages: tuple[Document, ...]) -> None:
    """The pages as a corpus that reads back the same."""
    with path.open("wb") as lines:
        for page in pages:
            lines.write(msgspec.json.encode(page) + b"\n")

"""A version's vocabulary: compiled when the version is written, mapped into memory by its readers.

What is compiled depends on the pack's words too, which may change between loads. It is used only
where it was made by the same code from the same words; else the names are compiled anew.
"""

from __future__ import annotations

import hashlib
import logging
import mmap
from functools import cache
from pathlib import Path

import msgspec

from occam.core import lexicon, numerals, vocabulary, words
from occam.core.dataset import Dataset
from occam.core.gazetteer import flat
from occam.core.schema import Schema
from occam.core.vocabulary import Vocabulary, compile_vocabulary
from occam.packs import Pack
from occam.runtime.versions import Writer, names_in, names_of

log = logging.getLogger("occam.runtime")

VOCABULARY = "vocabulary.flat"
SOURCES = (lexicon, numerals, vocabulary, words)


def vocabulary_of(directory: Path, pack: Pack) -> Vocabulary:
    """The words of one version of a pack's graph."""
    stored = _mapped(directory / VOCABULARY)
    if stored is not None and flat.Flat(stored).digest == digest_of(pack):
        return Vocabulary((), pack.schema, pack.lexicon, pack.words, stored=stored)
    log.info("the names of %s@%s are compiled anew", pack.name, directory.name)
    return Vocabulary(names_of(directory), pack.schema, pack.lexicon, pack.words)


def vocabulary_writer(pack: Pack) -> Writer:
    """Writes the compiled names beside a version's stores."""

    def write(directory: Path, schema: Schema, dataset: Dataset) -> None:
        names, digest = names_in(schema, dataset), digest_of(pack)
        content = compile_vocabulary(names, schema, pack.lexicon, pack.words, digest)
        (directory / VOCABULARY).write_bytes(content)

    return write


def digest_of(pack: Pack) -> str:
    """What the compiled names were made by, besides the names themselves."""
    said = msgspec.msgpack.encode((pack.schema, pack.lexicon, pack.language), order="sorted")
    return hashlib.sha256(said + _code()).hexdigest()


@cache
def _code() -> bytes:
    files = [Path(module.__file__ or "") for module in SOURCES]
    files += sorted(Path(flat.__file__).parent.glob("*.py"))
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in files)).digest()


def _mapped(path: Path) -> memoryview | None:
    if not path.is_file() or not path.stat().st_size:
        return None
    with path.open("rb") as file:
        return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))

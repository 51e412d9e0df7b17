"""A small corpus, a model that counts words, and what a version's folder holds of both."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from zlib import crc32

from occam.core.dataset import Dataset, Page
from occam.core.ports import DocumentState, Embedded
from occam.core.spending import Spent
from occam.documents import vectorfile, write_documents
from occam.documents.making import write_vectors
from occam.documents.passages import Piece, digest_of, pages_of

DIMENSION = 384
COST = Spent(input_tokens=3, micro_usd=1)


class Words:
    """Counts words: quick, and with many equal cosines. Each text costs three tokens."""

    name = "words"
    dimension = DIMENSION

    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str]) -> Embedded:
        self.asked.extend(texts)
        return Embedded([embedded(text) for text in texts], sum((COST for _ in texts), Spent()))


def embedded(text: str) -> list[float]:
    """Equal words give equal vectors, whatever their order."""
    counts = [0.0] * DIMENSION
    for word in re.findall(r"\w+", text.lower()) or ["-"]:
        counts[crc32(word.encode()) % DIMENSION] += 1.0
    length = math.hypot(*counts)
    return [count / length for count in counts]


def unit(*numbers: float) -> list[float]:
    """A vector of length one that begins with these numbers."""
    length = math.hypot(*numbers)
    return [number / length for number in numbers] + [0.0] * (DIMENSION - len(numbers))


def dataset_of(texts: Mapping[str, str]) -> Dataset:
    """Pages, and nothing that a graph would hold."""
    pages = tuple(
        Page(
            state=DocumentState(document=key, title=f"Page {key}", digest="", status="parsed"),
            text=text,
        )
        for key, text in texts.items()
    )
    return Dataset(pack="olympics", version="v1", vertices=(), edges=(), facts=(), pages=pages)


def version(directory: Path, texts: Mapping[str, str], model: Words | None = None) -> Path:
    """A version's folder with full text, and with vectors where a model makes them."""
    directory.mkdir(parents=True, exist_ok=True)
    write_documents(directory, dataset_of(texts))
    if model:
        write_vectors(directory, model, directory.parent / ".vectors.sqlite")
    return directory


def vectored(directory: Path, vectors: Sequence[Sequence[float]], model: str = "hand") -> Path:
    """The same folder with these vectors, in the order of the passages."""
    passages, _ = digest_of(directory)
    vectorfile.write(directory, model, DIMENSION, passages, [vectors])
    return directory


def pieces(directory: Path) -> list[Piece]:
    """Every passage of the folder."""
    return [piece for page in pages_of(directory) for piece in page]

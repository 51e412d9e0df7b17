"""Makes the vectors of a version: of each passage one, with the title of its page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from occam.core.ports import Embedder
from occam.core.spending import Spent
from occam.documents import vectorfile
from occam.documents.passages import digest_of, pages_of
from occam.documents.remembered import Remembered

BATCH = 64
"""Texts that a model is given at once; after each batch nothing of it can be lost."""

Progress = Callable[[int, int], None]


class Vectored(msgspec.Struct, frozen=True, kw_only=True):
    """What was made: `reused` passages have vectors of an earlier load, and cost nothing now."""

    model: str
    dimension: int
    passages: int
    reused: int
    spent: Spent = Spent()


def write_vectors(
    directory: Path, embedder: Embedder, cache: Path, progress: Progress | None = None
) -> Vectored:
    """Write the vectors beside the full text in that directory.

    Interrupted, it goes on with what the cache holds; the file is put in place when it is whole.
    """
    vectorfile.numeric()
    passages, count = digest_of(directory)
    with Remembered(cache, embedder) as remembered:

        def pages() -> Iterator[Sequence[Sequence[float]]]:
            done = 0
            for page in pages_of(directory, BATCH):
                yield remembered.vectors([piece.text for piece in page])
                done += len(page)
                if progress:
                    progress(done, count)

        vectorfile.write(directory, embedder.name, embedder.dimension, passages, pages())
        remembered.forget()
        return Vectored(
            model=embedder.name,
            dimension=embedder.dimension,
            passages=count,
            reused=remembered.reused,
            spent=remembered.spent,
        )

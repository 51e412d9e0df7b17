"""Questions whose gold is known, from three sources: a file, the graph, the pages themselves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from occam.core.evidence import Passage
from occam.documents.passages import pages_of
from occam.evaluation.questions import read_benchmark
from occam.evaluation.recall import Asked
from occam.evaluation.understanding import generated
from occam.phrasing import Split
from occam.runtime.shelf import Edition

MOST_DOCUMENTS = 5
"""Documents of a generated question above which it asks for a list, not for a page."""
_LARGER = 4
"""Questions that are generated for each one wanted: many ask for more documents than that."""
_CELLS = " | "

Named = Callable[[Passage], str]


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """Questions of one kind: so many of `of` can be measured; `named` says what counts as found."""

    name: str
    asked: tuple[Asked, ...]
    of: int
    named: Named


def document_of(passage: Passage) -> str:
    """What is looked for where a page answers."""
    return passage.document


def place_of(passage: Passage) -> str:
    """What is looked for where one passage answers."""
    return _place(passage.document, passage.start)


def from_file(path: Path, directory: Path) -> Source:
    """The questions of a file all of whose gold documents are in the version."""
    known = {piece.document for page in pages_of(directory) for piece in page}
    questions = [each for each in read_benchmark(path) if each.gold_doc_ids]
    asked = tuple(
        Asked(id=each.qid, question=each.question, gold=frozenset(each.gold_doc_ids))
        for each in questions
        if known.issuperset(each.gold_doc_ids)
    )
    return Source(name=path.name, asked=asked, of=len(questions), named=document_of)


async def from_graph(edition: Edition, seed: int, count: int, split: Split) -> Source:
    """Generated questions whose computed answers come from a few documents."""
    drawn = await generated(edition, seed, count * _LARGER, split, ())
    few = [each for each in drawn if 0 < len(each.documents) <= MOST_DOCUMENTS]
    asked = tuple(
        Asked(id=each.id, question=each.question, gold=frozenset(each.documents))
        for each in few[:count]
    )
    name = f"generated, {split}, seed {seed}"
    return Source(name=name, asked=asked, of=len(few), named=document_of)


def from_tables(directory: Path) -> Source:
    """The last row of every passage that ends in one, with its page's title: the passage is gold.

    A model that reads the beginning of a long passage only would not have seen that row.
    """
    asked: list[Asked] = []
    for piece in (piece for page in pages_of(directory) for piece in page):
        above, _, last = piece.body.rpartition("\n")
        if above and _CELLS in last:
            place = _place(piece.document, piece.start)
            question = f"{piece.title} {last.replace(_CELLS, ' ')}"
            asked.append(Asked(id=place, question=question, gold=frozenset({place})))
    return Source(name="last rows of tables", asked=tuple(asked), of=len(asked), named=place_of)


def _place(document: str, start: int) -> str:
    return f"{document} at {start}"

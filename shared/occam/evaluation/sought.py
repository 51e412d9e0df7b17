"""Questions whose gold is known, from three sources: a file, the graph, the pages themselves."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from pathlib import Path

import msgspec

from occam.core.evidence import Passage
from occam.documents.passages import pages_of
from occam.evaluation.questions import read_benchmark
from occam.evaluation.recall import Asked
from occam.evaluation.understanding import generated
from occam.phrasing import Split
from occam.runtime.shelf import Edition

PAGES, LISTS = range(1, 6), range(6, 21)
"""Documents that the answer of a generated question rests on: a few pages, or a list of them."""
_LARGER = 4
"""Questions that are generated for each one wanted: not all rest on so many documents."""
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


async def from_graph(
    edition: Edition, seed: int, count: int, split: Split
) -> AsyncGenerator[Source]:
    """Generated questions whose computed answers rest on a few documents, and on lists of them."""
    drawn = await generated(edition, seed, count * _LARGER, split, ())
    for documents in (PAGES, LISTS):
        fit = [each for each in drawn if len(each.documents) in documents]
        asked = tuple(
            Asked(id=each.id, question=each.question, gold=frozenset(each.documents))
            for each in fit[:count]
        )
        name = f"generated, {split}, seed {seed}, {documents[0]} to {documents[-1]} documents"
        if asked:
            yield Source(name=name, asked=asked, of=len(fit), named=document_of)


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

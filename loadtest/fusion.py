"""What depth, weights and the share of words do to recall, on wordings that are not reported.

    python loadtest/fusion.py [--count 300] [--seed 7] [--corpus olympics=pages.jsonl]

Questions are generated in the training wordings from the bundled packs, and from further corpora
that are named: some rest on a few documents, some on lists of them. The rows of tables of those
corpora are looked for too. Both rankings are taken once, 100 deep, and fused in every way.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from occam.core.evidence import Passage
from occam.documents import FullText
from occam.documents.embedding import MiniLm
from occam.documents.fusion import fused
from occam.evaluation.recall import Asked, first, recall
from occam.evaluation.retrieval import libraries
from occam.evaluation.sought import Named, document_of, from_graph, from_tables
from occam.packs import find_pack
from occam.runtime.loading import Change, Embedding, load
from occam.runtime.settings import load_settings
from occam.runtime.shelf import Shelf
from occam.runtime.versions import version_directory

DEEPEST, LIMIT, AT = 100, 20, (1, 5, 10, 20)
DEPTHS, WEIGHTS, POWERS, AGAINS = (50, 100), (0.3, 0.4, 0.6, 1.0), (0.0, 0.5, 1.0), (1.0, 0.8, 0.5)

Ranking = Sequence[Passage]
Way = Callable[["Row"], Ranking]


@dataclass(frozen=True)
class Row:
    """A question, what words and meaning find, and the shares of its words in what words find."""

    asked: Asked
    words: Ranking
    shares: Sequence[float]
    meaning: Ranking


@dataclass(frozen=True)
class Questions:
    """Questions of one kind, and what counts as found."""

    rows: Sequence[Row]
    named: Named


async def questions_of(
    pack_name: str, corpus: Sequence[Path], count: int, seed: int
) -> list[Questions]:
    """Every question of a corpus with its two rankings, by kind."""
    with tempfile.TemporaryDirectory() as folder:
        settings, pack = load_settings({"OCCAM_HOME": folder}), find_pack(pack_name)
        model = MiniLm(threads=0)
        change = Change(corpus=tuple(corpus))
        made = load(settings.home, pack, change, None, Embedding(embedder=model))
        edition = Shelf(settings).edition(pack.name, made.version)
        directory = version_directory(settings.home, pack.name, made.version)
        full = FullText.open(directory, silent=pack.language.silent)
        dense = libraries(directory, pack, model)["dense"]

        async def row(asked: Asked) -> Row:
            words = (await full.search(asked.question, DEEPEST)).passages
            meaning = (await dense.search(asked.question, DEEPEST)).passages
            return Row(asked, words, full.shares(asked.question, words), meaning)

        sources = [source async for source in from_graph(edition, seed, count, "train")]
        if corpus:
            sources.append(from_tables(directory))
        return [
            Questions([await row(asked) for asked in source.asked], source.named)
            for source in sources
            if source.asked
        ]


def scored(found: Questions, way: Way) -> list[float]:
    """Recall at each depth and the mean reciprocal rank, in percent."""
    rankings = [(row.asked.gold, list(map(found.named, way(row)))) for row in found.rows]
    sums = [sum(recall(gold, ranking, k) for gold, ranking in rankings) for k in AT]
    sums.append(sum(first(gold, ranking) for gold, ranking in rankings))
    return [100 * each / len(rankings) for each in sums]


def by_words(row: Row) -> Ranking:
    """Words alone."""
    return row.words[:LIMIT]


def by_meaning(row: Row) -> Ranking:
    """Meaning alone."""
    return row.meaning[:LIMIT]


def by_both(depth: int, weight: float, power: float, again: float) -> Way:
    """Both, so deep, words by a power of the share that a passage holds."""

    def way(row: Row) -> Ranking:
        words = [
            (share**power, passage)
            for share, passage in list(zip(row.shares, row.words, strict=True))[:depth]
        ]
        meaning = [(weight, passage) for passage in row.meaning[:depth]]
        return fused([words, meaning], LIMIT, again=again)

    return way


def line(name: str, sets: Sequence[Questions], way: Way) -> str:
    """The mean over the sets of pages, where it is worst beside the better part, and the rows."""
    asked = [each for each in sets if each.named is document_of]
    figures = [scored(each, way) for each in asked]
    parts = [(scored(each, by_words), scored(each, by_meaning)) for each in asked]
    behind = min(
        ours - max(other)
        for found, part in zip(figures, parts, strict=True)
        for ours, *other in zip(found, *part, strict=True)
    )
    means = [sum(each) / len(each) for each in zip(*figures, strict=True)]
    rows = [scored(each, way)[0] for each in sets if each.named is not document_of]
    columns = [*means, sum(means) / len(means), behind, *rows]
    return f"{name:44}" + "".join(f"{figure:8.1f}" for figure in columns)


def main() -> None:
    """Prints a line a way."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--corpus", action="append", default=[], metavar="PACK=FILE")
    chosen = parser.parse_args()
    places: list[tuple[str, list[Path]]] = [("olympics", []), ("lighthouses", [])]
    for named in chosen.corpus:
        pack, _, file = named.partition("=")
        places.append((pack, [Path(file)]))
    sets = [
        found
        for place in places
        for found in asyncio.run(questions_of(*place, chosen.count, chosen.seed))
    ]
    print(f"sets of {', '.join(str(len(found.rows)) for found in sets)} questions")
    names = [*(f"@{k}" for k in AT), "MRR", "mean", "behind", "rows@1"]
    print(f"{'':44}" + "".join(f"{name:>8}" for name in names))
    print(line("BM25", sets, by_words))
    print(line("dense", sets, by_meaning))
    for depth, weight, power, again in itertools.product(DEPTHS, WEIGHTS, POWERS, AGAINS):
        name = f"depth {depth}, weight {weight}, power {power}, again {again}"
        print(line(name, sets, by_both(depth, weight, power, again)))


if __name__ == "__main__":
    main()

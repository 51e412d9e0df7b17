"""What depth, constant and weights of the fusion do to recall, on wordings that are not reported.

    python loadtest/fusion.py [--count 300] [--seed 7] [--corpus olympics=pages.jsonl]

Questions are generated in the training wordings from the bundled packs, and from further corpora
that are named: some rest on a few documents, some on lists of them. Both rankings are taken once,
100 deep, and fused in every way.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from occam.core.evidence import Passage
from occam.documents.embedding import MiniLm
from occam.documents.fusion import fused
from occam.evaluation.recall import Asked, first, recall
from occam.evaluation.retrieval import libraries
from occam.evaluation.sought import from_graph
from occam.packs import find_pack
from occam.runtime.loading import Change, Embedding, load
from occam.runtime.settings import load_settings
from occam.runtime.shelf import Shelf
from occam.runtime.versions import version_directory

DEEPEST, LIMIT, AT = 100, 20, (1, 5, 10, 20)
RANKS, DEPTHS, WEIGHTS, AGAINS = (30, 60), (50, 100), (0.5, 0.6, 0.75, 1.0), (1.0, 0.9, 0.5)

Ranking = tuple[Passage, ...]
Row = tuple[Asked, Ranking, Ranking]


async def rows(pack_name: str, corpus: Sequence[Path], count: int, seed: int) -> list[list[Row]]:
    """Every question with its two rankings, by how many documents they rest on."""
    with tempfile.TemporaryDirectory() as folder:
        settings, pack = load_settings({"OCCAM_HOME": folder}), find_pack(pack_name)
        model = MiniLm(threads=0)
        change = Change(corpus=tuple(corpus))
        made = load(settings.home, pack, change, None, Embedding(embedder=model))
        edition = Shelf(settings).edition(pack.name, made.version)
        directory = version_directory(settings.home, pack.name, made.version)
        found = libraries(directory, pack, model)
        words, meaning = found["BM25"], found["dense"]
        return [
            [
                (
                    asked,
                    (await words.search(asked.question, DEEPEST)).passages,
                    (await meaning.search(asked.question, DEEPEST)).passages,
                )
                for asked in source.asked
            ]
            async for source in from_graph(edition, seed, count, "train")
        ]


def scored(found: Sequence[Row], way: Callable[[Ranking, Ranking], Ranking]) -> list[float]:
    """Recall at each depth and the mean reciprocal rank, in percent."""
    rankings = [
        (asked.gold, [passage.document for passage in way(words, meaning)])
        for asked, words, meaning in found
    ]
    sums = [sum(recall(gold, ranking, k) for gold, ranking in rankings) for k in AT]
    sums.append(sum(first(gold, ranking) for gold, ranking in rankings))
    return [100 * each / len(found) for each in sums]


def told(
    name: str, sets: Sequence[Sequence[Row]], way: Callable[[Ranking, Ranking], Ranking]
) -> str:
    """The mean over the sets, and over the figures."""
    figures = [sum(each) / len(sets) for each in zip(*(scored(s, way) for s in sets), strict=True)]
    mean = sum(figures) / len(figures)
    return f"{name:48}" + "".join(f"{figure:8.1f}" for figure in figures) + f"{mean:9.2f}"


def main() -> None:
    """Prints a line a way, the mean of its figures last."""
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
        found for place in places for found in asyncio.run(rows(*place, chosen.count, chosen.seed))
    ]
    print(f"sets of {', '.join(str(len(found)) for found in sets)} questions")
    print(f"{'':48}" + "".join(f"{f'@{k}':>8}" for k in AT) + f"{'MRR':>8}{'mean':>9}")
    print(told("BM25", sets, lambda words, meaning: words[:LIMIT]))
    print(told("dense", sets, lambda words, meaning: meaning[:LIMIT]))
    for rank, depth, weight, again in itertools.product(RANKS, DEPTHS, WEIGHTS, AGAINS):

        def way(words: Ranking, meaning: Ranking, at: int = depth, w: float = weight,
                constant: int = rank, next_: float = again) -> Ranking:  # fmt: skip
            return fused([(1.0, words[:at]), (w, meaning[:at])], LIMIT, constant, next_)

        name = f"constant {rank}, depth {depth}, weight {weight}, again {again}"
        print(told(name, sets, way))


if __name__ == "__main__":
    main()

"""What it takes to look at every vector of a version, beside an approximate index.

    python loadtest/vectors.py [--sizes 5000 50000 200000]

Vectors are random, which is the hardest case for an index and no matter to a search through all.
usearch is no dependency: it is measured where somebody has installed it.
"""

from __future__ import annotations

import argparse
import importlib.util
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from occam.documents.exact import ExactVectors
from occam.documents.passages import Places

DIMENSION, ASKED, WANTED = 384, 100, 100
A_PAGE, NAMED = 5, 100
"""Passages of a page, and pages of a filter."""
_MILLISECONDS = 1000


def drawn(count: int, seed: int) -> Any:
    """Vectors of length one in all directions."""
    made = np.random.default_rng(seed).normal(size=(count, DIMENSION)).astype("<f4")
    return made / np.linalg.norm(made, axis=1, keepdims=True)


def timed(search: Callable[[int], object]) -> str:
    """The middle and nearly the slowest of many searches."""
    times: list[float] = []
    for number in range(ASKED):
        began = time.perf_counter()
        search(number)
        times.append(_MILLISECONDS * (time.perf_counter() - began))
    times.sort()
    return f"{times[ASKED // 2]:8.2f} {times[-2]:8.2f}"


def exact(count: int) -> Iterator[str]:
    """A search through all of a mapped file, and one through a hundred pages of it."""
    questions = drawn(ASKED, 2)
    places = [(f"D{n // A_PAGE}", n % A_PAGE, n % A_PAGE + 1) for n in range(count)]
    pages = count // A_PAGE
    named = [f"D{number}" for number in range(0, pages, max(1, pages // NAMED))]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "vectors")
        drawn(count, 1).tofile(path)
        rows = np.memmap(path, dtype="<f4", mode="r", shape=(count, DIMENSION))
        store = ExactVectors(rows, Places(places))
        for name, documents in (("exact, all", []), (f"exact, {NAMED} pages", named)):
            ways = timed(lambda n, among=documents: store._nearest(questions[n], WANTED, among))
            yield f"{count:9,}  {name:20} {ways}  recall 1.00"


def approximate(count: int) -> Iterator[str]:
    """An HNSW index with its defaults."""
    from usearch.index import Index

    rows, questions = drawn(count, 1), drawn(ASKED, 2)
    began = time.perf_counter()
    index = Index(ndim=DIMENSION, metric="cos", dtype="f32")
    index.add(np.arange(count), rows)
    built = time.perf_counter() - began
    ways = timed(lambda n: index.search(questions[n], WANTED))
    hits = 0
    for question in questions:
        true = set(np.argsort(-(rows @ question))[:WANTED].tolist())
        hits += len(true & set(index.search(question, WANTED).keys.tolist()))
    recall = hits / (ASKED * WANTED)
    yield f"{count:9,}  {'usearch, all':20} {ways}  recall {recall:.2f}  built in {built:.1f} s"


def main() -> None:
    """Prints a line a way and size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[5_000, 50_000, 200_000])
    print(f"{'vectors':>9}  {'way':20} {'p50 ms':>8} {'p99 ms':>8}  best {WANTED} of each")
    ways = [exact, *([approximate] if importlib.util.find_spec("usearch") else [])]
    for count in parser.parse_args().sizes:
        for way in ways:
            for line in way(count):
                print(line, flush=True)


if __name__ == "__main__":
    main()

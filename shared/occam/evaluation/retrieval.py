"""How well passages are found: by words, by meaning and by both, over the same passages in one run.

python -m occam.evaluation.retrieval [PACK] [--corpus FILE] [--questions FILE] [--generated N] …
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import AsyncGenerator, Mapping, Sequence
from pathlib import Path

import msgspec

from occam.core.errors import BadInput, OccamError
from occam.core.ports import Embedder, Library
from occam.documents import FullText
from occam.documents.dense import Dense
from occam.documents.exact import ExactVectors
from occam.documents.hybrid import Hybrid
from occam.evaluation.recall import Report, lines, report
from occam.evaluation.sought import Source, from_file, from_graph, from_tables
from occam.packs import Pack, find_pack
from occam.phrasing import SPLITS
from occam.runtime.embedding import embedder_of
from occam.runtime.loading import Change, Embedding, load
from occam.runtime.settings import Settings, load_settings
from occam.runtime.shelf import Shelf
from occam.runtime.versions import version_directory

AT = (1, 5, 10, 20)


def libraries(directory: Path, pack: Pack, embedder: Embedder) -> Mapping[str, Library]:
    """The three libraries over a version that has vectors, in the order of the table."""
    full = FullText.open(directory, silent=pack.language.silent)
    vectors = ExactVectors.open(directory, embedder.name, embedder.dimension)
    assert vectors is not None
    dense = Dense(embedder, vectors, full)
    return {"BM25": full, "dense": dense, "hybrid": Hybrid(full, dense)}


async def measured(source: Source, found: Mapping[str, Library], at: Sequence[int]) -> Report:
    """One table: every question asked of each library."""
    rankings = {
        name: [
            tuple(map(source.named, (await library.search(each.question, max(at))).passages))
            for each in source.asked
        ]
        for name, library in found.items()
    }
    return report(source.name, source.asked, source.of, rankings, at)


async def run(chosen: argparse.Namespace) -> list[Report]:
    """Loads the corpus on a home of its own, and measures on it what the options name."""
    settings = load_settings()
    pack = find_pack(chosen.pack or settings.pack, settings.pack_roots)
    embedder = embedder_of(settings, pack, threads=0)
    if embedder is None:
        raise BadInput("no vectors to measure: OCCAM_EMBEDDING names no model, or it is missing")
    with tempfile.TemporaryDirectory(prefix="occam-retrieval-") as folder:
        home = msgspec.structs.replace(settings, home=Path(folder))
        change = Change(corpus=tuple(chosen.corpus))
        made = load(home.home, pack, change, None, Embedding(embedder=embedder))
        directory = version_directory(home.home, pack.name, made.version)
        found = libraries(directory, pack, embedder)
        sources = sought(chosen, home, pack, directory)
        reports = [await measured(source, found, chosen.k) async for source in sources]
    if not reports:
        raise BadInput("no questions: name a file with --questions, or a number with --generated")
    return reports


async def sought(
    chosen: argparse.Namespace, settings: Settings, pack: Pack, directory: Path
) -> AsyncGenerator[Source]:
    """The sources that the options name; a pack's own documents go with its golden questions."""
    if file := chosen.questions or (None if chosen.corpus else pack.golden):
        yield from_file(file, directory)
    if chosen.generated:
        edition = Shelf(settings).edition(pack.name, directory.name)
        async for source in from_graph(edition, chosen.seed, chosen.generated, chosen.split):
            yield source
    if chosen.rows:
        yield from_tables(directory)


def options() -> argparse.ArgumentParser:
    """The options of the command."""
    parser = argparse.ArgumentParser(prog="occam evaluate retrieval", description=__doc__)
    parser.add_argument("pack", nargs="?", default="")
    parser.add_argument("--corpus", type=Path, action="append", default=[])
    parser.add_argument("--questions", type=Path)
    parser.add_argument("--generated", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--split", choices=SPLITS, default="held-out")
    parser.add_argument("--rows", action="store_true")
    parser.add_argument("--k", type=int, action="append", default=[])
    parser.add_argument("--json", action="store_true")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints a table a source; exit code 2 when nothing could be measured."""
    chosen = options().parse_args(arguments)
    chosen.k = sorted(set(chosen.k)) or list(AT)
    try:
        reports = asyncio.run(run(chosen))
    except (OccamError, OSError) as error:
        print(f"occam: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    for each in reports:
        print(msgspec.json.encode(each).decode() if chosen.json else "\n".join(lines(each)))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""A load from end to end: corpus, extracts, dataset, stores, a new current version, a report."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from occam.core.dataset import Dataset
from occam.core.errors import BadInput
from occam.core.ports import Embedder
from occam.core.schema import Schema
from occam.documents import vectorfile, write_documents
from occam.documents.making import Vectored, write_vectors
from occam.documents.remembered import FILE as REMEMBERED
from occam.graph.embedded import write_graph
from occam.graph.facts import write_facts
from occam.ingest.assemble import assemble, reader_digest, version_of
from occam.ingest.corpus import Corpus, read_corpus, write_corpus
from occam.ingest.extract import Extractor
from occam.ingest.extracts import text_digest
from occam.ingest.staging import Progress, Staging
from occam.packs import Pack
from occam.runtime.loadreport import LoadReport, differences, unknown_fields
from occam.runtime.versions import (
    VersionManifest,
    Writer,
    current,
    is_version,
    loading,
    make_current,
    manifest_of,
    publish,
    version_directory,
)
from occam.runtime.vocabulary import vocabulary_writer

CORPUS = "corpus.jsonl"


class Embedding(msgspec.Struct, frozen=True, kw_only=True):
    """The model that makes a version's vectors, and who watches it do so."""

    embedder: Embedder
    progress: Progress | None = None


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be loaded: a whole corpus, or additions and removals to the current version.

    Nothing at all means the pack's bundled documents.
    """

    corpus: tuple[Path, ...] = ()
    add: tuple[Path, ...] = ()
    remove: tuple[str, ...] = ()


def load(
    home: Path,
    pack: Pack,
    change: Change | None = None,
    progress: Progress | None = None,
    embedding: Embedding | None = None,
) -> LoadReport:
    """Make the version that the change asks for and make it current.

    The same input again is recognised and costs nothing; an interrupted load goes on. With an
    `embedding` the version gets vectors, also one that was there without them.
    """
    began = time.monotonic()
    with loading(home, pack.name) as directory:
        previous = current(home, pack.name)
        corpus = _wanted(home, pack, change or Change(), previous)
        version = version_of(
            pack, ((page.doc_id, text_digest(page.text), page.title) for page in corpus.pages)
        )
        target = version_directory(home, pack.name, version)
        if is_version(target):
            if embedding and not _is_vectored(target, embedding.embedder):
                vectored = _vectored(directory, target, embedding)
            else:
                vectored = None
            return _again(home, pack, target, previous, corpus, began, vectored)
        dataset, reused = _read(directory, pack, corpus, progress)
        _refuse_barren(pack, dataset)
        made: list[Vectored] = []

        def vectors(aside: Path, schema: Schema, dataset: Dataset) -> None:
            if embedding:
                made.append(_vectored(directory, aside, embedding))

        writers = (*_writers(pack, corpus), vectors)
        publish(home, dataset, pack.schema, writers, _manifest(pack, dataset, previous))
        return LoadReport(
            manifest=manifest_of(target),
            previous=previous,
            repeated=corpus.repeated,
            reused=reused,
            unknown=unknown_fields(dataset),
            differences=differences(dataset),
            vectors=made[0] if made else None,
            seconds=time.monotonic() - began,
        )


def revector(home: Path, pack: Pack, embedding: Embedding) -> LoadReport:
    """Make the vectors of the current version, anew where it has some; its pages stay."""
    began = time.monotonic()
    with loading(home, pack.name) as directory:
        version = current(home, pack.name)
        if version is None:
            raise BadInput(f"no graph of pack {pack.name!r} is loaded: `occam load` loads one")
        target = version_directory(home, pack.name, version)
        return LoadReport(
            manifest=manifest_of(target),
            previous=version,
            already=True,
            vectors=_vectored(directory, target, embedding),
            seconds=time.monotonic() - began,
        )


def _is_vectored(target: Path, embedder: Embedder) -> bool:
    header = vectorfile.header_of(target)
    return header is not None and header.made_by(embedder.name, embedder.dimension)


def _vectored(directory: Path, target: Path, embedding: Embedding) -> Vectored:
    """Vectors beside the full text in the target; the pack's folder remembers them."""
    return write_vectors(target, embedding.embedder, directory / REMEMBERED, embedding.progress)


def kept_dataset(home: Path, pack: Pack, progress: Progress | None = None) -> Dataset:
    """The current version as plain records, made again from the corpus that is kept beside it.

    Raises `BadInput` when nothing is loaded, or when pack or reader are no longer what made it.
    """
    with loading(home, pack.name) as directory:
        version = current(home, pack.name)
        if version is None:
            raise BadInput(f"no graph of pack {pack.name!r} is loaded: `occam load` loads one")
        corpus = read_corpus(version_directory(home, pack.name, version) / CORPUS)
        dataset, _ = _read(directory, pack, corpus, progress)
    if dataset.version != version:
        raise BadInput(
            f"pack {pack.name!r} or OCCAM changed since {version} was loaded: `occam load` it anew"
        )
    return dataset


def _read(
    directory: Path, pack: Pack, corpus: Corpus, progress: Progress | None
) -> tuple[Dataset, int]:
    """The records of a corpus, and how many pages an earlier load had read."""
    salt = f"{pack.digest} {reader_digest()}"
    with Staging(directory / ".staging.sqlite", salt) as staging:
        extracts = staging.extracts(corpus.pages, Extractor(pack), progress or _silent)
    return assemble(pack, extracts, corpus.pages), staging.reused


def _silent(done: int, total: int) -> None:
    return


def _wanted(home: Path, pack: Pack, change: Change, previous: str | None) -> Corpus:
    """The pages of the version to be made."""
    if change.corpus and (change.add or change.remove):
        raise BadInput("a whole corpus replaces everything: neither add nor remove goes with it")
    if not (change.add or change.remove):
        return read_corpus(*(change.corpus or pack.document_files()))
    if previous is None:
        raise BadInput(f"pack {pack.name!r} has no current version to add to or remove from")
    kept = read_corpus(version_directory(home, pack.name, previous) / CORPUS)
    pages = {page.doc_id: page for page in kept.pages}
    missing = sorted(set(change.remove) - pages.keys())
    if missing:
        raise BadInput(f"not in the current version: {', '.join(missing)}")
    for id in change.remove:
        del pages[id]
    added = read_corpus(*change.add) if change.add else Corpus(())
    pages |= {page.doc_id: page for page in added.pages}
    if not pages:
        raise BadInput("no document would be left")
    return Corpus(tuple(pages[id] for id in sorted(pages)), added.repeated)


def _again(
    home: Path, pack: Pack, target: Path, previous: str | None, corpus: Corpus, began: float,
    vectored: Vectored | None,
) -> LoadReport:  # fmt: skip
    if previous != target.name:
        make_current(home, pack.name, target.name)
    return LoadReport(
        manifest=manifest_of(target),
        previous=previous,
        already=True,
        repeated=corpus.repeated,
        vectors=vectored,
        seconds=time.monotonic() - began,
    )


def _refuse_barren(pack: Pack, dataset: Dataset) -> None:
    """A corpus without one readable record is somebody's mistake, not a graph."""
    states = [page.state for page in dataset.pages if page.state.status != "table"]
    if not any(state.status == "parsed" for state in states):
        first = states[0]
        raise BadInput(
            f"none of the {len(states)} documents holds a record of pack {pack.name!r} "
            f"(the first, {first.document!r}: {first.cause})"
        )


def _writers(pack: Pack, corpus: Corpus) -> Sequence[Writer]:
    def pages(directory: Path, schema: Schema, dataset: Dataset) -> None:
        write_corpus(directory / CORPUS, corpus.pages)

    def texts(directory: Path, schema: Schema, dataset: Dataset) -> None:
        write_documents(directory, dataset)

    return (pages, write_facts, texts, write_graph, vocabulary_writer(pack))


def _manifest(pack: Pack, dataset: Dataset, previous: str | None) -> VersionManifest:
    return VersionManifest(
        pack=pack.name,
        version=dataset.version,
        pack_version=pack.version,
        pack_digest=pack.digest,
        reader_digest=reader_digest(),
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        previous=previous,
        pages=_counted(page.state.status for page in dataset.pages),
        vertices=_counted(vertex.type for vertex in dataset.vertices),
        edges=_counted(edge.type for edge in dataset.edges),
        facts=len(dataset.facts),
        unreadable=_counted(entry.cause.partition(":")[0] for entry in dataset.unreadable),
    )


def _counted(names: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(names).items()))

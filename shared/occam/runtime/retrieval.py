"""How a version's documents are searched: by what the settings name and the version holds."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from occam.core.errors import BadInput
from occam.core.ports import Library, Vectors
from occam.documents import FullText
from occam.documents.dense import Dense
from occam.documents.exact import ExactVectors
from occam.documents.hybrid import Hybrid
from occam.documents.mirror import label_for
from occam.documents.qdrant import QdrantVectors, client_of
from occam.graph.tigergraph.library import TigerLibrary
from occam.graph.tigergraph.vectors import TigerVectors
from occam.graph.tigergraph.wire import Wire
from occam.packs import Pack
from occam.runtime.embedding import embedder_of
from occam.runtime.settings import Settings

log = logging.getLogger("occam.runtime")

NO_VECTORS = "this version has no vectors: searched by words only"

Server = Callable[[], tuple[Wire, str]]


def library_of(
    settings: Settings, pack: Pack, directory: Path, server: Server | None = None
) -> Library:
    """Words and meaning where a model is configured and there are vectors, else words alone.

    `server` gives the graph server that holds the primary vectors, and the version it must hold.
    Raises `BadConfig` where vectors of another model are there.
    """
    embedder = embedder_of(settings, pack)
    silent = pack.language.silent
    if embedder is None:
        return FullText.open(directory, silent=silent)
    mirror = _mirror(settings, pack, directory)
    if server:
        full = FullText.open(directory, silent=silent)
        if mirror is None:
            return Hybrid(full, TigerLibrary(*server(), embedder, full))
        return Hybrid(full, Dense(embedder, TigerVectors(*server()), full, mirror))
    vectors = ExactVectors.open(directory, embedder.name, embedder.dimension)
    if vectors is None:
        log.warning("%s@%s: %s; `occam load --vectors` makes them", pack.name, directory.name,
                    NO_VECTORS)  # fmt: skip
        return FullText.open(directory, NO_VECTORS, silent)
    full = FullText.open(directory, silent=silent)
    return Hybrid(full, Dense(embedder, vectors, full, mirror))


def _mirror(settings: Settings, pack: Pack, directory: Path) -> Vectors | None:
    """The mirror of this version, if one is configured; nothing is asked of it yet."""
    if not settings.qdrant.url:
        return None
    try:
        label = label_for(directory, pack.name)
    except BadInput as error:
        log.warning("the mirror is not used: %s", error)
        return None
    timeout = settings.qdrant.timeout_s
    return QdrantVectors(client_of(settings.qdrant, timeout), label, timeout)

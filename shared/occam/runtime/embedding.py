"""The embedding model that the settings name, ready to be asked; none where they name none."""

from __future__ import annotations

import logging
from functools import lru_cache

from occam.core.errors import BadConfig
from occam.core.ports import Embedder
from occam.documents.embedding import MiniLm, missing
from occam.llm.embedding import HostedEmbedder
from occam.packs import Pack
from occam.runtime.settings import Settings

log = logging.getLogger("occam.runtime")


def embedder_of(settings: Settings, pack: Pack, threads: int = 1) -> Embedder | None:
    """The model for a pack's passages and questions; None means that words alone are searched.

    `threads` of 0 are as many as the machine has cores. Raises `BadConfig` that names the setting
    or the key of pack.toml that does not fit.
    """
    match settings.embedding:
        case "none":
            return None
        case "local":
            if absent := missing():
                _warn(absent)
                return None
            check_embedding(settings, pack)
            return _local(threads)
        case hosted:
            return _hosted(settings, hosted, pack)


def check_embedding(settings: Settings, pack: Pack) -> None:
    """Raises `BadConfig` as above; no model is read."""
    wanted = pack.manifest.vectors.dimension
    if settings.embedding not in ("none", "local"):
        _hosted(settings, settings.embedding, pack)
    elif settings.embedding == "local" and wanted not in (None, MiniLm.dimension):
        raise BadConfig(
            f"pack {pack.name!r} wants vectors of {wanted} numbers (pack.toml, vectors.dimension), "
            f"and OCCAM_EMBEDDING names {MiniLm.name}, which makes {MiniLm.dimension}"
        )


@lru_cache(maxsize=2)
def _local(threads: int) -> Embedder:
    """Read once for all versions that a process opens."""
    return MiniLm(threads)


def _hosted(settings: Settings, model: str, pack: Pack) -> Embedder:
    dimension = pack.manifest.vectors.dimension
    if dimension is None:
        raise BadConfig(
            f"OCCAM_EMBEDDING: {model!r} is neither none nor local but a hosted model, and pack "
            f"{pack.name!r} does not say how long its vectors are (pack.toml, vectors.dimension)"
        )
    return HostedEmbedder(model, dimension, settings.llm)


@lru_cache(maxsize=1)
def _warn(absent: tuple[str, ...]) -> None:
    """Once a process."""
    log.warning(
        "no vectors without %s: documents are searched by words only; install the extra with "
        "`pip install 'occam[vectors]'`, or set OCCAM_EMBEDDING=none",
        ", ".join(absent),
    )

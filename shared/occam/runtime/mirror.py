"""The operator's side of the mirror: a pack and the settings in, a report out."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from occam.core.errors import BadConfig, BadInput
from occam.documents import mirror
from occam.documents.mirror import Drift, Progress, Synced
from occam.documents.qdrant import client_of
from occam.packs import Pack
from occam.runtime.settings import Settings
from occam.runtime.versions import current, version_directory, versions


async def sync(settings: Settings, pack: Pack, progress: Progress | None = None) -> Synced:
    """Brings the mirror in step with the pack's current version."""
    directory = _directory(settings, pack)
    label = mirror.label_for(directory, pack.name)
    async with _reached(settings) as client:
        return await mirror.sync(client, directory, label, progress)


async def check(settings: Settings, pack: Pack) -> Drift:
    """Compares the mirror with the pack's current version, passage by passage."""
    directory = _directory(settings, pack)
    label = mirror.label_for(directory, pack.name)
    async with _reached(settings) as client:
        return await mirror.check(client, directory, label)


async def drop(settings: Settings, pack: Pack, old: bool = False) -> tuple[str, ...]:
    """Removes the pack's collections; with `old`, only those of versions that the home no longer
    keeps."""
    spared = versions(settings.home, pack.name) if old else ()
    async with _reached(settings) as client:
        return await mirror.drop(client, pack.name, spared)


def _directory(settings: Settings, pack: Pack) -> Path:
    version = current(settings.home, pack.name)
    if version is None:
        raise BadInput(f"no graph of pack {pack.name!r} is loaded: `occam load` loads one")
    return version_directory(settings.home, pack.name, version)


@asynccontextmanager
async def _reached(settings: Settings) -> AsyncGenerator[Any]:
    if not settings.qdrant.url:
        raise BadConfig("no mirror is configured: set OCCAM_QDRANT_URL")
    client = client_of(settings.qdrant, mirror.PATIENCE_S)
    try:
        yield client
    finally:
        await client.close()

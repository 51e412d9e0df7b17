"""Two versions of the sample graph: whole, and with some pages taken out."""

from __future__ import annotations

from pathlib import Path

from occam.core.dataset import Dataset
from occam.ingest.load import extract
from occam.packs import Pack, find_pack
from occam.runtime.loading import Change, load
from occam.runtime.settings import Settings


def sample(home: Path) -> Pack:
    """The Olympic pack with its bundled pages."""
    return find_pack("olympics", Settings(home=home).pack_roots)


def load_version(home: Path, pack: Pack, remove: tuple[str, ...] = ()) -> str:
    """Loads the sample, or takes pages out of the current version."""
    return load(home, pack, Change(remove=remove)).version


def dataset(pack: Pack, without: tuple[str, ...] = ()) -> Dataset:
    """What the pages say, read apart from any store."""
    return extract(pack, [page for page in pack.documents() if page.doc_id not in without])

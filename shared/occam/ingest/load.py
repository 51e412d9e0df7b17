"""From pages to a dataset in one call, for whoever has no versions to keep."""

from __future__ import annotations

from collections.abc import Iterable

from occam.core.dataset import Dataset
from occam.ingest.assemble import assemble
from occam.ingest.extract import Extractor
from occam.packs import Pack
from occam.packs.pack import Document


def extract(pack: Pack, pages: Iterable[Document]) -> Dataset:
    """The dataset of these pages; ids must be different."""
    pages = sorted(pages, key=lambda page: page.doc_id)
    reader = Extractor(pack)
    return assemble(pack, [reader(page) for page in pages], pages)

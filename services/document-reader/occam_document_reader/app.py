"""Composes the document-reader: the pages of each graph version, and the model that reads them."""

from __future__ import annotations

from functools import lru_cache, partial

from occam.bus.service import ServiceSpec
from occam.core.pipelines import pipeline_of
from occam.messages.catalog import FindingsReady, ReadingRequested
from occam.runtime.models import Models
from occam.runtime.serving import run
from occam.runtime.settings import Settings
from occam.runtime.shelf import Shelf
from occam.tiers.pages import Leafed, Pages
from occam.tiers.ranker import Ranker
from occam.tiers.reader import PageReader

from occam_document_reader.handlers import Leaf, on_reading


def build(
    shelf: Shelf, settings: Settings, decide: Leaf | None = None, models: Models | None = None
) -> ServiceSpec:
    """The service; `decide` replaces the search where only the messaging is measured."""
    models = models or Models(settings)

    @lru_cache(maxsize=8)
    def pages(pack: str, version: str) -> Pages:
        edition = shelf.edition(pack, version)
        if (till := models.till("reader")) is None:
            return Pages(edition.library, edition.schema)
        ranking = models.till("reranker")
        ranker = Ranker(ranking) if ranking else None
        return Pages(edition.library, edition.schema, PageReader(till), ranker)

    async def leaf(message: ReadingRequested) -> Leafed:
        header = message.header
        return await pages(header.pack, header.graph_version).leaf(
            header.payer, header.question, header.gap, message.plan, pipeline_of(header.pipeline)
        )

    slow = {ReadingRequested} if models.has("reader") else set[type]()
    return ServiceSpec(
        name="document-reader",
        handlers={ReadingRequested: partial(on_reading, leaf=decide or leaf)},
        emits=(FindingsReady,),
        close=models.close,
        slow=frozenset(slow),
    )


def main() -> None:
    """Entry point of the process."""
    run("document-reader", build, warm="library")


if __name__ == "__main__":
    main()

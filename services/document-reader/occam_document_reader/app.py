"""Composes the document-reader: full text of each graph version."""

from __future__ import annotations

from functools import partial

from occam.bus.service import ServiceSpec
from occam.core.evidence import Retrieved
from occam.messages.catalog import FindingsReady, ReadingRequested
from occam.runtime.serving import run
from occam.runtime.settings import Settings
from occam.runtime.shelf import Shelf

from occam_document_reader.handlers import Search, on_reading


def build(shelf: Shelf, settings: Settings, decide: Search | None = None) -> ServiceSpec:
    """The service; `decide` replaces the search where only the messaging is measured."""
    del settings

    async def in_library(text: str, limit: int, pack: str, version: str) -> Retrieved:
        return await shelf.edition(pack, version).library.search(text, limit)

    return ServiceSpec(
        name="document-reader",
        handlers={ReadingRequested: partial(on_reading, search=decide or in_library)},
        emits=(FindingsReady,),
    )


def main() -> None:
    """Entry point of the process."""
    run(build, warm="library")


if __name__ == "__main__":
    main()

"""Composes the disambiguator."""

from __future__ import annotations

from functools import partial

from occam.bus.service import ServiceSpec
from occam.core.narrow import Narrowed, narrow
from occam.messages.catalog import ChoiceRequested, FindingsReady, ReadingRequested
from occam.runtime.serving import run
from occam.runtime.settings import Settings
from occam.runtime.shelf import Shelf

from occam_disambiguator.handlers import Narrow, on_choice


def build(shelf: Shelf, settings: Settings, decide: Narrow | None = None) -> ServiceSpec:
    """The service; `decide` replaces the choice where only the messaging is measured."""
    del settings

    def by_statement(message: ChoiceRequested) -> Narrowed:
        header = message.header
        schema = shelf.edition(header.pack, header.graph_version).schema
        return narrow(message.plan, message.evidence, message.constraints, schema, header.choice)

    return ServiceSpec(
        name="disambiguator",
        handlers={ChoiceRequested: partial(on_choice, narrow=decide or by_statement)},
        emits=(FindingsReady, ReadingRequested),
    )


def main() -> None:
    """Entry point of the process."""
    run(build)


if __name__ == "__main__":
    main()

"""Composes the disambiguator: what the question states, a decider, and a model that chooses."""

from __future__ import annotations

from functools import partial

from occam.bus.service import ServiceSpec
from occam.core.gaps import Ambiguous
from occam.core.narrow import Narrowed, narrow
from occam.core.pipelines import pipeline_of
from occam.messages.catalog import ChoiceRequested, FindingsReady, ReadingRequested
from occam.runtime.deciding import Deciders
from occam.runtime.models import Models
from occam.runtime.serving import run
from occam.runtime.settings import Settings
from occam.runtime.shelf import Shelf
from occam.tiers.chooser import Chooser, Chosen

from occam_disambiguator.handlers import Narrow, on_choice


def build(
    shelf: Shelf, settings: Settings, decide: Narrow | None = None, models: Models | None = None
) -> ServiceSpec:
    """The service; `decide` replaces the choice where only the messaging is measured."""
    models = models or Models(settings)
    deciders = Deciders(settings, shelf, models)

    def by_statement(message: ChoiceRequested) -> Narrowed:
        header = message.header
        schema = shelf.edition(header.pack, header.graph_version).schema
        return narrow(message.plan, message.evidence, message.constraints, schema, header.choice)

    async def choose(message: ChoiceRequested, gap: Ambiguous) -> Chosen:
        header = message.header
        if header.choice or pipeline_of(header.pipeline).plans == 1:
            return Chosen()
        words = shelf.edition(header.pack, header.graph_version).pack.words
        decider, threshold = deciders.of_candidates(header)
        chooser = Chooser(words, models.till("chooser"), decider, threshold)
        return await chooser.choose(
            header.payer, header.question, gap.candidates, message.constraints
        )

    asks = models.has("chooser") or deciders.slow
    return ServiceSpec(
        name="disambiguator",
        handlers={
            ChoiceRequested: partial(
                on_choice, narrow=decide or by_statement, choose=choose if asks else None
            )
        },
        emits=(FindingsReady, ReadingRequested),
        close=models.close,
        slow=frozenset({ChoiceRequested} if asks else set[type]()),
    )


def main() -> None:
    """Entry point of the process."""
    run("disambiguator", build)


if __name__ == "__main__":
    main()

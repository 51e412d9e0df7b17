"""Composes the classifier: rules, schema parser and decider over the current graph version."""

from __future__ import annotations

from functools import lru_cache, partial

from occam.bus.service import ServiceSpec
from occam.core.gaps import LowConfidence
from occam.core.inquiry import Told
from occam.core.parse import Parsed
from occam.core.ports import Decider
from occam.deciding.settling import Settled, settle
from occam.messages.catalog import (
    FindingsReady,
    PlanReady,
    QuestionAsked,
    ReadingRequested,
    ReplanRequested,
)
from occam.runtime.deciding import decider_of
from occam.runtime.serving import run
from occam.runtime.settings import Settings
from occam.runtime.shelf import Shelf

from occam_classifier.handlers import Understand, on_complaint, on_question


def build(shelf: Shelf, settings: Settings, understand: Understand | None = None) -> ServiceSpec:
    """The service; `understand` replaces the parsers where only the messaging is measured."""

    @lru_cache(maxsize=8)
    def decider(pack: str, version: str) -> tuple[Decider | None, float]:
        return decider_of(settings, shelf.edition(pack, version))

    async def decide(gap: LowConfidence, question: str, pack: str, version: str) -> Settled:
        return await settle(gap, question, *decider(pack, version))

    def by_parsers(question: str, choice: str, pack: str, version: str) -> Parsed | Told:
        return shelf.edition(pack, version).parser.parse(question, choice)

    return ServiceSpec(
        name="classifier",
        handlers={
            QuestionAsked: partial(
                on_question, shelf=shelf, understand=understand or by_parsers, decide=decide
            ),
            ReplanRequested: on_complaint,
        },
        emits=(PlanReady, ReplanRequested, ReadingRequested, FindingsReady),
    )


def main() -> None:
    """Entry point of the process."""
    run(build, warm="parser")


if __name__ == "__main__":
    main()

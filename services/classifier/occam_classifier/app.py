"""Composes the classifier: rules over the vocabulary of the current graph version."""

from __future__ import annotations

from functools import partial

from occam.bus.service import ServiceSpec
from occam.core.inquiry import Told
from occam.core.parse import Parsed
from occam.messages.catalog import (
    FindingsReady,
    PlanReady,
    QuestionAsked,
    ReadingRequested,
    ReplanRequested,
)
from occam.runtime.serving import run
from occam.runtime.settings import Settings
from occam.runtime.shelf import Shelf

from occam_classifier.handlers import Understand, on_complaint, on_question


def build(shelf: Shelf, settings: Settings, understand: Understand | None = None) -> ServiceSpec:
    """The service; `understand` replaces the rules where only the messaging is measured."""
    del settings

    def by_rules(question: str, choice: str, pack: str, version: str) -> Parsed | Told:
        return shelf.edition(pack, version).parser.parse(question, choice)

    return ServiceSpec(
        name="classifier",
        handlers={
            QuestionAsked: partial(on_question, shelf=shelf, understand=understand or by_rules),
            ReplanRequested: on_complaint,
        },
        emits=(PlanReady, ReplanRequested, ReadingRequested, FindingsReady),
    )


def main() -> None:
    """Entry point of the process."""
    run(build, warm="parser")


if __name__ == "__main__":
    main()

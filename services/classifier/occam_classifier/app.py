"""Composes the classifier: rules, schema parser, decider and planner over the current version."""

from __future__ import annotations

from functools import partial

from occam.bus.service import ServiceSpec
from occam.messages.catalog import (
    FindingsReady,
    PlanReady,
    QuestionAsked,
    ReadingRequested,
    ReplanRequested,
)
from occam.messages.classified import Read
from occam.runtime.deciding import Deciders
from occam.runtime.drafting import Drafting
from occam.runtime.models import Models, limits_of
from occam.runtime.serving import run
from occam.runtime.settings import Settings
from occam.runtime.shelf import Shelf

from occam_classifier.handlers import on_complaint, on_question


def build(
    shelf: Shelf, settings: Settings, understand: Read | None = None, models: Models | None = None
) -> ServiceSpec:
    """The service; `understand` replaces the parsers where only the messaging is measured."""
    models = models or Models(settings)
    deciders = Deciders(settings, shelf, models)
    understand = understand or shelf.understand
    asks = models.has("planner")
    return ServiceSpec(
        name="classifier",
        handlers={
            QuestionAsked: partial(
                on_question,
                shelf=shelf,
                understand=understand,
                decide=deciders.decide,
                limits=partial(limits_of, settings),
            ),
            ReplanRequested: partial(
                on_complaint,
                understand=understand,
                draft=Drafting(shelf, models).draft if asks else None,
                most=settings.llm.plans,
                decide=deciders.decide_again,
            ),
        },
        emits=(PlanReady, ReplanRequested, ReadingRequested, FindingsReady),
        close=models.close,
        slow=frozenset({ReplanRequested} if asks else set[type]())
        | frozenset({QuestionAsked} if deciders.slow else set[type]()),
    )


def main() -> None:
    """Entry point of the process."""
    run("classifier", build, warm="parser")


if __name__ == "__main__":
    main()

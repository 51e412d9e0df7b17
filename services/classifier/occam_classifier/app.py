"""Composes the classifier: rules, schema parser, decider and planner over the current version."""

from __future__ import annotations

from functools import lru_cache, partial

from occam.bus.service import ServiceSpec
from occam.core.describe import describe
from occam.core.drafting.brief import Tried
from occam.core.drafting.planned import Planned
from occam.core.gaps import LowConfidence
from occam.core.inquiry import Told
from occam.core.parse import Parsed
from occam.deciding.settling import Settled, settle
from occam.messages.catalog import (
    FindingsReady,
    PlanReady,
    QuestionAsked,
    ReadingRequested,
    ReplanRequested,
)
from occam.messages.header import Header
from occam.runtime.deciding import Deciders
from occam.runtime.models import Models, limits_of
from occam.runtime.serving import run
from occam.runtime.settings import Settings
from occam.runtime.shelf import Shelf
from occam.tiers.planner import PlanWriter

from occam_classifier.handlers import Understand, on_complaint, on_question

SLOW_DECIDERS = ("http", "llm")


def build(
    shelf: Shelf,
    settings: Settings,
    understand: Understand | None = None,
    models: Models | None = None,
) -> ServiceSpec:
    """The service; `understand` replaces the parsers where only the messaging is measured."""
    models = models or Models(settings)
    deciders = Deciders(settings, shelf, models)

    async def decide(header: Header, gap: LowConfidence) -> Settled:
        return await settle(gap, header.question, *deciders.first(header))

    async def decide_again(header: Header, gap: LowConfidence) -> Settled:
        return await settle(gap, header.question, *deciders.next(header))

    def by_parsers(question: str, choice: str, pack: str, version: str) -> Parsed | Told:
        return shelf.edition(pack, version).parser.parse(question, choice)

    @lru_cache(maxsize=8)
    def writer(pack: str, version: str) -> PlanWriter:
        edition, till = shelf.edition(pack, version), models.till("planner")
        assert till
        lexicon = edition.pack.lexicon
        return PlanWriter(edition.schema, lexicon, edition.vocabulary, edition.reader, till)

    async def draft(message: ReplanRequested) -> Planned:
        header, plan = message.header, message.plan
        writes = writer(header.pack, header.graph_version)
        schema = shelf.edition(header.pack, header.graph_version).schema
        tried = Tried(gap=header.gap, plan=describe(plan, schema) if plan else "")
        return await writes.plan(header.payer, header.question, tried, message.tried)

    planned = models.has("planner")
    understood = understand or by_parsers
    slow = {ReplanRequested} if planned or settings.decider in SLOW_DECIDERS else set[type]()
    return ServiceSpec(
        name="classifier",
        handlers={
            QuestionAsked: partial(
                on_question,
                shelf=shelf,
                understand=understood,
                decide=decide,
                limits=partial(limits_of, settings),
            ),
            ReplanRequested: partial(
                on_complaint,
                draft=draft if planned else None,
                most=settings.llm.plans,
                decide=decide_again if planned else None,
                understand=understood,
            ),
        },
        emits=(PlanReady, ReplanRequested, ReadingRequested, FindingsReady),
        slow=frozenset(slow),
    )


def main() -> None:
    """Entry point of the process."""
    run(build, warm="parser")


if __name__ == "__main__":
    main()

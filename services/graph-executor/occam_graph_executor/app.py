"""Composes the graph-executor: the evidence route of each graph version."""

from __future__ import annotations

from functools import partial

from occam.bus.service import ServiceSpec
from occam.core.execute import Execution, execute
from occam.core.plan import Plan
from occam.messages.catalog import (
    ChoiceRequested,
    FindingsReady,
    PlanReady,
    ReadingRequested,
    RefetchRequested,
    ReplanRequested,
)
from occam.runtime.serving import run
from occam.runtime.settings import Settings
from occam.runtime.shelf import Shelf

from occam_graph_executor.handlers import Execute, on_mismatch, on_plan


def build(shelf: Shelf, settings: Settings, decide: Execute | None = None) -> ServiceSpec:
    """The service; `decide` replaces the graph where only the messaging is measured."""
    del settings

    async def on_graph(plan: Plan, pack: str, version: str) -> Execution:
        edition = shelf.edition(pack, version)
        return await execute(plan, edition.graph, edition.schema)

    chosen = decide or on_graph
    return ServiceSpec(
        name="graph-executor",
        handlers={
            PlanReady: partial(on_plan, execute=chosen),
            RefetchRequested: partial(on_mismatch, execute=chosen),
        },
        emits=(FindingsReady, ChoiceRequested, ReadingRequested, ReplanRequested),
    )


def main() -> None:
    """Entry point of the process."""
    run("graph-executor", build, warm="graph")


if __name__ == "__main__":
    main()

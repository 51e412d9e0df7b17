"""One service as it is, with only its decision taken out: what remains is the messaging.

Every question walks all five services: the empty decisions name the gaps that lead there.

    python loadtest/empty.py classifier
"""

from __future__ import annotations

import sys
from functools import partial
from typing import Any

from occam.core.execute import Execution
from occam.core.gaps import MissingValue, Shortlist
from occam.core.narrow import Narrowed
from occam.core.parse import Parsed, Understood
from occam.core.plan import Count, Node, Plan, Query
from occam.core.record import AnswerRecord, Certificate
from occam.messages.catalog import ChoiceRequested, ReadingRequested
from occam.messages.forward import Found
from occam.messages.header import Header
from occam.runtime.serving import run
from occam.runtime.shelf import Shelf
from occam.tiers.pages import Leafed
from occam.tiers.reader import Reading

PLAN = Query(root=Node(type="Event"), answer=Count())
UNDERSTOOD = Understood(plan=PLAN, fallbacks=(), constraints=())
SHORTLISTED = Execution(gap=Shortlist(candidates=()))
NARROWED = Narrowed(plan=PLAN, evidence=(), gap=MissingValue(vertex="", label="", attr=""))
BARE = Certificate(
    question_id="",
    question_digest="",
    pack="",
    plan=None,
    plan_digest="",
    completeness_class=None,
    structural_bound=None,
    evidence_set_size=0,
    completeness_check="unverified",
)


class EmptyShelf(Shelf):
    """Every pack has a current version, and nobody opens it."""

    def current(self, pack: str) -> tuple[str, str]:
        return pack or "empty", "0" * 16


def understand(question: str, choice: str, pack: str, version: str) -> Parsed:
    """Any question is this plan."""
    return UNDERSTOOD


async def execute(plan: Plan, pack: str, version: str) -> Execution:
    """Any plan leaves a shortlist."""
    return SHORTLISTED


def narrow(message: ChoiceRequested) -> Narrowed:
    """Any shortlist leaves a missing value."""
    return NARROWED


async def leaf(message: ReadingRequested) -> Leafed:
    """No passages."""
    return Leafed(reading=Reading(gap=message.header.gap))


async def settle(header: Header, found: Found, died: bool) -> AnswerRecord:
    """Any finding is a refusal."""
    return AnswerRecord(
        id=header.question_id,
        batch=header.batch_id,
        tenant=header.tenant,
        attempt=header.attempt,
        question=header.question,
        pipeline=header.pipeline,
        outcome="refused",
        certificate=BARE,
        trace_id=header.trace_id,
    )


def empty(service: str) -> Any:
    """The service's own `build` with the empty decision."""
    module = __import__(f"occam_{service.replace('-', '_')}.app", fromlist=["build"])
    decision = {
        "classifier": {"understand": understand},
        "graph-executor": {"decide": execute},
        "disambiguator": {"decide": narrow},
        "document-reader": {"decide": leaf},
        "certifier": {"decide": settle},
    }[service]
    return lambda _shelf, settings: partial(module.build, **decision)(
        EmptyShelf(settings), settings
    )


if __name__ == "__main__":
    run(empty(sys.argv[1]))

"""The next message after a step: findings, or the complaint for whoever can close the gap."""

from __future__ import annotations

import time

import msgspec

from occam.core.escalation import Receiver, exceeded, next_receiver
from occam.core.evidence import Passage, Read, Recovered, Rows
from occam.core.gaps import OverBudget
from occam.core.pipelines import pipeline_of
from occam.core.plan import Plan, digest
from occam.core.record import Constraint
from occam.messages.catalog import (
    ChoiceRequested,
    FindingsReady,
    QuestionAsked,
    ReadingRequested,
    RefetchRequested,
    ReplanRequested,
    Wire,
)
from occam.messages.header import Header


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """All that is known of a question at one step and must not be lost on the way."""

    plan: Plan | None = None
    constraints: tuple[Constraint, ...] = ()
    evidence: tuple[Rows, ...] = ()
    passages: tuple[Passage, ...] = ()
    read: Read | None = None
    recovered: tuple[Recovered, ...] = ()


def admitted(asked: QuestionAsked, pack: str, version: str) -> Header:
    """The first header of a question that the intake took."""
    return Header(
        question_id=asked.id,
        batch_id=asked.batch,
        tenant=asked.tenant,
        attempt=asked.attempt,
        pipeline=asked.pipeline,
        pack=pack,
        question=asked.question,
        choice=asked.choice,
        asked_at=asked.asked_at if asked.asked_at is not None else time.time(),
        graph_version=version,
        traceparent=asked.traceparent,
        budget=asked.budget,
    )


def forward(header: Header, found: Found) -> Wire:
    """The message that carries the header's gap to its next receiver, or findings to the certifier.

    A question past its budget goes to the certifier with what it has.
    """
    broken = exceeded(header.budget, header.spent, header.step, time.time())
    if broken and header.gap:
        limit, needed = broken
        header = header.after("budget", gap=OverBudget(limit=limit, needed=needed))
    receiver = next_receiver(header.gap, header.position, pipeline_of(header.pipeline))
    return _addressed(receiver, header, found)


def _addressed(receiver: Receiver, header: Header, found: Found) -> Wire:
    plan, constraints, evidence = found.plan, found.constraints, found.evidence
    if receiver == "classifier":
        tried = tuple(dict.fromkeys(step.plan for step in header.trail if step.plan))
        return ReplanRequested(header=header, plan=plan, constraints=constraints, tried=tried)
    if receiver == "graph-executor" and plan:
        return RefetchRequested(header=header, plan=plan, constraints=constraints)
    if receiver == "disambiguator" and plan:
        return ChoiceRequested(header=header, plan=plan, constraints=constraints, evidence=evidence)
    if receiver == "document-reader":
        return ReadingRequested(
            header=header, plan=plan, constraints=constraints, evidence=evidence
        )
    return FindingsReady(
        header=header,
        plan=plan,
        constraints=constraints,
        evidence=evidence,
        passages=found.passages,
        read=found.read,
        recovered=found.recovered,
    )


def found_in(
    message: ReplanRequested | ChoiceRequested | ReadingRequested | FindingsReady,
) -> Found:
    """What the message already carries."""
    return Found(
        plan=message.plan,
        constraints=message.constraints,
        evidence=getattr(message, "evidence", ()),
        passages=getattr(message, "passages", ()),
        read=getattr(message, "read", None),
        recovered=getattr(message, "recovered", ()),
    )


def plan_digest(plan: Plan | None) -> str:
    """The digest of a plan, or the empty string where there is none."""
    return digest(plan) if plan else ""

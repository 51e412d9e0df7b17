"""Every message there is: one frozen struct, one tag, one stream."""

from __future__ import annotations

from typing import get_args

import msgspec

from occam.core.evidence import Passage, Read, Recovered, Rows
from occam.core.plan import Plan
from occam.core.record import AnswerRecord, Constraint
from occam.core.spending import Budget
from occam.messages.header import Header


class ClaimCheck(msgspec.Struct, frozen=True, kw_only=True):
    """Evidence too large to travel: the key that holds it, its size in bytes and its SHA-256."""

    key: str
    size: int
    digest: str


class Wire(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """What a stream entry holds. Never sent by itself."""


class Message(Wire, frozen=True, kw_only=True):
    """Base of all that follows the intake. Never sent by itself."""

    header: Header


class QuestionAsked(Wire, frozen=True, kw_only=True, tag="question.asked.v1"):
    """The intake: any client that can append to a stream can ask. Only `id` and `question` are due.

    `pack` empty is the pack that was loaded last; `asked_at` is Unix seconds, set by the intake.
    `attempt` grows by one when an operator requeues a dead question. `choice` is the `key` of an
    alternative that an earlier answer listed, for a question that leaves several things open.
    """

    id: str
    question: str
    choice: str = ""
    batch: str = "default"
    tenant: str = "default"
    attempt: int = 1
    pipeline: str = "occam"
    pack: str = ""
    budget: Budget = Budget()
    asked_at: float | None = None
    traceparent: str = ""


class ReplanRequested(Message, frozen=True, kw_only=True, tag="replan.requested.v1"):
    """A complaint for the classifier: the plan did not work out, for the gap in the header."""

    plan: Plan | None = None
    constraints: tuple[Constraint, ...] = ()
    tried: tuple[str, ...] = ()


class PlanReady(Message, frozen=True, kw_only=True, tag="plan.ready.v1"):
    """The question has become a plan; `constraints` accounts for its phrases.

    `fallbacks` are plans to try in order should this one come out empty.
    """

    plan: Plan
    constraints: tuple[Constraint, ...] = ()
    fallbacks: tuple[Plan, ...] = ()


class RefetchRequested(Message, frozen=True, kw_only=True, tag="refetch.requested.v1"):
    """A complaint for the graph-executor: the evidence does not match the bound."""

    plan: Plan
    constraints: tuple[Constraint, ...] = ()


class ChoiceRequested(Message, frozen=True, kw_only=True, tag="choice.requested.v1"):
    """A complaint for the disambiguator: several match where the question wants one."""

    plan: Plan
    constraints: tuple[Constraint, ...] = ()
    evidence: tuple[Rows, ...] = ()
    evidence_ref: ClaimCheck | None = None


class ReadingRequested(Message, frozen=True, kw_only=True, tag="reading.requested.v1"):
    """A complaint for the document-reader: the graph cannot say."""

    plan: Plan | None = None
    constraints: tuple[Constraint, ...] = ()
    evidence: tuple[Rows, ...] = ()
    evidence_ref: ClaimCheck | None = None


class FindingsReady(Message, frozen=True, kw_only=True, tag="findings.ready.v1"):
    """What was found, for the certifier: evidence, passages, what a model read, or just the gap in
    the header."""

    plan: Plan | None = None
    constraints: tuple[Constraint, ...] = ()
    evidence: tuple[Rows, ...] = ()
    evidence_ref: ClaimCheck | None = None
    passages: tuple[Passage, ...] = ()
    read: Read | None = None
    recovered: tuple[Recovered, ...] = ()


class QuestionSettled(Message, frozen=True, kw_only=True, tag="question.settled.v1"):
    """The one terminal message of an attempt: answered, ambiguous, refused or dead."""

    record: AnswerRecord


class QuestionDied(Message, frozen=True, kw_only=True, tag="question.died.v1"):
    """A message of this question was dead-lettered: the certifier owes it a terminal."""

    tier: str
    cause: str


AnyMessage = (
    QuestionAsked
    | ReplanRequested
    | PlanReady
    | RefetchRequested
    | ChoiceRequested
    | ReadingRequested
    | FindingsReady
    | QuestionSettled
    | QuestionDied
)

CATALOG: dict[str, type[Wire]] = {
    str(message.__struct_config__.tag): message for message in get_args(AnyMessage)
}


def tag_of(message: type[Wire]) -> str:
    """The message's name on the wire."""
    return str(message.__struct_config__.tag)

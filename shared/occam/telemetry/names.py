"""Every span and attribute there is: own names share `occam.`, standard ones are reused.

Only what stands here is ever put on a span: the register is also the redaction. No question text,
no value of a plan and no secret has a name, so none of them can leave.
"""

from __future__ import annotations

from typing import NamedTuple


class Name(NamedTuple):
    """One line of the register: the name, where it appears, and what it says."""

    name: str
    on: str
    says: str


SPAN_HOP = "process"
SPAN_CALL = "chat"

SERVICE_NAME = "service.name"
SERVICE_NAMESPACE = "service.namespace"
SERVICE_VERSION = "service.version"

MESSAGING_SYSTEM = "messaging.system"
MESSAGING_OPERATION = "messaging.operation.type"
MESSAGING_DESTINATION = "messaging.destination.name"
MESSAGING_GROUP = "messaging.consumer.group.name"
MESSAGING_CONVERSATION = "messaging.message.conversation_id"
ERROR_TYPE = "error.type"

TENANT = "occam.tenant"
BATCH = "occam.batch"
ATTEMPT = "occam.attempt"
PIPELINE = "occam.pipeline"
PACK = "occam.pack"
GRAPH_VERSION = "occam.graph.version"
STEP = "occam.step"
GAP = "occam.gap"
GAP_BEFORE = "occam.gap.before"
TIER = "occam.tier"
NEXT = "occam.next"
OUTCOME = "occam.outcome"
CHECK = "occam.certificate.check"
TOKENS = "occam.tokens"
GEN_AI_OPERATION = "gen_ai.operation.name"
GEN_AI_MODEL = "gen_ai.request.model"
GEN_AI_INPUT = "gen_ai.usage.input_tokens"
GEN_AI_OUTPUT = "gen_ai.usage.output_tokens"
MICRO_USD = "occam.cost.micro_usd"
PROMPT = "occam.prompt"
TIER_NAME = "occam.tier.name"

RESOURCE, HOP, SETTLED, FAILED = "resource", "every hop", "the certifier's hop", "what failed"
CALL = "a call of a model"

SPANS: tuple[Name, ...] = (
    Name(f"{SPAN_HOP} <tag>", "every hop", "One message read, decided on and committed."),
    Name(f"{SPAN_CALL} <model>", "a hop that asks a model", "One request and its answer."),
)

ATTRIBUTES: tuple[Name, ...] = (
    Name(SERVICE_NAME, RESOURCE, "The service: `classifier`, `certifier`, …"),
    Name(SERVICE_NAMESPACE, RESOURCE, "Always `occam`."),
    Name(SERVICE_VERSION, RESOURCE, "The version of the library."),
    Name(MESSAGING_SYSTEM, HOP, "Always `redis`."),
    Name(MESSAGING_OPERATION, HOP, "Always `process`."),
    Name(MESSAGING_DESTINATION, HOP, "The tag that was read, which names the stream."),
    Name(MESSAGING_GROUP, HOP, "The consumer group, which is the service."),
    Name(MESSAGING_CONVERSATION, HOP, "The question id."),
    Name(TENANT, HOP, "The tenant of the question."),
    Name(BATCH, HOP, "The batch of the question."),
    Name(ATTEMPT, HOP, "1, or more after a requeue."),
    Name(PIPELINE, HOP, "Which pipeline was asked for."),
    Name(PACK, HOP, "The pack that answers, once it is known."),
    Name(GRAPH_VERSION, HOP, "The graph version the question is pinned to, once it is."),
    Name(STEP, HOP, "How many hops came before."),
    Name(GAP_BEFORE, HOP, "The gap that led here; absent when nothing was missing."),
    Name(GAP, HOP, "The gap this hop leaves with; absent when nothing is missing."),
    Name(NEXT, HOP, "Tags of the messages that follow."),
    Name(TIER, SETTLED, "The dearest tier that was needed, 0 to 3."),
    Name(OUTCOME, SETTLED, "`answered`, `ambiguous`, `refused` or `dead`."),
    Name(CHECK, SETTLED, "The certificate's completeness check."),
    Name(TOKENS, HOP, "Tokens the question has cost so far."),
    Name(GEN_AI_OPERATION, CALL, "Always `chat`."),
    Name(GEN_AI_MODEL, CALL, "The model that was asked, as the settings name it."),
    Name(GEN_AI_INPUT, CALL, "Tokens of the request, once it was answered."),
    Name(GEN_AI_OUTPUT, CALL, "Tokens of the answer."),
    Name(MICRO_USD, CALL, "Its price in millionths of a dollar; absent where nobody knows it."),
    Name(PROMPT, CALL, "Name and version of the prompt file."),
    Name(TIER_NAME, CALL, "Who asked: `planner`, `reader`, …"),
    Name(ERROR_TYPE, FAILED, "The class of the error; its text stays in the log."),
)

REGISTERED: frozenset[str] = frozenset(line.name for line in ATTRIBUTES)

"""The plan language of rules: one line adds one predicate or one chain of hops to a pattern.

    IN_SPORT> = {Sport}                     a hop to one of the vertices that the slot stands for
    {measure} {comparator} {number}         a predicate; attribute and operator come from slots
    earlier: AT_GAMES> PREV_GAMES<*{steps} = {games}
    no {medal.nation}> = {nation}           there is no such hop
    {medal.athlete}>:winner                 names the node at the end

A line starts at the root, or at the node named before the colon.
"""

from __future__ import annotations

import re
from typing import get_args

import msgspec

from occam.core.plan import Op
from occam.core.schema import Schema

OPS: tuple[str, ...] = get_args(Op)
_STEP = re.compile(
    r"(?P<edge>\{[\w.]+\}|\w+)(?P<way>[<>])(?:\*(?P<times>\{\w+\}|\d+))?(?::(?P<name>\w+))?"
)
_OPERAND = re.compile(r"\{[\w.]+\}|[\w.-]+")


class BadStatement(ValueError):
    """The line is not in the language, or names what the schema does not have."""


class Step(msgspec.Struct, frozen=True):
    """One hop: over an edge (or the edges that a slot names), so many times, to a named node."""

    edge: str
    out: bool
    times: str = "1"
    name: str = ""


class Condition(msgspec.Struct, frozen=True):
    """A predicate at the end of the line; each part is a literal or a `{slot}`."""

    attr: str
    op: str
    operands: tuple[str, ...]


class Statement(msgspec.Struct, frozen=True):
    """One line of a plan template."""

    start: str = ""
    absent: bool = False
    steps: tuple[Step, ...] = ()
    condition: Condition | None = None


def slot_of(part: str) -> str | None:
    """The slot that `{slot}` or `{slot.field}` refers to, or None for a literal."""
    return part[1:-1].partition(".")[0] if part.startswith("{") else None


def parse_statement(text: str) -> Statement:
    """Read one line."""
    words = text.split()
    absent = words[:1] == ["no"]
    words = words[1:] if absent else words
    start = ""
    if words and words[0].endswith(":"):
        start, words = words[0][:-1], words[1:]
    steps: list[Step] = []
    while words and (found := _STEP.fullmatch(words[0])):
        steps.append(_step(found))
        words = words[1:]
    if absent and not steps:
        raise BadStatement(f"`no` needs a hop in {text!r}")
    if not steps and not words:
        raise BadStatement(f"{text!r} says nothing")
    return Statement(start, absent, tuple(steps), _condition(words, text) if words else None)


def _step(found: re.Match[str]) -> Step:
    return Step(found["edge"], found["way"] == ">", found["times"] or "1", found["name"] or "")


def _condition(words: list[str], text: str) -> Condition:
    attr, op, operands = ("id", "in", words[1:]) if words[0] == "=" else _spelled(words)
    literal_op = slot_of(op) is None
    if (literal_op and op not in OPS) or not all(map(_OPERAND.fullmatch, (attr, op, *operands))):
        raise BadStatement(f"{text!r} has no condition that can be read")
    return Condition(attr, op, tuple(operands))


def _spelled(words: list[str]) -> tuple[str, str, list[str]]:
    return words[0], words[1] if len(words) > 1 else "", words[2:]


def check_statement(
    statement: Statement, origin: str, schema: Schema, fields: dict[str, tuple[str, ...]]
) -> dict[str, str]:
    """Types of the nodes that the line names; refuses edges and attributes outside the schema.

    `fields` maps `slot.field` to every value that the field may take in the pack's classes.
    """
    here, named = origin, dict[str, str]()
    for step in statement.steps:
        edges = fields.get(step.edge[1:-1], ()) if slot_of(step.edge) else (step.edge,)
        here = _far_end(edges, step, here, schema)
        if step.name:
            named[step.name] = here
    condition = statement.condition
    if condition and not slot_of(condition.attr) and not schema.attribute(here, condition.attr):
        raise BadStatement(f"{here} has no attribute {condition.attr!r}")
    return named


def _far_end(edges: tuple[str, ...], step: Step, here: str, schema: Schema) -> str:
    way = "out" if step.out else "in"
    ends: set[str] = set()
    for edge in edges:
        if edge not in schema.edges:
            raise BadStatement(f"the schema has no edge {edge!r}")
        if schema.near_end(edge, way) != here:
            raise BadStatement(f"{edge} does not lead {way} from {here}")
        ends.add(schema.far_end(edge, way))
    if len(ends) != 1:
        raise BadStatement(f"{step.edge} must lead to one type of vertex, not to {sorted(ends)}")
    return ends.pop()

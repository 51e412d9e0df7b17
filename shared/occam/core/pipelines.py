"""The ways to answer a question: who writes the plan, how often, and whether pages are read.

All of them run the same plans on the same graph and leave the same certificate; only `occam` goes
to the dearer tiers for a reason that it can name.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from occam.core.errors import BadInput

First = Literal["parser", "planner", "reader"]
PASSAGES = 10
MOST_PASSAGES = 100


class Pipeline(msgspec.Struct, frozen=True, kw_only=True):
    """One way. `first` says who gets the question; `plans` is how many plans a model may write,
    None as many as the settings allow; `reads` whether pages are read where the graph does not
    answer; `passages` how many are read at once."""

    name: str
    says: str
    first: First
    plans: int | None = None
    reads: bool = True
    passages: int = 5

    @property
    def routed(self) -> bool:
        """True where a tier is only entered through a gap that the one before it named."""
        return self.first == "parser"


CLOSED_BOOK, RAG, GRAPHRAG, AGENTIC, OCCAM = "closed-book", "rag", "graphrag", "agentic", "occam"
PIPELINES: tuple[Pipeline, ...] = (
    Pipeline(
        name=CLOSED_BOOK,
        says="a model answers alone: the floor",
        first="reader",
        plans=0,
        passages=0,
    ),
    Pipeline(
        name=RAG,
        says=f"a model answers from the {PASSAGES} best passages; `rag:K` from K",
        first="reader",
        plans=0,
        passages=PASSAGES,
    ),
    Pipeline(
        name=GRAPHRAG,
        says="a model plans each question once, the graph answers",
        first="planner",
        plans=1,
        reads=False,
    ),
    Pipeline(
        name=AGENTIC,
        says="a model plans, reads the complaint, plans again, then pages are read",
        first="planner",
    ),
    Pipeline(
        name=OCCAM,
        says="rules and the schema parser plan; a model only where they name what is missing",
        first="parser",
    ),
)
_BY_NAME = {each.name: each for each in PIPELINES}


def pipeline_of(name: str) -> Pipeline:
    """The pipeline of that name; `rag:K` reads K passages. Raises `BadInput` with all names."""
    if found := _BY_NAME.get(name or OCCAM):
        return found
    kind, _, number = name.partition(":")
    if kind == RAG and number.isascii() and number.isdigit() and 1 <= int(number) <= MOST_PASSAGES:
        return msgspec.structs.replace(_BY_NAME[RAG], name=name, passages=int(number))
    known = ", ".join([*_BY_NAME, f"{RAG}:K with K from 1 to {MOST_PASSAGES}"])
    raise BadInput(f"pipeline {name!r}: expected one of {known}")

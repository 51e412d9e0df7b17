"""The terms on which a question is asked: which pipeline answers it, and what it may cost."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from occam.core.errors import BadInput
from occam.core.pipelines import OCCAM, PIPELINES, pipeline_of
from occam.core.spending import Budget

if TYPE_CHECKING:
    from occam.cli.questions import Question
    from occam.messages.catalog import QuestionAsked

MICRO = 1_000_000
MOST = 1e9
NAMES = ", ".join(each.name for each in PIPELINES)

PipelineName = Annotated[
    str, typer.Option("--pipeline", help=f"How it is answered: {NAMES}; rag:K reads K passages.")
]
Tokens = Annotated[int | None, typer.Option("--tokens", min=0, help="Most tokens of one question.")]
Dollars = Annotated[
    float | None, typer.Option("--usd", min=0, max=MOST, help="Most dollars of one question.")
]
Seconds = Annotated[
    float | None,
    typer.Option("--seconds", min=0, max=MOST, help="Seconds until its last call of a model."),
]


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """A pipeline, and ceilings that hold beside those of the settings. None is no ceiling."""

    pipeline: str = OCCAM
    tokens: int | None = None
    usd: float | None = None
    seconds: float | None = None
    batch_tokens: int | None = None
    batch_usd: float | None = None

    def checked(self) -> Terms:
        """The same; raises `BadInput` with all names where there is no such pipeline."""
        pipeline_of(self.pipeline)
        return self

    def budget(self, now: float) -> Budget:
        """The ceilings of a question that is asked now."""
        return Budget(
            tokens=self.tokens,
            micro_usd=_micro(self.usd),
            deadline=None if self.seconds is None else now + self.seconds,
            batch_tokens=self.batch_tokens,
            batch_micro_usd=_micro(self.batch_usd),
        )

    def asked(self, questions: Iterable[Question], pack: str) -> list[QuestionAsked]:
        """The questions as the queue takes them; a pipeline that a line names goes before."""
        from occam.messages.catalog import QuestionAsked

        budget = self.budget(time.time())
        return [
            QuestionAsked(
                id=each.id,
                question=each.text,
                choice=each.choice,
                pipeline=each.pipeline or self.pipeline,
                pack=pack,
                budget=budget,
            )
            for each in questions
        ]

    def batch(self, digest: str) -> str:
        """The batch of a file that names none: another pipeline asks the same file anew."""
        return digest if self.pipeline == OCCAM else f"{digest}-{self.pipeline.replace(':', '-')}"


def pipelines_in(text: str) -> list[str]:
    """The names in a list with commas, all of them when it is empty. Raises `BadInput`."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        pipeline_of(name)
    if len(set(names)) < len(names):
        raise BadInput(f"--pipelines {text}: each may be named once")
    return names or [each.name for each in PIPELINES]


def _micro(dollars: float | None) -> int | None:
    return None if dollars is None else round(dollars * MICRO)

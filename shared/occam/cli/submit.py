"""`occam submit`: a file of questions goes to the queue; safe to repeat, safe to interrupt."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from occam.cli.connection import connected, located, patient, run
from occam.cli.exits import Exit, Unreachable
from occam.cli.options import Json, Pack, Patience, Tenant, check_loaded, check_pack
from occam.cli.output import complain, print_json, say
from occam.cli.questions import (
    Form,
    Question,
    QuestionFile,
    RefusedLine,
    by_id,
    content_of,
    name_of,
    read_questions,
)
from occam.cli.terms import Dollars, PipelineName, Seconds, Terms, Tokens
from occam.core.errors import BadInput
from occam.core.pipelines import OCCAM
from occam.runtime.settings import Settings, load_settings

if TYPE_CHECKING:
    from occam.bus.client import Client

_CHUNK = 500


class Outcome(msgspec.Struct, kw_only=True):
    """What `occam submit --json` prints."""

    batch: str
    accepted: int = 0
    repeated: int = 0
    refused: list[RefusedLine] = []

    @property
    def code(self) -> Exit:
        """Whether all was taken, some, or nothing."""
        if not self.refused:
            return Exit.OK
        return Exit.NO if self.accepted or self.repeated else Exit.USAGE


def submit(
    file: Annotated[Path, typer.Argument(help="JSONL, CSV or plain lines; - reads stdin.")],
    batch: Annotated[
        str, typer.Option(help="Batch id; default: the file's digest, with the pipeline.")
    ] = "",
    tenant: Tenant = "default",
    pack: Pack = "",
    pipeline: PipelineName = OCCAM,
    tokens: Tokens = None,
    usd: Dollars = None,
    seconds: Seconds = None,
    batch_tokens: Annotated[
        int | None, typer.Option(min=0, help="Most tokens of the whole batch.")
    ] = None,
    batch_usd: Annotated[
        float | None, typer.Option(min=0, help="Most dollars of the whole batch.")
    ] = None,
    form: Annotated[str, typer.Option("--format", help="auto, jsonl, csv or lines.")] = "auto",
    wait: Annotated[
        bool, typer.Option(help="Wait while the intake is full, instead of giving up.")
    ] = True,
    follow: Annotated[
        bool, typer.Option("--follow", "-f", help="Then follow the answers.")
    ] = False,
    patience: Patience = 30.0,
    as_json: Json = False,
) -> None:
    """Submit a file of questions; the same file again asks nothing twice.

    One JSON object a line with `question` and optional `id` (or `qid`), `choice` and `pipeline`,
    CSV with such a header, or one question a line. A bad line is named and the rest is taken. What
    a line says of its pipeline goes before the option.
    """
    settings = load_settings()
    terms = Terms(
        pipeline=pipeline, tokens=tokens, usd=usd, seconds=seconds,
        batch_tokens=batch_tokens, batch_usd=batch_usd,
    ).checked()  # fmt: skip
    check_pack(settings, pack)
    read = read_questions(content_of(file), name_of(file), _form(form), settings.bus.question_limit)
    located(settings)
    check_loaded(settings, pack)
    outcome = Outcome(batch=batch or terms.batch(read.digest), refused=list(read.refused))
    submission = Submission(settings, outcome, read, tenant, pack, wait, patience, terms)
    try:
        run(submission.send(), lambda: f"stopped; {submission.so_far()}")
    except Unreachable as error:
        raise Unreachable(f"{error}; {submission.so_far()}") from error
    report(outcome, as_json)
    if follow:
        from occam.cli.answers import follow_batch

        follow_batch(settings, tenant, outcome.batch, as_json)
    if outcome.code:
        raise typer.Exit(outcome.code)


class Submission:
    """One file on its way to the queue."""

    def __init__(
        self,
        settings: Settings,
        outcome: Outcome,
        read: QuestionFile,
        tenant: str,
        pack: str,
        wait: bool,
        patience: float,
        terms: Terms,
    ) -> None:
        self.terms = terms
        self.settings, self.outcome, self.read = settings, outcome, read
        self.tenant, self.pack, self.wait, self.patience = tenant, pack, wait, patience
        self.lines = by_id(read.questions)

    def so_far(self) -> str:
        """What to say when the rest must wait."""
        done = self.outcome.accepted + self.outcome.repeated
        return (
            f"{done} of {len(self.read.questions)} questions are in batch "
            f"{self.outcome.batch}; run the same command again to go on: nothing is asked twice"
        )

    async def send(self) -> None:
        """All questions, in chunks; what was taken stays taken whatever happens."""
        async with connected(self.settings, self.patience) as client:
            for start in range(0, len(self.read.questions), _CHUNK):
                await self._chunk(client, self.read.questions[start : start + _CHUNK])

    async def _chunk(self, client: Client, lines: Sequence[Question]) -> None:
        from occam.bus.replies import Busy

        while True:
            questions = self.terms.asked(lines, self.pack)
            try:
                taken = await patient(
                    partial(client.submit, self.tenant, self.outcome.batch, questions),
                    self.patience,
                    lambda reason: complain(f"waiting for the broker: {reason}"),
                )
                break
            except Busy as busy:
                if not self.wait:
                    complain(f"occam: {busy}; {self.so_far()}")
                    raise typer.Exit(Exit.BUSY) from busy
                await asyncio.sleep(busy.retry_after)
        self.outcome.accepted += taken.accepted
        self.outcome.repeated += taken.repeated
        self.outcome.refused += [
            RefusedLine(line=self.lines[refusal.id], reason=f"{refusal.id}: {refusal.reason}")
            for refusal in taken.refused
        ]


def report(outcome: Outcome, as_json: bool) -> None:
    """What became of a submission."""
    outcome.refused.sort(key=lambda refused: refused.line)
    if as_json:
        print_json(outcome)
        return
    for refused in outcome.refused:
        complain(f"line {refused.line}: {refused.reason}")
    parts = [f"{outcome.accepted} accepted"]
    parts += [f"{outcome.repeated} asked before"] if outcome.repeated else []
    parts += [f"{len(outcome.refused)} refused"] if outcome.refused else []
    say(f"batch {outcome.batch}: {', '.join(parts)}")
    if outcome.accepted or outcome.repeated:
        say(f"answers: occam answers {outcome.batch} --follow")


def _form(form: str) -> Form:
    try:
        return msgspec.convert(form, Form)
    except msgspec.ValidationError as error:
        raise BadInput(f"--format {form}: expected auto, jsonl, csv or lines") from error

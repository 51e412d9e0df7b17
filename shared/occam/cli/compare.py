"""`occam compare`: one question in several pipelines, side by side."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from occam.cli.answers import SINGLE
from occam.cli.connection import connected, located, run
from occam.cli.exits import Exit
from occam.cli.options import Json, Pack, Tenant, check_loaded, check_pack
from occam.cli.output import complain, console, print_json, say, table
from occam.cli.questions import Question
from occam.cli.records import answer_text, certificate_text, money_text, step_text, tokens_text
from occam.cli.terms import Dollars, Seconds, Terms, Tokens, pipelines_in
from occam.core.errors import BadInput
from occam.core.gaps import kind_of
from occam.core.record import AnswerRecord
from occam.runtime.settings import Settings, load_settings

if TYPE_CHECKING:
    from occam.bus.client import Client

PATIENCE = 5.0
COLUMNS = ("pipeline", "outcome", ">tier", ">calls", ">tokens", ">price", "certificate",
           ">documents", ">ms", "answer")  # fmt: skip
SHARED = "answered before"


def compare(
    question: Annotated[str, typer.Argument(help="The question, in quotes.")],
    pipelines: Annotated[
        str, typer.Option(help="Names with commas between, such as rag:5,occam; default: all.")
    ] = "",
    pack: Pack = "",
    tenant: Tenant = "default",
    tokens: Tokens = None,
    usd: Dollars = None,
    seconds: Seconds = None,
    timeout: Annotated[float, typer.Option(help="Seconds to wait for all answers.")] = 300.0,
    as_json: Json = False,
) -> None:
    """Ask one question in every pipeline and show answers, bills, certificates and walks.

    A pipeline whose model is not configured ends in a certified refusal that says so.
    """
    settings = load_settings()
    names = pipelines_in(pipelines)
    check_pack(settings, pack)
    located(settings)
    check_loaded(settings, pack)
    terms = [Terms(pipeline=name, tokens=tokens, usd=usd, seconds=seconds) for name in names]
    stamp = f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(3)}"
    comparing = Comparing(settings, tenant, stamp, question, pack, timeout)
    records = run(
        comparing.answers(terms),
        lambda: f"stopped; the answers will be in batches {SINGLE}{stamp}-…",
    )
    for record in records if as_json else ():
        print_json(record.as_json())
    if not as_json:
        _print(records)
    late = [name for name in names if name not in {record.pipeline for record in records}]
    if late:
        complain(f"occam: no answer in {timeout:g} s from {', '.join(late)}; `occam answers --all`")
        raise typer.Exit(Exit.NO)


class Comparing(NamedTuple):
    """One question on its way through several pipelines at once, a batch for each."""

    settings: Settings
    tenant: str
    stamp: str
    question: str
    pack: str
    seconds: float

    async def answers(self, several: Sequence[Terms]) -> list[AnswerRecord]:
        """The record of each pipeline that answered in time, in their order."""
        async with connected(self.settings, PATIENCE) as client:
            found = await asyncio.gather(*(self._answer(client, terms) for terms in several))
        return [record for record in found if record]

    async def _answer(self, client: Client, terms: Terms) -> AnswerRecord | None:
        name = f"{self.stamp}-{terms.pipeline.replace(':', '-')}"
        asked = terms.asked([Question(1, name, self.question)], self.pack)
        taken = await client.submit(self.tenant, SINGLE + name, asked)
        if taken.refused:
            raise BadInput(taken.refused[0].reason)
        try:
            async with asyncio.timeout(self.seconds):
                async for record in client.follow(self.tenant, SINGLE + name):
                    return await client.whole(record)
        except TimeoutError:
            pass
        return None


def _print(records: Sequence[AnswerRecord]) -> None:
    if records:
        say(records[0].question)
    console().print(table(COLUMNS, [_row(record) for record in records]))
    for record in records:
        say(f"{record.pipeline}: occam trace {record.id} --batch {record.batch}")
        for step in record.certificate.trail:
            say(f"  {step_text(step)}")
    steps = [step for record in records for step in record.certificate.trail]
    if any(SHARED in step.note for step in steps):
        say("\nThe very same request of a model is not paid twice (OCCAM_LLM_CACHE_S).")


def _row(record: AnswerRecord) -> tuple[str, ...]:
    gap = f" ({kind_of(record.gap)})" if record.gap else ""
    return (
        record.pipeline,
        record.outcome + gap,
        str(record.tier),
        str(record.calls),
        tokens_text(record.tokens),
        money_text(record.cost_usd),
        certificate_text(record.certificate),
        str(len(record.documents)),
        f"{record.latency_ms:.0f}",
        answer_text(record),
    )

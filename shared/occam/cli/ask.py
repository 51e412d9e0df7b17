"""`occam ask`: one question to the queue, its answer on the screen."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from occam.cli.answers import SINGLE
from occam.cli.choosing import is_open, on_terminal, pick
from occam.cli.connection import connected, located, run
from occam.cli.exits import Exit
from occam.cli.options import Json, Pack, Tenant, check_loaded, check_pack
from occam.cli.output import complain, print_json, say
from occam.cli.questions import Question
from occam.cli.records import card
from occam.cli.terms import Dollars, PipelineName, Seconds, Terms, Tokens
from occam.core.errors import BadInput
from occam.core.pipelines import OCCAM
from occam.core.record import AnswerRecord
from occam.runtime.settings import Settings, load_settings

if TYPE_CHECKING:
    from occam.messages.catalog import QuestionAsked

PATIENCE = 5.0


def ask(
    question: Annotated[str, typer.Argument(help="The question, in quotes.")],
    pack: Pack = "",
    tenant: Tenant = "default",
    pipeline: PipelineName = OCCAM,
    tokens: Tokens = None,
    usd: Dollars = None,
    seconds: Seconds = None,
    choice: Annotated[
        str, typer.Option(help="Key of the alternative that is meant, from an earlier answer.")
    ] = "",
    timeout: Annotated[float, typer.Option(help="Seconds to wait for the answer.")] = 60.0,
    as_json: Json = False,
) -> None:
    """Ask one question and wait for its certified answer.

    On a terminal, where the question leaves several things open, it lets you choose one.
    """
    settings = load_settings()
    terms = Terms(pipeline=pipeline, tokens=tokens, usd=usd, seconds=seconds).checked()
    check_pack(settings, pack)
    located(settings)
    check_loaded(settings, pack)
    asking = Asking(settings, tenant, question, pack, timeout, terms)
    record = asking.settled(choice)
    if as_json:
        print_json(record.as_json())
    elif is_open(record) and on_terminal():
        record = _decided(asking, record)
    else:
        say("\n".join(card(record, keys=True)))
    if record.outcome in ("refused", "dead"):
        raise typer.Exit(Exit.NO)


def _decided(asking: Asking, record: AnswerRecord) -> AnswerRecord:
    """The answer to what a person chose; one choice may lead to the next."""
    say("\n".join(card(record)))
    while is_open(record):
        if not (key := pick(record)):
            complain(f"left open; the keys to choose by: occam answers {record.batch} --undecided")
            raise typer.Exit(Exit.UNDECIDED)
        record = asking.settled(key)
        say("\n".join(card(record)))
    return record


class Asking(NamedTuple):
    """One question on its way, as often as it is asked: each time with another choice."""

    settings: Settings
    tenant: str
    question: str
    pack: str
    timeout: float
    terms: Terms = Terms()

    def settled(self, choice: str) -> AnswerRecord:
        """Its answer, under a new id; the end of the command when none comes in time."""
        name = f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(3)}"
        batch = SINGLE + name
        later = f"the question is in the queue; see its answer with: occam answers {batch}"
        line = Question(1, name, self.question, choice)
        (asked,) = self.terms.asked([line], self.pack)
        record = run(self._ask(batch, asked), lambda: f"stopped; {later}")
        if record is None:
            complain(f"occam: no answer in {self.timeout:g} s; {later}")
            raise typer.Exit(Exit.NO)
        return record

    async def _ask(self, batch: str, asked: QuestionAsked) -> AnswerRecord | None:
        async with connected(self.settings, PATIENCE) as client:
            taken = await client.submit(self.tenant, batch, [asked])
            if taken.refused:
                raise BadInput(taken.refused[0].reason)
            try:
                async with asyncio.timeout(self.timeout):
                    async for record in client.follow(self.tenant, batch):
                        return await client.whole(record)
            except TimeoutError:
                pass
        return None

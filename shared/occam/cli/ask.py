"""`occam ask`: one question to the queue, its answer on the screen."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Annotated

import typer

from occam.cli.answers import SINGLE
from occam.cli.connection import connected, located, run
from occam.cli.exits import Exit
from occam.cli.options import Json, Pack, Tenant, check_loaded, check_pack
from occam.cli.output import complain, print_json, say
from occam.cli.records import card
from occam.core.errors import BadInput
from occam.core.record import AnswerRecord
from occam.runtime.settings import Settings, load_settings

PATIENCE = 5.0


def ask(
    question: Annotated[str, typer.Argument(help="The question, in quotes.")],
    pack: Pack = "",
    tenant: Tenant = "default",
    timeout: Annotated[float, typer.Option(help="Seconds to wait for the answer.")] = 60.0,
    as_json: Json = False,
) -> None:
    """Ask one question and wait for its certified answer."""
    settings = load_settings()
    check_pack(settings, pack)
    located(settings)
    check_loaded(settings, pack)
    name = f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(3)}"
    batch = SINGLE + name
    later = f"the question is in the queue; see its answer with: occam answers {batch}"
    work = _ask(settings, tenant, batch, name, question, pack, timeout)
    record = run(work, lambda: f"stopped; {later}")
    if record is None:
        complain(f"occam: no answer in {timeout:g} s; {later}")
        raise typer.Exit(Exit.NO)
    if as_json:
        print_json(record.as_json())
    else:
        say("\n".join(card(record)))
    if record.outcome in ("refused", "dead"):
        raise typer.Exit(Exit.NO)


async def _ask(
    settings: Settings,
    tenant: str,
    batch: str,
    name: str,
    question: str,
    pack: str,
    timeout: float,  # noqa: ASYNC109
) -> AnswerRecord | None:
    from occam.messages.catalog import QuestionAsked

    async with connected(settings, PATIENCE) as client:
        asked = QuestionAsked(id=name, question=question, pack=pack)
        taken = await client.submit(tenant, batch, [asked])
        if taken.refused:
            raise BadInput(taken.refused[0].reason)
        try:
            async with asyncio.timeout(timeout):
                async for record in client.follow(tenant, batch):
                    return await client.whole(record)
        except TimeoutError:
            pass
    return None

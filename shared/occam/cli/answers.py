"""`occam answers` and `occam forget`: what became of a batch."""

from __future__ import annotations

import csv
import sys
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from occam.cli.choosing import is_open, sheet
from occam.cli.connection import connected, patient, run
from occam.cli.exits import Exit
from occam.cli.options import Json, Tenant
from occam.cli.output import complain, console, print_json, say, shown, table
from occam.cli.records import BRIEF, COLUMNS, as_row, brief, in_order, summary
from occam.core.errors import BadInput, Transient
from occam.core.record import AnswerRecord
from occam.runtime.settings import Settings, load_settings

if TYPE_CHECKING:
    from occam.bus.client import Client
    from occam.bus.replies import Progress

SINGLE = "ask-"
PATIENCE = 30.0


def answers(
    batch: Annotated[str, typer.Argument(help="Batch id; none lists the batches.")] = "",
    tenant: Tenant = "default",
    follow: Annotated[
        bool, typer.Option("--follow", "-f", help="Stay until every question has its answer.")
    ] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="List the batches of single `occam ask` questions too.")
    ] = False,
    undecided: Annotated[
        bool,
        typer.Option(
            "--undecided",
            help="Print what waits for a choice, as lines to fill in and submit again.",
        ),
    ] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
    as_json: Json = False,
) -> None:
    """Print the answers of a batch: table, JSON lines or CSV."""
    settings = load_settings()
    if undecided and not batch:
        raise BadInput("--undecided: name the batch")
    if not batch:
        run(_list(settings, everything, as_json), lambda: "stopped")
    elif undecided:
        work = _follow(settings, tenant, batch, live=False) if follow else None
        records, progress = run(work or _read(settings, tenant, batch), lambda: "stopped")
        _print_undecided(records, batch)
        _close(records, progress, quiet=True)
    elif follow:
        follow_batch(settings, tenant, batch, as_json, as_csv)
    else:
        records, progress = run(_read(settings, tenant, batch), lambda: "stopped")
        _print(records, as_json, as_csv)
        _close(records, progress, quiet=as_json or as_csv)


def forget(
    batch: Annotated[str, typer.Argument(help="Batch id.")],
    tenant: Tenant = "default",
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    as_json: Json = False,
) -> None:
    """Remove all that is kept of a batch.

    Questions, answers, trails and stored evidence.
    """
    settings = load_settings()
    if not yes and sys.stdin.isatty():
        typer.confirm(f"Forget batch {batch} with all its answers?", abort=True)
    removed = run(_forget(settings, tenant, batch), lambda: "stopped; run it again to finish")
    if as_json:
        print_json({"batch": batch, "questions": removed})
    else:
        say(f"batch {batch}: {removed} questions forgotten")


def follow_batch(
    settings: Settings, tenant: str, batch: str, as_json: bool, as_csv: bool = False
) -> None:
    """Answers as they settle, then the totals."""
    resume = f"stopped; the batch goes on; see it with: occam answers {batch} --follow"
    work = _follow(settings, tenant, batch, live=as_json)
    records, progress = run(work, lambda: resume)
    if not as_json:
        _print(records, as_json, as_csv)
    _close(records, progress, quiet=as_json or as_csv)


async def _read(settings: Settings, tenant: str, batch: str) -> tuple[list[AnswerRecord], Progress]:
    async with connected(settings) as client:
        progress = await _known(client, tenant, batch)
        found = await client.answers(tenant, batch)
        return [await client.whole(record) for record in in_order(found.values())], progress


async def _follow(
    settings: Settings, tenant: str, batch: str, live: bool
) -> tuple[list[AnswerRecord], Progress]:
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    screen = console(errors=True)
    latest: dict[str, AnswerRecord] = {}
    async with connected(settings, PATIENCE) as client:
        progress = await _known(client, tenant, batch)
        hidden = not screen.is_terminal
        with Bar(*columns, TimeElapsedColumn(), console=screen, disable=hidden) as bar:
            task = bar.add_task(f"batch {batch}", total=progress.asked)
            async for record in settled(client, tenant, batch, PATIENCE):
                latest[record.id] = record
                bar.update(task, completed=len(latest))
                if live:
                    print_json(record.as_json())
        return in_order(latest.values()), await client.progress(tenant, batch)


async def settled(
    client: Client, tenant: str, batch: str, patience: float
) -> AsyncIterator[AnswerRecord]:
    """Each answer once, whole, as it settles; a broker that goes away is waited for."""
    seen: set[tuple[str, int]] = set()
    while True:
        try:
            async for record in client.follow(tenant, batch):
                if (record.id, record.attempt) not in seen:
                    yield await client.whole(record)
                    seen.add((record.id, record.attempt))
            return
        except Transient as error:
            complain(f"waiting for the broker: {error}")
        await patient(lambda: client.progress(tenant, batch), patience, lambda _: None)


async def _known(client: Client, tenant: str, batch: str) -> Progress:
    progress = await client.progress(tenant, batch)
    if progress.asked:
        return progress
    names = [state.batch for state in await client.batches() if state.tenant == tenant]
    shown = ", ".join(name for name in names if not name.startswith(SINGLE)) or "none"
    raise BadInput(f"there is no batch {batch!r} of tenant {tenant!r}; batches: {shown}")


async def _list(settings: Settings, everything: bool, as_json: bool) -> None:
    async with connected(settings) as client:
        states = await client.batches()
    if as_json:
        for state in states:
            print_json(state)
        return
    rows = [
        (state.batch, state.tenant, str(state.asked), str(state.settled))
        for state in states
        if everything or not state.batch.startswith(SINGLE)
    ]
    console().print(table(("batch", "tenant", ">asked", ">settled"), rows))


async def _forget(settings: Settings, tenant: str, batch: str) -> int:
    async with connected(settings) as client:
        await _known(client, tenant, batch)
        return await client.forget(tenant, batch)


def _print(records: Sequence[AnswerRecord], as_json: bool, as_csv: bool) -> None:
    if as_json:
        for record in records:
            print_json(record.as_json())
    elif as_csv:
        _print_csv(records)
    else:
        console().print(table(BRIEF, [brief(record) for record in records]))


def _print_undecided(records: Sequence[AnswerRecord], batch: str) -> None:
    sheets = [sheet(record) for record in records if is_open(record)]
    for line in sheets:
        print_json(line)
    if not sheets:
        complain(f"no question of batch {batch} waits for a choice")


def _print_csv(records: Iterable[AnswerRecord]) -> None:
    writer = csv.writer(sys.stdout)
    writer.writerow(COLUMNS)
    for record in records:
        writer.writerow([shown(cell) if isinstance(cell, str) else cell for cell in as_row(record)])


def _close(records: Sequence[AnswerRecord], progress: Progress, quiet: bool) -> None:
    open_questions = progress.asked - progress.settled
    if not quiet:
        say(summary(records))
    if open_questions:
        complain(f"{open_questions} of {progress.asked} questions are not settled yet")
    if open_questions or any(record.outcome == "dead" for record in records):
        raise typer.Exit(Exit.NO)

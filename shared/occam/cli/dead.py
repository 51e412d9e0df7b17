"""`occam dead`: messages that were given up, why, and ways to try them again or drop them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from occam.cli.connection import connected, run
from occam.cli.exits import Exit
from occam.cli.options import Json
from occam.cli.output import complain, console, print_json, say, table
from occam.core.errors import BadInput
from occam.runtime.settings import Settings, load_settings

if TYPE_CHECKING:
    from occam.bus.replies import DeadLetter

app = typer.Typer(help="Messages that were given up.", no_args_is_help=True, rich_markup_mode=None)

Letter = Annotated[str, typer.Argument(help="Id, as `occam dead list` shows it.")]


@app.command("list")
def list_letters(as_json: Json = False) -> None:
    """List the dead letters, oldest first."""
    letters = run(_all(load_settings()), lambda: "stopped")
    if as_json:
        for letter in letters:
            print_json(letter)
        return
    columns = ("id", "since", "service", "message", "batch", "question", ">attempt", "reason")
    console().print(table(columns, [_row(letter) for letter in letters]))


@app.command("show")
def show(letter: Letter, as_json: Json = False) -> None:
    """Show one dead letter with its cause and its message."""
    found = run(_one(load_settings(), letter), lambda: "stopped")
    if as_json:
        print_json(found)
        return
    for name, value in zip(found.__struct_fields__, _values(found), strict=True):
        say(f"{name:12} {value}")


@app.command("requeue")
def requeue(
    letters: Annotated[list[str], typer.Argument(help="Ids of dead letters.")] = [],  # noqa: B006
    everything: Annotated[bool, typer.Option("--all", help="Requeue all of them.")] = False,
    as_json: Json = False,
) -> None:
    """Ask the question of a dead letter again, as its next attempt."""
    if bool(letters) == everything:
        raise BadInput("name dead letters to requeue, or give --all")
    refused = run(_requeue(load_settings(), letters, as_json), lambda: "stopped; run it again")
    if refused:
        raise typer.Exit(Exit.NO)


@app.command("drop")
def drop(
    letters: Annotated[list[str], typer.Argument(help="Ids of dead letters.")] = [],  # noqa: B006
    everything: Annotated[bool, typer.Option("--all", help="Drop all of them.")] = False,
    as_json: Json = False,
) -> None:
    """Remove dead letters; the answers of their questions stand."""
    if bool(letters) == everything:
        raise BadInput("name dead letters to drop, or give --all")
    dropped, unknown = run(_drop(load_settings(), letters), lambda: "stopped; run it again")
    if as_json:
        print_json({"dropped": dropped})
    else:
        say(f"{dropped} dead letter{'' if dropped == 1 else 's'} dropped")
    if unknown:
        raise typer.Exit(Exit.NO)


async def _all(settings: Settings) -> list[DeadLetter]:
    async with connected(settings) as client:
        return await client.dead()


async def _one(settings: Settings, letter: str) -> DeadLetter:
    async with connected(settings) as client:
        return await client.dead_letter(letter)


async def _requeue(settings: Settings, letters: list[str], as_json: bool) -> int:
    refused = 0
    async with connected(settings) as client:
        for letter in letters or [each.id for each in await client.dead()]:
            try:
                asked = await client.requeue(letter)
            except BadInput as error:
                refused += 1
                complain(f"occam: {error}")
                continue
            if as_json:
                print_json({"letter": letter, "id": asked.id, "attempt": asked.attempt})
            else:
                say(f"{letter}: question {asked.id} is asked again, attempt {asked.attempt}")
    return refused


async def _drop(settings: Settings, letters: list[str]) -> tuple[int, int]:
    dropped, unknown = 0, 0
    async with connected(settings) as client:
        for letter in letters or [each.id for each in await client.dead()]:
            try:
                await client.drop(letter)
                dropped += 1
            except BadInput as error:
                unknown += 1
                complain(f"occam: {error}")
    return dropped, unknown


def _row(letter: DeadLetter) -> tuple[str, ...]:
    return (
        letter.id, _when(letter.at), letter.service, letter.stream, letter.batch,
        letter.question_id, str(letter.attempt), letter.reason,
    )  # fmt: skip


def _values(letter: DeadLetter) -> list[str]:
    values = [str(getattr(letter, name)) for name in letter.__struct_fields__]
    return [_when(letter.at) if value == str(letter.at) else value for value in values]


def _when(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(seconds))

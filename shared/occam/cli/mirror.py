"""`occam mirror`: a Qdrant server that mirrors the vectors of a pack's current version."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Annotated

import typer

from occam.cli.connection import run
from occam.cli.exits import Exit
from occam.cli.options import Json, Pack
from occam.cli.output import console, print_json, say
from occam.cli.tigergraph import chosen

app = typer.Typer(
    help="A Qdrant server that mirrors the vectors.", no_args_is_help=True, rich_markup_mode=None
)

_AGAIN = "stopped; the same command goes on where it stopped"


@app.callback()
def group() -> None:
    """A Qdrant server that mirrors the vectors."""


@app.command("sync")
def sync(pack: Pack = "", as_json: Json = False) -> None:
    """Bring the mirror in step with the current version; only what differs is written.

    It is searched from then on, wherever OCCAM_QDRANT_URL names it.
    """
    from occam.runtime import mirror

    settings, found = chosen(pack)
    with _watched(quiet=as_json) as progress:
        done = run(mirror.sync(settings, found, progress), lambda: _AGAIN)
    print_json(done) if as_json else say("\n".join(done.lines()))


@app.command("check")
def check(pack: Pack = "", as_json: Json = False) -> None:
    """Compare every passage, vector and label with the home; exit code 1 on a difference."""
    import msgspec

    from occam.runtime import mirror

    settings, found = chosen(pack)
    drift = run(mirror.check(settings, found), lambda: "stopped; nothing was changed")
    if as_json:
        print_json({**msgspec.to_builtins(drift), "in_step": drift.in_step})
    else:
        say("\n".join(drift.lines()))
    if not drift.in_step:
        raise typer.Exit(Exit.NO)


@app.command("drop")
def drop(
    pack: Pack = "",
    old: Annotated[
        bool, typer.Option("--old", help="Only versions that the home no longer keeps.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Remove the pack's collections from the mirror; the home is not touched."""
    from occam.runtime import mirror

    settings, found = chosen(pack)
    dropped = run(mirror.drop(settings, found, old), lambda: _AGAIN)
    if as_json:
        print_json({"dropped": dropped})
    else:
        say("\n".join(f"dropped {name}" for name in dropped) or "there was nothing to drop")


@contextmanager
def _watched(quiet: bool) -> Generator[Callable[[int, int], None]]:
    """A progress bar where somebody watches."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    screen = console(errors=True)
    columns = (TextColumn("passages"), BarColumn(), MofNCompleteColumn())
    hidden = quiet or not screen.is_terminal
    with Progress(*columns, console=screen, disable=hidden, transient=True) as bar:
        task = bar.add_task("passages", total=None)

        def progress(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield progress

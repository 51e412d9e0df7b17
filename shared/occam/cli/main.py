"""The command line: verbs by group, and the one place where errors become exit codes."""

from __future__ import annotations

import io
import os
import sys
import traceback
from typing import Annotated, NoReturn

import typer

from occam.cli import (
    answers,
    ask,
    compare,
    data,
    dead,
    demo,
    doctor,
    estimate,
    evaluate,
    explain,
    fleet,
    gsql,
    key,
    load,
    mirror,
    models,
    packs,
    status,
    streams,
    submit,
    tigergraph,
    trace,
    verify,
)
from occam.cli.exits import Exit, Interrupted, Unreachable
from occam.cli.output import complain
from occam.core.errors import OccamError, Transient
from occam.runtime.running import NotStarted, NotUp

app = typer.Typer(
    name="occam",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class _Wish:
    debug = False


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"occam {version('occam')}")
        raise typer.Exit


@app.callback()
def occam(
    debug: Annotated[bool, typer.Option("--debug", help="Show tracebacks of errors.")] = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Questions over a graph, each at the lowest cost that can really answer it, with a certificate
    of evidence completeness. Data directory: $OCCAM_HOME."""
    _Wish.debug = debug


app.command("up")(fleet.up)
app.command("load")(load.load)
app.command("ask")(ask.ask)
app.command("compare")(compare.compare)
app.command("explain")(explain.explain)
app.command("estimate")(estimate.estimate)
app.command("submit")(submit.submit)
app.command("answers")(answers.answers)
app.command("verify")(verify.verify)
app.command("trace")(trace.trace)
app.command("status")(status.status)
app.command("streams")(streams.streams)
app.add_typer(dead.app, name="dead")
app.command("forget")(answers.forget)
app.command("down")(fleet.down)
app.command("demo")(demo.demo)
app.command("doctor")(doctor.doctor)
app.add_typer(packs.app, name="pack")
app.add_typer(key.app, name="key")
app.add_typer(data.app, name="data")
app.add_typer(models.app, name="models")
app.add_typer(evaluate.app, name="evaluate")
app.add_typer(tigergraph.app, name="tigergraph")
app.add_typer(gsql.app, name="gsql")
app.add_typer(mirror.app, name="mirror")


def main() -> None:
    """What the console script runs; every error ends as an exit code and one line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        app()
    except KeyboardInterrupt:
        _end(Exit.INTERRUPTED, "interrupted")
    except SystemExit as end:
        _leave(end)
    except Exception as error:
        if _Wish.debug:
            traceback.print_exc()
        _end(*explained(error))


def _end(code: Exit, text: str) -> NoReturn:
    complain(f"occam: {text}")
    sys.exit(code)


def _leave(end: SystemExit) -> NoReturn:
    """Typer ends with a bare code for Ctrl-C and, like Rich, with 1 for a reader who left."""
    before = end.__context__
    if isinstance(before, typer.Exit) and isinstance(before.__cause__, KeyboardInterrupt):
        _end(Exit.INTERRUPTED, "interrupted")
    try:
        sys.stdout.flush()
    except BrokenPipeError as error:
        before = error
    if isinstance(before, BrokenPipeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(Exit.UNREAD)
    raise end


def explained(error: Exception) -> tuple[Exit, str]:
    """The exit code of an error, and the one line that says what to do about it."""
    match error:
        case Interrupted():
            return Exit.INTERRUPTED, str(error)
        case Unreachable() | NotUp():
            return Exit.DOWN, str(error)
        case Transient():
            return Exit.DOWN, f"{error}; try again"
        case NotStarted():
            return Exit.NO, str(error)
        case OccamError():
            return Exit.USAGE, str(error)
        case OSError():
            return Exit.USAGE, f"{error.filename}: {error.strerror}" if error.filename else str(
                error
            )
        case _:
            shown = f"{type(error).__name__}: {error}"
            return Exit.BUG, f"unexpected {shown} (run with --debug to see where)"

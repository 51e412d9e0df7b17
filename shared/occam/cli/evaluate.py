"""`occam evaluate`: runs a benchmark end to end and prints what holds."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

from occam.core.errors import BadInput
from occam.runtime.settings import load_settings

app = typer.Typer(help="Run a benchmark end to end.", no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def group() -> None:
    """Run a benchmark end to end."""


@app.command("public", context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def public(
    context: typer.Context,
    folder: Annotated[
        Path | None, typer.Option(help="Folder of the benchmark; default: setting `benchmark`.")
    ] = None,
) -> None:
    """The public questions: accuracy, ambiguity, tokens, certificates, cited documents.

    Further options go to the run: --reword SEED (again for more), --questions FILE, --corpus FILE,
    --json.
    """
    chosen = folder or load_settings().benchmark
    if chosen is None:
        raise BadInput("no folder: give --folder, or set OCCAM_BENCHMARK; see `occam data fetch`")
    whole = chosen / "corpus.jsonl"
    given = ["--corpus", str(whole)] if whole.is_file() else []
    command = [sys.executable, "-m", "occam.evaluation.public", str(chosen), *given, *context.args]
    raise typer.Exit(subprocess.run(command, check=False).returncode)  # noqa: S603

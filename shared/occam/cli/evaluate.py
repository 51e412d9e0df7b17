"""`occam evaluate`: runs a benchmark end to end and prints what holds."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from occam.cli.exits import Interrupted
from occam.cli.options import Json
from occam.core.errors import BadInput
from occam.runtime.settings import load_settings

app = typer.Typer(help="Run a benchmark end to end.", no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def group() -> None:
    """Run a benchmark end to end."""


@app.command("public")
def public(
    folder: Annotated[
        Path | None, typer.Option(help="Folder of the benchmark; default: setting `benchmark`.")
    ] = None,
    reword: Annotated[
        list[int],
        typer.Option(metavar="SEED", help="Ask them in other words too; again for more seeds."),
    ] = [],  # noqa: B006
    questions: Annotated[
        Path | None, typer.Option(help="Default: questions_public.jsonl in the folder.")
    ] = None,
    corpus: Annotated[
        Path | None, typer.Option(help="Default: corpus.jsonl in the folder.")
    ] = None,
    as_json: Json = False,
) -> None:
    """The public questions: accuracy, ambiguity, tokens, certificates, cited documents.

    Everything runs on a home of its own that is removed afterwards.
    """
    chosen = folder or load_settings().benchmark
    if chosen is None:
        raise BadInput("no folder: give --folder, or set OCCAM_BENCHMARK; see `occam data fetch`")
    for file in (chosen, questions, corpus):
        if file is not None and not file.exists():
            raise BadInput(f"{file}: no such file")
    words = _words(chosen, reword, questions, corpus, as_json)
    raise typer.Exit(_ended([sys.executable, "-m", "occam.evaluation.public", *words]))


def _words(
    folder: Path, reword: list[int], questions: Path | None, corpus: Path | None, as_json: bool
) -> Iterator[str]:
    yield str(folder)
    whole = folder / "corpus.jsonl"
    pages = corpus or (whole if whole.is_file() else None)
    for name, file in (("--corpus", pages), ("--questions", questions)):
        if file is not None:
            yield from (name, str(file))
    for seed in reword:
        yield from ("--reword", str(seed))
    if as_json:
        yield "--json"


def _ended(command: list[str]) -> int:
    """The exit code of the run; after Ctrl-C it is given the time to take down what it started."""
    with subprocess.Popen(command) as run:  # noqa: S603
        try:
            return run.wait()
        except KeyboardInterrupt:
            run.wait()
            raise Interrupted("stopped; everything is down again") from None

"""`occam evaluate`: runs a benchmark end to end and prints what holds."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from occam.cli.exits import Interrupted
from occam.cli.options import Json, check_loaded, check_pack
from occam.cli.paraphrase import SplitName, check_kinds
from occam.cli.terms import pipelines_in
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


@app.command("understanding")
def understanding(
    pack: Annotated[str, typer.Argument(help="The pack; default: setting `pack`.")] = "",
    count: Annotated[int, typer.Option(min=1, help="How many questions.")] = 2000,
    seed: Annotated[int, typer.Option(help="The same seed asks the same of the same graph.")] = 1,
    split: Annotated[
        SplitName, typer.Option(help="Wordings to train on, or those held out.")
    ] = SplitName.held_out,
    kind: Annotated[list[str], typer.Option(help="Only these kinds; default: all.")] = [],  # noqa: B006
    questions: Annotated[
        Path | None, typer.Option(help="Ask those that `occam pack paraphrase` wrote.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Write every question with its mark.")] = None,
    show: Annotated[
        list[str], typer.Option(help="Print the questions with this mark: wrong, refused, missed.")
    ] = [],  # noqa: B006
    at_least: Annotated[float, typer.Option(help="Exit 1 below this % of right ones.")] = 0.0,
    silent_at_most: Annotated[
        float, typer.Option(help="Exit 1 above this % of silently wrong ones.")
    ] = 100.0,
    as_json: Json = False,
) -> None:
    """Generated questions, parsed and answered in process: what is understood, and how surely.

    Right means the expected outcome with the expected answer. Silently wrong is an answer that is
    not the expected one; the rest is refused, or listed for the person to choose.
    """
    settings = load_settings()
    check_pack(settings, pack)
    check_loaded(settings, pack)
    check_kinds(kind)
    if questions is not None and not questions.exists():
        raise BadInput(f"{questions}: no such file")
    words = [*([pack] if pack else []), "--count", str(count), "--seed", str(seed)]
    words += ["--split", split.value, "--at-least", str(at_least)]
    words += ["--silent-at-most", str(silent_at_most)]
    for option, given in (("--kind", kind), ("--show", show)):
        words += [word for each in given for word in (option, each)]
    for option, file in (("--questions", questions), ("--out", out)):
        words += [option, str(file)] if file else []
    words += ["--json"] if as_json else []
    raise typer.Exit(_ended([sys.executable, "-m", "occam.evaluation.understanding", *words]))


@app.command("retrieval")
def retrieval(
    pack: Annotated[str, typer.Argument(help="The pack; default: setting `pack`.")] = "",
    corpus: Annotated[
        list[Path], typer.Option(help="JSONL pages; default: the pack's bundled documents.")
    ] = [],  # noqa: B006
    questions: Annotated[
        Path | None,
        typer.Option(help="JSON lines with gold_doc_ids; default: the pack's golden questions."),
    ] = None,
    generated: Annotated[
        int, typer.Option(min=0, help="Questions made from the graph besides.")
    ] = 0,
    seed: Annotated[int, typer.Option(help="Seed of the generated questions.")] = 1,
    split: Annotated[
        SplitName, typer.Option(help="Wordings of the generated questions.")
    ] = SplitName.held_out,
    rows: Annotated[
        bool, typer.Option("--rows", help="Look for the passages of last rows of tables besides.")
    ] = False,
    k: Annotated[list[int], typer.Option(min=1, help="Passages looked at; again for more.")] = [],  # noqa: B006
    as_json: Json = False,
) -> None:
    """Recall of gold documents by words (BM25), by meaning (dense) and by both, in one run.

    Everything runs on a home of its own that is removed afterwards.
    """
    check_pack(load_settings(), pack)
    for file in (*corpus, questions):
        if file is not None and not file.exists():
            raise BadInput(f"{file}: no such file")
    words = [*([pack] if pack else []), "--generated", str(generated), "--seed", str(seed)]
    words += ["--split", split.value, *(["--rows"] if rows else [])]
    words += [word for file in corpus for word in ("--corpus", str(file))]
    words += [word for each in k for word in ("--k", str(each))]
    words += ["--questions", str(questions)] if questions else []
    words += ["--json"] if as_json else []
    raise typer.Exit(_ended([sys.executable, "-m", "occam.evaluation.retrieval", *words]))


@app.command("pipelines")
def pipelines(
    pack: Annotated[str, typer.Argument(help="The pack; default: setting `pack`.")] = "",
    names: Annotated[
        str, typer.Option("--pipelines", help="Such as rag:5,occam; default: all.")
    ] = "",
    questions: Annotated[
        Path | None,
        typer.Option(help="Default: the pack's golden questions. A benchmark's form will do."),
    ] = None,
    corpus: Annotated[Path | None, typer.Option(help="Default: the pack's sample.")] = None,
    limit: Annotated[
        int, typer.Option(min=0, help="Ask so many, from the whole length of the file.")
    ] = 0,
    out: Annotated[Path | None, typer.Option(help="Write every record to this file.")] = None,
    as_json: Json = False,
) -> None:
    """The same questions in every pipeline: answers, evidence, certificates, bills.

    Runs on a home of its own, with the models that the variables name; without a model the
    baselines are refused by name. Errors of a model are columns of their own and never wrong.
    """
    check_pack(load_settings(), pack)
    words = [*([pack] if pack else []), "--pipelines", ",".join(pipelines_in(names))]
    for option, file in (("--questions", questions), ("--corpus", corpus)):
        if file is not None and not file.exists():
            raise BadInput(f"{file}: no such file")
        words += [option, str(file)] if file else []
    words += ["--limit", str(limit), *(["--out", str(out)] if out else [])]
    words += ["--json"] if as_json else []
    raise typer.Exit(_ended([sys.executable, "-m", "occam.evaluation.pipelines", *words]))


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
    """The exit code of the run; after Ctrl-C it is given the time to take down what it started, and
    what ends this process ends the run in the same way."""
    with subprocess.Popen(command) as run:  # noqa: S603

        def end(number: int, frame: object) -> None:
            run.send_signal(signal.SIGINT)

        before = signal.signal(signal.SIGTERM, end)
        try:
            return run.wait()
        except KeyboardInterrupt:
            run.wait()
            raise Interrupted("stopped; everything is down again") from None
        finally:
            signal.signal(signal.SIGTERM, before)

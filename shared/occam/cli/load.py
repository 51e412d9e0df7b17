"""`occam load`: a corpus becomes a new immutable version of a pack's graph."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import sys
import tempfile
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from occam.cli.connection import connected
from occam.cli.exits import Exit, Interrupted, Unreachable
from occam.cli.options import Json, Pack
from occam.cli.output import complain, console, print_json, say
from occam.core.errors import BadInput, Transient
from occam.runtime.running import NotUp
from occam.runtime.settings import Settings, load_settings

if TYPE_CHECKING:
    from occam.packs import Pack as LoadedPack
    from occam.runtime.loading import Change
    from occam.runtime.loadreport import LoadReport

KEPT = 2
STDIN = Path("-")


def load(
    corpus: Annotated[
        list[Path],
        typer.Argument(help="JSONL pages, - reads stdin; default: the pack's bundled documents."),
    ] = [],  # noqa: B006
    pack: Pack = "",
    add: Annotated[
        list[Path], typer.Option(help="Add or change these pages, keep the others.")
    ] = [],  # noqa: B006
    remove: Annotated[
        list[str], typer.Option(help="Remove the page with this id, keep the others.")
    ] = [],  # noqa: B006
    vectors: Annotated[
        bool, typer.Option("--vectors", help="Only make the current version's vectors again.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Load a corpus into a new graph version and make it current.

    The same corpus again changes nothing; an interrupted load goes on where it stopped. Questions
    under way keep the version they started on.
    """
    from occam.packs import find_pack
    from occam.runtime.loading import Change

    settings = load_settings()
    found = find_pack(pack or settings.pack, settings.pack_roots)
    try:
        with _piped([*corpus, *add]) as put:
            change = Change(corpus=put(corpus), add=put(add), remove=tuple(remove))
            if vectors and change != Change():
                raise BadInput("--vectors keeps the pages: neither corpus, add nor remove with it")
            report = load_pack(settings, found, change, quiet=as_json, vectors_only=vectors)
    except Transient as error:
        complain(f"occam: {error}; try again: nothing was changed")
        raise typer.Exit(Exit.BUSY) from error
    except KeyboardInterrupt:
        raise Interrupted("stopped; nothing was changed, the same command goes on") from None
    if as_json:
        print_json(report)
    else:
        say("\n".join(report.lines()))
    for version in _prune(settings, found.name):
        complain(f"removed old version {found.name}@{version}")


@contextlib.contextmanager
def _piped(paths: Sequence[Path]) -> Generator[Callable[[Sequence[Path]], tuple[Path, ...]]]:
    """What puts a file with the text of standard input where `-` stands."""
    if STDIN not in paths:
        yield tuple
        return
    with tempfile.NamedTemporaryFile(prefix="occam-", suffix=".jsonl") as file:
        shutil.copyfileobj(sys.stdin.buffer, file)
        file.flush()
        there = Path(file.name)
        try:
            yield lambda paths: tuple(there if path == STDIN else path for path in paths)
        except BadInput as error:
            raise BadInput(str(error).replace(file.name, "standard input")) from error


def load_pack(
    settings: Settings,
    pack: LoadedPack,
    change: Change | None = None,
    quiet: bool = False,
    vectors_only: bool = False,
) -> LoadReport:
    """Loads with a progress bar where somebody watches, and with the configured model."""
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    from occam.runtime.embedding import embedder_of
    from occam.runtime.loading import Embedding, revector
    from occam.runtime.loading import load as loaded

    embedder = embedder_of(settings, pack, threads=0)
    if vectors_only and embedder is None:
        raise BadInput("no vectors without a model: OCCAM_EMBEDDING names none, or it is missing")
    screen = console(errors=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    hidden = quiet or not screen.is_terminal
    with Bar(*columns, TimeElapsedColumn(), console=screen, disable=hidden, transient=True) as bar:

        def shown(name: str) -> Callable[[int, int], None]:
            task = bar.add_task(name, total=None, visible=False)

            def progress(done: int, total: int) -> None:
                bar.update(task, completed=done, total=total, visible=True)

            return progress

        pages, passages = shown("pages"), shown("vectors")
        embedding = Embedding(embedder=embedder, progress=passages) if embedder else None
        if vectors_only and embedding:
            return revector(settings.home, pack, embedding)
        return loaded(settings.home, pack, change, pages, embedding)


def _prune(settings: Settings, pack: str) -> tuple[str, ...]:
    """Old versions that no open question names; nothing is removed while nobody can say."""
    from occam.runtime.versions import prune

    try:
        in_use = asyncio.run(_in_use(settings))
    except (NotUp, Unreachable, Transient):
        return ()
    prefix = f"{pack}@"
    named = {each.removeprefix(prefix) for each in in_use if each.startswith(prefix)}
    return prune(settings.home, pack, named, KEPT)


async def _in_use(settings: Settings) -> set[str]:
    async with connected(settings) as client:
        return await client.versions_in_use()

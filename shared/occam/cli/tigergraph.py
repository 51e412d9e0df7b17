"""`occam tigergraph`: a TigerGraph server as the store of a pack's graph."""

from __future__ import annotations

from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from occam.cli import gadmin
from occam.cli.connection import run
from occam.cli.exits import Exit
from occam.cli.options import Json, Pack
from occam.cli.output import complain, print_json, say
from occam.core.errors import BadInput
from occam.runtime.settings import Settings, load_settings

if TYPE_CHECKING:
    from occam.packs import Pack as LoadedPack
    from occam.runtime.parity import Tried

Result = TypeVar("Result")

app = typer.Typer(
    help="A TigerGraph server as the store of a pack's graph.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

DryRun = Annotated[bool, typer.Option("--dry-run", help="Print the GSQL and touch no server.")]
_AGAIN = "stopped; the server may still be at it, and the same command goes on where it is needed"


def chosen(pack: str) -> tuple[Settings, LoadedPack]:
    """The settings, and the pack that is named or the default one."""
    from occam.packs import find_pack

    settings = load_settings()
    return settings, find_pack(pack or settings.pack, settings.pack_roots)


def ended(work: Coroutine[Any, Any, Result]) -> Result:
    """Runs to the end; after Ctrl-C the same command may simply be given again."""
    return run(work, lambda: _AGAIN)


@app.command("init")
def init(
    pack: Pack = "",
    dry_run: DryRun = False,
    force: Annotated[
        bool, typer.Option("--force", help="Make queries and jobs anew, also unchanged ones.")
    ] = False,
    recreate: Annotated[
        bool, typer.Option("--recreate", help="Drop the pack's graph with its data first.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Make the pack's graph, schema, jobs and queries on the server; only what changed is compiled.

    Compiling takes about a minute a query. An interrupted run is simply run again. A schema that
    differs from the pack's is never changed: the differences are told, and `--recreate` drops it.
    """
    from occam.runtime import tigergraph

    settings, found = chosen(pack)
    if dry_run:
        say("\n".join(script.text for script in tigergraph.texts(settings, found)))
        return
    done = ended(tigergraph.init(settings, found, complain, force=force, recreate=recreate))
    if as_json:
        print_json(done)
    else:
        say("\n".join([f"{found.name} is installed on {settings.tigergraph.url}", *done.lines()]))


@app.command("load")
def load(
    corpus: Annotated[
        list[Path],
        typer.Argument(help="JSONL pages to load into the home first; default: what it holds."),
    ] = [],  # noqa: B006
    pack: Pack = "",
    bulk: Annotated[
        bool, typer.Option("--bulk", help="By files and loading jobs instead of upserts.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Write everything, also when it is there already.")
    ] = False,
    vectors: Annotated[
        bool,
        typer.Option(
            "--vectors/--no-vectors", help="With vectors, where the extra `vectors` is installed."
        ),
    ] = True,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Count what would be written; touch no server.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Put the home's current version on the server; an interrupted load simply starts over.

    Where the home holds none, the pack's bundled documents are loaded into it first. Questions get
    no answer from the server meanwhile: they are tried again.
    """
    from occam.runtime import serverload
    from occam.runtime.embedding import embedder_of
    from occam.runtime.loading import kept_dataset

    settings, found = chosen(pack)
    _loaded_home(settings, found, corpus, quiet=as_json)
    dataset = kept_dataset(settings.home, found)
    if dry_run:
        counts = serverload.counted(settings, found, dataset)
        print_json(counts) if as_json else say(
            "\n".join(f"{count:9,} {name}" for name, count in counts.items())
        )
        return
    embedder = embedder_of(settings, found, threads=0) if vectors else None
    work = serverload.load(settings, found, dataset, embedder, complain, bulk=bulk, force=force)
    done = ended(work)
    if as_json:
        print_json(done)
    else:
        say("\n".join(done.lines()))


def _loaded_home(settings: Settings, pack: LoadedPack, corpus: list[Path], quiet: bool) -> None:
    """The home holds this corpus, or, when none is named, anything."""
    from occam.cli.load import load_pack
    from occam.runtime.loading import Change
    from occam.runtime.versions import current

    if corpus or current(settings.home, pack.name) is None:
        report = load_pack(settings, pack, Change(corpus=tuple(corpus)), quiet=quiet)
        complain(next(report.lines()))


@app.command("status")
def status(pack: Pack = "", as_json: Json = False) -> None:
    """Say what the server holds of the pack; exit code 1 when no question can be answered there."""
    from occam.runtime import tigergraph

    settings, found = chosen(pack)
    seen = ended(tigergraph.look(settings, found, complain))
    if as_json:
        print_json({**_fields(seen), "answers": seen.answers})
    else:
        say("\n".join(seen.lines()))
    if not seen.answers:
        raise typer.Exit(Exit.NO)


def _fields(struct: Any) -> dict[str, Any]:
    import msgspec

    return msgspec.to_builtins(struct)


@app.command("backup")
def backup(
    folder: Annotated[
        Path | None, typer.Argument(help="New folder for JSON lines and their digests.")
    ] = None,
    pack: Pack = "",
    physical: Annotated[
        str, typer.Option(metavar="TAG", help="gadmin's backup of the whole server, instead.")
    ] = "",
    as_json: Json = False,
) -> None:
    """Write what was loaded into a folder, or have gadmin back the whole server up.

    Without the setting `tigergraph.gadmin` the commands for gadmin are printed.
    """
    if physical:
        gadmin.run(load_settings(), gadmin.backup(physical))
        return
    from occam.runtime import tigergraph

    if folder is None:
        raise BadInput("no folder: name a new one, or give --physical TAG")
    settings, found = chosen(pack)
    made = ended(tigergraph.back_up(settings, found, folder, complain))
    if as_json:
        print_json(made)
    else:
        say(f"{made.rows:,} rows in {len(made.files)} files → {folder}")


@app.command("restore")
def restore(
    folder: Annotated[Path | None, typer.Argument(help="Folder that `backup` wrote.")] = None,
    pack: Pack = "",
    physical: Annotated[
        str, typer.Option(metavar="TAG", help="gadmin's restore of the whole server, instead.")
    ] = "",
    as_json: Json = False,
) -> None:
    """Write a backup into the pack's empty graph: digests are checked before, counts after."""
    if physical:
        gadmin.run(load_settings(), gadmin.restore(physical))
        return
    from occam.runtime import tigergraph

    if folder is None:
        raise BadInput("no folder: name one that `backup` wrote, or give --physical TAG")
    settings, found = chosen(pack)
    made = ended(tigergraph.restore(settings, found, folder, complain))
    if as_json:
        print_json(made)
    else:
        say(f"{made.rows:,} rows restored; version {made.release['version']}")


@app.command("verify")
def verify(
    files: Annotated[
        list[Path], typer.Argument(help="Questions, JSON lines; default: the pack's golden ones.")
    ] = [],  # noqa: B006
    pack: Pack = "",
    plans: Annotated[int, typer.Option(min=0, help="Generated plans besides.")] = 100,
    seed: Annotated[int, typer.Option(help="Seed of the generated plans.")] = 0,
    as_json: Json = False,
) -> None:
    """Run questions and generated plans on the home's version and on the server: all must be equal.

    Rows, values, documents, bounds and conclusions are compared. Exit code 1 on any difference.
    """
    settings, found = chosen(pack)
    golden = [found.golden] if found.golden else []
    parity = ended(_parity(settings, found, files or golden, plans, seed, as_json))
    if not as_json:
        say("\n".join(parity.lines()))
    if parity.differing or not parity.equal:
        raise typer.Exit(Exit.NO)


async def _parity(
    settings: Settings,
    pack: LoadedPack,
    files: list[Path],
    plans: int,
    seed: int,
    as_json: bool,
) -> Any:
    from occam.runtime import tigergraph
    from occam.runtime.parity import Parity

    tried: list[Tried] = []
    async for each in tigergraph.verified(settings, pack, files, plans, seed, complain):
        tried.append(each)
        if as_json:
            print_json(each)
    return Parity(tuple(tried))


@app.command("probe")
def probe(as_json: Json = False) -> None:
    """Ask a real server what its documents leave open, on a graph of its own that is dropped again.

    Exit code 1 when something that OCCAM rests on is otherwise, or a probe got no answer. Please
    send what it prints.
    """
    from occam.graph.tigergraph import probe as probes

    outcomes = ended(probes.probe(load_settings().tigergraph, complain))
    for each in outcomes:
        if as_json:
            print_json(each)
        else:
            say(f"{each.verdict:10}  {each.name}: {each.asks}")
            say(f"{'':10}  assumed {each.assumed}; seen {each.seen}")
    if any(each.verdict in ("differs", "unanswered") for each in outcomes):
        raise typer.Exit(Exit.NO)

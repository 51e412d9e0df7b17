"""`occam pack`: which domains there are, and whether one is sound."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from occam.cli.exits import Exit
from occam.cli.options import Json
from occam.cli.output import complain, console, print_json, say, table
from occam.cli.paraphrase import paraphrase
from occam.cli.train import calibration, train
from occam.core.errors import BadConfig
from occam.runtime.settings import load_settings

app = typer.Typer(
    help="The domains that can be loaded.", no_args_is_help=True, rich_markup_mode=None
)

app.command("paraphrase")(paraphrase)
app.command("train")(train)
app.command("calibration")(calibration)


@app.command("list")
def list_packs(as_json: Json = False) -> None:
    """List the packs, where they are, and which is loaded."""
    from occam.packs import known_packs

    settings = load_settings()
    rows: list[dict[str, str]] = []
    for name, folder in sorted(known_packs(settings.pack_roots).items()):
        current = settings.graphs / name / "current"
        version = current.read_text("utf-8").strip() if current.is_file() else ""
        rows.append({"pack": name, "graph": version, "folder": str(folder)})
    if as_json:
        for row in rows:
            print_json(row)
        return
    cells = [(row["pack"], row["graph"] or "not loaded", row["folder"]) for row in rows]
    console().print(table(("pack", "graph", "folder"), cells))


@app.command("check")
def check(
    packs: Annotated[
        list[str], typer.Argument(help="Names or folders of packs; default: all.")
    ] = [],  # noqa: B006
    as_json: Json = False,
) -> None:
    """Load packs strictly: the first mistake is named with file, line and key."""
    from occam.packs import known_packs

    known = known_packs(load_settings().pack_roots)
    failed = 0
    for name in packs or sorted(known):
        fault = _fault(name, known)
        failed += bool(fault)
        if as_json:
            print_json({"pack": name, "fault": fault or None})
        elif fault:
            complain(f"{name}: {fault}")
        else:
            say(f"{name}: sound")
    if failed:
        raise typer.Exit(Exit.NO)


def _fault(name: str, known: dict[str, Path]) -> str:
    from occam.core.parse import Rules
    from occam.ingest.extract import Extractor
    from occam.packs import load_pack

    folder = known.get(name) or Path(name)
    if not (folder / "pack.toml").is_file():
        return f"no such pack; known packs: {', '.join(sorted(known)) or 'none'}"
    try:
        pack = load_pack(folder)
        Extractor(pack)
        Rules.load(pack.rules, pack.schema, pack.lexicon, pack.language)
    except BadConfig as error:
        return str(error)
    return ""

"""`occam gsql`: the shape of a plan as a query of its own, for shapes that deserve speed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from occam.cli.options import Json, Pack
from occam.cli.output import complain, print_json, say
from occam.cli.tigergraph import chosen, ended
from occam.core.errors import BadInput
from occam.core.plan import Plan
from occam.runtime.settings import Settings

if TYPE_CHECKING:
    from occam.graph.tigergraph.catalog import Script
    from occam.packs import Pack as LoadedPack

app = typer.Typer(
    help="Plans as GSQL, for a TigerGraph server.", no_args_is_help=True, rich_markup_mode=None
)

Question = Annotated[str, typer.Argument(help="A question, in quotes.")]
File = Annotated[Path | None, typer.Option("--plan", help="A plan in JSON, instead of a question.")]


@app.command("plan")
def plan(
    question: Question = "", file: File = None, pack: Pack = "", as_json: Json = False
) -> None:
    """Print the GSQL of a plan's shape and the digest in its name; values are parameters.

    Two plans have the same shape when they differ in nothing but values. Without a query of its own
    a plan is run by the installed interpreter.
    """
    settings, found = chosen(pack)
    for script in _scripts(settings, found, question, file):
        if as_json:
            print_json({"name": script.name, "digest": script.digest, "text": script.text})
        else:
            say(f"// {script.name}\n{script.text}")


@app.command("install")
def install(
    question: Question = "", file: File = None, pack: Pack = "", as_json: Json = False
) -> None:
    """Create and compile a query for the shape of a plan, once for each shape."""
    from occam.runtime import tigergraph

    settings, found = chosen(pack)
    scripts = _scripts(settings, found, question, file)
    done = ended(tigergraph.install(settings, found, scripts, complain))
    if as_json:
        print_json(done)
    else:
        say("\n".join(done.lines()))


def _scripts(
    settings: Settings, pack: LoadedPack, question: str, file: Path | None
) -> tuple[Script, ...]:
    from occam.runtime import tigergraph

    if bool(question) == bool(file):
        raise BadInput("give either a question or --plan FILE")
    made = _read(file) if file else _parsed(settings, pack, question)
    return tigergraph.shapes(settings, pack, made)


def _read(file: Path) -> Plan:
    try:
        return msgspec.json.decode(file.read_bytes(), type=Plan)
    except msgspec.MsgspecError as error:
        raise BadInput(f"{file}: not a plan: {error}") from error


def _parsed(settings: Settings, pack: LoadedPack, question: str) -> Plan:
    from occam.core.gaps import kind_of
    from occam.core.inquiry import Told
    from occam.core.parse import Understood
    from occam.runtime.shelf import Shelf

    shelf = Shelf(settings)
    parsed = shelf.edition(*shelf.current(pack.name)).parser.parse(question)
    if isinstance(parsed, Told):
        raise BadInput("the question gives no plan: the schema answers it")
    if not isinstance(parsed, Understood):
        raise BadInput(f"the question gives no plan: {kind_of(parsed)}")
    return parsed.plan

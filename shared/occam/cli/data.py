"""`occam data fetch`: the public benchmark, for who has internet and its address."""

from __future__ import annotations

import shutil
import tempfile
import zipfile
from pathlib import Path, PurePosixPath
from typing import IO, Annotated
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import typer

from occam.cli.exits import Exit
from occam.cli.options import Json
from occam.cli.output import complain, console, print_json, say
from occam.core.errors import BadInput, Transient
from occam.runtime.folders import make_private
from occam.runtime.settings import load_settings

app = typer.Typer(help="Public data to measure with.", no_args_is_help=True, rich_markup_mode=None)

FILES = {
    "corpus.jsonl": "pages: one JSON object a line with doc_id, title, url, text",
    "questions_public.jsonl": "questions: qid, question, qtype, answer, gold_doc_ids",
}
OTHER_NAMES = {"eval_public.jsonl": "questions_public.jsonl"}
WHERE = """\
The benchmark is handed out by the organisers of the TigerGraph Agentic GraphRAG Hackathon (2026):
2,951 Wikipedia pages in plain text (22 MB) and 100 questions with answers and gold documents. It
has no permanent address, so none is built in. Ask for the resources at
https://www.tigergraph.com, then either

  occam data fetch --from https://…/resources.zip

or put these files into one folder and name it with OCCAM_BENCHMARK:
"""


@app.callback()
def group() -> None:
    """Public data to measure with."""


@app.command("fetch")
def fetch(
    address: Annotated[
        str, typer.Option("--from", help="http(s) address of a zip, or of one .jsonl file.")
    ] = "",
    into: Annotated[
        Path | None, typer.Option(help="Folder; default: $OCCAM_HOME/benchmark.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Download the public benchmark; without an address, say where to get it."""
    folder = into or load_settings().home / "benchmark"
    if not address:
        _say_where(as_json)
        raise typer.Exit(Exit.NO)
    if into is None:
        make_private(folder)
    files = download(address, folder)
    if as_json:
        print_json({"folder": str(folder), "files": files})
    else:
        say(f"{', '.join(files)} → {folder}\nnext: export OCCAM_BENCHMARK={folder}")


def _say_where(as_json: bool) -> None:
    if as_json:
        print_json({"address": None, "files": FILES})
        return
    complain(WHERE)
    for name, purpose in FILES.items():
        complain(f"  {name:23} {purpose}")


def download(address: str, folder: Path) -> list[str]:
    """The JSONL files at an address, in the folder; half a download leaves nothing behind."""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https"):
        raise BadInput(f"{address}: expected an http or https address")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=folder) as aside:
        _copy(address, aside)
        aside.seek(0)
        if zipfile.is_zipfile(aside):
            return _unpacked(aside, address, folder)
        aside.seek(0)
        if aside.read(1) != b"{":
            raise BadInput(f"{address}: neither a zip nor a JSONL file")
        aside.seek(0)
        name = PurePosixPath(parts.path).name or "corpus.jsonl"
        name = OTHER_NAMES.get(name, name)
        _store(aside, folder / name)
        return [name]


def _copy(address: str, aside: IO[bytes]) -> None:
    from rich.progress import wrap_file

    request = Request(address, headers={"User-Agent": "occam"})  # noqa: S310
    try:
        with urlopen(request, timeout=30) as reply:  # noqa: S310
            total = int(reply.headers.get("Content-Length") or 0)
            screen = console(errors=True)
            with wrap_file(reply, total, console=screen, disable=not screen.is_terminal) as source:
                shutil.copyfileobj(source, aside)
    except HTTPError as error:
        raise BadInput(f"{address}: {error.code} {error.reason}") from error
    except (URLError, OSError) as error:
        raise Transient(f"{address}: {getattr(error, 'reason', error)}") from error


def _unpacked(archive: IO[bytes], address: str, folder: Path) -> list[str]:
    names: list[str] = []
    with zipfile.ZipFile(archive) as opened:
        for member in opened.namelist():
            name = PurePosixPath(member).name
            name = OTHER_NAMES.get(name, name)
            if name.endswith(".jsonl"):
                with opened.open(member) as source:
                    _store(source, folder / name)
                names.append(name)
    if not names:
        raise BadInput(f"{address}: the archive holds no .jsonl file")
    return sorted(names)


def _store(source: IO[bytes], target: Path) -> None:
    aside = target.with_name(target.name + ".part")
    with aside.open("wb") as file:
        shutil.copyfileobj(source, file)
    aside.replace(target)

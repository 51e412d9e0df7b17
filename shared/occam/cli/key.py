"""`occam key`: the key pair that certificates are signed with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from occam.cli.options import Json
from occam.cli.output import print_json, say

app = typer.Typer(
    help="The key that signs certificates.", no_args_is_help=True, rich_markup_mode=None
)

File = Annotated[Path, typer.Argument(help="File of the private key.")]


@app.command("new")
def new(file: File, as_json: Json = False) -> None:
    """Make a private key in a new file that only you can read, and print its public key.

    The setting `signing_key` names the file; `occam verify --trusted` takes the public key.
    """
    from occam.runtime.signing import generate

    _print(file, generate(file), as_json)


@app.command("show")
def show(file: File, as_json: Json = False) -> None:
    """Print the public key of a private key's file."""
    from occam.runtime.signing import public_key

    _print(file, public_key(file), as_json)


def _print(file: Path, public: str, as_json: bool) -> None:
    if as_json:
        print_json({"file": str(file), "public": public})
    else:
        say(public)

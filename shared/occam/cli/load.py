"""`occam load`: a corpus becomes a new immutable version of a pack's graph."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from occam.cli.options import Json, Pack
from occam.core.errors import BadInput
from occam.runtime.settings import Settings

if TYPE_CHECKING:
    from occam.packs import Pack as LoadedPack
    from occam.runtime.versions import LoadReport


def load(
    corpus: Annotated[
        Path | None, typer.Argument(help="JSONL corpus; default: the pack's bundled documents.")
    ] = None,
    pack: Pack = "",
    as_json: Json = False,
) -> None:
    """Load a corpus into a new graph version and make it current."""
    raise BadInput("not yet")


def load_sample(settings: Settings, pack: LoadedPack, quiet: bool) -> LoadReport:
    """The pack's bundled documents."""
    raise BadInput("not yet")

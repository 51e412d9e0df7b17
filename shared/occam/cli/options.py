"""Options that several verbs share."""

from __future__ import annotations

from typing import Annotated

import typer

from occam.runtime.settings import Settings

Json = Annotated[bool, typer.Option("--json", help="Print JSON, one object a line.")]
Tenant = Annotated[str, typer.Option(help="Whose questions.")]
Pack = Annotated[str, typer.Option("--pack", "-p", help="The pack; default: setting `pack`.")]
Patience = Annotated[
    float, typer.Option("--patience", help="Seconds to wait for a broker that went away.")
]


def check_pack(settings: Settings, pack: str) -> None:
    """Raises `BadConfig` with the known names when a pack is named and unknown."""
    if pack:
        from occam.packs import find_pack

        find_pack(pack, settings.pack_roots)
